"""Exact duplicates and near-duplicates of rows do not determine the scale."""

import json

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

from kernelscale import DiffusionMap, compare, load_model, save_model, select_bandwidth
from kernelscale.bandwidth import RULES, Rule
from kernelscale.bandwidth.duplicates import near_duplicates
from kernelscale.data import PointCloud

RANDOM = np.random.default_rng(0)
BASE = RANDOM.normal(size=(40, 3))
CLASSES = np.arange(40) % 2
# Rules that raise an error if duplicates count as separate rows.
STOPPED = ["median", "max_min", "nearest_neighbors", "self_tuning", "variable_bandwidth"]
# Rules whose scale depends on distances between near neighbours.
LOCAL = ["auto", "max_min", "nearest_neighbors", "self_tuning", "variable_bandwidth", "likelihood"]


def duplicated(n, noise=0.0, base=BASE):
    X = np.repeat(base, n, axis=0)
    X = X + noise * np.random.default_rng(1).normal(size=X.shape)
    order = np.random.default_rng(2).permutation(len(X))
    return X[order], np.repeat(np.arange(len(base)), n)[order]


def scale_of(answer):
    if answer.epsilon is not None:
        return answer.epsilon
    return np.median(answer.kernel.local_scales) ** 2


MOSTLY_ONE = np.r_[np.zeros((200, 3)), BASE]  # more than half of all pairs are two equal rows


@pytest.mark.parametrize("rule", STOPPED)
def test_every_rule_accepts_exact_duplicates(rule):
    X = MOSTLY_ONE if rule == "median" else duplicated(10)[0]
    distinct = np.unique(X, axis=0)
    found = select_bandwidth(X, rule=rule)
    assert scale_of(found) == pytest.approx(scale_of(select_bandwidth(distinct, rule=rule)))
    assert f"Of the {len(X)} rows {len(distinct)} are distinct, and duplicates" in found.reason
    with pytest.raises(ValueError, match="duplicate"):
        select_bandwidth(X, rule=rule, duplicates="each")


# `likelihood` is tested in test_density.py: by default it leaves duplicates out together.
@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in [*STOPPED, "likelihood"]])
def test_duplicates_count_separately_by_default_and_once_on_request(rule):
    X, place = duplicated(3)
    y = CLASSES[place] if RULES[rule].needs_labels else None
    order = np.unique(place, return_index=True)[1]
    alone = select_bandwidth(X[order], None if y is None else y[order], rule)
    found = select_bandwidth(X, y, rule, duplicates="once")
    assert scale_of(found) == pytest.approx(scale_of(alone), rel=1e-6)
    assert "Of the 120 rows 40 are distinct, and duplicates count once." in found.reason
    each, auto = (select_bandwidth(X, y, rule, duplicates=how) for how in ("each", "auto"))
    assert (each.epsilon, each.reason) == (auto.epsilon, auto.reason)


@pytest.mark.parametrize("n", [2, 10, 20])
@pytest.mark.parametrize("noise", [1e-10, 1e-7, 1e-6])
@pytest.mark.parametrize("rule", LOCAL)
def test_near_duplicates_do_not_determine_the_scale(rule, noise, n):
    X, _ = duplicated(n, noise)
    found = select_bandwidth(X, rule=rule)
    expected = scale_of(select_bandwidth(BASE, rule=rule))
    if "duplicates count once" in found.reason:
        assert f"Of the {len(X)} rows 40 are distinct by more than" in found.reason
        assert scale_of(found) == pytest.approx(expected, rel=1e-4)
    else:  # a row has so few duplicates that the neighbour used by the rule is another row
        assert n == 2
        assert scale_of(found) > expected / 30
    # If each row counts, near-duplicates determine the scale. Only `variable_bandwidth` uses more
    # neighbours than a row has duplicates.
    if n > 7 and rule != "variable_bandwidth":
        assert scale_of(select_bandwidth(X, rule=rule, duplicates="each")) < 1e-9


CLEAN = {
    "normal": BASE,
    "heavy tails": RANDOM.standard_t(1.2, size=(300, 2)),
    "lognormal": np.exp(4 * RANDOM.normal(size=(300, 1))),
    "line": RANDOM.uniform(size=(400, 1)),
    "tight clusters": np.repeat(np.arange(4.0), 12)[:, None] + 1e-7 * RANDOM.normal(size=(48, 1)),
    "far groups": np.r_[BASE, BASE + 1e9],
    "outliers": np.r_[BASE, 1e12 * RANDOM.normal(size=(3, 3))],
    "pairs": np.r_[BASE, BASE[:10] + 1e-9],
    "lattice": np.indices((12, 12)).reshape(2, -1).T.astype(float),
    "powers": 10.0 ** RANDOM.uniform(-12, 0, size=(300, 1)),
    "scales": np.logspace(-6, 6, 200)[:, None] * RANDOM.normal(size=(200, 2)),
}


