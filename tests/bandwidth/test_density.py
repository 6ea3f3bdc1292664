"""Scales for densities: the likelihood of rows left out, and the rules of thumb."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist
from scipy.special import logsumexp
from scipy.stats import gaussian_kde
from sklearn.model_selection import GridSearchCV, LeaveOneOut
from sklearn.neighbors import KernelDensity
from tests.oracles import naive_kernel_sums

from kernelscale import compare, select_bandwidth
from kernelscale.bandwidth import Likelihood, compare_rules
from kernelscale.bandwidth.leave_one_out.densities import LeftOutDensities
from kernelscale.bandwidth.rules.likelihood import FARTHEST
from kernelscale.data import PointCloud
from kernelscale.data.drawn_rows import drawn_rows

GROUPS = np.random.default_rng(4).normal(size=(300, 2)) + 4 * (np.arange(300) % 2)[:, None]


def _random(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def _outlier():
    return np.r_[_random(40, 2), [[300.0, 0.0]]]


def _duplicates():
    return np.r_[_random(20, 2), _random(20, 2)[:7], _random(20, 2)[:3]]


DATA = {
    "a line": lambda: _random(40, 1),
    "heavy tails": lambda: np.random.default_rng(0).standard_t(2, size=(40, 2)),
    "an outlier": _outlier,
    "duplicates": _duplicates,
    "many features": lambda: _random(12, 400),
    "rounded": lambda: np.round(_random(50, 1), 1),
}


@pytest.fixture(params=DATA)
def points(request):
    return DATA[request.param]()


@pytest.mark.parametrize("duplicates_are_others", [False, True])
def test_densities_agree_with_the_formula_even_if_tiny(points, duplicates_are_others):
    d = points.shape[1]
    densities = LeftOutDensities(PointCloud(points), d, duplicates_are_others=duplicates_are_others)
    scales = densities.candidate_scales(densities.nearest >= 0) if densities.nearest.all() else []
    unit = points.var(axis=0).mean()
    for epsilon in [1e-4, *scales]:
        computed = densities.of_rows(float(epsilon)) - d / 2 * np.log(unit)
        exact = naive_kernel_sums.log_densities_of_rows_left_out(
            points, epsilon, d, duplicates_are_others
        )
        np.testing.assert_allclose(computed, exact.astype(float), rtol=1e-7, atol=1e-7)


def test_no_other_scale_has_a_larger_likelihood(points):
    found = select_bandwidth(points, rule="likelihood")

    def likelihood(epsilon):
        logs = naive_kernel_sums.log_densities_of_rows_left_out(points, epsilon, points.shape[1])
        return float(logs.mean())

    best = likelihood(found.epsilon)
    assert max(likelihood(found.epsilon * factor) for factor in (0.99, 1.01)) <= best + 1e-9
    assert max(likelihood(found.epsilon * 2.0**k) for k in range(-8, 9)) <= best
    unit = points.var(axis=0).mean()
    assert found.evidence["criterion"] == pytest.approx(best + points.shape[1] / 2 * np.log(unit))
    assert found.interior
    assert found.as_good[0] <= found.epsilon <= found.as_good[1]


def test_scale_lies_between_its_two_bounds(points):
    r = cdist(points, points, "sqeuclidean")
    others = np.where(r == 0, np.nan, r)
    epsilon, d = select_bandwidth(points, rule="likelihood").epsilon, points.shape[1]
    assert np.nanmin(others, axis=1).mean() <= d * epsilon * 1.01
    assert d * epsilon <= np.nanmean(others, axis=1).mean() * 1.01


def test_equidistant_rows_have_a_known_best_scale():
    assert select_bandwidth(np.eye(6), rule="likelihood").epsilon == pytest.approx(2 / 6)
    assert select_bandwidth([[0.0], [3.0]], rule="likelihood").epsilon == pytest.approx(9)
    assert select_bandwidth(np.eye(6), rule="likelihood", dimension=0.5).epsilon == pytest.approx(4)


def test_scale_agrees_with_a_search_by_scikit_learn():
    X = np.r_[_random(30, 2), _random(30, 2, seed=1) * 0.2 + 3]
    found = select_bandwidth(X, rule="likelihood")
    around = found.length_scale * 1.02 ** np.arange(-4, 5)
    search = GridSearchCV(KernelDensity(rtol=1e-10), {"bandwidth": around}, cv=LeaveOneOut()).fit(X)
    assert search.best_params_["bandwidth"] == pytest.approx(found.length_scale, rel=0.021)


def test_scale_agrees_with_statsmodels():
    kernels = pytest.importorskip("statsmodels.nonparametric.api")
    X = _random(80, 1)
    theirs = kernels.KDEMultivariate(X, var_type="c", bw="cv_ml").bw.item()
    assert select_bandwidth(X, rule="likelihood").length_scale == pytest.approx(theirs, rel=0.01)


def test_duplicates_are_left_out_together_unless_each_counts():
    X = _random(40, 1)
    plain = Likelihood()(X).epsilon
    assert Likelihood()(np.repeat(X, 3, axis=0)).epsilon == pytest.approx(plain, rel=0.01)
    once = Likelihood(duplicates="once")(np.r_[X, X[:20]]).epsilon
    assert once == pytest.approx(plain, rel=1e-9)
    with pytest.raises(ValueError, match="has an exact duplicate.*grows without bound"):
        Likelihood(duplicates="each")(np.repeat(X, 2, axis=0))
    some = np.r_[X, X[:30]]
    assert Likelihood(duplicates="each")(some).epsilon < Likelihood()(some).epsilon / 10


def test_reason_states_that_an_outlier_raises_the_scale():
    X = _random(150, 2)
    plain = Likelihood()(X)
    assert "farthest" not in plain.reason
    far = np.r_[X, [[1000.0, 0.0]]]
    found = Likelihood()(far)
    assert found.epsilon >= 0.9 * 997**2 / (151 * 2)
    assert "The 1 row(s) farthest from their nearest neighbour raise the scale by" in found.reason
    without = Likelihood(outliers=FARTHEST)(far)
    assert without.epsilon == pytest.approx(plain.epsilon, rel=0.05)
    assert without.evidence["outliers"].tolist() == [150]
    assert "The 1 row(s) farthest from their nearest neighbour were left out" in without.reason


def test_subsample_agrees_within_its_error():
    X = np.r_[_random(600, 2), 5 * _random(200, 2, seed=1)]
    exact, found = (select_bandwidth(X, rule="likelihood", n_sample=n) for n in (None, 256))
    error = found.evidence["standard_errors"]["criterion"]
    assert found.evidence["n_sample"] == 256
    assert 0 < abs(found.evidence["criterion"] - exact.evidence["criterion"]) < 4 * error
    assert found.as_good[0] <= exact.epsilon <= found.as_good[1]
    assert f"standard error is {error:.2g} for the mean log density." in found.reason
    again = select_bandwidth(X, rule="likelihood", n_sample=800)
    assert again.to_dict() == exact.to_dict()


def test_distances_suffice_if_the_dimension_is_given():
    X = _random(50, 3)
    options = {"rule": "likelihood", "metric": "precomputed"}
    found = select_bandwidth(pdist(X), dimension=3, **options)
    assert found.epsilon == pytest.approx(select_bandwidth(X, rule="likelihood").epsilon, rel=1e-9)
    with pytest.raises(
        ValueError, match="only distances were given; pass points or give the dimension"
    ):
        select_bandwidth(pdist(X), **options)


@pytest.mark.parametrize(("option", "value"), [("dimension", 0), ("outliers", 1.5)])
def test_invalid_options_are_refused(option, value):
    with pytest.raises(ValueError, match=f"{option} must be .* but {value} was given"):
        Likelihood(**{option: value})


@pytest.mark.parametrize("rule", ["scott", "silverman"])
def test_rules_of_thumb_agree_with_scipy(rule):
    X = _random(70, 1) * 4 + 3
    theirs = gaussian_kde(X.T, bw_method=rule).covariance.item()
    assert select_bandwidth(X, rule=rule).epsilon == pytest.approx(theirs, rel=1e-12)
    whitened = np.linalg.qr(_random(70, 3) - _random(70, 3).mean(axis=0))[0]
    theirs = gaussian_kde(whitened.T, bw_method=rule).covariance
    epsilon = select_bandwidth(whitened, rule=rule).epsilon
    np.testing.assert_allclose(theirs, epsilon * np.eye(3), atol=1e-12)


def test_compare_contains_all_density_rules():
    found = compare(_random(60, 2))
    # The rules of Scott and Silverman are equal in two dimensions.
    assert found["silverman"].epsilon == pytest.approx(found["scott"].epsilon)
    assert found["likelihood"].bandwidth.interior


# ---------------------------------------------------------------- many rows


def test_rows_drawn_are_compared_with_all_rows():
    found = Likelihood(n_rows=64)(GROUPS)
    rows = np.sort(drawn_rows(len(GROUPS), 64))
    r = cdist(GROUPS[rows], GROUPS, "sqeuclidean")
    r[np.arange(64), rows] = np.inf
    logs = logsumexp(r / (-2 * found.epsilon), axis=1) - np.log(len(GROUPS) - 1)
    variance = 2 * np.pi * found.epsilon * GROUPS.shape[1] / GROUPS.var(axis=0).sum()
    expected = logs.mean() - GROUPS.shape[1] / 2 * np.log(variance)
    assert found.evidence["criterion"] == pytest.approx(expected, rel=1e-9)
    assert found.evidence["n_sample"] == 64
    assert found.as_good[0] < Likelihood()(GROUPS).epsilon < found.as_good[1]
    whole, all_rows = Likelihood(n_rows=len(GROUPS))(GROUPS), Likelihood()(GROUPS)
    assert whole.to_dict() == all_rows.to_dict()


def test_compare_subsamples_densities_of_large_data(monkeypatch):
    monkeypatch.setattr(compare_rules, "MANY_ROWS", 100)
    monkeypatch.setattr(compare_rules, "DENSITY_ROWS", 64)
    row = compare(GROUPS)["likelihood"]
    assert row.epsilon == Likelihood(n_rows=64)(GROUPS).epsilon
    assert "estimated from 64 rows" in row.reading
