"""Errors of rows left out, their gradient, the choice of the scale, and its reason."""

import re

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.kernel_ridge import KernelRidge
from sklearn.svm import SVC

from kernelscale import (
    AutoBandwidth,
    DiffusionMap,
    Gaussian,
    Kernel,
    compare,
    select_bandwidth,
)
from kernelscale.bandwidth import Auto, LeaveOneOut, Probabilistic
from kernelscale.bandwidth.kernel_family import family_of
from kernelscale.bandwidth.leave_one_out.kernel_ridge import gradient_by_kernel, left_out_errors
from kernelscale.bandwidth.leave_one_out.regression import Regression
from kernelscale.bandwidth.leave_one_out.targets import targets_of
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
    """Errors of one regression for each row left out."""
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
def test_errors_are_those_of_regressions_without_the_row(epsilon, ridge):
    targets = SEVERAL - SEVERAL.mean(axis=0)
    K = Gaussian(epsilon).values(squared_distances())
    expected = refits(targets, epsilon, ridge)
    np.testing.assert_allclose(left_out_errors(K, targets, ridge), expected, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(
    ("y", "targets"), [(Y, INDICATORS), (NUMBERS, NUMBERS[:, None]), (SEVERAL, SEVERAL)]
)
@pytest.mark.parametrize("option", [{}, {"ridge": 1.0}, {"C": 100.0}])
def test_criterion_is_the_share_that_regressions_without_the_row_explain(y, targets, option):
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
def test_mean_is_predicted_without_an_intercept(rule):
    raised = SEVERAL + np.array([5.0, -3.0])
    found = rule(intercept=False)(X, raised)
    error = (refits(raised, found.epsilon, 0.1) ** 2).sum(axis=1).mean()
    assert found.evidence["mean_squared_error"] == pytest.approx(error, rel=1e-6)
    share = 1 - error / SEVERAL.var(axis=0).sum()
    assert found.evidence["criterion"] == pytest.approx(share, rel=1e-6)
    assert found.epsilon > rule()(X, raised).epsilon
    of_classes = rule(intercept=False)(X, Y)
    assert of_classes.epsilon == rule()(X, Y).epsilon


def test_balanced_classes_count_alike():
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
    )  # sought less finely
    shuffled = LeaveOneOut(tolerance=1)(X, SHUFFLED)  # random labels
    assert shuffled.epsilon == pytest.approx(typical)
    far = LeaveOneOut(tolerance=1e9)(X, Y)
    assert far.epsilon == pytest.approx(typical)


def test_duplicates_in_one_group_do_not_predict_each_other():
    random = np.random.default_rng(0)
    points, y = random.normal(size=(60, 3)), random.integers(0, 2, 60)
    many = np.repeat(points, 5, axis=0) + 1e-3 * random.normal(size=(300, 3))
    told = LeaveOneOut()(many, np.repeat(y, 5))
    groups = np.repeat([f"event {i}" for i in range(60)], 5)
    honest = select_bandwidth(many, np.repeat(y, 5), "leave_one_out", groups=groups)
    assert told.evidence["criterion"] > 0.9
    assert honest.evidence["criterion"] < 0.1
    assert "not clearly better than the mean" in honest.reason


@pytest.mark.parametrize(
    ("groups", "sentence"),
    [
        (np.zeros(60), "groups has one group only"),
        (np.arange(59), "groups has 59 labels for 60 rows"),
        ([None] * 60, "groups has 60 missing"),
    ],
)
def test_invalid_groups_are_refused(groups, sentence):
    with pytest.raises(ValueError, match=sentence):
        select_bandwidth(X, Y, groups=groups)


GROUPS = np.arange(60) // 4 * 7 % 13  # groups of four and of eight rows, not contiguous


def test_errors_of_groups_are_those_of_regressions_without_the_group():
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


def test_gradient_for_groups_is_that_of_differences():
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
def test_gradient_is_that_of_differences(ridge, balanced):
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
    # For any other change of the kernel too, here of one pair.
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


# The best scale is the best


