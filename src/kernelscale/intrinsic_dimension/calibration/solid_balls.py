"""Points in solid balls of known dimension, and statistics of their nearest neighbours.

Statistics of finite data have a bias that grows with the dimension: for a thousand points of a
20-dimensional ball the maximum-likelihood estimate is about 15. Data are therefore compared with
balls of the same number of points. The statistics of one set of points are called its signature.
"""

from __future__ import annotations

import numpy as np

from ...engine.passes import reduce
from ...engine.statistics import NearestOthers
from .signature import Signature, signature

__all__ = ["ball_signature", "solid_ball"]


def solid_ball(n_samples: int, n_dims: int, random: np.random.Generator) -> np.ndarray:
    """Points uniform in the solid unit ball, of shape (n_samples, n_dims).

    Examples
    --------
    The ball with a third of the radius has 1/27 of the volume.

    >>> points = solid_ball(10_000, 3, np.random.default_rng(0))
    >>> round(float(np.mean(np.linalg.norm(points, axis=1) < 1 / 3)) * 27, 1)
    1.0
    """
    directions = random.standard_normal((n_samples, n_dims))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions * random.random((n_samples, 1)) ** (1 / n_dims)


def ball_signature(n_neighbors: int, n_dims: int, n_samples: int, draw: int) -> Signature:
    """The signature of one random ball; `draw` numbers the balls with the same parameters.

    The same arguments always give the same ball.
    """
    random = np.random.default_rng([n_neighbors, n_dims, n_samples, draw])
    points = solid_ball(n_samples, n_dims, random)
    return signature(points, reduce(points, NearestOthers(n_neighbors + 1)))
