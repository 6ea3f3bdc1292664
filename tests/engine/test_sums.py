"""Sums over pairs of rows: identities, and agreement with a plain double loop in long double."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel
from tests.oracles import naive_distances, naive_kernel_sums

from kernelscale import engine
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, KernelSums, NearestOthers, RowSums

# Scales in units of the mean squared distance, which reach far beyond the useful range.
FACTORS = np.array([1e-30, 1e-12, 1e-7, 1e-4, 1e-2, 0.1, 0.5, 1.0, 3.0, 30.0, 1e4, 1e12])
FLOOR = 1e-303  # larger than exp(-700) = 9.9e-305, below which kernel values count as zero


def scales_for(r):
    return np.asarray(FACTORS * float(r.mean()))


def labels_for(r):
    return np.arange(len(r)) % 3 % 2


def assert_near(found, expected, floor=0.0):
    expected = np.asarray(expected, dtype=np.longdouble)
    error = np.abs(found - expected)
    allowed = 1e-10 * np.abs(expected) + floor
    assert (error <= allowed).all(), (error / np.maximum(np.abs(expected), FLOOR)).max()


def test_kernel_sums_are_those_of_the_double_loop(adversarial):
    r = naive_distances.squared_distances(adversarial)
    scales = scales_for(r)
    found = reduce(adversarial, KernelSums(scales))
    assert_near(found.S, [naive_kernel_sums.kernel_sum(None, scale, r) for scale in scales])
    assert_near(
        found.T,
        [naive_kernel_sums.distance_weighted_sum(None, scale, r) for scale in scales],
        floor=FLOOR * r.sum(),
    )


def test_row_sums_are_those_of_the_double_loop(adversarial):
    r = naive_distances.squared_distances(adversarial)
    scales = scales_for(r)
    found = reduce(adversarial, RowSums(scales))
    expected = [naive_kernel_sums.off_diagonal_row_sums(None, scale, r) for scale in scales]
    assert_near(found, np.transpose(expected), floor=FLOOR * len(r))


def test_class_row_sums_are_those_of_the_double_loop(adversarial):
    r = naive_distances.squared_distances(adversarial)
    scales, y = scales_for(r), labels_for(r)
    found = reduce(adversarial, engine.statistics.ClassRowSums(scales, y))
    everyone = [naive_kernel_sums.off_diagonal_row_sums(None, scale, r) for scale in scales]
    own = [naive_kernel_sums.within_class_row_sums(None, y, scale, r) for scale in scales]
    assert_near(found.all, np.transpose(everyone), floor=FLOOR * len(r))
    assert_near(found.within, np.transpose(own), floor=FLOOR * len(r))


def test_class_extremes_are_those_of_the_double_loop(adversarial):
    r = naive_distances.squared_distances(adversarial)
    y = labels_for(r)
    found = reduce(adversarial, engine.statistics.ClassExtremes(y))
    between, within = naive_distances.class_extremes(None, y, r)
    assert found.smallest_between == pytest.approx(float(between), rel=1e-14)
    assert found.largest_within == pytest.approx(float(within), rel=1e-14)


def test_class_extremes_of_one_class_and_of_singletons(random):
    X = random.normal(size=(20, 2))
    assert (
        reduce(X, engine.statistics.ClassExtremes(np.zeros(20, dtype=int))).smallest_between
        == np.inf
    )
    assert reduce(X, engine.statistics.ClassExtremes(np.arange(20))).largest_within == 0.0


def test_sum_runs_from_the_number_of_rows_to_its_square(random):
    X = random.normal(size=(70, 3))
    S = reduce(X, KernelSums(np.array([1e-9, 1e9]))).S
    assert S[0] == 70.0
    assert S[1] == pytest.approx(70**2, rel=1e-7)
    assert S[1] < 70**2


def test_duplicates_have_kernel_one_at_every_scale(random):
    X = np.repeat(random.normal(size=(10, 2)), 3, axis=0)
    S = reduce(X, KernelSums(np.array([1e-200, 1e-9]))).S
    np.testing.assert_array_equal(S, [90.0, 90.0])


def test_sum_grows_with_the_scale(adversarial):
    r = naive_distances.squared_distances(adversarial)
    S = reduce(adversarial, KernelSums(float(r.mean()) * np.geomspace(1e-9, 1e9, 80))).S
    assert (np.diff(S) >= 0).all()
    assert S[0] >= len(r)
    assert S[-1] <= len(r) ** 2


def test_row_sums_sum_to_the_total(random):
    X = random.normal(size=(600, 4))
    scales = np.geomspace(0.01, 100, 7)
    S = reduce(X, KernelSums(scales)).S
    rows = reduce(X, RowSums(scales))
    np.testing.assert_allclose((1 + rows).sum(axis=0), S, rtol=1e-12)


def test_class_row_sums_sum_to_the_row_sums(random):
    X, y = random.normal(size=(530, 4)), random.integers(0, 4, 530)
    scales = np.geomspace(0.01, 100, 5)
    rows = reduce(X, RowSums(scales))
    by_class = reduce(X, engine.statistics.ClassRowSums(scales, y))
    np.testing.assert_allclose(by_class.all, rows, rtol=1e-13)
    assert (by_class.within <= by_class.all * (1 + 1e-13)).all()
    everyone_alike = reduce(X, engine.statistics.ClassRowSums(scales, np.zeros(530, dtype=int)))
    np.testing.assert_array_equal(everyone_alike.within, everyone_alike.all)


def test_permuting_rows_permutes_row_sums(random):
    X = random.normal(size=(540, 3))
    order = random.permutation(540)
    scales = np.array([0.1, 1.0])
    rows = reduce(X, RowSums(scales))
    np.testing.assert_allclose(reduce(X[order], RowSums(scales)), rows[order], 1e-13)


def test_statistics_together_equal_separate_passes(random):
    X, y = random.normal(size=(700, 3)), random.integers(0, 3, 700)
    scales = np.array([0.1, 1.0])
    statistics = [
        KernelSums(scales),
        RowSums(scales),
        engine.statistics.ClassRowSums(scales, y),
        engine.statistics.ClassExtremes(y),
        NearestOthers(5),
    ]
    together = reduce(X, engine.statistics.Together(statistics))
    for statistic, found in zip(statistics, together, strict=True):
        alone = reduce(X, statistic)
        np.testing.assert_array_equal(np.asarray(found), np.asarray(alone))


def test_sums_agree_with_scikit_learn(random):
    X = random.normal(size=(800, 6))
    for scale in (0.05, 1.0, 20.0):
        K = rbf_kernel(X, gamma=1 / (2 * scale))
        np.testing.assert_allclose(
            reduce(X, KernelSums(np.array([scale]))).S[0], K.sum(), rtol=1e-12
        )
        np.testing.assert_allclose(
            reduce(X, RowSums(np.array([scale])))[:, 0],
            K.sum(axis=1) - 1,
            rtol=1e-9,
            atol=1e-13,
        )


def test_a_single_row():
    assert reduce([[3.0, 4.0]], KernelSums(np.array([1.0]))).S[0] == 1.0
    assert reduce([[3.0, 4.0]], RowSums(np.array([1.0])))[0, 0] == 0.0


def test_data_are_not_changed(random):
    X = random.normal(size=(50, 3))
    before = X.copy()
    reduce(X, engine.statistics.ClassRowSums(np.array([1.0]), np.arange(50) % 2))
    reduce(X, DistanceHistogram(unit=1.0))
    reduce(X, NearestOthers(3))
    np.testing.assert_array_equal(X, before)


@pytest.mark.parametrize("off", [1e-12, 1e-9, 1e-7])
def test_a_scale_nearly_half_of_another_keeps_its_own_sums(random, off):
    X = random.normal(size=(60, 2))
    scales = 4.0 * np.array([1.0, (1 + off) / 2, (1 - off) / 4])
    r = np.asarray(naive_distances.squared_distances(X), dtype=float)
    sums, rows = reduce(X, engine.statistics.Together([KernelSums(scales), RowSums(scales)]))
    for k, scale in enumerate(scales):
        K = np.exp(-r / (2 * scale))
        np.testing.assert_allclose(sums.S[k], K.sum(), rtol=1e-10)
        np.testing.assert_allclose(sums.T[k], (r * K).sum(), rtol=1e-10)
        np.testing.assert_allclose(rows[:, k], K.sum(axis=1) - 1, rtol=1e-10)
