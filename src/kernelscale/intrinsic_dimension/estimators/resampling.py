"""Random subsamples and halves of rows, standard deviations from them, and jittered points."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from ..._validation import check_seed
from ..sample import Sample

__all__ = ["halves", "jittered", "sd_from_halves", "sd_of_mean", "subsamples"]


def subsamples(n_rows: int, size: int, n_subsamples: int, random_state: Any) -> list[np.ndarray]:
    """Indices of the rows of random subsamples, each drawn without replacement."""
    random = check_random_state(check_seed(random_state))
    return [random.choice(n_rows, size, replace=False) for _ in range(n_subsamples)]


def halves(n_rows: int, n_splits: int, random_state: Any) -> list[np.ndarray]:
    """Indices of the rows of the two halves of each random split, in succession.

    Examples
    --------
    With five rows each split omits one.

    >>> first, second = halves(5, n_splits=1, random_state=0)
    >>> np.sort(np.concatenate([first, second]))
    array([0, 2, 3, 4])
    """
    random = check_random_state(check_seed(random_state))
    size = n_rows // 2
    orders = [random.permutation(n_rows) for _ in range(n_splits)]
    return [half for order in orders for half in (order[:size], order[-size:])]


def sd_from_halves(estimates: list[float]) -> float:
    """Standard deviation of the estimate from all rows, computed from estimates on halves.

    The two halves of a split are independent samples of half the size, so half the difference of
    their estimates has the same variance as the estimate from all rows.

    Parameters
    ----------
    estimates : list of float
        The estimates on halves, in the order of `halves`.
    """
    first, second = np.reshape(estimates, (-1, 2)).T
    return float(np.sqrt(np.mean((first - second) ** 2)) / 2)


def sd_of_mean(estimates: Any, share: float) -> float:
    """Standard deviation of the mean of estimates on subsamples, each with a share of the rows.

    Let v be the variance of one estimate. Because subsamples overlap, their estimates vary around
    their mean by only ``(1 - share) v``. The rest, ``share v``, is common to all of them, and
    averaging does not reduce it.
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
        Standard deviation of the noise divided by the median distance to the nearest neighbour.
    random_state : int, RandomState instance or None
        Seed of the noise.

    Returns
    -------
    Sample
        The points with noise.

    Examples
    --------
    Jitter removes the ties of equally spaced points.

    >>> line = Sample(np.arange(100.0)[:, None])
    >>> nearest = jittered(line, 0.3, random_state=0).nearest(2).squared_distances
    >>> bool(np.any(nearest[:, 0] == nearest[:, 1]))
    False
    """
    nearest = np.sqrt(sample.nearest(1).squared_distances)
    noise = check_random_state(check_seed(random_state)).standard_normal(sample.points.shape)
    return sample.replaced(sample.points + share * np.median(nearest) * noise)
