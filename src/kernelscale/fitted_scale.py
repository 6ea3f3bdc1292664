"""The scale that an estimator has chosen, as the numbers that other estimators take."""

from __future__ import annotations

from typing import Any

from sklearn.utils.validation import check_is_fitted

__all__ = ["HasBandwidth", "ScalesToUnit"]


class HasBandwidth:
    """Base of estimators whose `fit` leaves a `bandwidth_`."""

    bandwidth_: Any

    @property
    def epsilon_(self) -> float | None:
        """`bandwidth_.epsilon`, that of ``exp(-d^2 / (2 epsilon))``; None without one scale."""
        epsilon: float | None = self.bandwidth_.epsilon
        return epsilon

    @property
    def gamma_(self) -> float | None:
        """`bandwidth_.gamma`, that of ``exp(-gamma d^2)``; None without one scale."""
        gamma: float | None = self.bandwidth_.gamma
        return gamma


class ScalesToUnit:
    """Base of scalers: what they transform is for a kernel of epsilon = 1, whatever the data."""

    @property
    def epsilon_(self) -> float:
        """1, the scale of the kernel for what `transform` returns: `scale_` holds the data's."""
        check_is_fitted(self)
        return 1.0

    @property
    def gamma_(self) -> float:
        """1/2, that of ``exp(-gamma d^2)`` for what `transform` returns."""
        check_is_fitted(self)
        return 0.5
