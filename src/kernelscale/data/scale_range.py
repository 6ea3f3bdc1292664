"""The useful range of scales, and grids over it."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from .._validation import SMALLEST_SCALE
from ..engine.pair_histogram import PairHistogram

__all__ = ["geometric_grid", "useful_range"]

NEARLY_ALONE = 1e-3  # mean row sum over pairs of distinct points, at the low end
NEARLY_ALL = 0.999  # mean kernel value of pairs of distinct points, at the high end


def useful_range(histogram: PairHistogram, n_samples: int) -> tuple[float, float]:
    """Ends of the useful range of epsilon, from all pairs or from drawn rows with all rows.

    S is the kernel's sum over all pairs of N rows, and S_0 the number of pairs at distance zero,
    whose kernel value is 1 at any scale. At the low end ``(S - S_0) / N = 1e-3``: the rows are
    nearly isolated. At the high end ``(S - S_0) / (N^2 - S_0) = 0.999``: the kernel is nearly all
    ones.
    """
    n_rows = histogram.n_pairs // n_samples
    n_apart = histogram.n_pairs - histogram.n_zero
    return (
        _scale_where_pairs_count(histogram, NEARLY_ALONE * n_rows),
        _scale_where_pairs_count(histogram, NEARLY_ALL * n_apart),
    )


def _scale_where_pairs_count(histogram: PairHistogram, target: float) -> float:
    """Epsilon at which the kernel's sum over pairs of distinct points reaches `target`."""
    apart, n_zero = histogram.means[histogram.bins > 0], histogram.n_zero

    def excess(log_epsilon: float) -> float:
        S, _ = histogram.sums(np.array([np.exp(log_epsilon)]))
        return float(np.log(np.maximum(S[0] - n_zero, 1e-300)) - np.log(target))

    low = max(np.log(apart.min()) - np.log(1400), np.log(SMALLEST_SCALE))
    if excess(low) >= 0:  # Some distances are below the smallest scale.
        return SMALLEST_SCALE
    high = np.log(apart.max()) + np.log(1e4)
    return float(np.exp(brentq(excess, low, high, xtol=1e-12)))


def geometric_grid(low: float, high: float, ratio: float) -> np.ndarray:
    """Scales from `low` to `high`; the ratio of adjacent scales is at most `ratio`.

    There are at least three scales, which begin at `low`. If there are more than three, the last is
    at most one step above `high`. An octave, a factor of 2, has a whole number of steps. So half of
    each scale is in the grid too, unless it is below `low`. The kernel at half of a scale is
    computed quickly, as the square of the kernel at the scale.

    Examples
    --------
    Two steps in an octave.

    >>> geometric_grid(1.0, 3.0, ratio=1.5).round(2)
    array([1.  , 1.41, 2.  , 2.83, 4.  ])
    """
    per_octave = max(1, int(np.ceil(np.log(2) / np.log(ratio) - 1e-9)))
    n_steps = int(np.ceil(per_octave * (np.log2(high) - np.log2(low)) - 1e-9))
    octaves, steps = np.divmod(np.arange(max(n_steps, 2) + 1), per_octave)
    return np.ldexp(low * 2 ** (steps / per_octave), octaves)
