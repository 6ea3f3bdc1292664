"""Properties that `ManifoldScaler` has with the joint and with the greedy method."""

import pickle
import tracemalloc
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests.oracles import naive_kernel_sums

from kernelscale import ManifoldScaler, select_bandwidth
from kernelscale.bandwidth.rule import RuleWarning
from kernelscale.datasets import make_noisy_swiss_roll
from kernelscale.engine.plan import readable

SMALL = {"weights": np.geomspace(1e-3, 10, 5), "n_scales": 4}


def roll(n_samples=300, n_informative=4, n_noise=4, seed=0):
    return make_noisy_swiss_roll(
        n_samples, n_informative, n_noise, noise_sd=100.0, random_state=seed
    ).data


METHODS = {
    "joint": ManifoldScaler(2, n_sample=200),
    "greedy": ManifoldScaler(2, "paper", method="greedy", **SMALL),
}
each_method = pytest.mark.parametrize("scaler", METHODS.values(), ids=METHODS)


@parametrize_with_checks(
    [
        ManifoldScaler(1),
        ManifoldScaler(1, "paper", "given", "greedy", n_scales=4, weights=[0.1, 1.0]),
    ]
)
def test_scikit_learn_estimator_checks(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the checks use tiny data sets, which cause warnings
        check(estimator)


@each_method
def test_transform_multiplies_by_the_scale_for_gamma_one_half(scaler):
    X = roll()
    found = clone(scaler).fit(X)
    np.testing.assert_array_equal(found.transform(X), X * found.scale_)
    kernel = found.bandwidth_.kernel
    np.testing.assert_allclose(found.scale_ * found.bandwidth_.epsilon**0.5, kernel.scale)
    r = ((found.transform(X[:5])[:, None] - found.transform(X[:5])[None]) ** 2).sum(axis=-1)
    np.testing.assert_allclose(kernel(X[:5]), np.exp(-r / 2), rtol=1e-10)


@each_method
def test_implied_dimension_is_that_at_scale_one(scaler):
    X = roll(n_samples=80)
    found = clone(scaler).fit(X)
    exact = float(naive_kernel_sums.implied_dimension(found.transform(X), 1.0))
    assert found.implied_dimension_ == pytest.approx(exact, rel=1e-10)


@each_method
def test_single_precision_stays_single_and_read_only_data_are_accepted(scaler):
    X = roll().astype(np.float32)
    X.flags.writeable = False
    assert clone(scaler).fit(X).transform(X).dtype == np.float32


@each_method
def test_constant_feature_gets_factor_zero_and_a_warning(scaler):
    X = np.insert(roll(), 2, 7.0, axis=1)
    with pytest.warns(RuleWarning, match=r"Feature\(s\) 2 are constant and get scale 0"):
        found = clone(scaler).fit(X)
    assert found.scale_[2] == 0
    without = clone(scaler).fit(np.delete(X, 2, axis=1))
    np.testing.assert_allclose(np.delete(found.scale_, 2), without.scale_, rtol=1e-6)


@each_method
def test_fitted_scaler_can_be_pickled(scaler):
    X = roll()
    found = clone(scaler).fit(X)
    again = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(again.transform(X), found.transform(X))


def test_names_of_features_are_kept():
    X = pd.DataFrame(roll(), columns=list("abcdefgh"))
    found = ManifoldScaler(2).set_output(transform="pandas").fit(X)
    assert list(found.transform(X).columns) == list("abcdefgh")
    assert list(found.get_feature_names_out()) == list("abcdefgh")


def test_noise_is_removed_by_default():
    X = roll(600, 6, 12)
    weights = ManifoldScaler(2).fit(X).scale_ * X.std(axis=0)
    assert weights[6:].max() < 0.1 * np.median(weights[:6])


def test_default_scales_do_not_depend_on_units():
    X, units = roll(), 10.0 ** np.array([3, -3, 0, 1, 2, -2, 0, 0])
    plain = ManifoldScaler(2).fit(X).scale_
    np.testing.assert_allclose(ManifoldScaler(2).fit(X * units).scale_ * units, plain, rtol=1e-4)


@pytest.mark.parametrize(
    "noise_sd",
    [70.0, *(pytest.param(other, marks=pytest.mark.release) for other in (20.0, 350.0))],
)
def test_estimated_dimension_ignores_noise_and_units(noise_sd, random):
    X = make_noisy_swiss_roll(600, 10, 10, noise_sd=noise_sd, random_state=0).data
    units = 10.0 ** random.uniform(-3, 3, 20)
    plain, changed = ManifoldScaler().fit(X), ManifoldScaler().fit(X * units)
    assert plain.n_dims_ == changed.n_dims_ == 2
    assert not plain.scale_[10:].any()
    assert np.count_nonzero(plain.scale_[:10]) >= 8
    np.testing.assert_allclose(changed.scale_ * units, plain.scale_, rtol=1e-4)


def test_default_scales_do_not_depend_on_the_order_of_features(random):
    X = roll()
    plain = ManifoldScaler(2).fit(X).scale_
    for _ in range(3):
        mixed = random.permutation(X.shape[1])
        np.testing.assert_allclose(ManifoldScaler(2).fit(X[:, mixed]).scale_, plain[mixed], 1e-4)


def test_scale_is_that_of_the_rule_on_the_scaled_features():
    X = roll()
    for rule in ("max_min", "log_sum", 3.0):
        found = ManifoldScaler(2, bandwidth=rule).fit(X)
        chosen = select_bandwidth(X * found.bandwidth_.kernel.scale, rule=rule)
        assert found.bandwidth_.epsilon == pytest.approx(chosen.epsilon, rel=1e-12)


def test_duplicate_rows_have_a_scale():
    X = np.repeat(roll(150), 2, axis=0)
    assert np.isfinite(ManifoldScaler(2).fit(X).scale_).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_dims": 0}, "n_dims must be an integer from 1 to 100, but 0 was given"),
        ({"target": "ball"}, "target must be one of calibrated, paper, but 'ball' was given"),
        ({"method": "both"}, "method must be one of joint, greedy, but 'both'"),
        ({"order": "random"}, "order must be one of cbfp, given, but 'random'"),
        (
            {"order": [0, 0, 1]},
            r"indices of all 8 features, counted from 0, each once, but \[0, 0, 1\] was given",
        ),
        ({"choice": "last"}, "choice must be one of first, peak, plateau, least_deformation"),
        ({"n_scales": 1}, "n_scales must be an integer of at least 2, but 1"),
        ({"n_sample": 1}, "n_sample must be an integer of at least 2, but 1"),
        ({"penalties": [0.1, -1.0]}, "penalties must be a positive finite number, but -1.0"),
        ({"method": "greedy", "weights": [-1.0]}, "weights must be positive and finite"),
        ({"bandwidth": "none"}, "There is no rule 'none'"),
        (
            {"bandwidth": "self_tuning"},
            "one scale for all points and features, .*but 'self_tuning'",
        ),
        ({"bandwidth": "standardized"}, "without labels, but 'standardized' was given"),
        ({"bandwidth": "spectral"}, "without labels, but 'spectral' was given"),
        ({"penalties": 0.1}, "penalties must be a tuple of at least one positive number, but 0.1"),
        ({"penalties": ()}, r"penalties must be a tuple of at least one positive number, but \(\)"),
        (
            {"penalties": None},
            "penalties must be a tuple of at least one positive number, but None",
        ),
        (
            {"weights": [1e-200, 1.0]},
            "weights must lie between 1e-30 and 1e.30, but they are between",
        ),
    ],
)
def test_invalid_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        ManifoldScaler(**{"n_dims": 2, **options}).fit(roll())


