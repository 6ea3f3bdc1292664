"""The log-histogram of all squared distances, from which S, T and d_eps follow at every scale.

Each bin keeps its count and the sum of its squared distances. A bin is 1/128 of an octave at
most, so replacing a distance by its bin's mean, and adding the variance of a flat spread inside
the bin, gives S to 1e-5 in the worst case and to 1e-7 for more than a few hundred points.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["LOWEST_OCTAVE", "N_BINS", "PairHistogram", "bin_widths"]

BINS_PER_OCTAVE = 128  # a power of two: a bin is then a run of float64 bit patterns
LOWEST_OCTAVE = -128  # below 2^-128 of the unit two points count as one
N_OCTAVES = 168  # up to 2^40 of the unit: the largest distance is below n_samples units
N_BINS = N_OCTAVES * BINS_PER_OCTAVE


def bin_widths(bins: np.ndarray) -> np.ndarray:
    """Widths of bins in the histogram's unit: 1/128 of the octave they lie in."""
    return np.ldexp(1.0 / BINS_PER_OCTAVE, LOWEST_OCTAVE + bins // BINS_PER_OCTAVE)


@dataclass(frozen=True, eq=False)
class PairHistogram:
    """All squared distances of a data set, sorted into narrow bins.

    Attributes
    ----------
    counts : ndarray of shape (n_filled,)
        Ordered pairs in each filled bin, the diagonal included.
    means, variances : ndarray of shape (n_filled,)
        Mean squared distance of each bin, and the variance within it.
    bins : ndarray of shape (n_filled,)
        Numbers of the filled bins; bin 0 holds the pairs at distance zero.
    unit : float
        Squared distance that bins are relative to.
    """

    counts: np.ndarray
    means: np.ndarray
    variances: np.ndarray
    bins: np.ndarray
    unit: float

    @classmethod
    def from_bins(cls, counts: np.ndarray, moments: np.ndarray, unit: float) -> PairHistogram:
        """Keep the filled bins of a complete histogram."""
        filled = np.flatnonzero(counts)
        n_pairs = counts[filled]
        # Of n unordered pairs about their own mean, a flat spread of width w leaves
        # (n - 1) / n * w^2 / 12; a single pair leaves nothing.
        variances = np.maximum(1 - 2 / n_pairs, 0) * (bin_widths(filled) * unit) ** 2 / 12
        variances[filled == 0] = 0.0
        return cls(n_pairs, moments[filled] / n_pairs, variances, filled, unit)

    @property
    def n_pairs(self) -> int:
        """Ordered pairs in all, n_samples^2."""
        return int(self.counts.sum())

    @property
    def n_zero(self) -> int:
        """Ordered pairs at distance zero: the diagonal and exact duplicates."""
        return int(self.counts[self.bins == 0].sum())

    def sums(self, scales: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """S(eps) and T(eps) = sum r K at any scales, each of shape (n_scales,)."""
        eps = np.asarray(scales, dtype=np.float64)[:, None]
        x = self.means / (2 * eps)
        relative_variance = self.variances / (2 * eps) ** 2
        weighted = self.counts * np.exp(-np.minimum(x, 700.0))
        S = (weighted * (1 + relative_variance / 2)).sum(axis=1)
        T = (weighted * (x + relative_variance * (x / 2 - 1))).sum(axis=1) * 2 * eps[:, 0]
        return S, T
