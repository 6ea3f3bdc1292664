"""The search for feature factors that predict labels best: its folds of rows, and its prior.

The prior favours equal factors; its strength is chosen by the errors for test rows.
"""

import numpy as np
import pytest

from kernelscale.scaling.supervised_loss import RowsLeftOut
from kernelscale.scaling.supervised_search import (
    N_FOLDS,
    STRENGTHS,
    factor_search,
    folds_of,
    initial_factors,
)


def search(X, targets, groups=None, strengths=STRENGTHS, steps=None):
    spread = ((targets - targets.mean(axis=0)) ** 2).sum() / len(targets)
    rows = RowsLeftOut(X, targets, 0.1, spread, groups)
    random = np.random.default_rng(0)
    return factor_search(rows, strengths, random, lambda *done: steps is None or steps.append(done))


def parted(random, n_rows, groups=None, classes=None):
    """Folds of rows; the coordinates of the rows do not matter."""
    targets = np.zeros((n_rows, 1)) if classes is None else np.eye(classes.max() + 1)[classes]
    rows = RowsLeftOut(np.zeros((n_rows, 1)), targets, 0.1, 1.0, groups, classes is not None)
    return folds_of(rows, random)


@pytest.fixture
def wave(random):
    X = random.normal(size=(80, 4))
    return X, np.sin(2 * X[:, :1]), random


def test_folds_have_nearly_equal_numbers_of_each_class(random):
    classes = np.repeat([0, 1, 2], [40, 12, 9])
    folds = parted(random, 61, classes=classes)
    assert set(folds) == set(range(N_FOLDS))
    for code in (0, 1, 2):
        counts = np.bincount(folds[classes == code], minlength=N_FOLDS)
        assert np.ptp(counts) <= 1


def test_groups_are_not_split_and_few_groups_make_few_folds(random):
    groups = random.integers(0, 9, size=60)
    folds = parted(random, 60, groups)
    assert all(len(set(folds[groups == group])) == 1 for group in groups)
    assert set(parted(random, 10, np.arange(10) % 2)) == {0, 1}


def test_informative_feature_has_a_larger_factor(wave):
    X, targets, _ = wave
    found = search(X, targets)
    assert found.log_factors[0] > found.log_factors[1:].max() + 1
    assert found.log_factors.sum() == pytest.approx(0, abs=1e-9)
    assert found.chosen < found.equal
    assert found.gain == pytest.approx(found.equal - found.path["unexplained"].min())


def test_factors_for_random_targets_stay_equal(wave):
    X, targets, random = wave
    found = search(X, random.permutation(targets))
    assert found.strength == np.inf
    assert not found.log_factors.any()
    assert found.chosen == found.equal


def test_strong_prior_keeps_factors_nearly_equal(wave):
    X, targets, _ = wave
    strong, weak = (np.ptp(search(X, targets, strengths=(s,)).log_factors) for s in (30.0, 0.01))
    assert strong < 0.2 < weak


def test_search_begins_where_there_is_a_gradient(random):
    X = random.normal(size=(60, 300))
    rows = RowsLeftOut(X, np.sign(X[:, :1]), 0.1, 1.0)
    alone = np.full(300, 2.0)
    assert np.abs(rows.error_and_gradient(alone)[1]).max() < 1e-9
    begun = initial_factors(rows, alone)
    assert np.ptp(begun) == 0
    assert np.abs(rows.error_and_gradient(begun)[1]).max() > 1e-3
    np.testing.assert_array_equal(initial_factors(rows, begun), begun)


def test_duplicates_in_one_group_are_in_one_fold(random):
    X = random.normal(size=(30, 3))
    targets = random.normal(size=(30, 1))
    groups = np.repeat(np.arange(30), 3)
    duplicates = np.repeat(X, 3, axis=0), np.repeat(targets, 3, axis=0)
    assert search(*duplicates).equal < 0.5 < search(*duplicates, groups).equal


def test_progress_is_complete(wave):
    steps = []
    search(*wave[:2], steps=steps)
    done, totals = zip(*steps, strict=True)
    assert list(done) == sorted(done)
    assert set(totals) == {done[-1]}
