"""S(eps) and d_eps(eps) at 64 scales, by our histogram of distances and by other methods.

S is the sum of the kernel over all pairs, T the sum of squared distance times kernel, and
d_eps = T / (eps S).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.spatial import cKDTree
from sklearn.neighbors import KDTree

from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, SumsOverPairs

from .arithmetics import fastest_first, name_of
from .data import POINTS
from .measurements import Job, Method
from .reference import errors_of_sums, sums_over_pairs
from .tiles import Tiles, squared_distances

SCALES = 2.0 ** (4 - np.arange(64) / 4)
MIDDLE = slice(24, 25)  # one scale, an eighth of the mean squared distance
N_BINS = 64
MEAN_SQUARED_DISTANCE = 2.0  # because the root mean square radius is 1
N_ROWS_FOR_ERRORS = 2000
SIDE_OF_PRODUCTS = 1000  # side of a tile at which BLAS is fastest
WITHOUT_AVERAGES = "counts only; each distance is replaced by the middle of its bin"

Curve = Callable[..., SumsOverPairs]  # function of points and scales; some accept a stride


def ours(X: np.ndarray, scales: np.ndarray, arithmetic: str, n_threads: int = 1) -> SumsOverPairs:
    """Sums from the bins of one histogram."""
    statistic = DistanceHistogram(MEAN_SQUARED_DISTANCE)
    histogram = reduce(X, statistic, arithmetic=arithmetic, n_threads=n_threads)
    return SumsOverPairs(*histogram.sums(scales))


def numpy_loop(
    X: np.ndarray, scales: np.ndarray, dtype: str = "float64", stride: int = 1
) -> SumsOverPairs:
    """Sums from half of the matrix of pairs.

    For each tile, one matrix product, and one exponential for each scale.
    """
    X = X.astype(dtype)
    S, T = np.zeros(len(scales)), np.zeros(len(scales))
    for rows, columns in Tiles(len(X), stride):
        r = squared_distances(X, rows, columns)
        weight = 1 if rows == columns else 2
        for i, scale in enumerate(scales.astype(dtype)):
            K = np.exp(r * (-1 / (2 * scale)))
            S[i] += weight * K.sum()
            T[i] += weight * np.vdot(r, K)
    return SumsOverPairs(S, T)


def matrix_products(X: np.ndarray) -> None:
    """Only the matrix products with which distances in many dimensions are computed."""
    for rows, columns in Tiles(len(X), side=SIDE_OF_PRODUCTS):
        X[rows] @ X[columns].T


def corrfunc(
    X: np.ndarray, scales: np.ndarray, dtype: str = "float32", averages: bool = True
) -> SumsOverPairs:
    """Sums from counts of pairs in 64 logarithmic bins; 3 dimensions only."""
    from Corrfunc.theory.DD import DD

    columns = [np.ascontiguousarray(column, dtype=dtype) for column in X.T]
    found = DD(1, 1, edges(X), *columns, periodic=False, output_ravg=averages)
    lengths = found["ravg"] if averages else middles(edges(X))
    return sums_from_bins(found["npairs"], lengths, len(X), scales)


def ckdtree(X: np.ndarray, scales: np.ndarray, stride: int = 1) -> SumsOverPairs:
    """Sums from the numbers of pairs within 65 radii, counted by SciPy's trees."""
    tree = cKDTree(X)
    rows = tree if stride == 1 else cKDTree(X[::stride])
    counts = np.diff(rows.count_neighbors(tree, edges(X)))
    return sums_from_bins(counts, middles(edges(X)), len(X), scales)


def kdtree(X: np.ndarray, scales: np.ndarray, stride: int = 1) -> SumsOverPairs:
    """Sums from the numbers of pairs within 65 radii, counted by scikit-learn's tree."""
    counts = np.diff(KDTree(X).two_point_correlation(X[::stride], edges(X)))
    return sums_from_bins(counts, middles(edges(X)), len(X), scales)


def keops(X: np.ndarray, scales: np.ndarray, dtype: str = "float32", stride: int = 1) -> np.ndarray:
    """Only S: row sums at one scale after another, without a stored kernel."""
    from pykeops.numpy import LazyTensor

    X = X.astype(dtype)
    rows = np.ascontiguousarray(X[::stride])
    r = ((LazyTensor(rows[:, None]) - LazyTensor(X[None])) ** 2).sum(-1)
    rates = (-1 / (2 * scales)).astype(dtype)
    return np.array([(r * LazyTensor(rate[None])).exp().sum(axis=1).sum() for rate in rates])


def edges(X: np.ndarray) -> np.ndarray:
    """Edges of the bins of distances, from 0.001 to just above the largest possible distance."""
    largest = 2 * np.sqrt((X**2).sum(axis=1).max())
    return np.geomspace(1e-3, 1.001 * largest, N_BINS + 1)


def middles(edges: np.ndarray) -> np.ndarray:
    """Geometric middle of each bin."""
    return np.sqrt(edges[:-1] * edges[1:])


