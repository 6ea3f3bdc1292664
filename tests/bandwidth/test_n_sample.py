"""Rules on a subsample of rows: agreement with all rows, and standard errors."""

from functools import cache

import numpy as np
import pytest

from kernelscale import compare, reports, scale_curve, select_bandwidth
from kernelscale.bandwidth import RULES
from kernelscale.bandwidth.eigen.class_criteria import sampled_probability, within_class_probability
from kernelscale.data import PointCloud
from kernelscale.data.drawn_rows import drawn_by_class
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import ClassRowSums, RowSumsByClass
from kernelscale.neighbor_graphs import search

FROM_PAIRS = ["log_sum", "largest_slope", "median", "probabilistic", "likelihood"]
SCALES = np.array([0.01, 0.3, 5.0])


@pytest.fixture(scope="module")
def labelled():
    random = np.random.default_rng(3)
    y = np.repeat([0, 1, 2], [500, 250, 50])
    sd = np.array([1.0, 0.2, 0.5])[y]
    return np.array([[0, 0], [2, 0], [0, 2]])[y] + random.normal(size=(800, 2)) * sd[:, None], y


@pytest.fixture(scope="module")
def chosen(labelled):
    """A function that returns the answer of a rule for 256 rows drawn, or for all rows."""
    return cache(lambda rule, n_sample=None: select_bandwidth(*labelled, rule, n_sample=n_sample))


@pytest.mark.parametrize("rule", FROM_PAIRS)
def test_subsample_agrees_with_all_rows_within_errors(rule, chosen):
    exact, found = chosen(rule), chosen(rule, 256)
    assert found.evidence["n_sample"] == pytest.approx(256, abs=3)
    assert f"estimate from {found.evidence['n_sample']} of the 800 rows" in found.reason
    errors = found.evidence["standard_errors"]
    assert all(error > 0 for error in errors.values())
    if rule in ("probabilistic", "likelihood"):
        assert (
            abs(found.evidence["criterion"] - exact.evidence["criterion"]) < 4 * errors["criterion"]
        )
    else:
        assert found.epsilon != exact.epsilon
        assert abs(found.epsilon - exact.epsilon) < 4 * errors["epsilon"]


@pytest.mark.parametrize("rule", FROM_PAIRS)
def test_drawing_all_rows_changes_nothing(rule, labelled, chosen):
    for all_rows in (800, 10**9, "auto"):
        found = select_bandwidth(*labelled, rule, n_sample=all_rows)
        assert found.to_dict() == chosen(rule).to_dict()


@pytest.mark.parametrize(
    "rule", sorted(set(RULES) - {*FROM_PAIRS, "auto", "spectral", "geometric"})
)
def test_rules_by_neighbours_and_formulas_use_all_rows(rule, labelled):
    some = [each[::4] for each in labelled]
    found = select_bandwidth(*some, rule, n_sample=100)
    assert found.to_dict() == select_bandwidth(*some, rule).to_dict()


def test_neighbors_of_many_rows_are_searched_by_cells(monkeypatch):
    monkeypatch.setattr(search, "EXACT_ROWS", 1000)
    X = np.random.default_rng(0).normal(size=(3000, 8))
    exact, found = (select_bandwidth(X, rule="self_tuning", n_sample=n) for n in (None, 256))
    scales, expected = (answer.kernel.local_scales for answer in (found, exact))
    # The search in cells misses some neighbours. The rows that miss a neighbour have larger scales.
    assert 0.9 < np.mean(scales == expected) < 1
    assert np.all(scales >= expected)


def test_auto_without_labels_does_not_depend_on_n_sample(labelled):
    exact, found = (select_bandwidth(labelled[0][::2], n_sample=n) for n in (None, 256))
    assert found.to_dict() == exact.to_dict()


# `log_sum` reads the same histogram as `largest_slope`.
@pytest.mark.parametrize("rule", FROM_PAIRS[1:])
def test_rows_drawn_do_not_depend_on_threads(rule, labelled):
    answers = [
        select_bandwidth(*labelled, rule, n_sample=200, n_threads=n).to_dict() for n in (1, 2)
    ]
    assert answers[0] == answers[1]


@pytest.mark.slow
@pytest.mark.release
def test_standard_errors_match_the_scatter(labelled, monkeypatch):
    from kernelscale.data import row_sampler

    draw = row_sampler.drawn_in_strata
    exact = {rule: select_bandwidth(*labelled, rule).epsilon for rule in FROM_PAIRS[:3]}
    z_values = []
    for seed in range(8):
        monkeypatch.setattr(
            row_sampler, "drawn_in_strata", lambda like, n, seed=seed: draw(like, n, seed=seed)
        )
        cloud = PointCloud(labelled[0], n_sample=160)
        found = {rule: RULES[rule]().choose(cloud) for rule in FROM_PAIRS[:3]}
        z_values.append(
            [
                (found[rule].epsilon - exact[rule])
                / found[rule].evidence["standard_errors"]["epsilon"]
                for rule in FROM_PAIRS[:3]
            ]
        )
    # With 8 draws, the root mean square of the z-values has a standard error of about 0.25.
    assert (np.abs(np.sqrt(np.mean(np.square(z_values), axis=0)) - 1) < 0.5).all()


