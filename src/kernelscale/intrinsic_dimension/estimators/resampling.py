"""Random subsamples and halves of rows, the spread of estimates on them, and jittered points."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from ..._validation import check_seed
from ..sample import Sample

__all__ = ["halves", "jittered", "sd_from_halves", "sd_of_mean", "subsamples"]


def subsamples(n_rows: int, size: int, n_subsamples: int, random_state: Any) -> list[np.ndarray]:
    """Row numbers of random subsamples, each drawn without replacement."""
    random = check_random_state(check_seed(random_state))
    return [random.choice(n_rows, size, replace=False) for _ in range(n_subsamples)]


def halves(n_rows: int, n_splits: int, random_state: Any) -> list[np.ndarray]:
    """Row numbers of both halves of random splits, one after the other.

    Examples
    --------
    Of five rows one is left out of each split.

    >>> first, second = halves(5, n_splits=1, random_state=0)
    >>> np.sort(np.concatenate([first, second]))
    array([0, 2, 3, 4])
    """
    random = check_random_state(check_seed(random_state))
    size = n_rows // 2
    orders = [random.permutation(n_rows) for _ in range(n_splits)]
    return [half for order in orders for half in (order[:size], order[-size:])]


def sd_from_halves(estimates: list[float]) -> float:
    """Standard deviation of the estimate from all rows, from those on halves of several splits.

    The two halves of a split are independent samples, each of half the size: half the difference of
    their estimates varies as the estimate from all rows does.

    Parameters
    ----------
    estimates : list of float
        In the order of `halves`.
    """
    first, second = np.reshape(estimates, (-1, 2)).T
    return float(np.sqrt(np.mean((first - second) ** 2)) / 2)


def sd_of_mean(estimates: Any, share: float) -> float:
    """Standard deviation of the mean of estimates on subsamples, each that share of the rows.

    Subsamples share rows, so the variance of their estimates is ``1 - share`` of that of one
    estimate, and their mean varies with the whole sample by `share` of what one estimate does.
    """
    of_one = np.var(estimates, ddof=1) / (1 - share)
    return float(np.sqrt(of_one * (share + (1 - share) / len(estimates))))


def jittered(sample: Sample, share: float, random_state: Any) -> Sample:
    """The sample with normal noise in every coordinate.

    Parameters
    ----------
    sample : Sample
        The points.
    share : float
        Standard deviation of the noise over the median distance to the nearest other point.
    random_state : int, RandomState instance or None
        Seed of the noise.

    Returns
    -------
    Sample
        As many points in the same space.

    Examples
    --------
    On a line of whole numbers every inner point has two nearest others; with jitter none has.

    >>> line = Sample(np.arange(100.0)[:, None])
    >>> nearest = jittered(line, 0.3, random_state=0).nearest(2).squared_distances
    >>> bool(np.any(nearest[:, 0] == nearest[:, 1]))
    False
    """
    nearest = np.sqrt(sample.nearest(1).squared_distances)
    noise = check_random_state(check_seed(random_state)).standard_normal(sample.points.shape)
    return sample.replaced(sample.points + share * np.median(nearest) * noise)
