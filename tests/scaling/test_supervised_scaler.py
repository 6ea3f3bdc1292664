"""Properties of `SupervisedScaler` that hold for classes and for numbers."""

import pickle
import tracemalloc
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelscale import SupervisedScaler, select_bandwidth
from kernelscale.bandwidth.rule import RuleWarning
from kernelscale.engine.plan import readable


@pytest.fixture(scope="module")
def ring():
    """Rows in which two features determine the class, and the other four features are noise."""
    X = np.random.default_rng(0).normal(size=(160, 6)) * [1, 1, 1, 1, 50, 0.01]
    return X, (np.hypot(X[:, 0], X[:, 1]) < 1.2).astype(int)


@pytest.fixture(scope="module")
def fitted(ring):
    return SupervisedScaler(C=10).fit(*ring)


def weights(scaler, X):
    return scaler.scale_ * X.std(axis=0)


@parametrize_with_checks([SupervisedScaler(n_rows=30, priors=(0.1,))])
def test_scikit_learn_estimator_checks(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the checks use tiny data sets, which cause warnings
        check(estimator)


def test_informative_features_have_larger_factors(fitted, ring):
    found = weights(fitted, ring[0])
    assert found[:2].min() > 3 * found[2:].max()
    assert fitted.gain_ > 0.1
    assert np.isfinite(fitted.prior_)
    assert "The factors explain" in fitted.reason_


def test_numbers_are_predicted_by_a_regression(ring):
    X = ring[0]
    found = SupervisedScaler().fit(X, np.sin(2 * X[:, 1]))
    assert weights(found, X).argmax() == 1
    several = SupervisedScaler().fit(X, np.c_[np.sin(2 * X[:, 1]), X[:, 3]])
    assert set(weights(several, X).argsort()[-2:]) == {1, 3}


def test_whole_numbers_can_be_targets(ring):
    X = ring[0]
    y = np.round(5 * np.sin(2 * X[:, 0]))
    found = SupervisedScaler(targets="numbers").fit(X, y)
    assert "of the targets" in found.reason_
    assert weights(found, X).argmax() == 0


def test_equal_factors_give_the_scale_of_the_default_rule(ring, random):
    X, y = ring
    y = random.permutation(y)
    found = SupervisedScaler(C=4).fit(X, y)
    assert found.prior_ == np.inf
    assert found.gain_ == 0
    assert "Equal factors are kept" in found.reason_
    standardized = (X - X.mean(axis=0)) / X.std(axis=0)
    chosen = select_bandwidth(standardized, y, C=4)
    np.testing.assert_allclose(weights(found, X), chosen.epsilon**-0.5, rtol=1e-6)
    assert chosen.reason in found.bandwidth_.reason


def test_scale_is_that_of_the_default_rule_on_the_weighted_features(fitted, ring):
    X, y = ring
    kernel = fitted.bandwidth_.kernel
    chosen = select_bandwidth((X - X.mean(axis=0)) * kernel.scale, y, C=10)
    assert fitted.bandwidth_.epsilon == pytest.approx(chosen.epsilon, rel=1e-6)
    np.testing.assert_allclose(fitted.scale_ * chosen.epsilon**0.5, kernel.scale, rtol=1e-6)


def test_units_change_nothing(fitted, ring):
    X, y = ring
    units = 10.0 ** np.array([3, -3, 0, 1, 2, -2])
    changed = SupervisedScaler(C=10).fit(X * units + units, y)
    np.testing.assert_allclose(changed.scale_ * units, fitted.scale_, rtol=1e-3)


def test_ridge_is_one_over_c(fitted, ring):
    assert (SupervisedScaler(ridge=0.1).fit(*ring).scale_ == fitted.scale_).all()
    assert (SupervisedScaler(C=0.1).fit(*ring).scale_ != fitted.scale_).any()


def test_threads_do_not_change_results(fitted, ring):
    for n_threads in (1, 3):
        again = SupervisedScaler(C=10, n_threads=n_threads).fit(*ring)
        np.testing.assert_array_equal(again.scale_, fitted.scale_)
    other = SupervisedScaler(C=10, random_state=1).fit(*ring)
    assert (other.scale_ != fitted.scale_).any()


def test_svm_is_more_accurate_with_the_factors(ring):
    X, y = ring
    noisy = np.c_[X[:, :2], np.random.default_rng(1).normal(size=(160, 18))]
    plain, ours = (
        cross_val_score(machine, noisy, y, cv=3).mean()
        for machine in (
            SVC(C=10, gamma="scale"),
            make_pipeline(SupervisedScaler(C=10), SVC(C=10, gamma=0.5)),
        )
    )
    assert ours > plain + 0.05


def test_rows_of_a_group_are_left_out_together(random):
    centres, labels = random.normal(size=(30, 5)), np.arange(30) % 2
    groups = np.repeat(np.arange(30), 4)
    X = centres[groups] + 0.01 * random.normal(size=(120, 5))
    y = labels[groups]
    apart, together = (
        SupervisedScaler().fit(X, y, groups=each).path_["unexplained_by_equal_factors"]
        for each in (None, groups)
    )
    assert apart < 0.2 < 0.7 < together


def test_rows_are_drawn_of_all_classes(ring):
    rows = SupervisedScaler(n_rows=60).fit(*ring).path_["rows"]
    assert len(set(rows.tolist())) == len(rows) <= 60
    assert np.bincount(ring[1][rows.astype(int)]).min() > 10
    assert set(SupervisedScaler().fit(*ring).path_["rows"]) == set(range(160))


def test_constant_feature_gets_factor_zero_and_a_warning(fitted, ring):
    X, y = ring
    with pytest.warns(RuleWarning, match=r"Feature\(s\) 2 are constant and get scale 0"):
        found = SupervisedScaler(C=10).fit(np.insert(X, 2, 7.0, axis=1), y)
    assert found.scale_[2] == 0
    np.testing.assert_allclose(np.delete(found.scale_, 2), fitted.scale_, rtol=0.05)


def test_frames_single_precision_and_pickling_are_supported(fitted, ring):
    X, y = ring
    frame = pd.DataFrame(X, columns=list("abcdef"))
    named = clone(fitted).set_output(transform="pandas").fit(frame, y)
    assert list(named.transform(frame).columns) == list("abcdef")
    assert fitted.transform(X.astype(np.float32)).dtype == np.float32
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.transform(X), X * fitted.scale_)