@pytest.mark.parametrize("balanced", [False, True])
def test_standard_errors_of_rho_match_the_scatter(labelled, balanced):
    X, codes = labelled
    every = reduce(X, ClassRowSums(SCALES, codes))
    exact = within_class_probability(every, codes, balanced)
    z_values = []
    for seed in range(200):
        sample = drawn_by_class(codes, 100, seed)
        some = RowSumsByClass(every.all[sample.rows], every.within[sample.rows])
        found, error = sampled_probability(some, codes, sample, balanced)
        z_values.append((found - exact) / error)
    z_values = np.array(z_values)
    assert (np.abs(z_values.mean(axis=0)) < 0.3).all()
    # Only 6 of the 100 rows drawn are of the third class, so its variance is uncertain.
    assert (np.abs(z_values.std(axis=0) - 1) < (0.4 if balanced else 0.2)).all()


def test_drawing_all_rows_has_no_error(labelled):
    X, codes = labelled
    sample = drawn_by_class(codes, 800)
    sums = reduce(X, ClassRowSums(SCALES, codes), rows=sample.rows)
    found, error = sampled_probability(sums, codes, sample)
    np.testing.assert_allclose(
        found, within_class_probability(reduce(X, ClassRowSums(SCALES, codes)), codes), rtol=1e-12
    )
    assert not error.any()


def test_curve_has_errors_only_from_a_sample(labelled):
    exact, found = (scale_curve(labelled[0], SCALES, n_sample=n) for n in (None, 200))
    assert exact.S_error is exact.dimension_error is exact.n_sample is None
    assert found.n_sample == 224
    assert (np.abs(found.S - exact.S) < 4 * found.S_error).all()
    assert (np.abs(found.dimension - exact.dimension) < 4 * found.dimension_error).all()
    assert set(found.to_dict()) == set(exact.to_dict())


def test_comparison_marks_estimates(labelled):
    rules = [*FROM_PAIRS, "max_min", "self_tuning", "scott"]
    comparison = compare(*(each[::2] for each in labelled), rules=rules, n_sample=128)
    for row in comparison.rows:
        assert ("estimated from" in row.reading) == (row.rule in FROM_PAIRS)
    assert comparison.curve.n_sample == 128


def test_distances_and_points_are_sampled_alike(labelled):
    X = labelled[0][::2]
    distances = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    given = scale_curve(distances, SCALES, metric="precomputed", n_sample=128)
    np.testing.assert_allclose(given.S, scale_curve(X, SCALES, n_sample=128).S, rtol=1e-6)


def test_subsets_of_a_sampled_cloud_use_all_their_rows(labelled):
    cloud = PointCloud(*labelled, n_sample=100)
    assert cloud.sampled is not None
    assert cloud.restricted(np.arange(300)).sampled is None
    assert cloud.labelled(labelled[1]).sampled is not None


@pytest.mark.parametrize("n_sample", [63, 1, 0, -1, 2.5, "all", True, [5]])
def test_invalid_sample_sizes_are_refused(n_sample):
    with pytest.raises(ValueError, match="n_sample must be 'auto', None for all rows or an int"):
        select_bandwidth([[0.0], [1.0], [3.0]], n_sample=n_sample)


def test_plateaus_of_nearly_equal_width_are_reported():
    random = np.random.default_rng(0)
    X = random.normal(size=(1500, 3)) * [1, 3, 0.2]
    X[:300] *= 0.05  # two densities give two plateaus of nearly the same width
    exact, found = (select_bandwidth(X, rule="log_sum", n_sample=n) for n in (None, 100))
    (rival,) = found.evidence["rivals"]
    ends = sorted([found.epsilon, rival["low"]])
    assert ends[0] < exact.epsilon / 100
    assert ends[1] == pytest.approx(exact.epsilon, rel=0.2)
    assert "may be wider than this one; the rows drawn are too few" in found.reason
    assert "rivals" not in exact.evidence


def test_clearly_widest_plateau_has_no_rival(chosen):
    assert chosen("log_sum", 256).evidence["rivals"] == ()


def test_median_of_tied_distances_is_one_of_them():
    X = np.repeat([[0.0], [1.0]], 50, axis=0)
    X[:10] += 7.0
    found = select_bandwidth(X, rule="median", n_sample=64)
    assert found.epsilon == pytest.approx(1.0, rel=1e-12)
    crowd = np.r_[np.zeros((90, 1)), [[1.0]]]
    with pytest.raises(ValueError, match="More than half of all pairs"):
        select_bandwidth(crowd, rule="median", n_sample=64, duplicates="each")


def test_estimates_are_drawn_with_their_errors(labelled, chosen):
    pytest.importorskip("matplotlib")
    curve = reports.plot(scale_curve(labelled[0], n_sample=200))
    assert [len(axes.collections) for axes in curve.axes] == [1, 1]
    assert "224 of them drawn" in curve.axes[0].get_title(loc="left")
    for rule in FROM_PAIRS[:2]:
        assert len(reports.plot(chosen(rule, 256)).axes[0].collections) == 1
        assert not reports.plot(chosen(rule)).axes[0].collections
