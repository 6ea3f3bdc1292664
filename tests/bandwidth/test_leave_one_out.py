"""Prediction errors of rows left out, the gradient of their mean, and the choice of the scale."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.kernel_ridge import KernelRidge

from kernelscale import Gaussian, compare, select_bandwidth
from kernelscale.bandwidth import Auto, LeaveOneOut
from kernelscale.bandwidth.kernel_family import family_of
from kernelscale.bandwidth.leave_one_out.kernel_ridge import gradient_by_kernel, left_out_errors
from kernelscale.bandwidth.leave_one_out.regression import Regression
from kernelscale.bandwidth.leave_one_out.ridge_targets import targets_of
from kernelscale.bandwidth.maximum import climbed_maximum
from kernelscale.data import PointCloud
from kernelscale.paper.harness import data_folder

RANDOM = np.random.default_rng(3)
Y = np.repeat([0, 1, 2], [30, 20, 10])
X = RANDOM.normal(size=(60, 2)) + 2 * RANDOM.normal(size=(3, 2))[Y]
NUMBERS = np.sin(X[:, 0]) + 0.1 * RANDOM.normal(size=60)
SEVERAL = np.c_[NUMBERS, X[:, 1] ** 2]
SHUFFLED = RANDOM.permutation(Y)
INDICATORS = (Y[:, None] == np.arange(3)).astype(float)


def refits(targets, epsilon, ridge):
    """Prediction error of each row by a regression that is fitted without this row."""
    errors = []
    for row in range(len(X)):
        others = np.arange(len(X)) != row
        machine = KernelRidge(alpha=ridge, kernel="rbf", gamma=1 / (2 * epsilon))
        machine.fit(X[others], targets[others])
        errors.append(targets[row] - machine.predict(X[[row]])[0])
    return np.array(errors)


def squared_distances():
    return squareform(pdist(X, "sqeuclidean"))


@pytest.mark.parametrize("ridge", [1e-6, 0.1, 3.0])
@pytest.mark.parametrize("epsilon", [0.05, 1.0, 80.0])
def test_errors_agree_with_regressions_fitted_without_the_row(epsilon, ridge):
    targets = SEVERAL - SEVERAL.mean(axis=0)
    K = Gaussian(epsilon).values(squared_distances())
    expected = refits(targets, epsilon, ridge)
    np.testing.assert_allclose(left_out_errors(K, targets, ridge), expected, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(
    ("y", "targets"), [(Y, INDICATORS), (NUMBERS, NUMBERS[:, None]), (SEVERAL, SEVERAL)]
)
@pytest.mark.parametrize("option", [{}, {"ridge": 1.0}, {"C": 100.0}])
def test_criterion_is_the_share_explained_by_regressions_fitted_without_the_row(y, targets, option):
    found = LeaveOneOut(classes="one_vs_rest", **option)(X, y)
    ridge = option.get("ridge", 1 / option.get("C", 10))
    centred = targets - targets.mean(axis=0)
    error = (refits(centred, found.epsilon, ridge) ** 2).sum(axis=1).mean()
    assert found.evidence["ridge"] == ridge
    assert found.evidence["mean_squared_error"] == pytest.approx(error, rel=1e-6)
    share = 1 - error / (centred**2).sum(axis=1).mean()
    assert found.evidence["criterion"] == pytest.approx(share, rel=1e-6)
    assert found.evidence["criterion"] == found.criterion.max()


@pytest.mark.parametrize("rule", [LeaveOneOut, Auto])
def test_without_an_intercept_the_mean_is_predicted_too(rule):
    raised = SEVERAL + np.array([5.0, -3.0])
    found = rule(intercept=False)(X, raised)
    error = (refits(raised, found.epsilon, 0.1) ** 2).sum(axis=1).mean()
    assert found.evidence["mean_squared_error"] == pytest.approx(error, rel=1e-6)
    share = 1 - error / SEVERAL.var(axis=0).sum()
    assert found.evidence["criterion"] == pytest.approx(share, rel=1e-6)
    assert found.epsilon > rule()(X, raised).epsilon
    of_classes = rule(intercept=False)(X, Y)
    assert of_classes.epsilon == rule()(X, Y).epsilon


def test_balanced_classes_have_equal_weight():
    found = LeaveOneOut(balanced=True, classes="one_vs_rest")(X, Y)
    by_class = [INDICATORS[each == Y] for each in range(3)]
    centred = INDICATORS - np.mean([rows.mean(axis=0) for rows in by_class], axis=0)
    squares = (refits(centred, found.epsilon, 0.1) ** 2).sum(axis=1)
    error = np.mean([squares[each == Y].mean() for each in range(3)])
    assert found.evidence["mean_squared_error"] == pytest.approx(error, rel=1e-6)
    equal = np.r_[:10, 30:40, 50:60]
    one, other = (LeaveOneOut(balanced=b)(X[equal], Y[equal]) for b in (False, True))
    assert one.epsilon == pytest.approx(other.epsilon, rel=1e-6)


@pytest.mark.parametrize("balanced", [False, True])
def test_pairwise_errors_agree_with_separate_regressions(balanced):
    found = LeaveOneOut(balanced=balanced)(X, Y)
    losses, spread = np.zeros(60), np.zeros(60)
    weights = 1 / np.bincount(Y)[Y] if balanced else np.ones(60)
    for one, other in [(0, 1), (0, 2), (1, 2)]:
        rows = np.flatnonzero((one == Y) | (other == Y))
        signs = np.where(Y[rows] == one, 1.0, -1.0)
        signs -= np.average(signs, weights=weights[rows])
        spread[rows] += signs**2
        for row, sign in zip(rows, signs, strict=True):
            others = rows[rows != row]
            machine = KernelRidge(alpha=0.1, kernel="rbf", gamma=found.gamma)
            machine.fit(X[others], signs[rows != row])
            losses[row] += (sign - machine.predict(X[[row]])[0]) ** 2
    share = 1 - (weights @ losses) / (weights @ spread)
    assert found.evidence["criterion"] == pytest.approx(share, rel=1e-6)
    assert "two at a time" in found.reason
    assert "two at a time" not in LeaveOneOut(C=1)(X, Y).reason
    of_two = Y < 2
    one, other = (
        LeaveOneOut(classes=way)(X[of_two], Y[of_two]) for way in ("one_vs_one", "one_vs_rest")
    )
    assert one.epsilon == pytest.approx(other.epsilon, rel=1e-9)


def test_tolerance_gives_a_scale_nearer_to_the_typical_one():
    best, near = LeaveOneOut()(X, Y), LeaveOneOut(tolerance=1)(X, Y)
    typical = ((X - X.mean(axis=0)) ** 2).sum(axis=1).mean() / 2
    assert abs(np.log(near.epsilon / typical)) < abs(np.log(best.epsilon / typical))
    low, high = near.as_good
    assert low <= min(near.epsilon, best.epsilon)
    assert high >= max(near.epsilon, best.epsilon)
    at_best = near.criterion[np.searchsorted(near.scales, near.evidence["best"])]
    assert at_best == near.criterion.max()
    assert (
        best.evidence["criterion"] - 1e-3 < at_best <= best.evidence["criterion"]
    )  # a coarser search gives a slightly smaller criterion
    shuffled = LeaveOneOut(tolerance=1)(X, SHUFFLED)  # the labels are random
    assert shuffled.epsilon == pytest.approx(typical)
    far = LeaveOneOut(tolerance=1e9)(X, Y)
    assert far.epsilon == pytest.approx(typical)


def test_duplicates_in_one_group_do_not_predict_each_other():
    random = np.random.default_rng(0)
    points, y = random.normal(size=(60, 3)), random.integers(0, 2, 60)
    many = np.repeat(points, 5, axis=0) + 1e-3 * random.normal(size=(300, 3))
    ungrouped = LeaveOneOut()(many, np.repeat(y, 5))
    groups = np.repeat([f"event {i}" for i in range(60)], 5)
    grouped = select_bandwidth(many, np.repeat(y, 5), "leave_one_out", groups=groups)
    assert ungrouped.evidence["criterion"] > 0.9
    assert grouped.evidence["criterion"] < 0.1
    assert "not clearly better than the mean" in grouped.reason


@pytest.mark.parametrize(
    ("groups", "sentence"),
    [
        (np.zeros(60), "groups has one group only"),
        (np.arange(59), "groups has 59 entries for 60 rows"),
        ([None] * 60, "groups has 60 missing"),
    ],
)
def test_invalid_groups_are_refused(groups, sentence):
    with pytest.raises(ValueError, match=sentence):
        select_bandwidth(X, Y, groups=groups)


GROUPS = np.arange(60) // 4 * 7 % 13  # groups of four rows, or of two separate runs of four rows


def test_errors_of_groups_agree_with_regressions_fitted_without_the_group():
    targets = SEVERAL - SEVERAL.mean(axis=0)
    expected = np.empty_like(targets)
    for group in np.unique(GROUPS):
        out = group == GROUPS
        machine = KernelRidge(alpha=0.1, kernel="rbf", gamma=1 / 2).fit(X[~out], targets[~out])
        expected[out] = targets[out] - machine.predict(X[out])
    K = Gaussian(1.0).values(squared_distances())
    found = left_out_errors(K, targets, 0.1, GROUPS)
    np.testing.assert_allclose(found, expected, rtol=1e-8)
    alone = left_out_errors(K, targets, 0.1, np.arange(60))
    np.testing.assert_allclose(alone, left_out_errors(K, targets, 0.1), rtol=1e-8)


def test_errors_within_a_group_are_dependent():
    cloud = PointCloud(X, Y, groups=GROUPS)
    regression = Regression(family_of(cloud, Gaussian), targets_of(cloud, balanced=False), 0.1)
    losses, others = RANDOM.uniform(size=(2, 60))
    gains = others - losses
    sums = [(gains - gains.mean())[group == GROUPS].sum() for group in np.unique(GROUPS)]
    gain, error = regression.gain(losses, others)
    assert gain == pytest.approx(gains.mean())
    assert error == pytest.approx(np.sqrt(np.square(sums).sum()) / 60)


def test_gradient_for_groups_agrees_with_finite_differences():
    K = Gaussian(1.0).values(squared_distances())
    change = RANDOM.normal(size=(60, 60))
    change += change.T
    weights = RANDOM.uniform(0.5, 1, 60)
    gradient = gradient_by_kernel(K, INDICATORS, 0.3, weights, GROUPS)
    step = 1e-5
    ahead, behind = (
        weights @ (left_out_errors(K + s * change, INDICATORS, 0.3, GROUPS) ** 2).sum(axis=1)
        for s in (step, -step)
    )
    assert (gradient.by_kernel * change).sum() == pytest.approx((ahead - behind) / (2 * step), 1e-6)
    assert gradient.loss == pytest.approx((ahead + behind) / 2, 1e-6)
    alone = gradient_by_kernel(K, INDICATORS, 0.3, weights, np.arange(60))
    each = gradient_by_kernel(K, INDICATORS, 0.3, weights)
    np.testing.assert_allclose(alone.by_kernel, each.by_kernel, atol=1e-12)


@pytest.mark.parametrize("balanced", [False, True])
@pytest.mark.parametrize("ridge", [0.01, 1.0])
def test_gradient_agrees_with_finite_differences(ridge, balanced):
    r, weights = squared_distances(), np.full(60, 1 / 60)
    if balanced:
        weights = 1 / (3 * np.bincount(Y)[Y])
    targets = INDICATORS - weights @ INDICATORS

    def at(log_scale):
        return gradient_by_kernel(Gaussian(np.exp(log_scale)).values(r), targets, ridge, weights)

    for epsilon in (0.1, 1.0, 30.0):
        K = Gaussian(epsilon).values(r)
        slope = (at(np.log(epsilon)).by_kernel * K * r / (2 * epsilon)).sum()
        high, low = (at(np.log(epsilon) + step).loss for step in (1e-5, -1e-5))
        assert slope == pytest.approx((high - low) / 2e-5, rel=1e-5, abs=1e-8)
    # The gradient is correct for any change of the kernel. Here the value of one pair changes.
    found, change = at(0.0), np.zeros((60, 60))
    change[3, 40] = change[40, 3] = 1e-6
    high, low = (
        gradient_by_kernel(Gaussian(1.0).values(r) + sign * change, targets, ridge, weights).loss
        for sign in (1, -1)
    )
    assert (found.by_kernel * change).sum() == pytest.approx((high - low) / 2, rel=1e-4)
    np.testing.assert_array_equal(found.by_kernel, found.by_kernel.T)


def test_gradient_vanishes_at_the_scale_chosen():
    found = LeaveOneOut()(X, NUMBERS)
    r, targets = squared_distances(), NUMBERS[:, None] - NUMBERS.mean()
    slopes = []
    for epsilon in found.epsilon * np.array([0.9, 1.1]):
        K = Gaussian(epsilon).values(r)
        by_kernel = gradient_by_kernel(K, targets, 0.1, np.full(60, 1 / 60)).by_kernel
        slopes.append((by_kernel * K * r).sum())
    assert slopes[0] < 0 < slopes[1]


# The search for the best scale


def hard(seed):
    """Points and classes; for about half of the seeds the classes are random.

    Then the criterion has several peaks.
    """
    random = np.random.default_rng(seed)
    n, d, k = (int(random.integers(*ends)) for ends in [(40, 160), (1, 6), (2, 6)])
    y = np.arange(n) % k
    centres = random.normal(size=(6, d)) * random.choice([0.0, 1.0])
    return random.standard_t(3, size=(n, d)) + centres[y], y


@pytest.mark.parametrize("ridge", [0.1, 1.0])
@pytest.mark.parametrize("seed", range(8))
def test_no_scale_of_a_fine_grid_is_better(seed, ridge):
    points, y = hard(seed)
    found = LeaveOneOut(ridge=ridge)(points, y)
    fine = PointCloud(points).candidate_scales(2 ** (1 / 8))
    r = squareform(pdist(points, "sqeuclidean"))
    targets = (y[:, None] == np.unique(y)).astype(float)
    targets -= targets.mean(axis=0)
    errors = [left_out_errors(Gaussian(e).values(r), targets, ridge) for e in fine.tolist()]
    shares = [1 - (each**2).sum() / (targets**2).sum() for each in errors]
    assert found.evidence["criterion"] >= max(shares) - 1e-3
    assert f"of the {len(found.scales)} scales tried" in found.reason
    assert len(found.scales) < len(fine) / 3


def test_climbing_finds_the_highest_of_similar_peaks():
    def hills(scale):
        x = np.log2(scale)
        return 1.00 * np.exp(-((x - 0.2) ** 2)) + 1.02 * np.exp(-((x - 9.0) ** 2))

    begin = 2.0 ** np.arange(-8, 17, 2)
    assert hills(1.0) > hills(2.0**8)  # on the first grid the lower peak has the larger value
    assert np.log2(climbed_maximum(begin, hills, margin=0.7).scale) == pytest.approx(9.0, abs=0.02)
    assert np.log2(climbed_maximum(begin, hills, margin=0.0).scale) == pytest.approx(0.2, abs=0.02)


@pytest.mark.parametrize("slope", [1, -1])
def test_maximum_at_an_end_is_not_interior(slope):
    found = climbed_maximum(2.0 ** np.arange(0, 9, 2), lambda e: slope * np.log(e), margin=0.0)
    assert not found.interior
    assert found.scale == {1: 2.0**8, -1: 1.0}[slope]


def test_optimum_at_an_end_is_reported():
    best = LeaveOneOut()(X, NUMBERS)
    assert best.interior
    assert "end of the range" not in best.reason
    found = LeaveOneOut(scales=best.epsilon * np.array([4.0, 8.0]))(X, NUMBERS)
    assert not found.interior
    assert "at an end of the range searched" in found.reason


def test_comparison_contains_the_rule():
    found = compare(X, Y)
    alone = select_bandwidth(X, Y, "leave_one_out")
    assert found["leave_one_out"].epsilon == alone.epsilon
    assert found.recommended.epsilon == compare(X, Y, rules=["spectral"]).recommended.epsilon


# Comparison with a published search


@pytest.mark.parametrize("name", ["vehicle", "satellite", "ionosphere"])
def test_choice_is_as_good_as_a_finer_search(name):
    file = data_folder.find(f"{name}.npz")
    if file is None:
        pytest.skip(f"{name}.npz is not here: {data_folder.VARIABLE} names no folder that has it")
    arrays = np.load(file, allow_pickle=False)
    points, y = arrays["X"][:300].astype(float), arrays["y"][:300]
    spread = points.std(axis=0)
    points = points[:, spread > 0] / spread[spread > 0]
    y = np.unique(y, return_inverse=True)[1]
    found = LeaveOneOut(duplicates="each", classes="one_vs_rest")(points, y)
    r = squareform(pdist(points, "sqeuclidean"))
    targets = (y[:, None] == np.unique(y)).astype(float)
    targets -= targets.mean(axis=0)

    def share(epsilon):
        errors = left_out_errors(Gaussian(epsilon).values(r), targets, 0.1)
        return 1 - (errors**2).sum() / (targets**2).sum()

    middle = np.median(pdist(points, "sqeuclidean"))
    best = max(middle * 2.0 ** np.array([-3.5, 0.0, 3.5, 7.0]), key=share)
    step = 3.5
    while step > 0.5:
        step /= 2
        best = max(best * 2.0 ** np.array([-step, 0.0, step]), key=share)
    assert found.evidence["criterion"] >= share(best) - 1e-6
    assert abs(np.log2(found.epsilon / best)) <= step