def test_duplicates_with_a_tiny_ridge_leave_factors_equal(ring):
    X, y = (np.repeat(part[:60], 2, axis=0) for part in ring)
    assert SupervisedScaler(C=1e17, priors=(0.1,)).fit(X, y).prior_ == np.inf


def test_notes_do_not_suggest_undoing_the_factors(random):
    X = random.normal(size=(100, 3))
    reason = SupervisedScaler().fit(X, X[:, 0] > 0).bandwidth_.reason
    assert "Feature 0 makes up" in reason
    assert "standardise" not in reason


@pytest.mark.parametrize("case", ["two rows", "a row and all others", "n_rows of two"])
def test_fold_may_leave_one_row_alone(random, case):
    X, y = random.normal(size=(30, 2)), random.normal(size=30)
    groups = (np.arange(30) > 0) if case == "a row and all others" else None
    n_samples = 2 if case == "two rows" else 30
    scaler = SupervisedScaler(n_rows=2 if case == "n_rows of two" else 600)
    found = scaler.fit(X[:n_samples], y[:n_samples], groups=groups)
    assert found.prior_ == np.inf
    assert found.scale_.min() > 0


def test_classes_of_few_rows_may_be_strings():
    X = np.array([[0.0, 1.0], [0.1, 2.0], [1.0, 1.5], [1.1, 1.2]])
    assert np.isfinite(SupervisedScaler().fit(X, ["no", "no", "yes", "yes"]).scale_).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ridge": 0.0}, "ridge must be a positive finite number"),
        ({"C": -1.0}, "C must be a positive finite number"),
        ({"ridge": 0.1, "C": 10}, "C is 1 / ridge"),
        ({"priors": (0.1, -1.0)}, "priors must be positive and finite"),
        ({"priors": ()}, "priors"),
        ({"n_rows": 1}, "n_rows must be an integer of at least 2, but 1"),
        ({"targets": "both"}, "targets must be one of auto, classes, numbers, but 'both'"),
        ({"random_state": "x"}, "random_state"),
    ],
)
def test_invalid_options_are_refused_before_the_data(options, message):
    with pytest.raises(ValueError, match=message):
        SupervisedScaler(**options).fit("no data", None)


@pytest.mark.parametrize(
    ("y", "groups", "message"),
    [
        (None, None, "requires y to be passed"),
        (np.zeros(160, dtype=int), None, "y has one class only"),
        (np.arange(100) % 2, None, "y has 100 labels for 160 rows"),
        (np.full(160, 0.5), None, "y"),
        (np.arange(160) % 2, np.zeros(160), "groups has one group only"),
        (np.arange(160) % 2, np.arange(3), "groups has 3 entries for 160 rows"),
    ],
)
def test_invalid_labels_are_refused(ring, y, groups, message):
    with pytest.raises(ValueError, match=message):
        SupervisedScaler().fit(ring[0], y, groups=groups)


@pytest.mark.parametrize("limit", [2**16, 2**25])
def test_memory_limit_is_kept_or_refused(ring, limit):
    X, y = (np.concatenate([part] * 2) for part in ring)
    tracemalloc.start()
    try:
        SupervisedScaler(memory_limit=limit, n_threads=1, priors=(0.1,)).fit(X, y)
        message = None
    except MemoryError as error:
        message = str(error)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= limit + 20 * X.nbytes
    assert (message is None) == (limit == 2**25)
    assert message is None or f"memory_limit is {readable(limit)}" in message
