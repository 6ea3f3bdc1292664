"""Rows for each named metric, and their distances by SciPy, scikit-learn or a naive formula."""

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.metrics import pairwise_distances

from kernelscale.metrics import Mahalanobis, Periodic

random = np.random.default_rng(0)


Y = np.arange(60) % 2


POINTS = random.normal(size=(60, 3)) + 3 * Y[:, None]


ANGLES = random.uniform(-720, 720, size=(60, 3))


PERIODS = (360.0, 180.0, None)


VI = np.linalg.inv(np.cov(POINTS.T))


def nearest_image(X, Y):
    """The distance to the nearest periodic image, by the naive formula."""
    r = np.zeros((len(X), len(Y)))
    for feature, period in enumerate(PERIODS):
        apart = X[:, feature, None] - Y[:, feature]
        images = np.arange(-9, 10) * (period or 0.0)
        r += np.abs(apart[..., None] - images).min(axis=-1) ** 2
    return np.sqrt(r)


DATA = {
    "cosine": POINTS,
    "correlation": POINTS,
    "cityblock": POINTS,
    "chebyshev": POINTS,
    "mahalanobis": POINTS,
    "jaccard": random.random(size=(60, 12)) < 0.3 + 0.4 * Y[:, None],
    "hamming": random.integers(0, 3 + 2 * Y[:, None], size=(60, 12)),
    "haversine": np.column_stack(
        [np.arcsin(random.uniform(-1, 1, 60)), random.uniform(-np.pi, np.pi, 60)]
    ),
    "periodic": ANGLES,
}


EXPECTED = {
    **{name: (lambda X, Y, name=name: cdist(X, Y, name)) for name in DATA},
    "mahalanobis": lambda X, Y: cdist(X, Y, "mahalanobis", VI=VI),
    "haversine": lambda X, Y: pairwise_distances(X, Y, "haversine"),
    "periodic": nearest_image,
}


NAMES = sorted(DATA)


OPTIONS = {"periodic": Periodic(PERIODS)}


def metric_of(name):
    return OPTIONS.get(name, name)


REFUSED = {
    "zero": ("cosine", [[1.0, 2], [0, 0], [3, 1]], "Row 1 of X is zero, which has no direction"),
    "one_way": ("cosine", [[1.0, 1], [3, 3]], "All 2 rows of X are the same point"),
    "rounded": (
        "cosine",
        np.outer(np.arange(1, 9) / 10, [0.1, 0.2, 0.3]),
        "rows of X agree up to rounding",
    ),
    "signs": ("correlation", [[1.0, 2], [2.0, 1]], "at least three features.* X has 2"),
    "flat": (
        "correlation",
        [[1.0, 2, 3], [0.1, 0.1, 0.1]],
        "Row 1 of X has the same value in all featur",
    ),
    "codes": ("jaccard", [[0, 1], [2, 1]], "takes entries 0 .* X holds 2.0 in row 1, column 0"),
    "degrees": ("haversine", [[48.1, 11.6], [52.5, 13.4]], "takes radians.*numpy.radians"),
    "three": ("haversine", [[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]], "two features, latitude and longi"),
    "no_period": (
        "periodic",
        [[1.0], [2.0]],
        r"needs a period .*: pass Periodic\(periods=",
    ),
    "periods": (Periodic((1, 2)), [[1.0], [2.0]], "one number for each of the 1 feature.* are 2"),
    "constant": ("mahalanobis", [[1.0, 2], [1, 3], [1, 4]], "Feature 0 of X is constant"),
    "few": ("mahalanobis", [[1.0, 2], [2, 3], [3, 4]], "has no inverse, .* is a weighted sum"),
    "VI": (Mahalanobis(VI=np.eye(3)), [[1.0, 2], [2, 3]], "VI has 3 feature.* X has 2"),
    **{
        f"nan_{name}": (metric_of(name), [[np.nan, 1, 0], [0, 1, 1]], "X contains NaN in row 0")
        for name in NAMES
    },
}
