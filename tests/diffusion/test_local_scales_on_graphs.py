"""Kernels with a scale for each row, which is computed from the row's neighbours in a graph."""

import re

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial.distance import cdist
from scipy.stats import chi2
from tests.diffusion.test_generator import gaussian_line, uneven_circle
from tests.oracles import naive_distances, naive_kernels

from kernelscale import DiffusionMap, generator_eigenvalues, select_bandwidth
from kernelscale.bandwidth import RULES, Rule, VariableBandwidth
from kernelscale.markov.dense import leading_eigenpairs

RULES_OF_ROWS = ["variable_bandwidth", "self_tuning"]


def cloud(n_samples=120, n_features=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def grid_with_duplicates(n_samples=500):
    """Rows on a coarse grid, with many ties in distance; one row has nine duplicates or more."""
    X = np.random.default_rng(1).integers(-4, 5, size=(n_samples, 3)).astype(float)
    X[:9] = X[90]
    X[10:14] += 0.5
    return X


def on_graph(n_components, bandwidth, **options):
    return DiffusionMap(n_components, bandwidth, edge_weights="bandwidth", **options)


def first_alike(X):
    return (cdist(X, X) == 0).argmax(axis=1)


def scales_of_rows(found, X):
    """The scale of each row; the kernel stores one scale for each distinct row."""
    return found.kernel_.local_scales[np.unique(first_alike(X), return_inverse=True)[1]]


# ---------------------------------------------------------------- the scales


def naive_scales(X, k, n_pilot, d):
    """The scale of each row.

    The scales are chosen so that steps farther than to neighbour k contribute 1 % of the mean
    squared step.
    """
    r = cdist(X, X, "sqeuclidean")
    n = len(X)
    nearest = naive_distances.nearest_others(X, k, r)
    s = np.sqrt(nearest[:, n_pilot - 1])
    q = np.ones(n)
    for i in range(n):
        for j in range(n):
            if i != j and r[i, j] < s[i] ** 2 * (1 - 1e-9):
                q[i] += np.exp(-r[i, j] / (s[i] * s[j]))
        q[i] /= s[i] ** d
    longest = 0.6 * ((X - X.mean(axis=0)) ** 2).sum(axis=1).mean() / d

    def sigma(epsilon):
        return 1 / np.sqrt(q / epsilon + 1 / longest)

    def excess(log_epsilon):
        return chi2.sf(nearest[:, -1] / sigma(np.exp(log_epsilon)) ** 2, d + 2).mean() - 0.01

    return sigma(np.exp(brentq(excess, -40, 5)))


def test_the_scale_is_the_largest_at_which_the_graph_omits_1_percent():
    X = cloud(400, 1)
    found = on_graph(2, "variable_bandwidth", neighbors=40).fit(X)
    # n_pilot is 9: the default for 400 rows is a quarter of sqrt(3 * 400), rounded
    expected = naive_scales(X, 40, 9, 1)
    np.testing.assert_allclose(found.kernel_.local_scales, expected, rtol=1e-6)


@pytest.mark.parametrize("d", [3, 8])
def test_in_high_dimension_the_kernel_reaches_a_seventh_of_the_neighbours(d):
    X = cloud(600, d)
    found = on_graph(2, "variable_bandwidth", neighbors=28).fit(X)
    kernel = found.kernel_
    unlimited = (1 / kernel.local_scales**2 - 1 / kernel.longest**2) ** -0.5
    nearest = cdist(X, X).argsort(axis=1)[:, 1:29]
    r = np.take_along_axis(cdist(X, X, "sqeuclidean"), nearest, axis=1)
    seen = np.exp(-r / (2 * unlimited[:, None] * unlimited[nearest])).sum(axis=1)
    assert seen.mean() == pytest.approx(4, rel=1e-5)
    more = on_graph(2, RULES["variable_bandwidth"](n_neighbors=9), neighbors=28).fit(X)
    assert (more.kernel_.local_scales > found.kernel_.local_scales).all()


@pytest.mark.parametrize("rule", RULES_OF_ROWS)
def test_with_all_other_rows_as_neighbours_the_map_equals_the_map_of_all_pairs(rule):
    X, new = cloud(150), cloud(20, seed=3)
    whole = DiffusionMap(3, rule, alpha=1.0).fit(X)
    found = on_graph(3, rule, alpha=1.0, neighbors=149).fit(X)
    np.testing.assert_array_equal(found.kernel_.local_scales, whole.kernel_.local_scales)
    np.testing.assert_allclose(found.embedding_, whole.embedding_, atol=1e-8)
    np.testing.assert_allclose(found.kernel_mass(X), whole.kernel_mass(X), rtol=1e-10)
    # A new row has edges to only 149 of the 150 rows, so its coordinates differ slightly.
    np.testing.assert_allclose(found.transform(new), whole.transform(new), atol=1e-4)


# ---------------------------------------------------------------- the map


def naive_map(X, k, sigma, alpha, d=None):
    """Leading eigenpairs of the operator of a truncated kernel.

    If the dimension `d` is given, the kernel is weighted, and its diagonal is increased.
    """
    r = cdist(X, X, "sqeuclidean")
    joined = naive_kernels.truncated_kernel(X, k, lambda r, s, t: 1.0, r)
    if d is None:
        return leading_eigenpairs(joined * np.exp(-r / np.outer(sigma, sigma)), 5, alpha=alpha)
    K = joined * np.exp(-r / (2 * np.outer(sigma, sigma)))
    np.fill_diagonal(K, 1e-8)
    q = K.sum(axis=1) / sigma**d
    w = q**-alpha * sigma ** -(d / 2 + 1)
    weighted = K * np.outer(w, w)
    moves = (sigma.min() / sigma) ** 2
    weighted += np.diag(weighted.sum(axis=1) * (1 / moves - 1))
    return leading_eigenpairs(weighted, 5)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("data", [cloud(500), grid_with_duplicates()], ids=["points", "duplicates"])
@pytest.mark.parametrize("rule", RULES_OF_ROWS)
def test_the_map_agrees_with_a_truncated_kernel(rule, data, alpha):
    found = on_graph(5, rule, neighbors=12, alpha=alpha, t=2).fit(data)
    sigma, d = scales_of_rows(found, data), getattr(found.kernel_, "dimension", None)
    expected = naive_map(data, 12, sigma, alpha, d)
    np.testing.assert_allclose(found.eigenvalues_, expected.values[1:], atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding(5, 2), atol=1e-10)
    np.testing.assert_allclose(found.stationary_, expected.stationary, rtol=1e-10)


@pytest.mark.parametrize("rule", RULES_OF_ROWS)
def test_duplicates_have_one_scale_and_the_same_coordinates(rule):
    X = cloud(80)
    once = on_graph(2, rule, neighbors=9).fit(X)
    often = on_graph(2, rule, neighbors=9).fit(X[np.r_[np.arange(80), [3, 3, 5]]])
    np.testing.assert_array_equal(often.kernel_.local_scales, once.kernel_.local_scales)
    np.testing.assert_array_equal(often.embedding_[[80, 81, 82]], often.embedding_[[3, 3, 5]])
    assert not np.allclose(often.stationary_[:80], once.stationary_, rtol=1e-3)


@pytest.mark.parametrize("rule", RULES_OF_ROWS)
def test_a_bandwidth_of_all_pairs_can_weigh_the_edges(rule):
    X = cloud(200)
    bandwidth = select_bandwidth(X, rule=rule)
    found = on_graph(5, bandwidth, neighbors=20, alpha=1.0).fit(X)
    sigma, d = bandwidth.kernel.local_scales, getattr(bandwidth.kernel, "dimension", None)
    expected = naive_map(X, 20, sigma, 1.0, d)
    np.testing.assert_allclose(found.embedding_, expected.embedding(5), atol=1e-10)
    with pytest.raises(ValueError, match="holds the local scales of 200 other rows; pass the rule"):
        on_graph(5, bandwidth, neighbors=20).fit(np.r_[X[:1], X[:-1]])


def test_distances_give_the_map_of_points():
    X, new = cloud(150), np.r_[cloud(7, seed=3), cloud(150)[:2]]
    expected = on_graph(3, "variable_bandwidth", neighbors=12).fit(X)
    found = on_graph(3, "variable_bandwidth", neighbors=12, metric="precomputed").fit(cdist(X, X))
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-8)
    np.testing.assert_allclose(found.transform(cdist(new, X)), expected.transform(new), atol=1e-8)


