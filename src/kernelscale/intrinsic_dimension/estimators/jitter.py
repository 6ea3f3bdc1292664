"""Noise that takes points off a lattice, on which distances to neighbours say little."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from ..._validation import check_seed
from ..sample import Sample

__all__ = ["shaken"]


def shaken(sample: Sample, share: float, random_state: Any) -> Sample:
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
    On a line of whole numbers every inner point has two nearest others; after a shake none has.

    >>> line = Sample(np.arange(100.0)[:, None])
    >>> nearest = shaken(line, 0.3, random_state=0).nearest(2).squared_distances
    >>> bool(np.any(nearest[:, 0] == nearest[:, 1]))
    False
    """
    nearest = np.sqrt(sample.nearest(1).squared_distances)
    noise = check_random_state(check_seed(random_state)).standard_normal(sample.points.shape)
    return sample.replaced(sample.points + share * np.median(nearest) * noise)
