"""Each rule compared with a naive computation of its formula."""

import warnings

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as from_numpy
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from tests import oracles

from kernelscale import Gaussian, bandwidth, select_bandwidth
from kernelscale.bandwidth.eigen import eigen_rule
from kernelscale.bandwidth.eigen.peaks import interior_maximum
from kernelscale.bandwidth.maximum import refined_maximum
from kernelscale.bandwidth.rules.log_sum import Plateau, widest_plateau
from kernelscale.bandwidth.subsampling import random_subsamples
from kernelscale.data import PointCloud


def epsilon(X, rule, y=None, **options):
    return select_bandwidth(X, y, rule, **options).epsilon


# ---------------------------------------------------------------- formulas


def test_standard_deviation(adversarial):
    expected = float(oracles.mean_squared_deviation(adversarial))
    assert epsilon(adversarial, "standard_deviation") == pytest.approx(expected, rel=1e-10)
    half_the_mean = float(oracles.squared_distances(adversarial).mean()) / 2
    assert epsilon(adversarial, "standard_deviation") == pytest.approx(half_the_mean, rel=1e-10)


def test_standardized(random):
    X = random.normal(size=(20, 4)) * [1e-6, 1, 30, 1e6] + [0, 5, 0, 1]
    found = select_bandwidth(X, rule="standardized")
    assert found.epsilon == 1.0
    scaler = StandardScaler().fit(X)
    np.testing.assert_allclose(found.kernel.scale, 1 / scaler.scale_, rtol=1e-12)
    np.testing.assert_allclose(found.kernel(X), Gaussian(1.0)(scaler.transform(X)), rtol=1e-10)


def test_standardized_warns_of_constant_features(random):
    X = random.normal(size=(20, 4))
    X[:, [1, 3]] = [7.3, 1e9]
    with pytest.warns(UserWarning, match=r"Feature\(s\) 1, 3 are constant and get scale 0"):
        found = select_bandwidth(X, rule="standardized")
    np.testing.assert_array_equal(found.kernel.scale[[1, 3]], 0.0)
    np.testing.assert_allclose(found.kernel.scale[[0, 2]], 1 / X[:, [0, 2]].std(axis=0))
    assert np.isfinite(found.kernel(X)).all()


