"""Euclidean distances of periodic features, such as angles."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .._validation import shown
from ..distances import squared_distances
from .metric import NUMBERS_AT_ONCE, Between, RowMetric

__all__ = ["Periodic"]


@dataclass(frozen=True)
class Periodic(RowMetric):
    """Euclidean distance to the nearest image: features differ by at most half their period.

    ``d(x, y)^2 = sum_l min_n (x_l - y_l - n P_l)^2``, for dihedral angles or positions in a
    periodic box.

    Parameters
    ----------
    periods : float or tuple of float or None
        One period for all features, or one for each feature; None for a feature without a period.

    Raises
    ------
    ValueError
        If a period is not a positive number, or there is not one period for each feature.

    Examples
    --------
    Two angles in degrees and a length. From 350 to 10 degrees the difference is 20, and the squared
    distance is 20^2 + 3^2.

    >>> angles = Periodic(periods=(360, 360, None))
    >>> angles.squares_of([[350.0, 0.0, 1.0]], [[10.0, 0.0, 4.0]])
    array([[409.]])
    """

    periods: float | tuple[float | None, ...] = ()
    name: ClassVar[str] = "periodic"

    def __post_init__(self) -> None:
        given = self.periods
        if isinstance(given, (list, np.ndarray)):
            given = tuple(np.asarray(given, dtype=object).tolist())
        for period in given if isinstance(given, tuple) else (given,):
            if period is not None and not _is_period(period):
                raise ValueError(
                    f"periods must be positive numbers, or None for a feature without a period, "
                    f"but {shown(period)} was given."
                )
        if isinstance(given, tuple):
            plain = tuple(None if each is None else float(each) for each in given)
            object.__setattr__(self, "periods", plain)
        elif given is not None:
            object.__setattr__(self, "periods", float(given))

    def options(self) -> dict[str, np.ndarray]:
        periods = np.atleast_1d(np.array(self.periods, dtype=float))
        return {"periods": np.where(np.isnan(periods), np.inf, periods)}

    @classmethod
    def from_options(cls, options: Mapping[str, np.ndarray]) -> Periodic:
        periods = [None if np.isinf(each) else float(each) for each in options["periods"]]
        return cls(periods[0] if len(periods) == 1 and periods[0] else tuple(periods))

    def _of_features(self, n_features: int, name: str = "X") -> np.ndarray:
        """The period of each feature; infinity for a feature without a period."""
        if not self.periods:
            raise ValueError(
                "metric='periodic' needs a period for each feature: pass Periodic(periods=(360, "
                "None)) of kernelscale.metrics, or --period on the command line."
            )
        if not isinstance(self.periods, tuple):
            return np.full(n_features, self.periods)
        if len(self.periods) != n_features:
            raise ValueError(
                f"periods must hold one number for each of the {n_features} feature(s) of {name}, "
                f"or None for a feature without a period, but there are {len(self.periods)}."
            )
        return np.array([np.inf if each is None else each for each in self.periods])

    def prepared(self, points: np.ndarray, name: str) -> np.ndarray:
        periods = self._of_features(points.shape[1], name)
        bounded = np.isfinite(periods)
        wrapped = points.copy()
        wrapped[:, bounded] = np.mod(points[:, bounded], periods[bounded])
        wrapped[wrapped == periods] = 0.0  # values just below 0 are rounded to the period
        return wrapped

    def between(
        self, x: np.ndarray, y: np.ndarray, euclidean: Between = squared_distances
    ) -> np.ndarray:
        periods = self._of_features(x.shape[1])
        others = np.isinf(periods)
        r = euclidean(np.ascontiguousarray(x[:, others]), np.ascontiguousarray(y[:, others]))
        columns, step = np.ascontiguousarray(y.T), max(1, NUMBERS_AT_ONCE // max(1, len(y)))
        for start in range(0, len(x), step):
            for feature in np.flatnonzero(~others).tolist():
                apart = np.abs(x[start : start + step, feature, None] - columns[feature])
                np.minimum(apart, periods[feature] - apart, out=apart)
                r[start : start + step] += np.square(apart, out=apart)
        return r


def _is_period(period: Any) -> bool:
    if isinstance(period, (bool, np.bool_)) or not isinstance(period, numbers.Real):
        return False
    return 0 < float(period) < np.inf
