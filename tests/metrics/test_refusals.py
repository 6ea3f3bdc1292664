"""Invalid data and options of metrics raise an error of one sentence."""

import pickle

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.svm import SVC
from tests.metrics.metric_data import DATA, EXPECTED, NAMES, POINTS, REFUSED, VI, Y, metric_of

from kernelscale import DiffusionMap, Gaussian, compare, scale_curve, select_bandwidth
from kernelscale.data import PointCloud
from kernelscale.metrics import METRICS, Mahalanobis, Periodic, RowMetric
from kernelscale.metrics.registry import metric_named


@pytest.mark.parametrize("bad", REFUSED)
def test_bad_data_are_refused(bad):
    metric, X, sentence = REFUSED[bad]
    for call in (scale_curve, select_bandwidth, compare):
        with pytest.raises(ValueError, match=sentence):
            call(X, metric=metric)


@pytest.mark.parametrize("periods", [0, -1, True, np.nan, np.inf, "a day", (360, False), (1, -2)])
def test_periods_must_be_positive_numbers(periods):
    with pytest.raises(ValueError, match="periods must be positive numbers, or None"):
        Periodic(periods)


def test_a_machine_with_the_kernel_by_name_keeps_the_covariance_of_its_fit():
    by_name, of_fit = (Gaussian(1.0, metric=m) for m in ("mahalanobis", Mahalanobis(VI=VI)))
    new = POINTS[:7] * [1.0, 5.0, 0.1]
    np.testing.assert_allclose(by_name(new, POINTS), of_fit(new, POINTS), rtol=1e-9)
    by_name, of_fit = (SVC(kernel=kernel).fit(POINTS, Y) for kernel in (by_name, of_fit))
    np.testing.assert_allclose(by_name.decision_function(new), of_fit.decision_function(new))


def test_a_covariance_may_have_features_in_different_units():
    units = np.array([1e-9, 1.0, 1e9])
    given = Mahalanobis(V=np.cov((POINTS * units).T))
    np.testing.assert_allclose(
        np.sqrt(given.squares_of(POINTS * units)),
        EXPECTED["mahalanobis"](POINTS, POINTS),
        atol=1e-7,
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"VI": np.ones((2, 3))}, "VI must be n_features by n_features"),
        ({"V": [[1.0, 2.0], [0.0, 1.0]]}, "V must be finite and symmetric"),
        ({"VI": [[1.0, 2.0], [2.0, 1.0]]}, "VI must be positive definite, but its smallest.* -1"),
        ({"VI": np.eye(2), "V": np.eye(2)}, "Pass VI or V"),
    ],
)
def test_an_invalid_inverse_covariance_is_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        Mahalanobis(**options)


def test_a_metric_refuses_unsupported_operations():
    sentence = "the metric is 'cosine'; leave it at 'euclidean'"
    with pytest.raises(ValueError, match=f"scale multiplies features, but {sentence}"):
        DiffusionMap(scale=[1.0, 1.0, 2.0], metric="cosine").fit(POINTS)
    with pytest.raises(ValueError, match=f"Features cannot be scaled, as {sentence}"):
        PointCloud(POINTS, metric="cosine").rescaled(np.ones(3))
    with pytest.raises(ValueError, match="the Euclidean metric, but metric='cosine' was"):
        DiffusionMap(kept_mass=0.9, metric="cosine").fit(POINTS)
    with pytest.raises(ValueError, match="chosen with metric='cosine'.*has metric='euclidean'"):
        DiffusionMap(2, select_bandwidth(POINTS, rule="median", metric="cosine")).fit(POINTS)


def test_a_users_metric_that_is_not_euclidean():
    class Minkowski(RowMetric):
        name = "minkowski"

        def between(self, x, y, euclidean=None):
            return np.square(cdist(x, y, "minkowski", p=3))

    D = cdist(POINTS, POINTS, "minkowski", p=3)
    found = select_bandwidth(POINTS, rule="max_min", metric=Minkowski())
    expected = select_bandwidth(D, rule="max_min", metric="precomputed")
    assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_metrics_can_be_compared_pickled_and_cloned(name):
    metric = metric_named(metric_of(name)).fitted_to(DATA[name])
    assert pickle.loads(pickle.dumps(metric)) == metric
    assert hash(metric) == hash(clone(DiffusionMap(metric=metric)).metric)
    assert METRICS[name].name == name
