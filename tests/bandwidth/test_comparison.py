"""The table of all rules: its rows, the definitions of its columns, and rules that fail."""

import contextlib
import json
import pickle
import re
import warnings
from functools import cache

import numpy as np
import pytest
from tests import oracles

from kernelscale import Gaussian, compare, select_bandwidth
from kernelscale.bandwidth import RULES, diagnostics
from kernelscale.bandwidth.diagnostics import diagnose
from kernelscale.data import PointCloud

WITH_LABELS = ["geometric", "spectral", "probabilistic", "leave_one_out"]
FIGURES = [
    "epsilon",
    "gamma",
    "length_scale",
    "position",
    "implied_dimension",
    "n_components",
    "effective_neighbors",
    "eigengap",
    "participation",
]


def labelled(n_samples=40, seed=2):
    random = np.random.default_rng(seed)
    y = np.arange(n_samples) % 3
    return np.array([[0.0, 0], [3, 0], [0, 4]])[y] + random.normal(size=(n_samples, 2)), y


@pytest.fixture(scope="module")
def comparison():
    return compare(*labelled())


# ---------------------------------------------------------------- rows


def test_each_rule_has_one_row(comparison):
    assert sorted(row.rule for row in comparison.rows) == sorted(RULES)
    without = compare(labelled()[0])
    assert {row.rule for row in without.rows} == set(RULES) - set(WITH_LABELS)
    assert (comparison.n_samples, comparison.n_features, comparison.n_classes) == (40, 2, 3)
    assert without.n_classes == 0


def test_rows_agree_with_the_rules(comparison):
    X, y = labelled()
    for row in comparison.rows:
        alone = select_bandwidth(X, y, row.rule)
        assert row.epsilon == alone.epsilon == row.bandwidth.epsilon
        assert row.gamma == alone.gamma
        assert row.length_scale == alone.length_scale
        assert row.bandwidth.rule == row.rule
        assert row.bandwidth.reason == alone.reason
        assert row.seconds >= 0


def test_rows_are_ordered_by_scale(comparison):
    order = [row.rule for row in comparison.rows]
    assert set(order[-3:]) == {"standardized", "self_tuning", "variable_bandwidth"}
    scales = [row.epsilon for row in comparison.rows[:-3]]
    assert scales == sorted(scales)


def test_rule_without_a_scale_has_a_row_with_its_error():
    X = np.repeat(np.random.default_rng(0).normal(size=(10, 2)), 9, axis=0)
    names = ["max_min", "self_tuning", "nearest_neighbors"]
    asked = [RULES[name](duplicates="each") for name in names]
    found = compare(X, rules=[*asked, "median"])
    for rule, sentence in [
        ("max_min", "Every row has an exact duplicate"),
        ("self_tuning", "have 7 or more exact duplicates"),
        ("nearest_neighbors", "Half of the rows have 7 or more exact duplicates"),
    ]:
        row = found[rule]
        assert sentence in row.reading
        assert row.bandwidth is None
        assert [getattr(row, name) for name in FIGURES] == [None] * len(FIGURES)
    assert {row.rule for row in found.rows[-3:]} == {"max_min", "self_tuning", "nearest_neighbors"}


def test_warnings_of_rules_become_remarks(recwarn):
    X, _ = labelled()
    found = compare(np.column_stack([X, np.ones(40)]))
    assert "Feature(s) 2 are constant" in found["standardized"].reading
    assert len(recwarn) == 0


def test_rules_can_be_chosen():
    X, y = labelled()
    found = compare(X, y, rules=["median", 3.0, RULES["max_min"](factor=5.0), "probabilistic"])
    rules = [row.rule for row in found.rows]
    assert sorted(rules) == ["auto", "fixed", "max_min", "median", "probabilistic"]
    assert found["fixed"].epsilon == 3.0
    assert found["max_min"].epsilon == select_bandwidth(X, rule="max_min", factor=5.0).epsilon
    assert found.recommended.rule == "auto"


def test_none_compares_all_rules():
    X, _ = labelled()
    assert [row.rule for row in compare(X, rules=[]).rows] == ["auto"]


def test_rule_that_needs_labels_has_a_row_with_an_error():
    row = compare(labelled()[0], rules=["spectral"])["spectral"]
    assert row.bandwidth is None
    assert "label" in row.reading


def test_unknown_rows_are_named(comparison):
    with pytest.raises(KeyError, match="'sigma' was not compared; the rules are .*median"):
        comparison["sigma"]


