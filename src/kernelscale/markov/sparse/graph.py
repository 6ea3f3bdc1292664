"""A kernel on a sparse graph: its symmetric form, its components, its Laplacian."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array, eye
from scipy.sparse.csgraph import connected_components

from ..._validation import check_share
from ..eigenpairs import ROUNDING

__all__ = ["checked_graph", "compact", "graph_components", "graph_symmetric_form", "laplacian"]


def checked_graph(K: Any) -> csr_array:
    """The kernel in float64, checked.

    Raises
    ------
    ValueError
        If the kernel is not square, not symmetric or not finite, has negative values, or has a row
        sum that is not positive.
    """
    kernel: csr_array = csr_array(K, dtype=np.float64)
    if kernel.shape[0] != kernel.shape[1]:
        raise ValueError(f"K must be square, but its shape is {kernel.shape}.")
    if not np.isfinite(kernel.data).all():
        raise ValueError("K has values that are not finite.")
    if kernel.nnz and kernel.data.min() < 0:
        raise ValueError(f"K has the value {kernel.data.min():.3g}, but none may be negative.")
    sums = kernel.sum(axis=1)
    if sums.min() <= 0:
        raise ValueError(
            f"Row {np.argmin(sums)} of K sums to {sums.min():.3g}, but it must exceed 0."
        )
    probe = np.random.default_rng(0).uniform(size=kernel.shape[0])
    if not np.allclose(kernel @ probe, kernel.T @ probe, atol=1e-12):
        raise ValueError("K is not symmetric, but a kernel must be.")
    return kernel


def graph_symmetric_form(K: csr_array, alpha: float) -> tuple[csr_array, np.ndarray]:
    """A = D^-1/2 K D^-1/2 of the alpha-normalised kernel, and A's trivial vector (eigenvalue 1)."""
    if check_share(alpha, "alpha"):
        K = _scaled(K, K.sum(axis=1) ** -alpha)
    degrees = K.sum(axis=1)
    return _scaled(K, 1 / np.sqrt(degrees)), np.sqrt(degrees / degrees.sum())


def graph_components(A: csr_array, root: np.ndarray) -> np.ndarray:
    """The component of each row. Edges whose weights are only rounding errors do not connect."""
    for weakest in 10.0 ** np.arange(-12, -18, -1):
        weak = np.flatnonzero(A.data < weakest)
        component_of = _components(A, weak)
        rows, others = np.searchsorted(A.indptr, weak, side="right") - 1, A.indices[weak]
        # The share of each component's weight that leaves it in one step.
        flows = (
            A.data[weak] * root[rows] * root[others] * (component_of[rows] != component_of[others])
        )
        leaving = np.bincount(component_of[rows], flows, component_of.max() + 1) / np.bincount(
            component_of, root**2
        )
        if leaving.max() < ROUNDING:
            return component_of
    return _components(A, np.empty(0, dtype=int))


def _components(A: csr_array, without: np.ndarray) -> np.ndarray:
    if len(without):
        A = A.copy()
        A.data[without] = 0
        A.eliminate_zeros()
    components: np.ndarray = connected_components(A, directed=False)[1]
    return components


def compact(M: csr_array) -> csr_array:
    """The same matrix, with indices of 32 bits where they suffice.

    Such indices need less memory, and the graph routines of SciPy 1.13 to 1.16 accept no other
    indices.
    """
    index = np.int32 if max(M.nnz, *M.shape) < 2**31 else np.int64
    parts = M.data, M.indices.astype(index, copy=False), M.indptr.astype(index, copy=False)
    return csr_array(parts, shape=M.shape)


def laplacian(A: csr_array, shift: float) -> csr_array:
    """``(1 + shift) I - A``."""
    return csr_array((1 + shift) * eye(A.shape[0], format="csr") - A)


def _scaled(K: csr_array, scale: np.ndarray) -> csr_array:
    data = K.data * np.repeat(scale, np.diff(K.indptr)) * scale[K.indices]
    return csr_array((data, K.indices, K.indptr), shape=K.shape)