@pytest.mark.parametrize("rule", LOCAL)
@pytest.mark.parametrize("data", CLEAN)
def test_data_without_duplicates_keep_their_scale(data, rule):
    auto, each = (
        select_bandwidth(CLEAN[data], rule=rule, duplicates=how) for how in ("auto", "each")
    )
    assert auto.reason == each.reason
    assert scale_of(auto) == scale_of(each)


def test_duplicates_can_have_different_labels():
    X, place = duplicated(6)
    y = np.arange(len(X)) % 3
    pairs = np.unique(np.c_[place, y], axis=0)
    for rule in ("spectral", "geometric", "probabilistic", "leave_one_out", "auto"):
        found = select_bandwidth(X, y, rule, duplicates="once")
        assert f"Of the 240 rows {len(pairs)} are distinct" in found.reason
    found = select_bandwidth(X, y, "max_min")
    assert found.epsilon == select_bandwidth(BASE, rule="max_min").epsilon
    assert "Of the 240 rows 40 are distinct" in found.reason


# `likelihood` is not tested, because it needs the dimension
@pytest.mark.parametrize("rule", ["median", *LOCAL[:-1]])
@pytest.mark.parametrize("noise", [0.0, 1e-7])
def test_distances_and_points_agree_on_duplicates(rule, noise):
    X, _ = duplicated(10, noise) if rule != "median" else (MOSTLY_ONE, None)
    found = select_bandwidth(squareform(pdist(X)), rule=rule, metric="precomputed")
    assert scale_of(found) == pytest.approx(scale_of(select_bandwidth(X, rule=rule)), rel=1e-6)


@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
@pytest.mark.parametrize("noise", [0.0, 1e-7])
def test_self_tuned_kernel_of_duplicates_agrees_with_its_formula(noise, metric, tmp_path):
    X, place = duplicated(10, noise)
    answer = select_bandwidth(X, rule="self_tuning")
    kernel, sigma = answer.kernel, answer.kernel.local_scales
    r = squareform(pdist(X, "sqeuclidean"))
    expected = np.exp(-r / np.outer(sigma, sigma))
    np.testing.assert_allclose(kernel(X), expected, rtol=1e-6)
    np.testing.assert_allclose(kernel.from_squared_distances(r), expected, rtol=1e-5)
    np.testing.assert_allclose(kernel.local_scales_of(X[5:9]), sigma[5:9], rtol=1e-6)
    alone = select_bandwidth(BASE, rule="self_tuning").kernel.local_scales
    np.testing.assert_allclose(sigma, alone[place], rtol=1e-5)
    given = np.sqrt(r) if metric == "precomputed" else X
    fitted = DiffusionMap(2, "self_tuning", metric=metric).fit(given)
    np.testing.assert_allclose(fitted.transform(given), fitted.embedding_, atol=1e-6)
    again = DiffusionMap(2, answer if metric == "euclidean" else fitted.bandwidth_, metric=metric)
    np.testing.assert_allclose(again.fit(given).embedding_, fitted.embedding_, atol=1e-8)
    if metric == "euclidean":
        save_model(fitted, tmp_path / "map.npz")
        loaded = load_model(tmp_path / "map.npz")
        new = X[:5] + 0.1
        np.testing.assert_array_equal(loaded.transform(new), fitted.transform(new))


def test_rows_are_drawn_from_distinct_rows():
    base = np.random.default_rng(0).normal(size=(600, 2))
    X = np.r_[np.zeros((2000, 2)), base]
    found = select_bandwidth(X, rule="median", n_sample=64)
    assert found.evidence["n_sample"] == 64
    assert found.epsilon == pytest.approx(select_bandwidth(base, rule="median").epsilon, rel=0.3)


@pytest.mark.parametrize("noise", [0.0, 1e-7])
def test_compare_finds_a_scale_for_every_rule_despite_duplicates(noise):
    X, place = duplicated(4, noise)
    found = compare(X, CLASSES[place])
    assert all(row.bandwidth is not None for row in found.rows)
    assert min(scale_of(row.bandwidth) for row in found.rows) > 1e-6
    json.dumps(found.to_dict(), allow_nan=False)


def test_too_few_distinct_rows_raise_an_error():
    X = np.repeat(BASE[:5], 12, axis=0)
    with pytest.raises(ValueError, match="there are 5 rows.* Of the 60 rows 5 are distinct"):
        select_bandwidth(X, rule="self_tuning")


def test_every_rule_checks_the_option_duplicates():
    for rule in RULES.values():
        assert rule(duplicates="once").duplicates == "once"
        with pytest.raises(
            ValueError, match="duplicates must be one of auto, once, each, but 'twice'"
        ):
            rule(duplicates="twice")

    class Own(Rule):
        name = "own"

        def _choose(self, cloud):
            return RULES["median"]().choose(cloud)

    X, _ = duplicated(3)
    assert Own(duplicates="once")(X).epsilon == select_bandwidth(BASE, rule="median").epsilon


def test_more_near_duplicates_than_neighbours_are_found():
    X, _ = duplicated(40, 1e-7, BASE[:25])
    counted = near_duplicates(PointCloud(X), 1e-13)
    assert len(counted.rows) == 25
    assert near_duplicates(PointCloud(X), 1.0) is None
