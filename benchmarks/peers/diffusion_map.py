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
from .measuring import Job, Way

SCALE = 0.5  # a quarter of the mean squared distance
N_COMPONENTS = 10
PYDIFFMAP_NEIGHBORS = 64  # its default


def ours(X: np.ndarray) -> np.ndarray:
    """Leading eigenvalues without the trivial one, as from all methods here."""
    return DiffusionMap(N_COMPONENTS, SCALE, n_threads=1).fit(X).eigenvalues_


def pydiffmap(X: np.ndarray, n_neighbors: int) -> np.ndarray:
    """Its eigenvalues are those of (P - 1) over its own epsilon."""
    from pydiffmap.diffusion_map import DiffusionMap

    epsilon = to_convention(SCALE, "pydiffmap")
    made = DiffusionMap.from_sklearn(
        alpha=0.0, k=n_neighbors, epsilon=epsilon, n_evecs=N_COMPONENTS
    )
    return 1 + epsilon * made.fit(X).evals


def dense(X: np.ndarray) -> np.ndarray:
    """The kernel and scipy's full eigh."""
    (A,) = conjugates(X, np.array([SCALE]))
    return eigh(A)[0][::-1][1 : N_COMPONENTS + 1]


def arpack(X: np.ndarray) -> np.ndarray:
    """The kernel and scipy's eigsh."""
    (A,) = conjugates(X, np.array([SCALE]))
    return eigsh(A, N_COMPONENTS + 1, which="LA")[0][::-1][1:]


def jobs(small: bool) -> Iterator[Job]:
    """Nine Gaussians in 10 dimensions."""
    X, _ = gaussians(300 if small else 2000)
    yield Job("diffusion map, one scale", "gaussians", *X.shape, list(_ways(X)))


def _ways(X: np.ndarray) -> Iterator[Way]:
    exact = dense(X)

    def errors(values: np.ndarray) -> dict[str, float]:
        return {"eigenvalues": float(np.abs(values - exact).max())}

    def way(name, eigenvalues, **options):
        return Way(name, lambda: eigenvalues(X), errors=errors, **options)

    yield way("kernelscale", ours)
    needs = "pydiffmap.diffusion_map"
    for n_neighbors, remark in (
        (len(X), "all points as neighbours"),
        (PYDIFFMAP_NEIGHBORS, "its default of 64 neighbours, another kernel"),
    ):
        yield way(
            "pyDiffMap", partial(pydiffmap, n_neighbors=n_neighbors), needs=needs, remark=remark
        )
    yield way("SciPy eigh (LAPACK)", dense)
    yield way("SciPy eigsh (ARPACK)", arpack)