def test_recommendation_is_the_default_rule(comparison):
    assert comparison.recommended.rule == "auto"
    assert comparison.recommended.epsilon == comparison["auto"].epsilon
    said = comparison.recommendation
    assert said.startswith("Recommended: epsilon = ")
    assert f"{comparison.recommended.epsilon:.4g}" in said
    assert f"{comparison.recommended.gamma:.4g}" in said
    assert comparison.recommended.reason in said
    assert "\n" not in said


# ---------------------------------------------------------------- columns


def expected_components(X, K):
    """Components of the linked 16-neighbour graph without edges with K < 1e-8; naive."""
    r = np.asarray(oracles.squared_distances(X), dtype=float)
    n = len(r)
    edges = {
        (i, int(j))
        for i in range(n)
        for j in np.argsort(np.where(np.arange(n) == i, np.inf, r[i]), kind="stable")[:16]
        if i != j
    }
    pairs = sorted(((i, j) for i in range(n) for j in range(i)), key=lambda pair: r[pair])
    for i, j in pairs:  # the shortest links between components, until the graph is connected
        if oracles.components(edges | {(i, j)}, n) < oracles.components(edges, n):
            edges.add((i, j))
    return oracles.components({(i, j) for i, j in edges if K[i, j] >= 1e-8}, n)


@cache
def expected_ends(n, r):
    """Logarithms of the two ends of the useful range; naive."""
    r = np.reshape(r, (n, n))

    def others(scale):
        return oracles.kernel_sum(None, scale, r) - n

    unit = float(r.mean())
    low = oracles.scale_where(others, 1e-3 * n, 1e-12 * unit, 1e9 * unit)
    high = oracles.scale_where(others, 0.999 * n * (n - 1), unit, 1e9 * unit)
    return np.log(float(low)), np.log(float(high))


def check_figures(X, y, row):
    kernel = row.bandwidth.kernel
    points = X * kernel.scale if row.rule == "standardized" else X
    r = oracles.squared_distances(points)
    if row.rule == "self_tuning":
        K = np.asarray(oracles.self_tuned_kernel(points, 7)[0], dtype=float)
        assert row.position is row.implied_dimension is None
    else:
        K = np.asarray(oracles.kernel_value(r, row.epsilon), dtype=float)
        low, high = expected_ends(len(r), tuple(r.flat))
        position = (np.log(row.epsilon) - low) / (high - low)
        assert row.position == pytest.approx(position, abs=1e-4)
        dimension = float(oracles.implied_dimension(None, row.epsilon, r))
        assert row.implied_dimension == pytest.approx(dimension, abs=1e-4)
    assert row.n_components == expected_components(points, K)
    assert row.effective_neighbors == pytest.approx(oracles.effective_neighbors(K), rel=1e-6)
    values = oracles.eigenvalues(oracles.transition_matrix(K)[0])
    expected = values[0] - values[1] if y is None else values[2] - values[3]
    assert row.eigengap == pytest.approx(expected, abs=1e-9)


# Scales from below to above the useful range; the last rules change the points or the kernel.
ASKED = [1e-3, 0.02, 0.5, 30.0, 1e5, "max_min", "standardized", "self_tuning"]


@pytest.mark.parametrize("rule", ASKED)
@pytest.mark.parametrize("with_labels", [False, True])
def test_columns_agree_with_naive_definitions(rule, with_labels):
    X, y = labelled(30)
    cloud = PointCloud(X, y if with_labels else None)
    bandwidth = select_bandwidth(X, rule=rule)
    row = compare(X, y if with_labels else None, rules=[rule])
    row = row["fixed" if isinstance(rule, float) else rule]
    check_figures(X, y if with_labels else None, row)
    assert diagnose(cloud, bandwidth.kernel).n_components == row.n_components


def test_components_of_clusters():
    X = np.random.default_rng(0).normal(size=(90, 2))
    X[30:60] += 1000
    X[60:] -= 1000
    for scale, expected in [(1e-9, 90), (3.0, 3), (1e5, 1)]:
        assert compare(X, rules=[scale])["fixed"].n_components == expected


def test_duplicates_are_one_point_of_the_graph():
    X = np.repeat([[0.0], [1.0], [2.0]], 40, axis=0)
    assert compare(X, rules=[0.5])["fixed"].n_components == 1
    assert compare(X, rules=[1e-4])["fixed"].n_components == 3


def test_effective_neighbors_of_known_kernels():
    ring = np.c_[np.cos(np.arange(12) * np.pi / 6), np.sin(np.arange(12) * np.pi / 6)]
    step = float(((ring[0] - ring[1]) ** 2).sum())
    seen = [compare(ring, rules=[scale])["fixed"].effective_neighbors for scale in (step / 30, 1e6)]
    assert seen == pytest.approx([2, 11], rel=1e-3)  # the two neighbours; all other rows
    assert compare(ring, rules=[1e-6])["fixed"].effective_neighbors == 0  # no other row


