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
LOWEST_OCTAVE = -1023  # where float64's normal numbers end: one absurd value hides nothing
N_OCTAVES = 1023 + 64  # no distance is larger than the number of points times the mean one
N_BINS = N_OCTAVES * BINS_PER_OCTAVE
_TERMS_AT_ONCE = 200_000


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
    means, deviations : ndarray of shape (n_filled,)
        Mean squared distance of each bin, and the standard deviation within it.
    bins : ndarray of shape (n_filled,)
        Numbers of the filled bins; bin 0 holds the pairs at distance zero.
    unit : float
        Squared distance that bins are relative to.
    """

    counts: np.ndarray
    means: np.ndarray
    deviations: np.ndarray
    bins: np.ndarray
    unit: float

    @classmethod
    def from_bins(cls, counts: np.ndarray, moments: np.ndarray, unit: float) -> PairHistogram:
        """Keep the filled bins of a complete histogram."""
        filled = np.flatnonzero(counts)
        n_pairs = counts[filled]
        # Of n unordered pairs about their own mean, a flat spread of width w leaves
        # (n - 1) / n * w^2 / 12; a single pair leaves nothing.
        deviations = bin_widths(filled) * unit * np.sqrt(np.maximum(1 - 2 / n_pairs, 0) / 12)
        deviations[filled == 0] = 0.0
        return cls(n_pairs, moments[filled] / n_pairs, deviations, filled, unit)

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
        scales = np.asarray(scales, dtype=np.float64)
        n_blocks = -(-len(scales) * len(self.counts) // _TERMS_AT_ONCE)
        blocks = np.array_split(scales, min(n_blocks, len(scales)))
        S, T = np.hstack([self._sums(block[:, None]) for block in blocks])
        return S, T

    def _sums(self, eps: np.ndarray) -> np.ndarray:
        # Beyond exp(-700) nothing counts, and a bin's deviation is 1/128 of its mean at most.
        with np.errstate(over="ignore"):
            x = np.minimum(self.means / eps / 2, 700.0)
            relative_variance = np.minimum(self.deviations / eps / 2, 7.0) ** 2
        weighted = self.counts * np.exp(-x)
        S = (weighted * (1 + relative_variance / 2)).sum(axis=1)
        T = (weighted * (x + relative_variance * (x / 2 - 1))).sum(axis=1) * 2 * eps[:, 0]
        return np.array([S, T])
