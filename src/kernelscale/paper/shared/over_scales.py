"""Accuracy and criteria over scales, and the maxima of both among the scales that count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .resolved_scales import Resolution

__all__ = ["OverScales"]


class OverScales(NamedTuple):
    """Accuracy and criteria at each scale for one set of rows.

    Attributes
    ----------
    scales : sequence of float
        Scales, ascending.
    resolutions : sequence of Resolution
        The accuracy at each scale, and whether it counts.
    criteria : mapping of str to sequence of float or None
        Values of each criterion at each scale, by its name; None where the value is infinite.
    """

    scales: Sequence[float]
    resolutions: Sequence[Resolution]
    criteria: Mapping[str, Sequence[float | None]]

    @classmethod
    def of(cls, scales: Any, resolutions: Any, criteria: Any) -> OverScales:
        """An instance made from the lists that the file of a finished part contains."""
        return cls(scales, [Resolution(*each) for each in resolutions], criteria)

    @property
    def accuracies(self) -> np.ndarray:
        """The accuracy at each scale."""
        return np.array([each.figure for each in self.resolutions])

    @property
    def rounded(self) -> np.ndarray:
        """The accuracy at each scale after rounding coordinates to 1e-4 of their range."""
        return np.array([each.rounded for each in self.resolutions])

    def counts(self, share: float | None) -> np.ndarray:
        """Whether each scale counts, by one of `RULES`."""
        return np.array([each.counts(share) for each in self.resolutions])

    def peak(self, share: float | None) -> int:
        """Index of the highest accuracy among the scales that count.

        Examples
        --------
        The accuracy is 0.5 at the first scale. At the second scale it is 0.9, but one row of 100
        carries a coordinate, and rounding reduces the accuracy to 0.5.

        >>> seen = [Resolution(False, 0.5, 0.5, 100, 0.5, 0.5)]
        >>> seen.append(Resolution(False, 0.01, 0.5, 100, 0.9, 0.5))
        >>> found = OverScales([1.0, 2.0], seen, {"Ge": [0.1, 0.3]})
        >>> found.peak(None), found.peak(0.01), found.largest("Ge", 0.01)
        (1, 0, 0)
        """
        return int(np.argmax(np.where(self.counts(share), self.accuracies, -1.0)))

    def largest(self, criterion: str, share: float | None) -> int:
        """Index of the largest value of a criterion among the scales that count."""
        return int(np.argmax(self._counted(criterion, share)))

    def largest_inside(self, criterion: str, share: float | None) -> int | None:
        """Index of the largest maximum that counts and is not at an end of the scales, if any."""
        values = np.array(
            [np.inf if value is None else value for value in self.criteria[criterion]]
        )
        counts = self.counts(share)
        inside = [
            k
            for k in range(1, len(values) - 1)
            if counts[k] and values[k - 1] < values[k] < np.inf and values[k] >= values[k + 1]
        ]
        return max(inside, key=lambda k: float(values[k]), default=None)

    def best_near(self, k: int, share: float | None, factor: float) -> int:
        """Index of the highest accuracy among scales that count within a factor of scale `k`.

        If no scale in this range has a higher accuracy than scale `k`, the result is `k`.

        Examples
        --------
        >>> seen = [Resolution(False, 0.5, 0.5, 100, a, a) for a in (0.9, 0.7, 0.8, 0.9)]
        >>> found = OverScales([1.0, 4.0, 8.0, 16.0], seen, {})
        >>> found.best_near(1, None, 2.0), found.best_near(1, None, 4.0)
        (2, 0)
        """
        ratios = np.array(self.scales) / self.scales[k]
        near = (ratios <= factor) & (ratios >= 1 / factor) & self.counts(share)
        best = int(np.argmax(np.where(near, self.accuracies, -1.0)))
        return best if self.accuracies[best] > self.accuracies[k] else k

    def _counted(self, criterion: str, share: float | None) -> np.ndarray:
        values = [-np.inf if value is None else value for value in self.criteria[criterion]]
        return np.where(self.counts(share), values, -np.inf)