def test_correlated_features_share_their_weight(random):
    angle = random.uniform(0, 2 * np.pi, 400)
    x, y = np.cos(angle), np.sin(angle)
    copies = x[:, None] + 0.01 * random.normal(size=(400, 9))
    X = np.c_[copies, y]
    weights = (ManifoldScaler(1).fit(X).scale_ * X.std(axis=0)) ** 2
    # The first nine features are nearly equal. If they did not share a weight, the sum of their
    # weights would be nine times the last weight.
    assert weights[:9].sum() < 2 * weights[9]


def test_rows_used_are_drawn_from_all():
    rows = ManifoldScaler(2, n_sample=100).fit(roll(300)).path_["rows"]
    assert len(rows) == len(set(rows)) == 100
    assert 120 < np.mean(rows) < 180
    other = ManifoldScaler(2, n_sample=100, random_state=1).fit(roll(300)).path_["rows"]
    assert (rows != other).any()


def peak_of(fit):
    """Peak memory in bytes, and the message of a MemoryError if one was raised."""
    tracemalloc.start()
    try:
        fit()
    except MemoryError as error:
        return tracemalloc.get_traced_memory()[1], str(error)
    else:
        return tracemalloc.get_traced_memory()[1], None
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("n_samples", [400, pytest.param(1200, marks=pytest.mark.release)])
@each_method
def test_memory_limit_is_kept_or_refused(scaler, n_samples):
    X = roll(n_samples=n_samples)
    refused = []
    for limit in (2**16, 2**24, 2**26):
        limited = clone(scaler).set_params(n_threads=1, memory_limit=limit)
        peak, sentence = peak_of(lambda limited=limited: limited.fit(X))
        assert peak <= limit + 20 * X.nbytes  # the tolerance is for copies of the data
        refused.append(sentence is not None)
        if sentence is not None:
            assert f"memory_limit is {readable(limit)}" in sentence
            assert peak < 2**20  # the error came before any computation
    assert (refused[0], refused[-1]) == (True, False)


def test_many_features_use_fewer_rows_and_more_memory(random):
    X = random.normal(size=(60, 2)) @ random.normal(size=(2, 3000)) + random.normal(size=(60, 3000))
    rows = ManifoldScaler(2, n_sample=50).fit(X).path_["rows"]
    assert len(rows) == 40  # 50 (2000 / 3000)^(1/2), rounded down
    _, sentence = peak_of(lambda: ManifoldScaler(2, memory_limit=2**24).fit(X))
    assert "the pairs of 3000 features need" in sentence


@pytest.mark.parametrize("method", ["joint", "greedy"])
def test_a_dimension_above_the_number_of_features_is_refused(method):
    X = roll(60)
    with pytest.raises(ValueError, match=f"n_dims must be .*{X.shape[1]}, but 99 was given"):
        ManifoldScaler(99, method=method).fit(X)


@pytest.mark.parametrize("weight", [1e-30, 1e-3, 1e19, 1e22, 1e30])
def test_d_eps_is_exact_with_a_weight_of_any_magnitude(weight, random):
    options = {"target": "calibrated", "method": "greedy", "weights": [weight], "n_scales": 3}
    found = ManifoldScaler(1, **options).fit(random.normal(size=(1100, 2)))
    assert found.path_["dimension"][-1] == pytest.approx(found.attained_, abs=1e-5)


@pytest.mark.parametrize("method", ["joint", "greedy"])
def test_too_few_rows_for_the_dimension_raise_an_error(method):
    few = np.repeat(roll(11), 2, axis=0)
    sentence = "the dimension is estimated from at least 12 distinct rows, but X has 11; pass"
    with pytest.raises(ValueError, match=sentence):
        ManifoldScaler(method=method).fit(few)
    assert ManifoldScaler(1, method=method, n_scales=4).fit(few).n_dims_ == 1
