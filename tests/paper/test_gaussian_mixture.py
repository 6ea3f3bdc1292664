"""The experiment on the Gaussian mixture: criteria, cost, scales and the tables of a quick run."""

import numpy as np
import pytest
from scipy.stats import spearmanr
from tests.oracles import naive_kernel_sums, naive_kernels, naive_operators

from kernelscale.bandwidth.eigen.class_criteria import class_separation
from kernelscale.paper.gaussian_mixture.criterion_cost import products_for_eigenpairs
from kernelscale.paper.gaussian_mixture.draws import (
    PAIRS,
    between_classes,
    correlation_name,
    measure_draw,
)
from kernelscale.paper.gaussian_mixture.measure import CLASS_SDS
from kernelscale.paper.gaussian_mixture.three_scales import (
    three_scales,
)
from kernelscale.paper.shared.criteria_over_scales import (
    CRITERIA,
    chosen_scales,
    criteria_over_scales,
    embedding_rows,
)
from kernelscale.paper.shared.resolved_scales import RULES, rounded
from kernelscale.paper.shared.spreads import mixture_cloud
from kernelscale.theory.perturbation_norm import perturbation_norm


@pytest.fixture(scope="module")
def cloud():
    return mixture_cloud(25, 0.3, seed=0)


@pytest.fixture(scope="module")
def tables(quick_run):
    return quick_run("gaussian_mixture").tables


# Criteria


def test_criteria_are_those_of_their_formulas(cloud):
    scales = np.array([0.3, 1.0, 30.0])
    found = criteria_over_scales(cloud, scales, n_components=2)
    X, y = cloud.points, cloud.codes
    for k, epsilon in enumerate(scales):
        K = naive_kernels.kernel_matrix(X, epsilon)
        expected = naive_kernel_sums.within_class_probability(X, y, epsilon)
        assert found.values["rho_P"][k] == pytest.approx(float(expected), rel=1e-5)
        assert found.values["Ge"][k] == pytest.approx(
            naive_operators.generalised_eigengap(K, 2), abs=1e-6
        )
        expected = naive_operators.class_separation(K, y, 2)
        assert found.values["rho_Psi"][k] == pytest.approx(expected, rel=1e-4)


def test_rho_psi_has_a_value_where_its_coordinates_count(cloud):
    scales = cloud.candidate_scales(2.0)
    found = criteria_over_scales(cloud, scales, n_components=2)
    fallen_off = [np.count_nonzero(each.values > 1 - 1e-8) for each in found.pairs]
    known = ~np.isnan(found.values["rho_Psi"])
    assert known.any()
    assert not known[np.array(fallen_off) > 3].any()
    for each, is_known in zip(found.pairs, known, strict=True):
        ratio = class_separation(each, cloud.codes, 2).ratio
        same = class_separation(rounded(each, 2), cloud.codes, 2).ratio
        if np.count_nonzero(each.values > 1 - 1e-8) <= 3:
            assert is_known == (abs(same - ratio) <= 0.02 * ratio)


def test_no_scale_beats_the_chosen_ones(cloud):
    chosen = chosen_scales(cloud, 2)
    grid = cloud.candidate_scales(2**0.25)
    for name, scale in chosen.items():
        best = criteria_over_scales(cloud, np.array([scale]), 2).values[name][0]
        others = criteria_over_scales(cloud, grid, 2).values[name]
        assert best >= np.nanmax(others) * (1 - 1e-4)


def test_points_keep_their_signs_from_scale_to_scale():
    cloud = mixture_cloud(25, 0.1, seed=1)
    scales = np.array([0.5, 1.0, 2.0, 4.0])
    pairs = criteria_over_scales(cloud, scales, 2).pairs
    labels = [str(code) for code in cloud.codes]
    # A solver may return a vector with either sign.
    pairs[1] = type(pairs[1])(pairs[1].values, -pairs[1].vectors, pairs[1].stationary)
    rows = embedding_rows(pairs, scales, labels, "one")
    assert [row["scale"] for row in rows] == np.repeat(scales, 50).tolist()
    x = np.reshape([row["x"] for row in rows], (4, 50))
    assert (np.sign(x) == np.sign(x[0])).all()
    assert {row["label"] for row in rows if row["x"] > 0} in ({"0"}, {"1"})


@pytest.mark.parametrize(("gap", "share"), [(0.0, 0.0), (2.0, 0.8), (1e6, 1.0)])
def test_variance_between_classes(gap, share):
    coordinate = np.array([-0.5, 0.5, gap - 0.5, gap + 0.5])
    found = between_classes(coordinate, np.array([0, 0, 1, 1]))
    assert found == pytest.approx(share, abs=1e-9)


def test_distant_classes_are_separated_even_at_scales_without_an_eigengap():
    row = measure_draw(mixture_cloud(20, 1e-3, seed=0), 1e-3, ratio=2.0)
    assert row["between_highest_1"] == pytest.approx(1.0, abs=1e-6)
    assert row["between_lowest_1"] > 0.9
    assert row["between_lowest_1"] >= row["between_lowest_all"]
    assert row["uncounted_all"] == 0 < row["uncounted_1"] < 0.5
    assert row["Ge_kept"] > 0.99
    assert row["W_share"] < 1e-3


def test_one_class_with_two_labels_is_not_separated():
    cloud = mixture_cloud(30, 1.0, seed=3)
    mixed = type(cloud)(cloud.points, np.arange(60) % 2)
    row = measure_draw(mixed, 0.5, ratio=2.0)
    assert row["between_highest_1"] < 0.5