def test_effective_neighbors_of_many_isolated_rows_are_zero():
    # The smallest kernel value, exp(-700), must not add up to neighbours of many rows.
    X = 1000.0 * np.arange(10_500.0)[:, None]
    assert diagnose(PointCloud(X), Gaussian(1.0)).effective_neighbors == 0


def test_effective_neighbors_use_a_thousand_rows(monkeypatch):
    X, _ = labelled(40)
    monkeypatch.setattr(diagnostics, "ENTROPY_ROWS", 5)
    some = diagnose(PointCloud(X), Gaussian(1.0)).effective_neighbors
    assert some == diagnose(PointCloud(X), Gaussian(1.0)).effective_neighbors
    monkeypatch.setattr(diagnostics, "ENTROPY_ROWS", 1000)
    everyone = diagnose(PointCloud(X), Gaussian(1.0)).effective_neighbors
    assert some != everyone
    assert some == pytest.approx(everyone, rel=0.8)


def test_eigengap_is_not_computed_for_large_data(monkeypatch):
    X, y = labelled()
    monkeypatch.setattr(diagnostics, "EIGENGAP_ROWS", 40)
    assert compare(X, y, rules=[1.0])["fixed"].eigengap is not None
    monkeypatch.setattr(diagnostics, "EIGENGAP_ROWS", 39)
    row = compare(X, y, rules=[1.0])["fixed"]
    assert row.eigengap is None
    assert row.effective_neighbors is not None


def test_eigengap_is_not_computed_beyond_the_memory_limit():
    X = np.random.default_rng(0).normal(size=(700, 2))
    found = compare(X, rules=["median"], memory_limit="16 MiB")
    assert found["median"].eigengap is None
    assert found["median"].epsilon > 0


def test_readings_distinguish_small_and_large_scales():
    X = np.random.default_rng(0).normal(size=(60, 2))
    readings = [compare(X, rules=[scale])["fixed"].reading for scale in (1e-7, 0.05, 1e4)]
    assert "too small: the graph falls into" in readings[0]
    assert "a typical row reaches about" in readings[1]
    assert "a typical row reaches most others (100%)" in readings[2]


# ---------------------------------------------------------------- as a table


def test_frame_has_the_same_figures(comparison):
    frame = comparison.to_frame()
    assert frame.index.name == "rule"
    assert list(frame.index) == [row.rule for row in comparison.rows]
    assert list(frame.columns) == [*FIGURES, "seconds", "reading", "as_good"]
    for row in comparison.rows:
        for name in FIGURES:
            value, cell = getattr(row, name), frame.loc[row.rule, name]
            assert (value is None and cell != cell) or value == cell


def test_comparison_is_strict_json(comparison):
    said = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
    assert [row["rule"] for row in said["rows"]] == [row.rule for row in comparison.rows]
    assert said["recommended"]["epsilon"] == comparison.recommended.epsilon
    assert said["recommendation"] == comparison.recommendation
    assert said["n_classes"] == 3
    assert said["curve"]["epsilon"] == comparison.curve.epsilon.tolist()
    assert said["curve"]["n_samples"] == 40
    assert set(said["rows"][0]) == {"rule", *FIGURES, "seconds", "reading", "as_good"}


def test_comparison_can_be_pickled(comparison):
    other = pickle.loads(pickle.dumps(comparison))
    assert other.to_dict() == comparison.to_dict()
    assert not other.curve.S.flags.writeable


def test_comparison_shows_its_table(comparison):
    lines = repr(comparison).splitlines()
    assert len(lines) == len(comparison.rows) + 3
    assert all(row.reading in line for row, line in zip(comparison.rows, lines[1:], strict=False))
    assert lines[-2:] == [comparison.recommendation, comparison.how_much_it_matters]


def test_comparison_is_frozen(comparison):
    with pytest.raises(AttributeError):
        comparison.recommendation = "buy"
    with pytest.raises(AttributeError):
        comparison.rows[0].epsilon = 1.0
    with pytest.raises(ValueError, match="read-only"):
        comparison.curve.S[0] = 1.0


# ---------------------------------------------------------------- small and awkward data