def test_the_map_does_not_depend_on_the_order_of_rows_or_threads():
    X = cloud(300)
    order = np.random.default_rng(1).permutation(len(X))
    one, two = (
        on_graph(4, "variable_bandwidth", neighbors=12, n_threads=n).fit(X).embedding_
        for n in (1, 2)
    )
    np.testing.assert_array_equal(two, one)
    permuted = on_graph(4, "variable_bandwidth", neighbors=12).fit(X[order]).embedding_
    np.testing.assert_allclose(permuted, one[order], atol=1e-8)


# ---------------------------------------------------------------- new rows


@pytest.mark.parametrize("t", [0, 1, 3])
@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_training_rows_keep_their_coordinates_and_new_rows_lie_between_them(t, alpha):
    angle = np.random.default_rng(0).beta(2, 5, size=400) * 5
    arc = np.c_[np.cos(angle), np.sin(angle)]
    known, new = arc[:350], angle[350:]
    found = on_graph(2, "variable_bandwidth", neighbors=40, alpha=alpha, t=t).fit(known)
    np.testing.assert_allclose(found.transform(known), found.embedding_, atol=1e-8)
    order = np.argsort(angle[:350])
    x, y = angle[order], found.embedding_[order, 0]
    new = new[(new > x[0]) & (new < x[-1])]
    embedded = found.transform(np.c_[np.cos(new), np.sin(new)])[:, 0]
    np.testing.assert_allclose(embedded, np.interp(new, x, y), atol=0.01 * np.ptp(y))
    nearby = found.transform(known + 1e-9)
    np.testing.assert_allclose(nearby, found.embedding_, atol=0.01 * np.ptp(y))


