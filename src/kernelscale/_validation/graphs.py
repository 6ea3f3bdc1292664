"""Checks of graphs that the user passes: distances between neighbours, or similarities."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csr_array

from .numbers import as_numeric, check_finite, check_largest

__all__ = [
    "check_graph",
    "check_rows_of_graph",
    "check_rows_of_similarities",
    "check_similarities",
]

# Allowed rounding error of squared distances, relative to the largest squared distance.
ROUNDED_SQUARES = 1e-5


def check_graph(X: Any, name: str = "X") -> csr_array:
    """Return a graph of neighbours as sparse float64 distances, without the diagonal.

    Parameters
    ----------
    X : sparse matrix of shape (n_samples, n_samples)
        Row i holds the distances of row i to its neighbours; distances of 0 must be stored
        explicitly.
    name : str
        Name of the graph in messages.

    Raises
    ------
    ValueError, TypeError
        If it is not square, an entry is not valid, a row has no neighbour, or the distances from
        row i to row j and from j to i are both stored and differ.
    """
    graph = _square(X, name)
    starts = _starts(graph)
    own = starts == graph.indices
    # scikit-learn computes distances from matrix products, so their squares have rounding errors.
    tolerance = ROUNDED_SQUARES * float(graph.data.max(initial=0.0)) ** 2
    if (graph.data[own] ** 2 > tolerance).any():
        at = int(graph.data[own].argmax())
        raise ValueError(
            f"{name} holds {graph.data[own][at]:.6g} as the distance of row {starts[own][at]} to "
            f"itself, which exceeds rounding errors; pass distances, or metric='affinity' for "
            f"similarities."
        )
    _check_symmetry(*_in_both_directions(graph), 2, tolerance, name, "distance")
    graph = csr_array((graph.data[~own], (starts[~own], graph.indices[~own])), shape=graph.shape)
    isolated = np.flatnonzero(np.diff(graph.indptr) == 0)
    if len(isolated):
        raise ValueError(
            f"{len(isolated)} row(s) of {name} have no neighbour, the first of them row "
            f"{isolated[0]}, but each row needs one; distances of 0 must be stored explicitly."
        )
    return graph


def check_similarities(X: Any, name: str = "X") -> csr_array:
    """Return similarities of all pairs as an exactly symmetric sparse float64 matrix.

    Raises
    ------
    ValueError, TypeError
        If they are not square, symmetric, finite and at least 0, or a row has no positive
        similarity.
    """
    K = _square(X, name)
    mirrored = csr_array(K.T)
    single = getattr(X, "dtype", None) == np.float32
    tolerance = (1e-5 if single else 1e-8) * float(K.data.max(initial=0.0))
    _check_symmetry(K, mirrored, 1, tolerance, name, "similarity")
    K = csr_array((K + mirrored) / 2)
    sums = K.sum(axis=1)
    if sums.min() <= 0:
        raise ValueError(
            f"Row {sums.argmin()} of {name} has no positive similarity, so it cannot be embedded."
        )
    return K


def check_rows_of_graph(X: Any, n_samples: int, name: str = "X") -> csr_array:
    """Return distances or similarities of new rows to `n_samples` training rows, sparse."""
    rows = check_rows_of_similarities(X, n_samples, name)
    empty = np.flatnonzero(np.diff(rows.indptr) == 0)
    if len(empty):
        raise ValueError(f"Row {empty[0]} of {name} has no stored entry, so it cannot be embedded.")
    return rows


def check_rows_of_similarities(X: Any, n_samples: int, name: str = "X") -> csr_array:
    """Return similarities of new rows to `n_samples` training rows as sparse float64 numbers."""
    rows = _as_sparse(X, name)
    if rows.shape[1] != n_samples or not rows.shape[0]:
        raise ValueError(
            f"{name} must have a column for each of the {n_samples} training rows, and at "
            f"least one row, but its shape is {rows.shape}."
        )
    return rows


def _square(X: Any, name: str) -> csr_array:
    matrix = _as_sparse(X, name)
    if matrix.shape[0] != matrix.shape[1] or matrix.shape[0] < 2:
        raise ValueError(
            f"{name} must be square, with at least 2 rows, but its shape is {matrix.shape}."
        )
    return matrix


def _as_sparse(X: Any, name: str) -> csr_array:
    if not sparse.issparse(X):
        X = as_numeric(X, name)
        if X.ndim != 2:
            raise ValueError(f"{name} must have two dimensions, but its shape is {X.shape}.")
    matrix = csr_array(X)
    as_numeric(matrix.data, name)  # raises an error if values are not real numbers
    matrix = matrix.astype(np.float64)
    matrix.sort_indices()
    check_finite(matrix.data[None], name)
    if matrix.data.min(initial=0.0) < 0:
        at = int(matrix.data.argmin())
        raise ValueError(
            f"{name} holds {matrix.data[at]:.6g} in row {_starts(matrix)[at]}, column "
            f"{matrix.indices[at]}, which is negative."
        )
    check_largest(float(matrix.data.max(initial=0.0)), name)
    return matrix


def _starts(matrix: csr_array) -> np.ndarray:
    return np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))


def _in_both_directions(graph: csr_array) -> tuple[csr_array, csr_array]:
    """Positive distances stored in both directions: those from i to j, and those from j to i."""
    mirrored = csr_array(graph.T)
    return csr_array(graph * mirrored.sign()), csr_array(mirrored * graph.sign())


def _check_symmetry(
    one: Any, other: Any, power: int, tolerance: float, name: str, what: str
) -> None:
    """Refuse a matrix that is not symmetric; entries are compared after raising them to `power`."""
    difference = abs(one.power(power) - other.power(power)).tocoo()
    if difference.data.max(initial=0.0) > tolerance:
        at = int(difference.data.argmax())
        row, column = difference.row[at], difference.col[at]
        raise ValueError(
            f"{name} is not symmetric: the {what} of rows {row} and {column} is "
            f"{one[row, column]:.6g} in one direction and {other[row, column]:.6g} in the other."
        )
