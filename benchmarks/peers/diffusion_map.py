"""Ten diffusion coordinates at a given scale."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh

from kernelscale import DiffusionMap, to_convention

from .data import gaussians
from .eigenpairs import conjugates
from .measurements import Job, Method

SCALE = 0.5  # a quarter of the mean squared distance
N_COMPONENTS = 10
PYDIFFMAP_NEIGHBORS = 64  # the default of pyDiffMap


def ours(X: np.ndarray) -> np.ndarray:
    """Leading eigenvalues without the trivial one; every method of this module returns these."""
    return DiffusionMap(N_COMPONENTS, SCALE, n_threads=1).fit(X).eigenvalues_


def pydiffmap(X: np.ndarray, n_neighbors: int) -> np.ndarray:
    """Eigenvalues of the diffusion operator P; pyDiffMap returns those of (P - 1) / epsilon."""
    from pydiffmap.diffusion_map import DiffusionMap

    epsilon = to_convention(SCALE, "pydiffmap")
    made = DiffusionMap.from_sklearn(
        alpha=0.0, k=n_neighbors, epsilon=epsilon, n_evecs=N_COMPONENTS
    )
    return 1 + epsilon * made.fit(X).evals


def dense(X: np.ndarray) -> np.ndarray:
    """Eigenvalues of the normalised kernel by scipy's full eigh."""
    (A,) = conjugates(X, np.array([SCALE]))
    return eigh(A)[0][::-1][1 : N_COMPONENTS + 1]


def arpack(X: np.ndarray) -> np.ndarray:
    """Eigenvalues of the normalised kernel by scipy's eigsh."""
    (A,) = conjugates(X, np.array([SCALE]))
    return eigsh(A, N_COMPONENTS + 1, which="LA")[0][::-1][1:]


def jobs(small: bool) -> Iterator[Job]:
    """Job on nine Gaussians in 10 dimensions."""
    X, _ = gaussians(150 if small else 2000)
    yield Job("diffusion map, one scale", "gaussians", *X.shape, list(_methods(X)))


def _methods(X: np.ndarray) -> Iterator[Method]:
    exact = dense(X)

    def errors(values: np.ndarray) -> dict[str, float]:
        return {"eigenvalues": float(np.abs(values - exact).max())}

    def method(name, eigenvalues, **options):
        return Method(name, lambda: eigenvalues(X), errors=errors, **options)

    yield method("kernelscale", ours)
    needs = "pydiffmap.diffusion_map"
    for n_neighbors, remark in (
        (len(X), "all points as neighbours"),
        (PYDIFFMAP_NEIGHBORS, "its default of 64 neighbours, another kernel"),
    ):
        yield method(
            "pyDiffMap", partial(pydiffmap, n_neighbors=n_neighbors), needs=needs, remark=remark
        )
    yield method("SciPy eigh (LAPACK)", dense)
    yield method("SciPy eigsh (ARPACK)", arpack)