def hard(seed):
    """Points, most of them without classes: curves of several peaks."""
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
    assert hills(1.0) > hills(2.0**8)  # on the first grid the lower peak is higher
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


# Kinds of labels


def test_fractions_are_numbers_and_other_labels_are_classes():
    assert "of the targets" in LeaveOneOut()(X, NUMBERS).reason
    assert "of the targets" in LeaveOneOut()(X, SEVERAL).reason
    assert "of 3 classes" in LeaveOneOut()(X, Y.astype(float)).reason
    assert "of 3 classes" in LeaveOneOut()(X, np.array(["a", "b", "c"])[Y]).reason
    assert "of the targets" in LeaveOneOut(targets="numbers")(X, Y).reason
    with pytest.raises(ValueError, match="classes are integers or strings"):
        LeaveOneOut(targets="classes")(X, NUMBERS)


def test_unit_and_origin_of_targets_have_no_effect():
    one, other = (LeaveOneOut()(X, y) for y in (NUMBERS, 1e3 - 7e-3 * NUMBERS))
    assert other.epsilon == pytest.approx(one.epsilon, rel=1e-6)
    assert other.evidence["criterion"] == pytest.approx(one.evidence["criterion"], rel=1e-6)


def test_two_classes_are_predicted_as_one_indicator():
    y = Y > 0
    by_class, by_number = LeaveOneOut()(X, y), LeaveOneOut(targets="numbers")(X, 1.0 * y)
    assert by_class.epsilon == pytest.approx(by_number.epsilon, rel=1e-6)
    assert by_class.evidence["criterion"] == pytest.approx(
        by_number.evidence["criterion"], rel=1e-9
    )