def test_far_rows_give_a_warning():
    found = on_graph(2, "variable_bandwidth", neighbors=12).fit(cloud(90))
    with pytest.warns(UserWarning, match="kernel mass below"):
        embedded = found.transform(np.array([[1e6, 0.0], [0.0, 1e9]]))
    assert np.isfinite(embedded).all()


# ---------------------------------------------------------------- components


@pytest.mark.parametrize("rule", RULES_OF_ROWS)
def test_links_connect_components_with_scales_of_rows(rule):
    X = np.r_[cloud(60), cloud(40, seed=1) + np.array([400.0, 0.0])]
    with pytest.warns(UserWarning, match="has 2 components of 60, 40 rows"):
        apart = on_graph(2, rule, neighbors=14).fit(X)
    assert apart.eigenvalues_[0] == pytest.approx(1, abs=1e-12)
    joined = on_graph(2, rule, neighbors=14, link_components=True).fit(X)
    assert joined.n_connected_components_ == 1
    assert joined.eigenvalues_[0] < 1 - 1e-9


# ---------------------------------------------------------------- eigenvalues in theory


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "alpha", "n_neighbors", "expected"),
    [(uneven_circle, 1.0, 256, [1, 1, 4, 4, 9, 9]), (gaussian_line, 0.5, 400, [1, 2, 3])],
    ids=["circle", "line"],
)
def test_eigenvalues_of_the_circle_and_of_the_gaussian(make, alpha, n_neighbors, expected):
    found = on_graph(len(expected), "variable_bandwidth", neighbors=n_neighbors, alpha=alpha)
    found.fit(make(3000))
    np.testing.assert_allclose(generator_eigenvalues(found), expected, rtol=0.02)


def test_rows_drawn_at_random_have_the_eigenvalues_of_the_circle():
    angle = np.random.default_rng(0).vonmises(0, 0.8, size=1500)
    circle = np.c_[np.cos(angle), np.sin(angle)]
    found = on_graph(4, "variable_bandwidth", neighbors=64, alpha=1.0).fit(circle)
    np.testing.assert_allclose(generator_eigenvalues(found), [1, 1, 4, 4], rtol=0.06)


def test_eigenvalues_are_refused_if_the_graph_omits_long_steps():
    X = cloud(300)
    found = on_graph(2, select_bandwidth(X, rule="variable_bandwidth"), neighbors=10).fit(X)
    with pytest.raises(ValueError, match=r"beyond 10 neighbours, \d+\.\d% of the mean"):
        generator_eigenvalues(found)


# ---------------------------------------------------------------- refused input


class OfAllPairs(Rule):
    name = "of_all_pairs"
    scales_rows = True

    def _choose(self, cloud):
        raise AssertionError("all pairs were used")


REFUSED = {
    "variable": (
        RULES["variable_bandwidth"](n_neighbors=30),
        "at which a row reaches 30 other rows, but the graph has only 12 neighbours of each",
    ),
    "self_tuned": (
        RULES["self_tuning"](n_neighbors=13),
        "'self_tuning' needs neighbour 13 of each row, but the graph has 12 neighbours",
    ),
    "each": (
        RULES["variable_bandwidth"](duplicates="each"),
        "Duplicates of a row are one node of a graph, so duplicates='each' has no effect",
    ),
    "own": (OfAllPairs(), "'of_all_pairs' needs all pairs to choose a scale for each row"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_rules_that_cannot_choose_from_the_graph_are_refused_before_the_work(case):
    rule, sentence = REFUSED[case]
    events = []
    found = on_graph(2, rule, neighbors=12, progress=events.append)
    with pytest.raises(ValueError, match=sentence):
        found.fit(cloud(60))
    assert events == []


@pytest.mark.parametrize("reached", [5, 6, None])
def test_too_few_neighbours_for_the_rule_are_refused_with_a_number_that_works(reached):
    n_neighbors = 5 if reached else 1
    rule = VariableBandwidth(n_neighbors=reached)
    with pytest.raises(ValueError, match="each row; take more, such as neighbors=") as refused:
        on_graph(2, rule, neighbors=n_neighbors).fit(cloud())
    [more] = map(int, re.findall(r"neighbors=(\d+)", str(refused.value)))
    assert on_graph(2, rule, neighbors=more).fit(cloud()).n_neighbors_ == more
