"""Data sets, and the result of each rule on them, computed once."""

from functools import cache

import numpy as np
import pytest

from kernelscale.bandwidth import RULES
from kernelscale.bandwidth.registry import resolve_rule
from kernelscale.data import PointCloud

WITH_LABELS = ["geometric", "spectral", "probabilistic", "leave_one_out"]
WITHOUT_LABELS = [name for name in RULES if name not in WITH_LABELS]
# `auto` uses labels if they are given.
RULES_AND_LABELS = [
    *((name, False) for name in WITHOUT_LABELS),
    *((name, True) for name in WITH_LABELS),
]
RULES_AND_LABELS.append(("auto", True))
# These options save time and do not affect the results that are tested.
QUICK = {"auto": {"n_subsamples": 1}}


def classes():
    random = np.random.default_rng(5)
    y = np.repeat([0, 1, 2], [16, 12, 8])
    return np.array([[0.0, 0, 0], [3, 0, 1], [0, 4, 0]])[y] + random.normal(size=(36, 3)), y


def _tight_clusters():
    random = np.random.default_rng(6)
    y = np.repeat([0, 1], 12)
    return 1e-3 * random.normal(size=(24, 3)) + 20.0 * y[:, None], y


def _duplicates():
    X, y = classes()
    order = np.r_[np.arange(36), [0, 0, 5, 20, 33]]
    return X[order], y[order]


def unequal_features():
    X, y = classes()
    return X * [1.0, 1e-3, 30.0], y


def _outlier():
    X, y = classes()
    X[7] = 500.0
    return X, y


DATA = {
    "classes": classes,
    "tight_clusters": _tight_clusters,
    "duplicates": _duplicates,
    "unequal_features": unequal_features,
    "outlier": _outlier,
}


@cache
def clouds(data, change="none", argument=None):
    """A changed data set, as a cloud without labels and one with labels; and the order of rows."""
    X, y = DATA[data]()
    random = np.random.default_rng(1)
    order = np.arange(len(X))
    if change == "factor":
        X = argument * X
    elif change == "rotation":
        X = X @ np.linalg.qr(random.normal(size=(3, 3)))[0]
    elif change == "translation":
        X = X + np.array([3.0, -7.0, 11.0])
    elif change == "rows":
        order = random.permutation(len(X))
        X, y = X[order], y[order]
    elif change == "features":
        X = X[:, [2, 0, 1]]
    return PointCloud(X), PointCloud(X, y), order


@cache
def answer_of(rule, labelled, data, *change):
    """The result of a rule; all rules share the intermediate results for a data set."""
    return resolve_rule(rule, **QUICK.get(rule, {})).choose(clouds(data, *change)[labelled])


def scales_of(answer):
    """The scale of a bandwidth, or the scale of each row."""
    if answer.epsilon is None:
        return np.asarray(answer.kernel.local_scales) ** 2
    return np.array([answer.epsilon])


each_rule = pytest.mark.parametrize(("rule", "labelled"), RULES_AND_LABELS)
on_data = pytest.mark.parametrize("data", DATA)