@pytest.mark.parametrize(
    ("y", "sentence"),
    [
        (np.full(60, 0.5), "y is the same in all rows, so there is nothing to predict"),
        (NUMBERS[:50], "y has 50 labels for 60 rows"),
        (np.where(Y == 0, np.inf, 0.5), "y contains infinity in row 0"),
        (np.where(Y == 0, np.nan, 0.5), "y contains NaN in row 0"),
        (np.where(Y == 0, 1e200, 0.5), "whose square overflows"),
        (1e-160 * NUMBERS, "y spreads over .* only, whose square underflows; rescale it above"),
        (NUMBERS + 1j, "complex numbers"),
        (np.zeros((60, 2, 2)) + 0.5, "y must have one label a row"),
        (["0.5", "1.5"] * 30, None),
        ([0.5, "a"] * 30, "y mixes labels of types float, str"),
        (np.ma.masked_greater(NUMBERS, 0), "masked"),
        (None, "needs a label for each row; pass y"),
    ],
)
def test_invalid_targets_raise_an_error(y, sentence):
    if sentence is None:
        assert "of 2 classes" in LeaveOneOut()(X, y).reason  # text is a class
        return
    with pytest.raises(ValueError, match=sentence):
        LeaveOneOut()(X, y)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ridge": 0}, "ridge must be a positive finite number, but 0 was given"),
        ({"C": -1.0}, "C must be a positive finite number, but -1.0 was given"),
        ({"ridge": 0.1, "C": 10}, r"pass only one of them, but ridge=0.1 and C=10 were given"),
        ({"balanced": "yes"}, "balanced must be True or False"),
        ({"n_rows": 1}, "n_rows must be an integer of at least 2"),
        ({"targets": "regression"}, "targets must be one of auto, classes, numbers"),
        ({"scales": [-1.0]}, "scales must be positive"),
        ({"kernel": 3}, "kernel must be a class or function"),
    ],
)
def test_invalid_options_raise_an_error(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        select_bandwidth(X, Y, "leave_one_out", **options)


def test_only_targets_of_rows_drawn_are_predicted():
    random = np.random.default_rng(0)
    points = random.normal(size=(200, 2))
    y = np.sin(points[:, 0]) + 0.1 * random.normal(size=200)
    found = LeaveOneOut(n_rows=80)(points, y)
    rows = np.array(found.evidence["rows"])
    assert len(rows) == 80
    assert found.epsilon == LeaveOneOut()(points[rows], y[rows]).epsilon


def test_options_for_classes_are_refused_for_numbers():
    with pytest.raises(ValueError, match="balanced=True is for classes, but y holds numbers"):
        LeaveOneOut(balanced=True)(X, NUMBERS)
    hardly = np.where(np.arange(60) == 7, 1.0, 0.5)
    with pytest.raises(ValueError, match="the same in all 5 rows drawn.*raise n_rows"):
        LeaveOneOut(n_rows=5)(X, hardly)


def test_duplicates_count_once_for_each_target():
    points, y = np.repeat(X, 3, axis=0), np.repeat(NUMBERS, 3)
    found = LeaveOneOut(duplicates="once")(points, y)
    assert found.epsilon == pytest.approx(LeaveOneOut()(X, NUMBERS).epsilon, rel=1e-9)
    assert "Of the 180 rows 60 are distinct" in found.reason
    y[1] += 0.5
    assert "Of the 180 rows 61 are distinct" in LeaveOneOut(duplicates="once")(points, y).reason


def test_rules_for_classes_refuse_numbers():
    cloud = PointCloud(X, targets=NUMBERS)
    assert cloud.n_classes == 0
    with pytest.raises(ValueError, match="'probabilistic' needs a label for each row"):
        Probabilistic().choose(cloud)
    assert LeaveOneOut().choose(cloud).epsilon == LeaveOneOut()(X, NUMBERS).epsilon
    assert Auto().choose(cloud).epsilon == Auto()(X, NUMBERS).epsilon


def test_scale_is_used_by_a_diffusion_map():
    fitted = DiffusionMap(bandwidth="leave_one_out").fit(X, Y)
    assert fitted.bandwidth_.epsilon == LeaveOneOut()(X, Y).epsilon


# The reason


def test_reason_states_the_share_explained_and_the_rows():
    y = np.arange(300) % 3
    points = np.random.default_rng(0).normal(size=(300, 2)) + 3.0 * y[:, None]
    found = LeaveOneOut(n_rows=90)(points, y)
    percent = float(re.search(r"explain (\d+)%", found.reason)[1])
    assert percent == pytest.approx(100 * found.evidence["criterion"], abs=0.51)
    assert "was chosen on 90 of the 300 rows" in found.reason
    rows = np.array(found.evidence["rows"])
    assert found.evidence["n_rows"] == len(rows) == len(np.unique(rows)) == 90
    assert np.bincount(y[rows]).tolist() == [30, 30, 30]
    alone = LeaveOneOut()(points[rows], y[rows])
    assert found.epsilon == alone.epsilon
    assert "rests on" not in alone.reason


def test_many_classes_are_predicted_one_vs_rest():
    y = np.repeat(np.arange(400), 2)
    points = np.random.default_rng(0).normal(size=(800, 2)) + 0.1 * y[:, None]
    found = LeaveOneOut(n_rows=300)(points, y)
    rows = np.array(found.evidence["rows"])
    assert len(rows) == 300
    assert "of 400 classes" in found.reason
    assert "two at a time" not in found.reason
    alone = LeaveOneOut(classes="one_vs_rest")(points[rows], y[rows])  # without the other classes
    assert found.epsilon == alone.epsilon
    assert found.evidence["criterion"] == pytest.approx(alone.evidence["criterion"], rel=1e-9)


def test_rows_drawn_of_one_class_raise_an_error():
    y = np.zeros(60, dtype=int)
    y[:4] = [1, 1, 2, 2]
    with pytest.raises(ValueError, match="All 2 rows drawn are of one class.*raise n_rows"):
        LeaveOneOut(n_rows=2)(X, y)


def test_less_memory_means_fewer_rows():
    y = np.arange(600) % 3
    points = np.random.default_rng(0).normal(size=(600, 2)) + 3.0 * y[:, None]
    found = select_bandwidth(points, y, "leave_one_out", memory_limit="13 MiB")
    assert 450 < found.evidence["n_rows"] < 550


def test_random_labels_are_reported():
    said = "the prediction is not clearly better than the mean"
    assert said not in LeaveOneOut()(X, Y).reason
    flagged = [
        said in LeaveOneOut()(X, np.random.default_rng(s).permutation(Y)).reason for s in range(10)
    ]
    assert sum(flagged) >= 8


def test_dominating_feature_is_reported():
    assert not LeaveOneOut()(X, Y).notes
    wide = X * [1.0, 100.0]
    fitted = AutoBandwidth(SVC(), LeaveOneOut()).fit(wide, Y)
    for found in (LeaveOneOut()(wide, Y), fitted.bandwidth_):
        assert "Feature 1 accounts for 99.9" in found.notes[0].finding


def test_whole_numbers_with_many_values_are_reported():
    said = "pass targets='numbers'"
    whole = np.round(20 * NUMBERS)
    assert (
        f"There are {len(np.unique(whole))} classes in 60 rows; " in LeaveOneOut()(X, whole).reason
    )
    assert said in LeaveOneOut()(X, whole).reason
    assert said not in LeaveOneOut(targets="numbers")(X, whole).reason
    assert said not in LeaveOneOut()(X, Y).reason


def test_few_rows_are_reported():
    few = np.r_[:8, 30:36]
    assert "there are only 14 rows" in LeaveOneOut()(X[few], Y[few]).reason
    assert "there are only" not in LeaveOneOut()(X, Y).reason


def test_evidence_has_both_scales():
    found = LeaveOneOut()(X, Y)
    assert found.evidence["scikit_learn_scale"] == X.shape[1] * X.var() / 2
    from_distances = LeaveOneOut()(squareform(pdist(X)), Y, metric="precomputed")
    assert from_distances.evidence["scikit_learn_scale"] is None
    assert from_distances.epsilon == pytest.approx(found.epsilon, rel=1e-9)


# Ill-conditioned data, and kernels that are not Gaussian


def test_duplicates_with_a_tiny_ridge_give_a_scale_or_an_error():
    points, y = np.repeat(X, 4, axis=0), np.repeat(Y, 4)
    for ridge in (1e-9, 1e-14, 1e-300):
        found = LeaveOneOut(ridge=ridge, duplicates="each")
        try:
            assert 0 < found(points, y).epsilon < np.inf
        except ValueError as error:
            assert "take a larger ridge" in str(error)  # noqa: PT017 - an error is allowed too


class Signed(Gaussian):
    """An indefinite kernel: the larger the scale, the more so."""

    positive_definite = False

    def values(self, r):
        K = super().values(r)
        K[r == 0] = 0.0
        return K


def test_indefinite_kernel_raises_an_error():
    with pytest.raises(
        ValueError, match=r"plus a ridge of 0.1 is not positive definite at any scale"
    ):
        LeaveOneOut(scales=[5.0, 50.0], kernel=Signed)(X, Y)
    wide_and_narrow = LeaveOneOut(scales=[1e-5, 50.0], kernel=Signed)(X, Y)
    assert wide_and_narrow.criterion.min() == -np.inf
    assert wide_and_narrow.epsilon < 1


def test_comparison_contains_the_rule():
    found = compare(X, Y)
    alone = select_bandwidth(X, Y, "leave_one_out")
    assert found["leave_one_out"].epsilon == alone.epsilon
    assert found.recommended.epsilon == compare(X, Y, rules=["spectral"]).recommended.epsilon


def test_user_kernels_are_searched():
    class Laplacian(Kernel):
        def __init__(self, length):
            super().__init__()
            object.__setattr__(self, "length", length)

        def exponents(self, r):
            return -np.sqrt(r) / self.length

    found = LeaveOneOut(kernel=Laplacian)(X, NUMBERS)
    assert found.epsilon is None
    assert (found.interval, found.as_good) == (None, None)
    targets = NUMBERS[:, None] - NUMBERS.mean()
    K = np.exp(-squareform(pdist(X)) / found.evidence["kernel_scale"])
    share = 1 - (left_out_errors(K, targets, 0.1) ** 2).sum() / (targets**2).sum()
    assert found.evidence["criterion"] == pytest.approx(share, rel=1e-9)


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
