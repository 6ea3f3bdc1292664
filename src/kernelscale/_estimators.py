"""Attributes of fitted estimators: arrays of the same library as `X`, and epsilon and gamma.

Fitted arrays are kept in host memory, so that files and figures can use them and a pickled
estimator loads without a device.
"""

from __future__ import annotations

import copy
from typing import Any, TypeVar

from sklearn.utils.validation import check_is_fitted

from ._validation import NUMPY, array_kind, on_host

__all__ = ["FittedArray", "HasBandwidth", "ScalesToUnit", "fits_kind_of", "of_host"]

Estimator = TypeVar("Estimator")


class FittedArray:
    """An attribute stored as a NumPy array and returned as an array of the same library as `X`."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, estimator: Any, owner: type | None = None) -> Any:
        if estimator is None:
            return self
        if self._name not in vars(estimator):
            raise AttributeError(
                f"{type(estimator).__name__!r} object has no attribute {self._name!r} before fit."
            )
        return vars(estimator).get("_kind", NUMPY).array(vars(estimator)[self._name])

    def __set__(self, estimator: Any, values: Any) -> None:
        vars(estimator)[self._name] = on_host(values, self._name)

    def __delete__(self, estimator: Any) -> None:
        vars(estimator).pop(self._name, None)


def fits_kind_of(estimator: Any, X: Any) -> Any:
    """`X` after `on_host`; the estimator stores the array library and the device of `X`."""
    X_here = on_host(X)
    estimator._kind = array_kind(X)
    return X_here


def of_host(estimator: Estimator) -> Estimator:
    """The estimator if its attributes are NumPy arrays, otherwise a copy with NumPy arrays."""
    if vars(estimator).get("_kind", NUMPY) == NUMPY:
        return estimator
    here = copy.copy(estimator)
    vars(here)["_kind"] = NUMPY
    return here


class HasBandwidth:
    """Base of estimators whose `fit` sets `bandwidth_`."""

    bandwidth_: Any

    @property
    def epsilon_(self) -> float | None:
        """The epsilon of ``exp(-d^2 / (2 epsilon))``; None if the kernel has no single scale."""
        epsilon: float | None = self.bandwidth_.epsilon
        return epsilon

    @property
    def gamma_(self) -> float | None:
        """The gamma of ``exp(-gamma d^2)``; None if the kernel has no single scale."""
        gamma: float | None = self.bandwidth_.gamma
        return gamma


class ScalesToUnit:
    """Base of scalers whose transformed data are made for a kernel with epsilon 1."""

    @property
    def epsilon_(self) -> float:
        """1, the scale of the kernel for transformed data; `scale_` has the features' factors."""
        check_is_fitted(self)
        return 1.0

    @property
    def gamma_(self) -> float:
        """1/2, the gamma of ``exp(-gamma d^2)`` for transformed data."""
        check_is_fitted(self)
        return 0.5