@pytest.mark.parametrize("spread", [1e-100, 1e-160, 1e-200, 5e-324])
def test_standardized_handles_any_spread(spread):
    # A feature whose squares underflow is either scaled correctly or considered constant.
    X = np.array([[0.0, 0.0], [1.0, spread], [2.0, 0.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        found = select_bandwidth(X, rule="standardized")
    factor = found.kernel.scale[1]
    assert factor == 0.0 or factor * spread == pytest.approx(3 / 2**0.5, rel=1e-3)
    assert np.isfinite(found.kernel(X)).all()


@pytest.mark.parametrize("factor", [0.5, 2.0, 3.0])
def test_max_min(adversarial, factor):
    nearest = oracles.nearest_others(adversarial, 1)[:, 0]
    if nearest.max() == 0:
        with pytest.raises(ValueError, match="Every row has an exact duplicate"):
            epsilon(adversarial, "max_min", factor=factor, duplicates="each")
        return
    found = select_bandwidth(adversarial, rule="max_min", factor=factor)
    assert found.epsilon == pytest.approx(factor * float(nearest.max()), rel=1e-13)
    farthest = found.evidence["farthest_row"]
    assert float(nearest[farthest]) == pytest.approx(float(nearest.max()), rel=1e-13)


def test_max_min_with_duplicates():
    X = np.array([[0.0], [0.0], [5.0], [5.0], [7.0]])
    assert epsilon(X, "max_min") == 8.0
    with pytest.raises(ValueError, match="Every row has an exact duplicate, .* remove duplicate"):
        epsilon(X[:4], "max_min", duplicates="each")


def test_self_tuning(random):
    X = random.normal(size=(30, 3))
    for n_neighbors in (1, 7, 20, 29):
        found = select_bandwidth(X, rule="self_tuning", n_neighbors=n_neighbors)
        _, sigma = oracles.self_tuned_kernel(X, n_neighbors)
        np.testing.assert_allclose(found.kernel.local_scales, sigma.astype(float), rtol=1e-13)
        assert found.kernel.n_neighbors == n_neighbors
    assert bandwidth.SelfTuning().n_neighbors == 7


def test_self_tuning_names_rows_with_too_many_duplicates(random):
    X = random.normal(size=(30, 2))
    X[[3, 8, 11, 20]] = 1.0
    select_bandwidth(X, rule="self_tuning", n_neighbors=4)  # only three duplicates
    with pytest.raises(
        ValueError,
        match=r"4 row\(s\) \(3, 8, 11, 20\) have 3 or more exact duplicates, so their scale is",
    ):
        select_bandwidth(X, rule="self_tuning", n_neighbors=3, duplicates="each")
    X[10:] = 1.0
    with pytest.raises(
        ValueError, match=r"22 row\(s\) \(3, 8, 10, 11, 12, \.\.\.\) have 7 or more"
    ):
        select_bandwidth(X, rule="self_tuning", duplicates="each")


def test_scikit_learn_scale(random):
    X = random.normal(size=(30, 5)) + random.normal(size=5)
    y = np.arange(30) % 2
    found = select_bandwidth(X, rule="scikit_learn_scale")
    assert found.gamma == pytest.approx(SVC(gamma="scale").fit(X, y)._gamma, rel=1e-13)


@pytest.mark.parametrize("n_neighbors", [1, 7, 16, 17, 40])
def test_nearest_neighbors(adversarial, n_neighbors):
    available = min(n_neighbors, len(adversarial) - 1)
    expected = float(np.median(oracles.nearest_others(adversarial, available)[:, -1].astype(float)))
    if expected == 0:
        with pytest.raises(ValueError, match="Half of the rows have .* exact duplicates"):
            epsilon(adversarial, "nearest_neighbors", n_neighbors=n_neighbors, duplicates="each")
        return
    found = epsilon(adversarial, "nearest_neighbors", n_neighbors=n_neighbors)
    assert found == pytest.approx(expected, rel=1e-13)


# ---------------------------------------------------------------- median


def test_median_of_awkward_data(adversarial):
    expected = float(oracles.median(adversarial))
    if expected == 0:
        with pytest.raises(ValueError, match="More than half of all pairs of rows are exact dupl"):
            epsilon(adversarial, "median", duplicates="each")
        return
    assert epsilon(adversarial, "median") == pytest.approx(expected, rel=1e-13)


@settings(max_examples=100, deadline=None)
@given(
    st.integers(2, 60).flatmap(
        lambda n: from_numpy.arrays(
            float,
            (n, 2),
            # With few values, ties, duplicates and different middle pairs are all common.
            elements=st.sampled_from([0.0, 1.0, 1.0000001, 2.0, 3.0, -5.0, 1e-9, 1e6, 1e6 + 1]),
        )
    )
)
def test_median_is_exact(X):
    assume(np.ptp(X, axis=0).max() > 0)
    pairs = ((X[:, None] - X) ** 2).sum(axis=2)[np.triu_indices(len(X), k=1)]
    expected = np.median(pairs)
    if expected == 0:
        with pytest.raises(ValueError, match="so the median distance is 0"):
            epsilon(X, "median", duplicates="each")
    else:
        assert epsilon(X, "median") == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("n_samples", [2, 3, 4, 5, 6, 7, 8])
def test_median_of_an_even_and_an_odd_number_of_pairs(random, n_samples):
    X = random.normal(size=(n_samples, 1))
    assert epsilon(X, "median") == pytest.approx(float(oracles.median(X)), rel=1e-14)


def test_median_of_tied_pairs_needs_little_memory():
    # Half of all pairs of the corners of a cube are at one distance; not all are kept in memory.
    X = np.random.default_rng(0).integers(0, 2, size=(3000, 3)).astype(float)
    assert epsilon(X, "median", memory_limit="16 MiB") in (1.0, 2.0)


def test_median_between_two_sets_of_ties():
    # Of 465 rows at one point and 435 at another exactly half of the pairs are at distance 0.
    X = np.repeat([[0.0], [2.0]], [465, 435], axis=0)
    events = []

    def listener(event):
        events.append(event)
        if len(events) > 1000:
            raise RuntimeError("going round in circles")

    for limit in ("1 GiB", "16 MiB"):
        events.clear()
        found = select_bandwidth(X, rule="median", memory_limit=limit, progress=listener)
        assert found.epsilon == 2.0


def test_median_does_not_depend_on_tiles(random):
    X = random.normal(size=(520, 2))
    pairs = ((X[:, None] - X) ** 2).sum(axis=2)[np.triu_indices(520, k=1)]
    for limit in ("2 GiB", "12 MiB"):
        assert epsilon(X, "median", memory_limit=limit) == pytest.approx(np.median(pairs), 1e-14)


# ---------------------------------------------------------------- the useful range


def test_range_of_candidate_scales(adversarial):
    cloud = PointCloud(adversarial)
    low, high = cloud.scale_range
    r = oracles.squared_distances(adversarial)
    n_zero = np.count_nonzero(r == 0)

    def others(scale):
        return oracles.kernel_sum(None, scale, r) - n_zero

    # The useful range, without pairs at distance zero in both sums.
    assert float(others(low)) == pytest.approx(1e-3 * len(r), rel=2e-4)
    assert float(others(high)) == pytest.approx(0.999 * (len(r) ** 2 - n_zero), rel=1e-6)
    grid = cloud.candidate_scales()
    assert grid[0] == low
    assert high * (1 - 1e-9) <= grid[-1]
    assert grid[-2] < high or len(grid) == 3
    np.testing.assert_allclose(grid[1:] / grid[:-1], 2**0.5, rtol=1e-14)


@pytest.mark.parametrize(("ratio", "per_octave"), [(2**0.5, 2), (2 ** (1 / 16), 16), (1.3, 3)])
def test_grid_halves_exactly(random, ratio, per_octave):
    grid = PointCloud(random.normal(size=(50, 2))).candidate_scales(ratio)
    assert np.array_equal(grid[per_octave:], 2 * grid[:-per_octave])
    assert grid[1] / grid[0] <= ratio * (1 + 1e-14)


# ---------------------------------------------------------------- slopes and plateaus


def test_largest_slope(adversarial):
    found = select_bandwidth(adversarial, rule="largest_slope")
    r = oracles.squared_distances(adversarial)
    low, high = PointCloud(adversarial).scale_range
    grid = np.geomspace(low, high, 120)
    on_grid = np.array([float(oracles.implied_dimension(None, scale, r)) for scale in grid])
    here = float(oracles.implied_dimension(None, found.epsilon, r))
    assert here >= on_grid.max() - 2e-5
    assert low <= found.epsilon <= high
    assert found.interior is True
    assert found.criterion.max() == pytest.approx(here, abs=1e-3)


def two_scales():
    """Thirty tight clusters of ten: one range inside clusters, one between them."""
    random = np.random.default_rng(3)
    centres = random.normal(size=(30, 2))
    return np.repeat(centres, 10, axis=0) + 1e-4 * random.normal(size=(300, 2))


def test_log_sum_finds_both_scales():
    X = two_scales()
    found = select_bandwidth(X, rule="log_sum")
    chosen, others = found.evidence["plateau"], found.evidence["other_plateaus"]
    assert len(others) == 1
    inside, between = sorted([chosen, others[0]], key=lambda plateau: plateau["low"])
    assert 1e-9 < inside["low"] < inside["peak"] < inside["high"] < 1e-6
    assert 1e-3 < between["low"] < between["peak"] < between["high"] < 10
    width = {id(p): p["high"] / p["low"] for p in (inside, between)}
    assert width[id(chosen)] == max(width.values())
    assert found.epsilon == chosen["low"]
    assert "1 other plateau(s) are narrower" in found.reason
    np.testing.assert_allclose(
        found.evidence["log_sum"][[0, -1]], np.log([300.3, 89910]), rtol=1e-3
    )


@pytest.mark.parametrize(
    "data", [two_scales, lambda: np.random.default_rng(0).normal(size=(90, 3))]
)
def test_plateaus_end_at_nine_tenths(data):
    X = data()
    found = select_bandwidth(X, rule="log_sum")
    r = np.asarray(((X[:, None] - X) ** 2).sum(axis=2))

    def dimension(scale):
        K = np.exp(-r / (2 * scale))
        return (r * K).sum() / (scale * K.sum())

    largest = max(found.criterion)
    for plateau in [found.evidence["plateau"], *found.evidence["other_plateaus"]]:
        assert plateau["interior"]
        assert plateau["dimension"] == pytest.approx(dimension(plateau["peak"]), abs=1e-4)
        assert plateau["dimension"] >= 0.5 * largest
        for end in (plateau["low"], plateau["high"]):
            assert dimension(end) == pytest.approx(0.9 * plateau["dimension"], abs=2e-4)
        within = [dimension(s) for s in np.geomspace(plateau["low"], plateau["high"], 50)[1:-1]]
        assert min(within) >= 0.9 * plateau["dimension"] - 2e-4
        assert max(within) <= plateau["dimension"] * 1.001
        decades = np.log10(plateau["high"] / plateau["low"])
        if plateau is found.evidence["plateau"]:
            assert f"over {decades:.2f} decades" in found.reason
            assert f"dimension is {plateau['dimension']:.2f}" in found.reason


def test_widest_plateau_is_the_widest_in_log_epsilon():
    def plateau(low, high):
        return Plateau(low, high, peak=(low * high) ** 0.5, dimension=1.0, interior=True)

    narrow, wide = plateau(100.0, 900.0), plateau(1.0, 10.0)
    assert widest_plateau([wide, narrow]) is wide
    assert widest_plateau([narrow, wide]) is wide
    first, second = plateau(1.0, 2.0), plateau(8.0, 16.0)
    assert widest_plateau([first, second]) is first
    assert wide.decades == pytest.approx(1)


def test_one_pair_of_near_duplicates_does_not_change_log_sum():
    X = np.random.default_rng(0).normal(size=(100, 2))
    before = epsilon(X, "log_sum")
    X[1] = X[0] + 1e-6
    assert epsilon(X, "log_sum") == pytest.approx(before, rel=0.1)


def test_log_sum_on_a_line_and_in_a_square():
    line = select_bandwidth(np.arange(400.0)[:, None], rule="log_sum")
    assert line.evidence["plateau"]["dimension"] == pytest.approx(1, abs=0.05)
    side = np.arange(25.0)
    square = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    found = select_bandwidth(square, rule="log_sum")
    assert found.evidence["plateau"]["dimension"] == pytest.approx(1.8, abs=0.2)
    assert found.interior is True
    assert len(found.evidence["other_plateaus"]) == 0


# ---------------------------------------------------------------- the three criteria


GRID = np.geomspace(0.02, 200, 15)


def test_within_class_probability_along_the_grid(three_classes):
    X, y = three_classes
    r = oracles.squared_distances(X)
    for balanced in (False, True):
        found = select_bandwidth(X, y, "probabilistic", scales=GRID, balanced=balanced)
        expected = [float(oracles.within_class_probability(X, y, e, balanced, r)) for e in GRID]
        values = dict(zip(found.scales, found.criterion, strict=True))
        np.testing.assert_allclose([values[e] for e in GRID], expected, rtol=1e-10)
        fine = np.geomspace(found.epsilon / 1.05, found.epsilon * 1.05, 41)
        around = [float(oracles.within_class_probability(X, y, e, balanced, r)) for e in fine]
        assert found.evidence["criterion"] >= max(around) - 1e-6
        assert found.evidence["criterion"] >= max(expected)
        assert found.interior is True
        assert found.evidence["criterion"] == pytest.approx(
            float(oracles.within_class_probability(X, y, found.epsilon, balanced, r)), rel=1e-10
        )


def test_balanced_classes_count_alike(three_classes):
    X, y = three_classes
    plain, balanced = (
        select_bandwidth(X, y, "probabilistic", balanced=which) for which in (False, True)
    )
    assert plain.epsilon != balanced.epsilon
    equal = np.repeat([0, 1, 2], 10)
    one, other = (epsilon(X, "probabilistic", equal, balanced=which) for which in (False, True))
    assert one == pytest.approx(other, rel=1e-9)


@pytest.mark.parametrize("n_components", [1, 2, 4])
def test_class_separation_along_the_grid(three_classes, n_components):
    X, y = three_classes
    grid = np.geomspace(1.0, 100, 9)
    found = select_bandwidth(X, y, "geometric", scales=grid, n_components=n_components)
    expected = [
        oracles.class_separation(oracles.kernel_matrix(X, e), y, n_components) for e in grid
    ]
    values = dict(zip(found.scales, found.criterion, strict=True))
    np.testing.assert_allclose([values[e] for e in grid], expected, rtol=1e-6)


def test_class_separation_takes_the_largest_interior_maximum(three_classes):
    X, y = three_classes
    found = select_bandwidth(X, y, "geometric", scales=GRID, n_components=2)
    seen = dict(zip(found.scales, found.criterion, strict=True))
    values = np.array([seen[e] for e in GRID])
    inside, before, after = values[1:-1], values[:-2], values[2:]
    peaks = 1 + np.flatnonzero((inside > before) & (inside > after))
    best = peaks[np.argmax(values[peaks])]
    assert found.interior is True
    assert GRID[best - 1] < found.epsilon < GRID[best + 1]
    assert found.evidence["criterion"] >= values[best]
    K = oracles.kernel_matrix(X, found.epsilon)
    assert found.evidence["criterion"] == pytest.approx(oracles.class_separation(K, y, 2), rel=1e-6)


def test_eigengap_along_the_grid(three_classes):
    X, y = three_classes
    found = select_bandwidth(X, y, "spectral", scales=GRID)
    expected = [oracles.generalised_eigengap(oracles.kernel_matrix(X, e), 3) for e in GRID]
    values = dict(zip(found.scales, found.criterion, strict=True))
    np.testing.assert_allclose([values[e] for e in GRID], expected, atol=1e-9)
    fine = np.geomspace(found.epsilon / 1.1, found.epsilon * 1.1, 21)
    around = [oracles.generalised_eigengap(oracles.kernel_matrix(X, e), 3) for e in fine]
    assert found.evidence["criterion"] >= max(*around, *expected) * (1 - 1e-4)
    assert found.interior is True


def test_separated_classes_take_the_scale_of_the_largest_eigengap():
    random = np.random.default_rng(0)
    y = np.repeat([0, 1], 12)
    X = 1e-5 * random.normal(size=(24, 3)) + y[:, None]
    found = select_bandwidth(X, y, "geometric", n_components=1)
    assert "classes are separated" in found.reason
    assert abs(np.log(found.epsilon / epsilon(X, "spectral", y))) < 0.02


@pytest.mark.parametrize("seed", range(4))
def test_scales_with_separate_components_are_not_chosen(seed):
    # Eight tight groups, four in each class: while they are not connected, two coordinates are an
    # arbitrary choice of seven, and their rho_Psi is random.
    random = np.random.default_rng(seed)
    groups = np.repeat(np.arange(8), 4)
    X = 100 * random.normal(size=(8, 2))[groups] + 0.1 * random.normal(size=(32, 2))
    y = groups // 4
    found = select_bandwidth(X, y, "geometric", n_components=2)
    P, _ = oracles.transition_matrix(oracles.kernel_matrix(X, found.epsilon))
    assert np.count_nonzero(oracles.eigenvalues(P) > 1 - 1e-8) <= 3


def test_more_components_than_classes_have_no_eigengap():
    # Six distant pairs in two classes: Ge is 0 while the pairs are not connected.
    X = np.repeat(100.0 * np.arange(6), 2)[:, None] + np.tile([0.0, 1.0], 6)[:, None]
    y = np.repeat([0, 1], 6)
    found = select_bandwidth(X, y, "spectral", scales=[0.5, 1.0, 2.0, 5.0, 5000.0, 50000.0, 5e6])
    values = dict(zip(found.scales, found.criterion, strict=True))
    assert [values[e] for e in (0.5, 1.0, 2.0, 5.0)] == [0, 0, 0, 0]
    assert found.epsilon > 1000


@pytest.mark.parametrize("rule", ["geometric", "spectral", "probabilistic"])
def test_optimum_at_an_end_is_flagged(three_classes, rule):
    X, y = three_classes
    inside = select_bandwidth(X, y, rule)
    assert inside.interior is True
    assert "do not trust" not in inside.reason
    beyond = select_bandwidth(X, y, rule, scales=inside.epsilon * np.array([3.0, 4.0, 5.0, 6.0]))
    assert beyond.interior is False
    assert "end of the range" in beyond.reason or "do not trust the scale" in beyond.reason
    assert beyond.epsilon in beyond.scales


@pytest.mark.parametrize("rule", ["geometric", "spectral", "probabilistic"])
@pytest.mark.parametrize("grid", [[1.0], [1, 2], [4.0, 1.0, 2.0], (1.0, 1.0, 1.0), range(1, 5)])
def test_any_grid_is_accepted(three_classes, rule, grid):
    X, y = three_classes
    found = select_bandwidth(X, y, rule, scales=grid)
    assert min(grid) <= found.epsilon <= max(grid)
    assert (np.diff(found.scales) >= 0).all()
    assert set(np.unique(np.array(grid, dtype=float))) <= set(found.scales)


def test_labels_of_any_type_are_the_same_classes(three_classes):
    X, y = three_classes
    for rule in ("probabilistic", "spectral", "geometric"):
        expected = epsilon(X, rule, y, scales=GRID)
        for labels in (y + 5, y - 1.0, np.array(["b", "c", "a"])[y], ["xyz"[c] for c in y]):
            assert epsilon(X, rule, labels, scales=GRID) == pytest.approx(expected, rel=1e-9)
        assert epsilon(X, rule, y[:, None], scales=GRID) == expected


def test_more_eigenvectors_than_rows_are_refused(three_classes):
    X, y = three_classes
    with pytest.raises(
        ValueError, match="needs 30 eigenvectors besides the trivial one, but 30 rows"
    ):
        select_bandwidth(X, y, "geometric", n_components=30)


# ---------------------------------------------------------------- searching


def test_refinement_finds_a_maximum_to_one_per_cent():
    for true in np.geomspace(1.3, 700, 25):
        for together in (False, True):
            scales = np.geomspace(1, 1000, 21)

            def criterion(scales, true=true):
                return -(np.log(scales / true) ** 2)

            found = refined_maximum(scales, criterion(scales), criterion, together=together)
            assert found.interior
            assert abs(np.log(found.scale / true)) <= 0.01
            assert found.value == criterion(found.scale)
            assert (np.diff(found.scales) >= 0).all()
            assert found.values.max() == found.value


def test_refinement_never_returns_less_than_the_grid():
    scales = np.geomspace(1, 100, 9)
    values = np.where(np.arange(9) == 4, 1.0, 0.0)  # a single high value
    found = refined_maximum(scales, values, lambda finer: np.full(len(finer), 0.5))
    assert (found.scale, found.value) == (scales[4], 1.0)


def test_maximum_at_an_end_is_not_refined():
    scales = np.geomspace(1, 100, 9)
    for values in (scales, -scales):
        found = refined_maximum(scales, values, lambda finer: pytest.fail("asked for more"))
        assert not found.interior
        assert found.scale == scales[np.argmax(values)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2, 1], 1),
        ([1, 2, 3], None),
        ([3, 2, 1], None),
        ([3, 1, 2, 1], 2),
        ([9, 1, 2, 1, 3, 1, 9], 4),
        ([1, 1, 1], None),
        ([1, 2, 2, 1], (1, 2)),
        ([np.nan, 2, 1], None),
        ([np.nan, 1, 2, 1, np.nan, 5, 1], 2),
        ([np.nan, np.nan], None),
        ([1.0], None),
        ([1, np.inf, 1], 1),
    ],
)
def test_interior_maximum(values, expected):
    found = interior_maximum(np.array(values, dtype=float))
    assert found in expected if isinstance(expected, tuple) else found == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2, 2 + 1e-6, 2], None),  # flat to rounding
        ([2, 2 + 1e-6, 2, 1], None),
        ([1, 2, 1.9, 2 + 1e-6, 2], 1),  # the end is higher, but by too little
        ([1, 2, 1, 3, 3 + 1e-6, 3], 1),
        ([1, 2, np.nan, 3, 2.5], None),
        ([1, 2, 2 - 1e-6, 1], 1),
    ],
)
def test_interior_maximum_is_prominent(values, expected):
    assert interior_maximum(np.array(values, dtype=float), 1e-4) == expected


