"""The leading diffusion coordinates at several scales: which are localized, which scales agree."""

from __future__ import annotations

import numpy as np

from ...data import PointCloud
from ...markov.eigenpairs import Eigenpairs
from ...markov.participation import fewest_rows, participation

__all__ = ["LeadingCoordinates"]

LEADING = 10
COMPARED = (2, 3, 4)  # numbers of coordinates whose spans are compared between scales
AGREEING = 0.9  # two spans agree if the mean squared cosine of their principal angles is this large
RESOLVED = 1e-5  # the eigenvector of a smaller eigenvalue may be rounding noise


class LeadingCoordinates:
    """The first ten diffusion coordinates of a cloud, at any scale of a Gaussian kernel.

    Parameters
    ----------
    cloud : PointCloud
        The rows, few enough for all their distances to be kept.
    """

    def __init__(self, cloud: PointCloud) -> None:
        self.n_samples = cloud.n_samples
        self.n_pairs = min(LEADING, cloud.n_samples - 1)
        self._cloud = cloud

    def participation(self, epsilon: float) -> np.ndarray:
        """For each coordinate, the number of rows on which it is far from 0 (`participation`)."""
        pairs = self._at(epsilon)
        return participation(pairs.vectors[:, 1:], pairs.stationary)

    def none_localized(self, epsilon: float) -> bool:
        """Whether each coordinate is far from 0 on enough rows.

        Coordinates with an eigenvalue below `RESOLVED` are not considered.
        """
        resolved = np.abs(self._at(epsilon).values[1:]) > RESOLVED
        return bool((self.participation(epsilon)[resolved] >= fewest_rows(self.n_samples)).all())

    def alike_around(self, epsilon: float, low: float, step: float) -> tuple[float, float] | None:
        """Range of scales around `epsilon` where the first coordinates span nearly the same space.

        The spans of the first two, three and four coordinates are each compared with the spans at
        `epsilon`, by the mean squared cosine of the principal angles. The range ends where all
        three means are below 0.9 or a coordinate is localized (far from 0 on few rows only), but at
        the latest at `low` and at the upper end of the useful range. None if a coordinate is
        localized at `epsilon` itself.
        """
        if not self.none_localized(epsilon):
            return None
        high = self._cloud.scale_range[1]
        return self._end(epsilon, 1 / step, low, high), self._end(epsilon, step, low, high)

    def _end(self, epsilon: float, step: float, low: float, high: float) -> float:
        """The end of the range; each step from `epsilon` multiplies the scale by `step`."""
        end = epsilon
        while low <= (further := end * step) <= high:
            if not self.none_localized(further) or self._agreement(epsilon, further) < AGREEING:
                break
            end = further
        return end

    def _agreement(self, epsilon: float, other: float) -> float:
        """Largest agreement of the spans, with rows weighted by the stationary distribution."""
        one, two = self._at(epsilon), self._at(other)
        root = np.sqrt(one.stationary)[:, None]
        numbers = {min(n, self.n_pairs) for n in COMPARED}
        return max(
            _squared_cosine(root * one.vectors[:, 1 : n + 1], root * two.vectors[:, 1 : n + 1])
            for n in numbers
        )

    def _at(self, epsilon: float) -> Eigenpairs:
        pairs = self._cloud.continuation.at(epsilon, self.n_pairs)
        kept = self.n_pairs + 1
        return Eigenpairs(pairs.values[:kept], pairs.vectors[:, :kept], pairs.stationary)


def _squared_cosine(one: np.ndarray, two: np.ndarray) -> float:
    """Mean squared cosine of the principal angles between the spans of two sets of columns."""
    cosines = np.linalg.qr(one)[0].T @ np.linalg.qr(two)[0]
    return float((cosines**2).sum() / one.shape[1])
