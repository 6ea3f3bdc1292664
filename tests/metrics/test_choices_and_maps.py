"""Rules, curves and maps with a metric agree with those from the matrix of its distances."""

import pickle

import numpy as np
import pytest
from tests.metrics.metric_data import DATA, NAMES, POINTS, VI, Y, metric_of

from kernelscale import (
    Bandwidth,
    DiffusionMap,
    Gaussian,
    compare,
    load_model,
    save_model,
    scale_curve,
    select_bandwidth,
)
from kernelscale.bandwidth import RULES
from kernelscale.metrics import Mahalanobis
from kernelscale.metrics.registry import metric_named

LOOK_AT_FEATURES = {
    *("standardized", "scikit_learn_scale", "jacobian"),
    *("scott", "silverman", "likelihood"),
}


def ask(call, *args, **options):
    """The result of a rule, or its error message, because some rules need more rows."""
    try:
        return call(*args, **options)
    except ValueError as error:
        return str(error)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("rule", sorted(set(RULES) - LOOK_AT_FEATURES))
@pytest.mark.parametrize("name", ["cityblock", "cosine", "jaccard", "periodic"])
def test_rules_choose_the_same_from_a_metric_and_its_distances(name, rule):
    y = Y if RULES[rule].needs_labels else None
    metric = metric_named(metric_of(name))
    D = np.sqrt(metric.squares_of(DATA[name]))
    found = ask(select_bandwidth, DATA[name], y, rule, metric=metric)
    expected = ask(select_bandwidth, D, y, rule, metric="precomputed")
    if isinstance(expected, str):
        assert found == expected
        return
    assert found.kernel.metric == metric_of(name)
    # Distances between directions are computed by products of vectors, which lose digits; therefore
    # the scale of the largest slope is less exact.
    sure = 1e-6 if rule == "largest_slope" else 1e-9
    assert (found.epsilon or 1.0) == pytest.approx(expected.epsilon or 1.0, rel=sure)
    np.testing.assert_allclose(
        found.kernel(DATA[name]), expected.kernel(D), rtol=100 * sure, atol=sure
    )


@pytest.mark.parametrize("rule", sorted(LOOK_AT_FEATURES))
@pytest.mark.parametrize("metric", ["cosine", "cityblock"])
def test_rules_about_features_refuse_a_metric(rule, metric):
    sentence = f"needs features, but the metric is '{metric}'; leave it at 'euclidean'"
    with pytest.raises(ValueError, match=sentence):
        select_bandwidth(POINTS, rule=rule, metric=metric)
    assert sentence in compare(POINTS, rules=["median", rule], metric=metric)[rule].reading


@pytest.mark.parametrize("name", NAMES)
def test_the_curve_is_that_of_the_distances(name):
    metric = metric_named(metric_of(name))
    D = np.sqrt(metric.squares_of(DATA[name]))
    found = scale_curve(DATA[name], metric=metric)
    expected = scale_curve(D, metric="precomputed")
    np.testing.assert_allclose(found.S, expected.S, rtol=1e-9)
    np.testing.assert_allclose(found.epsilon, expected.epsilon, rtol=1e-9)


MAPS = {
    "all_pairs": {"bandwidth": "median"},
    "self_tuned": {"bandwidth": "self_tuning"},
    "variable": {"bandwidth": "variable_bandwidth"},
    "graph": {"bandwidth": "median", "neighbors": 8, "edge_weights": "bandwidth"},
    "self_tuned_graph": {"neighbors": 8, "edge_weights": "self_tuned", "link_components": True},
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("kind", MAPS)
@pytest.mark.parametrize("name", NAMES)
def test_maps_are_those_of_the_distances_and_embed_their_own_rows(name, kind, tmp_path):
    X, metric = DATA[name], metric_of(name)
    D = np.sqrt(metric_named(metric).squares_of(X))
    fitted = DiffusionMap(3, metric=metric, **MAPS[kind]).fit(X)
    expected = DiffusionMap(3, metric="precomputed", **MAPS[kind]).fit(D)
    np.testing.assert_allclose(fitted.eigenvalues_, expected.eigenvalues_, rtol=1e-7, atol=1e-10)
    np.testing.assert_allclose(fitted.embedding_, expected.embedding_, rtol=1e-4, atol=1e-7)
    assert fitted.n_features_in_ == X.shape[1]
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-9)
    one_by_one = np.vstack([fitted.transform(X[[row]]) for row in range(6)])
    np.testing.assert_allclose(one_by_one, fitted.embedding_[:6], atol=1e-9)

    save_model(fitted, tmp_path / "model.npz")
    loaded = load_model(tmp_path / "model.npz")
    again = pickle.loads(pickle.dumps(fitted))
    for other in (loaded, again):
        np.testing.assert_array_equal(other.transform(X[:9]), fitted.transform(X[:9]))
        assert other.bandwidth_.kernel.metric == fitted.bandwidth_.kernel.metric
        np.testing.assert_array_equal(other.kernel_(X), fitted.kernel_(X))
    median = fitted.with_bandwidth("median") if kind != "self_tuned_graph" else fitted
    other = loaded.with_bandwidth("median") if kind != "self_tuned_graph" else loaded
    np.testing.assert_array_equal(other.embedding_, median.embedding_)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", ["cosine", "cityblock", "mahalanobis", "periodic"])
def test_landmarks_can_be_used_with_a_metric(name):
    X = np.vstack([DATA[name] + 0.01 * k for k in range(5)])
    options = {"bandwidth": "median", "landmarks": 100, "metric": metric_of(name)}
    fitted = DiffusionMap(2, **options).fit(X)
    rows = fitted.landmark_indices_
    np.testing.assert_allclose(fitted.transform(X[rows]), fitted.embedding_[rows], atol=1e-9)
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-9)


def test_the_covariance_is_that_of_the_fitted_rows():
    fitted = DiffusionMap(2, "median", metric="mahalanobis").fit(POINTS)
    of_fit = DiffusionMap(2, "median", metric=Mahalanobis(VI=VI)).fit(POINTS)
    np.testing.assert_allclose(fitted.embedding_, of_fit.embedding_, atol=1e-9)
    new = 5 * POINTS[:4]
    np.testing.assert_allclose(fitted.transform(new), of_fit.transform(new), atol=1e-9)
    assert Mahalanobis(V=np.eye(3)) == Mahalanobis(VI=np.eye(3)) != Mahalanobis()
    chosen = select_bandwidth(POINTS, rule="median", metric="mahalanobis")
    with pytest.raises(ValueError, match="the map has other options of this metric"):
        DiffusionMap(2, chosen, metric="mahalanobis").fit(POINTS**2)
    by_name = Bandwidth("own", 1.0, Gaussian(1.0, metric="mahalanobis"), "Of any rows.")
    found = DiffusionMap(2, by_name, metric="mahalanobis").fit(POINTS)
    assert found.kernel_.metric == chosen.kernel.metric