@pytest.mark.parametrize(
    ("n_features", "apart", "seed"), [(1, 2, 3), (8, 2, 3), (120, 2, 3), (600, 0.3, 106)]
)
def test_flat_curve_has_the_winner_of_exact_eigenpairs(n_features, apart, seed, monkeypatch):
    random = np.random.default_rng(seed)
    y = np.arange(470) % 2
    X = random.normal(size=(470, n_features))
    X[:, : 1 if n_features < 600 else None] += apart * y[:, None]
    found = select_bandwidth(X, y, "geometric")
    monkeypatch.setattr("kernelscale.markov.continuation.DENSE_ROWS", 10**9)
    exact = select_bandwidth(X, y, "geometric")
    assert found.epsilon == pytest.approx(exact.epsilon, rel=0.01)
    assert found.interior == exact.interior


# ---------------------------------------------------------------- subsamples


def test_large_data_are_searched_on_stratified_subsamples(three_classes, monkeypatch):
    X, y = three_classes
    X, y = np.vstack([X, X + 0.1, X - 0.1]), np.tile(y, 3)
    whole = {rule: epsilon(X, rule, y) for rule in ("geometric", "spectral")}
    monkeypatch.setattr(eigen_rule, "DENSE_ROWS", 60)
    monkeypatch.setattr(eigen_rule, "SUBSAMPLE_ROWS", 45)
    for rule, expected in whole.items():
        found = select_bandwidth(X, y, rule)
        assert found.reason.startswith(
            "The scale is the geometric mean of the scales chosen on 3 subsamples of 45 of the 90"
        )
        low, high = found.interval
        assert low <= found.epsilon <= high
        chosen = found.evidence["subsamples"]
        assert found.epsilon == pytest.approx(np.exp(np.log(chosen).mean()))
        assert 1 / 3 < found.epsilon / expected < 3
        assert epsilon(X, rule, y) == found.epsilon


def test_subsamples_keep_the_shares_of_classes(random):
    y = np.repeat([0, 1, 2], [60, 30, 3])
    cloud = PointCloud(random.normal(size=(93, 2)), y)
    known = {tuple(row): code for row, code in zip(cloud.points, y, strict=True)}
    parts = list(random_subsamples(cloud, 31, 4))
    assert len(parts) == 4
    for part in parts:
        codes = [known[tuple(row)] for row in part.points]
        assert np.bincount(codes).tolist() == [20, 10, 2]
        assert part.codes.tolist() == codes
        assert len({tuple(row) for row in part.points}) == len(codes)
    assert not np.array_equal(parts[0].points, parts[1].points)
    again = next(random_subsamples(cloud, 31, 4))
    np.testing.assert_array_equal(again.points, parts[0].points)
