"""Accuracy and criteria over scales, and the maxima of both among the scales that count.

In all claims, experiments and figures the scale of rho_Psi is that of its largest clear maximum
inside the range of scales. The value at the end of the range is not used: rho_P and Ge fall to 0 at
both ends, but rho_Psi has a finite limit at large scales, which may exceed every maximum. The rule
`Geometric` chooses this scale from all scales, and `chosen_at` from the scales that count. Another
reading takes the largest value of rho_Psi, even at the end of the range. This reading is tried
only if it leads to a different scale. A rule of `resolved_scales` determines which scales count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...bandwidth.eigen.peaks import interior_maximum
from ...bandwidth.rules.geometric import PROMINENCE, SUBSTANTIAL
from ..harness.claim import SetUpLine
from .resolved_scales import Resolution
from .scale_rules import PROPOSED, RHO_PSI

__all__ = ["LINE_OF_RHO_PSI", "SCALE_OF_RHO_PSI", "OverScales"]

SCALE_OF_RHO_PSI = (
    "The scale of rho_Psi is that of its largest clear maximum inside the range of scales, in all "
    "claims: at the largest scales, where all rows are alike, rho_Psi may be larger still, but a "
    "value at the end of the range is no maximum."
)
"""The rule for the scale of rho_Psi, as the readings of the claims state it."""
LINE_OF_RHO_PSI = SetUpLine(
    "scale of rho_Psi",
    "arg max over epsilon (eq. rhopsi), range not stated",
    "the largest clear maximum inside the useful range",
    same=False,
)
"""The same rule beside the paper's, for the set-up of the claims that depend on this scale."""


class OverScales(NamedTuple):
    """Accuracy and criteria at each scale for one set of rows.

    Attributes
    ----------
    scales : sequence of float
        Scales, ascending.
    resolutions : sequence of Resolution
        The accuracy at each scale, and whether the scale counts.
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
        """Whether each scale counts.

        If `share` is None, all scales count. Otherwise at least this share of the rows has to carry
        each coordinate, or rounding the coordinates has to change the accuracy little.
        """
        return np.array([each.counts(share) for each in self.resolutions])

    def peak(self, share: float | None) -> int:
        """Index of the scale with the highest accuracy, among the scales that count.

        Examples
        --------
        The accuracy is 0.5 at the first scale. At the second scale it is 0.9, but a coordinate is
        far from 0 at one row of 100 only, and rounding reduces the accuracy to 0.5.

        >>> seen = [Resolution(False, 0.5, 0.5, 100, 0.5, 0.5)]
        >>> seen.append(Resolution(False, 0.01, 0.5, 100, 0.9, 0.5))
        >>> found = OverScales([1.0, 2.0], seen, {"Ge": [0.1, 0.3]})
        >>> found.peak(None), found.peak(0.01), found.largest("Ge", 0.01)
        (1, 0, 0)
        """
        return int(np.argmax(np.where(self.counts(share), self.accuracies, -1.0)))

    def largest(self, criterion: str, share: float | None) -> int:
        """Index of the scale with the largest value of a criterion, among the scales that count."""
        return int(np.argmax(self._counted(criterion, share)))

    def chosen_at(self, criterion: str, share: float | None) -> int:
        """Index of the scale that a criterion chooses among those that count.

        For rho_P and Ge this is the scale with the largest value. For rho_Psi it is the scale of
        the largest maximum inside the range, if this maximum is clear: its prominence and height
        exceed the limits of the rule `Geometric`. If there is no clear maximum, it is the scale
        with the largest value of rho_Psi.

        Examples
        --------
        rho_Psi has a maximum at the second scale, and is larger at the end of the range.

        >>> seen = [Resolution(False, 0.5, 0.5, 100, 0.9, 0.9)] * 4
        >>> values = [1.0, 2.0, 1.5, 3.0]
        >>> found = OverScales([1.0, 2.0, 4.0, 8.0], seen, {"rho_Psi": values, "Ge": values})
        >>> found.chosen_at("rho_Psi", None), found.chosen_at("Ge", None)
        (1, 3)
        """
        largest = self.largest(criterion, share)
        if criterion != PROPOSED[RHO_PSI]:
            return largest
        values = np.array(self.criteria[criterion], dtype=float)  # None becomes NaN
        inside = interior_maximum(values, PROMINENCE, self.counts(share))
        clear = inside is not None and values[inside] >= SUBSTANTIAL * values[largest]
        return inside if inside is not None and clear else largest

    def best_near(self, k: int, share: float | None, factor: float) -> int:
        """Index of the scale with the highest accuracy, among the scales near scale `k` that count.

        A scale is near if it is at most `factor` times as large, and at least 1 / `factor` times.
        If no such scale has a higher accuracy than scale `k`, the result is `k`.

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
