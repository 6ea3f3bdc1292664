"""Kernel sums of each row over all other points and over those of its class, at 48 scales.

The criterion rho_P for classes follows from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from kernelscale import engine
from kernelscale.bandwidth.eigen.class_criteria import within_class_probability
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import RowSumsByClass

from .arithmetics import fastest_first, name_of
from .curve import SCALES
from .data import POINTS
from .measurements import Job, Method
from .reference import class_row_sums

ROW_SCALES = SCALES[:48]
N_CLASSES = 10
N_ROWS_FOR_ERRORS = 1500
ROWS_AT_ONCE = 500


def ours(
    X: np.ndarray, codes: np.ndarray, scales: np.ndarray, arithmetic: str, precision: str
) -> RowSumsByClass:
    """Sums at all scales in one pass."""
    statistic = engine.statistics.ClassRowSums(scales, codes, precision=precision)
    return reduce(X, statistic, arithmetic=arithmetic, n_threads=1)


def numpy_loop(X: np.ndarray, codes: np.ndarray, scales: np.ndarray) -> RowSumsByClass:
    """Sums by blocks of rows: the kernel at each scale, multiplied by indicators of the classes."""
    members = np.eye(codes.max() + 1)[codes]
    squares = (X**2).sum(axis=1)
    both = np.empty((2, len(X), len(scales)))
    for start in range(0, len(X), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        r = np.maximum(squares[rows, None] + squares - 2 * X[rows] @ X.T, 0)
        n = len(r)
        r[np.arange(n), start + np.arange(n)] = 0
        for i, scale in enumerate(scales):
            by_class = np.exp(r / (-2 * scale)) @ members
            both[0, rows, i] = by_class.sum(axis=1) - 1
            both[1, rows, i] = by_class[np.arange(n), codes[rows]] - 1
    return RowSumsByClass(*both)


def slices(X: np.ndarray) -> np.ndarray:
    """Ten classes of equal size along the first feature."""
    order = np.empty(len(X), dtype=int)
    order[X[:, 0].argsort()] = np.arange(len(X))
    return order * N_CLASSES // len(X)


def errors(given: RowSumsByClass, exact: RowSumsByClass, codes: np.ndarray) -> dict[str, float]:
    """Largest relative error of D_ii, the kernel sum of row i, and largest error of rho_P."""
    rho, rho_exact = (within_class_probability(sums, codes) for sums in (given, exact))
    relative = np.abs((1 + given.all) / (1 + exact.all) - 1)
    return {"D_ii": float(relative.max()), "rho_P": float(np.abs(rho - rho_exact).max())}


def jobs(small: bool) -> Iterator[Job]:
    """Jobs on the Swiss roll in 3 dimensions and on the noisy roll in 50, with ten classes."""
    for n_features in (3, 50):
        X = POINTS[n_features](200 if small else 8000)
        methods = list(_methods(X, ROW_SCALES[:: 1 if small else 12]))
        yield Job("class-row sums, 48 scales", POINTS[n_features].__name__, *X.shape, methods)


def _methods(X: np.ndarray, some_scales: np.ndarray) -> Iterator[Method]:
    codes, some = slices(X), X[:N_ROWS_FOR_ERRORS]
    some_codes = slices(some)
    exact = class_row_sums(some, some_codes, ROW_SCALES)

    def method(name, sums, scales):
        return Method(
            name,
            lambda: sums(X, codes, scales),
            share=len(scales) / len(ROW_SCALES),
            errors=lambda _: errors(sums(some, some_codes, ROW_SCALES), exact, some_codes),
        )

    for arithmetic in fastest_first():
        # The NumPy arithmetic computes in double precision even if single precision is chosen.
        for precision in ("single", "double")[arithmetic == "reference" :]:
            name = f"{name_of(arithmetic)}, {precision} precision"
            sums = partial(ours, arithmetic=arithmetic, precision=precision)
            yield method(name, sums, ROW_SCALES)
    yield method("NumPy, exp at each scale", numpy_loop, some_scales)