def test_correlations_are_over_the_range_they_name(cloud):
    row = measure_draw(cloud, 0.3, ratio=2**0.5)
    scales = cloud.candidate_scales(2**0.5)
    found = criteria_over_scales(cloud, scales, 2)
    inside = (scales >= 0.09) & (scales <= 1.0)
    expected = spearmanr(found.values["rho_P"][inside], found.values["Ge"][inside]).statistic
    assert row[correlation_name("paper", "rho_P", "Ge", 0.01)] == pytest.approx(expected)


def test_each_correlation_is_computed_by_every_rule(cloud):
    row = measure_draw(cloud, 0.3, ratio=2.0)
    scales = cloud.candidate_scales(2.0)
    found = criteria_over_scales(cloud, scales, 2)
    for share in RULES:
        values = found.counted(share)
        known = ~np.isnan(values["rho_Psi"])
        for pair in PAIRS:
            inside = known if "rho_Psi" in pair else np.ones_like(known)
            expected = spearmanr(*(values[name][inside] for name in pair)).statistic
            assert row[correlation_name("whole", *pair, share)] == pytest.approx(expected)


def test_rho_psi_in_one_coordinate_is_that_of_the_first(cloud):
    scales = cloud.candidate_scales(2**0.5)
    found = criteria_over_scales(cloud, scales, 2).in_coordinates(cloud.codes, 1)
    expected = [class_separation(pairs, cloud.codes, 1).ratio for pairs in found.pairs]
    np.testing.assert_array_equal(found.all_values["rho_Psi"], expected)


def test_the_norm_changes_by_a_tenth_over_the_widest_slight_range(cloud):
    row = measure_draw(cloud, 0.3, ratio=2.0)
    half = row["W_slight"] ** 0.5
    wider = 1.01 * half
    ends = row["eps_Ge"] * np.array([1 / wider, 1 / half, half, wider])
    lower, low, high, higher = perturbation_norm(cloud.points, cloud.codes, ends)
    assert high - low <= 0.1 * row["W"] < higher - lower


def test_the_norm_with_what_rows_lose_inside_the_blocks(cloud):
    """Known answer: every row of W-hat sums to 0."""
    row = measure_draw(cloud, 0.3, ratio=2.0)
    norms = []
    for eps in row["eps_Ge"] * np.array([2**-0.5, 1.0, 2**0.5]):
        K = naive_kernels.kernel_matrix(cloud.points, eps).astype(float)
        W = np.where(cloud.codes[:, None] == cloud.codes, 0.0, K)
        norms.append(np.linalg.norm(W - np.diag(W.sum(axis=1))))
    low, middle, high = norms
    assert row["W_change_signed"] == pytest.approx((high - low) / middle)
    assert row["W_change_signed"] != pytest.approx(row["W_change"])


# Cost


def test_smaller_scales_need_more_products():
    r = mixture_cloud(40, 1.0, seed=0).squared_distances
    counts = [products_for_eigenpairs(r, epsilon, 2) for epsilon in (100.0, 5.0, 1.0)]
    assert counts == sorted(counts)
    assert counts[0] > 2


def test_an_iteration_that_does_not_converge_is_not_counted():
    """At this scale rows are nearly isolated, and hundreds of eigenvalues are near 1."""
    cloud = mixture_cloud(200, 0.3, seed=0)
    epsilon = cloud.scale_range[0]
    assert products_for_eigenpairs(cloud.squared_distances, epsilon, 2) is None


# Scales


def test_the_three_scales_are_compared_in_the_useful_range(cloud):
    found = three_scales(cloud, 2)
    scales = [found[f"eps_{name}"] for name in CRITERIA]
    assert found["factor"] == pytest.approx(max(scales) / min(scales))
    low, high = cloud.scale_range
    assert found["range_share"] == pytest.approx(np.log(found["factor"]) / np.log(high / low))
    gaps = [
        naive_operators.generalised_eigengap(naive_kernels.kernel_matrix(cloud.points, e), 2)
        for e in scales
    ]
    assert found["Ge_kept"] == pytest.approx(min(gaps) / max(gaps), abs=1e-4)


def test_the_norm_grows_from_the_width_of_a_class_to_the_gap_between_them():
    row = measure_draw(mixture_cloud(15, 0.05, seed=3), 0.05, 2.0)
    cloud = mixture_cloud(15, 0.05, seed=3)
    same = cloud.codes[:, None] == cloud.codes
    r = cloud.squared_distances
    ends = r[same].max(), r[~same].min()
    assert ends[0] < ends[1]
    low, high = (np.sqrt((np.exp(-r[~same] / eps)).sum()) for eps in ends)
    assert row["W_growth"] == pytest.approx(high / low)
    assert measure_draw(mixture_cloud(15, 2.0, seed=3), 2.0, 2.0)["W_growth"] is None


# The complete experiment


def test_tables_have_a_row_for_each_spread_and_all_curves(tables):
    assert [row["class_sd"] for row in tables["summary"]] == list(CLASS_SDS)
    assert {row["criterion"] for row in tables["curves"]} == {*CRITERIA, "||W-hat||_F"}
    assert len({row["curve"] for row in tables["curves"]}) == 4 * len(CLASS_SDS)
    assert {row["panel"] for row in tables["embeddings"]} == {
        "class sd 0.1",
        "class sd 0.3",
        "class sd 0.5",
        "class sd 0.7",
    }


def test_the_perturbation_grows_to_its_largest_value(tables):
    for panel in {row["panel"] for row in tables["curves"]}:
        values = [
            row["value"]
            for row in tables["curves"]
            if (row["panel"], row["criterion"]) == (panel, "||W-hat||_F")
        ]
        assert values == sorted(values)
        assert values[-1] == pytest.approx(np.sqrt(2) * 40, rel=0.01)