@pytest.mark.parametrize("n_samples", [2, 3, 4, 7, 8, 9, 16, 17, 18])
def test_few_points(n_samples):
    X = np.random.default_rng(n_samples).normal(size=(n_samples, 2))
    found = compare(X)
    answered = [row for row in found.rows if row.bandwidth is not None]
    assert found.recommended.epsilon > 0
    silent = {"self_tuning": 8, "jacobian": 3}  # with fewer rows
    assert {row.rule for row in found.rows if row.bandwidth is None} == {
        rule for rule, fewest in silent.items() if n_samples < fewest
    }
    for row in answered:
        assert 0 <= row.effective_neighbors <= n_samples - 1 + 1e-9
        assert 1 <= row.n_components <= n_samples
        assert 0 <= row.eigengap <= 2
    json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.parametrize("n_samples", [3, 4, 5, 9])
def test_few_points_with_labels(n_samples):
    X = np.random.default_rng(n_samples).normal(size=(n_samples, 2))
    for y in (np.arange(n_samples) % 2, np.arange(n_samples) // 2, np.arange(n_samples) == 0):
        found = compare(X, y)
        assert found.recommended.epsilon > 0
        assert found["probabilistic"].epsilon > 0
        json.dumps(found.to_dict(), allow_nan=False)


def test_two_points_by_hand():
    found = compare([[0.0], [2.0]])
    assert found["median"].epsilon == 4.0
    assert found["max_min"].epsilon == 8.0
    assert found["standard_deviation"].epsilon == 1.0
    assert found["nearest_neighbors"].epsilon == 4.0
    assert found["scikit_learn_scale"].epsilon == 0.5
    assert found["self_tuning"].bandwidth is None
    K = np.exp(-4 / 8)
    assert found["median"].eigengap == pytest.approx(1 - (1 - K) / (1 + K))
    assert found["median"].effective_neighbors == pytest.approx(1, rel=1e-9)


def test_awkward_data(adversarial):
    found = compare(adversarial)
    assert np.isfinite(found.recommended.epsilon)
    assert found.recommended.epsilon > 0
    json.dumps(found.to_dict(), allow_nan=False)
    for row in found.rows:
        assert row.reading
        if row.bandwidth is not None and row.epsilon is not None:
            assert 0 < row.epsilon < np.inf


def test_awkward_data_with_labels(adversarial):
    n_samples = len(adversarial)
    if n_samples < 4:
        return
    found = compare(adversarial, np.arange(n_samples) % 2, rules=WITH_LABELS)
    assert 0 < found.recommended.epsilon < np.inf
    json.dumps(found.to_dict(), allow_nan=False)
    for row in found.rows:
        assert row.bandwidth is None or 0 < row.epsilon < np.inf
    for rule in WITH_LABELS:  # the default, which is slow, is tested above
        with warnings.catch_warnings(), contextlib.suppress(ValueError):
            warnings.simplefilter("ignore")
            found = select_bandwidth(adversarial, np.arange(n_samples) >= n_samples // 2, rule)
            assert 0 < found.epsilon < np.inf


def test_classes_of_one_row():
    # Nine classes of one row each, and one of eleven rows.
    X = np.random.default_rng(0).normal(size=(20, 2))
    found = compare(X, np.r_[np.arange(9), np.full(11, 9)])
    assert found.recommended.epsilon > 0


def test_labels_of_duplicates():
    # Half of the rows are one point; a random subsample may contain no other point.
    X = np.r_[np.zeros((30, 2)), np.random.default_rng(0).normal(size=(4, 2))]
    y = np.r_[np.arange(30) % 2, [0, 0, 1, 1]]
    assert compare(X, y).recommended.epsilon > 0


def test_eigengap_of_a_kernel_that_is_not_positive_definite_is_in_descending_order():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(90, 2)), np.arange(90) % 30
    row = compare(X, y, rules=["self_tuning"])["self_tuning"]
    K = row.bandwidth.kernel(X)
    roots = np.sqrt(K.sum(axis=1))
    values = np.linalg.eigvalsh(K / roots / roots[:, None])[::-1]
    assert row.eigengap == pytest.approx(values[29] - values[30], abs=1e-10)


# ---------------------------------------------------------------- where the graph falls apart


@pytest.mark.parametrize("n_copies", [1, 3])
@pytest.mark.parametrize("gap", [0.0, 30.0])
def test_graph_is_connected_from_the_reported_scale(gap, n_copies):
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 3)) + gap * (np.arange(60) % 2)[:, None]
    X = np.repeat(X, n_copies, axis=0)
    least = compare(X, rules=["median"]).connected_from
    rows = [compare(X, rules=[least * (1 + step)])["fixed"] for step in (-1e-6, 1e-6)]
    assert [row.n_components for row in rows] == [2, 1]


def test_recommended_row_is_not_called_too_small():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(80, 30)), np.arange(80) % 2
    for labels in (None, y):
        found = compare(X, labels)
        reading = found[found.recommended.rule].reading
        assert not re.search(r"wide|too |very|do not trust", reading)
