"""The three rules of the paper that use classes, compared with naive criteria."""

import numpy as np
import pytest
from tests.oracles import naive_distances, naive_kernel_sums, naive_kernels, naive_operators

from kernelscale import select_bandwidth
from kernelscale.bandwidth.eigen import eigen_rule
from kernelscale.bandwidth.subsampling import random_subsamples
from kernelscale.data import PointCloud


def epsilon(X, rule, y=None, **options):
    return select_bandwidth(X, y, rule, **options).epsilon


# ---------------------------------------------------------------- the three criteria


GRID = np.geomspace(0.02, 200, 15)


def test_within_class_probability_along_the_grid(three_classes):
    X, y = three_classes
    r = naive_distances.squared_distances(X)
    for balanced in (False, True):
        found = select_bandwidth(X, y, "probabilistic", scales=GRID, balanced=balanced)
        expected = [
            float(naive_kernel_sums.within_class_probability(X, y, e, balanced, r)) for e in GRID
        ]
        values = dict(zip(found.scales, found.criterion, strict=True))
        np.testing.assert_allclose([values[e] for e in GRID], expected, rtol=1e-10)
        fine = np.geomspace(found.epsilon / 1.05, found.epsilon * 1.05, 41)
        around = [
            float(naive_kernel_sums.within_class_probability(X, y, e, balanced, r)) for e in fine
        ]
        assert found.evidence["criterion"] >= max(around) - 1e-6
        assert found.evidence["criterion"] >= max(expected)
        assert found.interior is True
        assert found.evidence["criterion"] == pytest.approx(
            float(naive_kernel_sums.within_class_probability(X, y, found.epsilon, balanced, r)),
            rel=1e-10,
        )


def test_balanced_classes_have_equal_weight(three_classes):
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
        naive_operators.class_separation(naive_kernels.kernel_matrix(X, e), y, n_components)
        for e in grid
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
    K = naive_kernels.kernel_matrix(X, found.epsilon)
    assert found.evidence["criterion"] == pytest.approx(
        naive_operators.class_separation(K, y, 2), rel=1e-6
    )


def test_eigengap_along_the_grid(three_classes):
    X, y = three_classes
    found = select_bandwidth(X, y, "spectral", scales=GRID)
    expected = [
        naive_operators.generalised_eigengap(naive_kernels.kernel_matrix(X, e), 3) for e in GRID
    ]
    values = dict(zip(found.scales, found.criterion, strict=True))
    np.testing.assert_allclose([values[e] for e in GRID], expected, atol=1e-9)
    fine = np.geomspace(found.epsilon / 1.1, found.epsilon * 1.1, 21)
    around = [
        naive_operators.generalised_eigengap(naive_kernels.kernel_matrix(X, e), 3) for e in fine
    ]
    assert found.evidence["criterion"] >= max(*around, *expected) * (1 - 1e-4)
    assert found.interior is True


def test_separated_classes_take_the_scale_of_the_largest_eigengap():
    random = np.random.default_rng(0)
    y = np.repeat([0, 1], 12)
    X = 1e-5 * random.normal(size=(24, 3)) + y[:, None]
    found = select_bandwidth(X, y, "geometric", n_components=1)
    assert "every class is a single point" in found.reason
    assert abs(np.log(found.epsilon / epsilon(X, "spectral", y))) < 0.02


@pytest.mark.parametrize("seed", range(4))
def test_scales_with_separate_components_are_not_chosen(seed):
    # Eight tight groups, four in each class. At scales at which the groups are not connected, seven
    # coordinates have eigenvalue 1. Which two of them are used is arbitrary, so the criterion of
    # the rule "geometric", rho_Psi, is arbitrary too.
    random = np.random.default_rng(seed)
    groups = np.repeat(np.arange(8), 4)
    X = 100 * random.normal(size=(8, 2))[groups] + 0.1 * random.normal(size=(32, 2))
    y = groups // 4
    found = select_bandwidth(X, y, "geometric", n_components=2)
    P, _ = naive_operators.transition_matrix(naive_kernels.kernel_matrix(X, found.epsilon))
    assert np.count_nonzero(naive_operators.eigenvalues(P) > 1 - 1e-8) <= 3


def test_more_components_than_classes_have_no_eigengap():
    # Six distant pairs in two classes. At scales that do not connect the pairs, the eigengap is 0.
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


# ---------------------------------------------------------------- subsamples


def test_large_data_are_searched_on_stratified_subsamples(three_classes, monkeypatch):
    X, y = three_classes
    X, y = np.vstack([X, X + 0.1, X - 0.1]), np.tile(y, 3)
    of_all_rows = {rule: epsilon(X, rule, y) for rule in ("geometric", "spectral")}
    monkeypatch.setattr(eigen_rule, "DENSE_ROWS", 60)
    monkeypatch.setattr(eigen_rule, "SUBSAMPLE_ROWS", 45)
    for rule, expected in of_all_rows.items():
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
