"""A call that must fail, and the data that such calls use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import kernelscale
from kernelscale import seismic

random = np.random.default_rng(0)
X = random.normal(size=(40, 3))
Y = np.repeat([0, 1], 20)
K = np.exp(-np.square(X[:, None] - X).sum(axis=2))
HUGE = 10**30


class Bad(NamedTuple):
    """A call that must fail, with its error and a part of the message of that error."""

    call: Callable[[], Any]
    error: type[Exception]
    sentence: str


class Value(NamedTuple):
    """An invalid value, with the error that it must raise and a part of the message."""

    value: Any
    error: type[Exception]
    sentence: str


FITTED = kernelscale.DiffusionMap(2, "median").fit(X)
RECORDINGS = seismic.make_quarry_blasts(4, random_state=0)


class AnnotatedTable:
    """An object like AnnData: it has a length, and indexing gives a view of the object."""

    X = property(lambda self: X)
    obs = property(lambda self: {"cell": Y})
    obsm = property(lambda self: {"X_pca": X})

    def __init__(self) -> None:
        self.asked = 0

    def __len__(self) -> int:
        return 40

    def __getitem__(self, row: Any) -> AnnotatedTable:
        self.asked += 1
        if self.asked > 3:
            raise AssertionError("The table was indexed row by row.")
        return self


class OnAnotherDevice:
    """An object that cannot be converted to NumPy, like a tensor on a GPU."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        raise RuntimeError("can't convert it to numpy; use .cpu() first")


def changed(row: int, column: int, value: float) -> np.ndarray:
    points = X.copy()
    points[row, column] = value
    return points