def sums_from_bins(
    counts: np.ndarray, lengths: np.ndarray, n_samples: int, scales: np.ndarray
) -> SumsOverPairs:
    """S and T from counts of ordered pairs in bins, with the diagonal added to S."""
    r = lengths**2
    weighted = counts * np.exp(-r / (2 * scales[:, None]))
    return SumsOverPairs(n_samples + weighted.sum(axis=1), weighted @ r)


def jobs(small: bool) -> Iterator[Job]:
    """Jobs on the Swiss roll in 3 dimensions, the noisy roll in 50, and a Gaussian in 784."""
    sizes = {3: 300, 50: 300, 784: 150} if small else {3: 20_000, 50: 20_000, 784: 8000}
    for n_features, n_samples in sizes.items():
        X = POINTS[n_features](n_samples)
        to = Methods(X, small)
        methods = [*to.ours(), *to.numpy(), *to.corrfunc(), *to.trees(), *to.keops()]
        yield Job("curve, 64 scales", POINTS[n_features].__name__, *X.shape, methods)


def jobs_by_threads(small: bool) -> Iterator[Job]:
    """Two jobs, each computed by our method on one thread and on two."""
    for n_features in (3, 50):
        X = POINTS[n_features](300 if small else 20_000)
        methods = list(Methods(X, small).by_threads())
        yield Job("curve, two threads", POINTS[n_features].__name__, *X.shape, methods)


class Methods:
    """Methods that compute the curve of given points."""

    def __init__(self, X: np.ndarray, small: bool) -> None:
        self.X, self.small = X, small
        self.some = X[:N_ROWS_FOR_ERRORS]
        self.exact = sums_over_pairs(self.some, SCALES)

    def ours(self) -> Iterator[Method]:
        """Our method with each arithmetic."""
        for arithmetic in fastest_first():
            curve = partial(ours, arithmetic=arithmetic)
            yield self._method(name_of(arithmetic), curve, remark="all scales at once")

    def by_threads(self) -> Iterator[Method]:
        """Our method with the fastest arithmetic, on one thread and on two."""
        arithmetic = fastest_first()[0]
        for n_threads in (1, 2):
            curve = partial(ours, arithmetic=arithmetic, n_threads=n_threads)
            yield self._method(name_of(arithmetic), curve, n_threads=n_threads, remark="wall clock")

    def numpy(self) -> Iterator[Method]:
        """Loops over tiles in NumPy, and in many dimensions also the matrix products alone."""
        tiles = Tiles(len(self.X), self._stride(24))
        for dtype in ("float32", "float64"):
            loop = partial(numpy_loop, dtype=dtype)
            yield self._method("NumPy, tiles", loop, tiles.stride, tiles.share, dtype=dtype)
        if self.X.shape[1] > 100:
            products = partial(matrix_products, self.X.astype(np.float32))
            yield Method("sgemm alone", products, "float32", remark="products only, no distances")

    def corrfunc(self) -> Iterator[Method]:
        """Corrfunc with and without the mean distance of each bin, which our histogram has too."""
        options = {"dtype": "float32", "needs": "Corrfunc.theory"}
        if self.X.shape[1] == 3:
            yield self._method("Corrfunc, 64 bins with averages", corrfunc, **options)
            counts = partial(corrfunc, averages=False)
            yield self._method("Corrfunc, 64 bins", counts, remark=WITHOUT_AVERAGES, **options)

    def trees(self) -> Iterator[Method]:
        """Trees of SciPy and scikit-learn, which count the pairs of some of the rows.

        They are not used in many dimensions.
        """
        if self.X.shape[1] > 100:
            return
        for name, count, stride in (
            ("SciPy cKDTree, 64 bins", ckdtree, self._stride(10)),
            ("scikit-learn KDTree, 64 bins", kdtree, self._stride(20)),
        ):
            yield self._method(name, count, stride, self._share(stride), remark=WITHOUT_AVERAGES)

    def keops(self) -> Iterator[Method]:
        """pyKeOps at one of the 64 scales; in more than 3 dimensions only for some rows."""
        stride = self._stride({3: 1, 50: 20}.get(self.X.shape[1], 100))
        yield Method(
            "pyKeOps, row sums",
            lambda: keops(self.X, SCALES[MIDDLE], stride=stride),
            "float32",
            share=self._share(stride) / len(SCALES),
            remark="S only, one scale after another",
            needs="pykeops.numpy",
            errors=lambda _: {
                "S": np.abs(keops(self.some, SCALES[MIDDLE]) / self.exact.S[MIDDLE] - 1).max()
            },
        )

    def _stride(self, stride: int) -> int:
        return 1 if self.small else stride

    def _share(self, stride: int) -> float:
        return len(self.X[::stride]) / len(self.X)

    def _method(
        self, name: str, curve: Curve, stride: int = 1, share: float = 1.0, **options: Any
    ) -> Method:
        """A method that may compute only a share of the job.

        Its errors are computed at all scales, on few points.
        """
        part = {} if stride == 1 else {"stride": stride}
        return Method(
            name,
            lambda: curve(self.X, SCALES, **part),
            share=share,
            errors=lambda _: errors_of_sums(curve(self.some, SCALES), self.exact, SCALES),
            **options,
        )
