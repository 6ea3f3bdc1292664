"""Equal rows are found by keys (one number for each row), even if different rows share a key."""

import numpy as np
import pytest

from kernelscale import distances, metrics
from kernelscale.distances import row_keys

SETS = {
    "whole_numbers": lambda random: random.integers(0, 9, size=(5000, 4)) * 1.0,
    "bits": lambda random: random.integers(0, 2, size=(5000, 14)) * 1.0,
    "columns_that_are_alike": lambda random: np.repeat(random.normal(size=(5000, 1)), 4, axis=1),
    "signs": lambda random: random.choice([-1.5, -0.0, 0.0, 1.5], size=(5000, 6)),
    "permuted_features": lambda random: np.stack(
        [random.permutation(6.0 + np.arange(6)) for _ in range(900)]
    ),
    "normal": lambda random: random.normal(size=(5000, 3)),
}


def first_alike(X):
    _, first, alike = np.unique(X, axis=0, return_index=True, return_inverse=True)
    return first[alike.ravel()]


@pytest.mark.parametrize("kind", SETS)
def test_keys_are_equal_exactly_for_equal_rows(kind):
    X = SETS[kind](np.random.default_rng(0))
    assert len(np.unique(row_keys(X))) == len(np.unique(X, axis=0))
    np.testing.assert_array_equal(metrics.euclidean.EUCLIDEAN.first_alike(X), first_alike(X))
    np.testing.assert_array_equal(row_keys(X[::3]), row_keys(X)[::3])


def test_different_rows_with_equal_keys_are_distinguished(monkeypatch):
    monkeypatch.setattr(
        "kernelscale.metrics.metric.row_keys", lambda X: np.zeros(len(X), dtype=np.uint64)
    )
    X = SETS["whole_numbers"](np.random.default_rng(0))
    np.testing.assert_array_equal(metrics.euclidean.EUCLIDEAN.first_alike(X), first_alike(X))
    assert distances.row_keys(X).any()
