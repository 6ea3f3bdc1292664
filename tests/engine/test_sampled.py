"""Statistics over pairs of a drawn row and any row, checked by identities and by a naive loop.

The standard errors of estimates are compared with the spread of estimates over repeated draws.
"""

import tracemalloc

import numpy as np
import pytest
from tests.engine.every_statistic import assert_same_bits, points_and_codes
from tests.engine.test_memory import INTERPRETER
from tests.oracles import naive_distances, naive_kernel_sums

from kernelscale import engine
from kernelscale.data.drawn_rows import drawn_rows
from kernelscale.engine import plan as plans
from kernelscale.engine.passes import reduce
from kernelscale.engine.sampled_pairs import group_edges, jackknife_error
from kernelscale.engine.statistics import DistanceHistogram, KernelSums, NearestOthers, RowSums

SCALES = np.array([0.05, 0.7, 9.0])


def statistics(codes):
    return {
        "kernel_sums": KernelSums(SCALES),
        "row_sums": RowSums(SCALES),
        "class_row_sums": engine.statistics.ClassRowSums(SCALES, codes),
        "class_row_sums_single": engine.statistics.ClassRowSums(SCALES, codes, precision="single"),
        "histogram": DistanceHistogram(unit=5.0),
        "grouped": engine.statistics.GroupedHistogram(unit=5.0, n_groups=5),
        "together": engine.statistics.Together([KernelSums(SCALES), DistanceHistogram(unit=5.0)]),
    }


NAMES = list(statistics(np.zeros(2, dtype=int)))


@pytest.mark.parametrize("n_samples", [40, 513, 1300])
def test_sums_of_some_rows_equal_those_of_all_rows(n_samples, random):
    X, codes = points_and_codes(n_samples)
    rows = random.permutation(n_samples)[: n_samples // 3]
    for precision in ("double", "single"):
        for statistic in (
            RowSums(SCALES, precision),
            engine.statistics.ClassRowSums(SCALES, codes, precision),
        ):
            every = np.array(reduce(X, statistic))
            some = np.array(reduce(X, statistic, rows=rows))
            np.testing.assert_allclose(some, every[..., rows, :], rtol=1e-6, atol=1e-30)
    S = reduce(X, KernelSums(SCALES), rows=rows).S
    np.testing.assert_allclose(
        S, len(rows) + reduce(X, RowSums(SCALES))[rows].sum(axis=0), rtol=1e-12
    )


def test_sums_of_some_rows_are_those_of_the_double_loop(adversarial):
    r = naive_distances.squared_distances(adversarial)
    scales = float(r.mean()) * np.array([1e-4, 0.1, 1.0, 1e4])
    rows = np.arange(len(r))[::-2]
    found = reduce(adversarial, RowSums(scales), rows=rows)
    expected = [naive_kernel_sums.off_diagonal_row_sums(None, scale, r)[rows] for scale in scales]
    np.testing.assert_allclose(
        found, np.transpose(expected).astype(float), rtol=1e-10, atol=1e-300 * len(r)
    )


@pytest.mark.parametrize("name", ["kernel_sums", "row_sums", "class_row_sums", "histogram"])
def test_a_sample_of_all_rows_gives_the_full_sums(name, random):
    X, codes = points_and_codes(700)
    statistic, rows = statistics(codes)[name], random.permutation(700)
    every, some = reduce(X, statistic), reduce(X, statistic, rows=rows)
    if name == "histogram":
        np.testing.assert_array_equal(some.counts, every.counts)
        np.testing.assert_allclose(some.sums(SCALES), every.sums(SCALES), rtol=1e-12)
    else:
        every = np.array(every)[..., rows, :] if "row" in name else np.array(every)
        np.testing.assert_allclose(np.array(some), every, rtol=1e-12, atol=1e-30)


@pytest.mark.parametrize("name", NAMES)
def test_same_bits_with_every_executor(name, executor):
    X, codes = points_and_codes(1333)
    statistic, rows = statistics(codes)[name], drawn_rows(1333, 600)
    expected = reduce(X, statistic, rows=rows, executor="serial", n_threads=1)
    assert_same_bits(reduce(X, statistic, rows=rows, **executor), expected)


def test_given_distances_give_the_sums_of_points(random):
    X = random.normal(size=(90, 2))
    r = ((X[:, None] - X) ** 2).sum(axis=2)
    statistic, rows = RowSums(SCALES), [7, 80, 3]
    np.testing.assert_allclose(
        reduce(np.sqrt(r), statistic, rows=rows, metric="precomputed"),
        reduce(X, statistic, rows=rows),
        rtol=1e-10,
    )


def test_tiles_cover_every_pair_of_some_rows_once():
    for n_samples, n_rows, side in [(1, 1, 16), (17, 3, 16), (100, 33, 16), (1025, 600, 512)]:
        plan = plans.Plan(n_samples, side, 1, 0, n_rows)
        seen = np.zeros((n_rows, n_samples), dtype=int)
        tiles = list(plan.tiles())
        for rows, columns in tiles:
            seen[rows, columns] += 1
        assert (seen == 1).all()
        assert len(tiles) == plan.n_tiles


@pytest.mark.parametrize(
    "rows", [[], [0, 0], [-1], [10], [0.5], [[0], [1]], [True, False], "auto", 3]
)
def test_invalid_rows_are_refused(rows):
    with pytest.raises(ValueError, match="rows must"):
        reduce(np.arange(10.0)[:, None], RowSums(SCALES), rows=rows)


@pytest.mark.parametrize(
    "statistic", [NearestOthers(), engine.statistics.Together([NearestOthers()])]
)
def test_statistics_of_all_rows_refuse_a_sample(statistic):
    with pytest.raises(ValueError, match="NearestOthers needs all rows, so rows cannot be chosen"):
        reduce(np.arange(10.0)[:, None], statistic, rows=[1])


def test_grouped_histogram_needs_rows():
    with pytest.raises(ValueError, match="pass their indices as the argument rows"):
        reduce(np.arange(10.0)[:, None], engine.statistics.GroupedHistogram(1.0, 2))


@pytest.mark.parametrize("name", NAMES)
def test_real_peak_is_within_the_projection(name, every_arithmetic):
    X, codes = points_and_codes(3000)
    statistic, rows = statistics(codes)[name], drawn_rows(3000, 600)
    reduce(X, statistic, rows=rows[:3])  # a first call, so that lazy imports are not counted
    plan = engine.plan.make_plan(3000, 3, statistic, 2**30, 2, "auto", 600)
    tracemalloc.start()
    reduce(X, statistic, rows=rows, n_threads=2)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= plan.projected_memory + INTERPRETER


# ---------------------------------------------------------------- estimates and their errors


def test_groups_sum_to_the_total():
    X, _ = points_and_codes(600)
    rows = drawn_rows(600, 100)
    sampled = reduce(X, engine.statistics.GroupedHistogram(5.0, 7), rows=rows)
    by_row = 1 + reduce(X, RowSums(SCALES))[rows]
    edges = group_edges(100, 7)
    for group, histogram in enumerate(sampled.groups):
        expected = by_row[edges[group] : edges[group + 1]].sum(axis=0)
        np.testing.assert_allclose(histogram.sums(SCALES)[0], expected, rtol=1e-6)
    np.testing.assert_allclose(sampled.pooled.sums(SCALES)[0], by_row.sum(axis=0), rtol=1e-6)
    assert (sampled.n_rows, sampled.n_samples) == (100, 600)


def test_groups_of_one_row_give_the_textbook_errors():
    X, _ = points_and_codes(400)
    rows = drawn_rows(400, 30)
    found = reduce(X, engine.statistics.GroupedHistogram(5.0, 30), rows=rows).estimate(SCALES)
    r = ((X[rows, None] - X) ** 2).sum(axis=2)[..., None]
    K = np.exp(-r / (2 * SCALES))
    s, t = K.sum(axis=1), (r * K).sum(axis=1) / SCALES
    d = t.sum(axis=0) / s.sum(axis=0)
    left = 1 - 30 / 400
    np.testing.assert_allclose(found.S, 400 * s.mean(axis=0), rtol=1e-6)
    np.testing.assert_allclose(
        found.S_error, 400 * s.std(axis=0, ddof=1) * np.sqrt(left / 30), rtol=1e-5
    )
    np.testing.assert_allclose(found.dimension, d, rtol=1e-5)
    np.testing.assert_allclose(
        found.dimension_error,
        (t - d * s).std(axis=0, ddof=1) / s.mean(axis=0) * np.sqrt(left / 30),
        rtol=1e-4,
    )


def test_all_rows_have_a_standard_error_of_zero(random):
    X = random.normal(size=(200, 2))
    sampled = reduce(X, engine.statistics.GroupedHistogram(4.0, 32), rows=drawn_rows(200, 200))
    found, expected = sampled.estimate(SCALES), reduce(X, KernelSums(SCALES))
    np.testing.assert_allclose(found.S, expected.S, rtol=1e-6)
    assert not found.S_error.any()
    assert not found.dimension_error.any()


@pytest.mark.parametrize(
    "every_arithmetic", ["compiled"], indirect=True
)  # the faster arithmetic is enough
def test_standard_errors_match_the_spread_of_estimates(random):
    X = np.concatenate([random.normal(size=(700, 2)), 0.1 * random.normal(size=(200, 2))])
    sums = reduce(X, KernelSums(SCALES))
    dimension = sums.T / (SCALES * sums.S)
    statistic = engine.statistics.GroupedHistogram(4.0, 32)
    scores = []
    for seed in range(24):
        found = reduce(X, statistic, rows=drawn_rows(len(X), 128, seed)).estimate(SCALES)
        scores.append(
            [
                (found.S - sums.S) / found.S_error,
                (found.dimension - dimension) / found.dimension_error,
            ]
        )
    scores = np.array(scores)
    # With 24 draws, the standard error of the standard deviation is 0.15, that of the mean 0.2.
    assert (np.abs(scores.std(axis=0) - 1) < 0.35).all()
    assert (np.abs(scores.mean(axis=0)) < 0.5).all()


def test_the_jackknife_of_a_mean_is_its_textbook_error(random):
    values = random.normal(size=20)
    left_out = (values.sum() - values) / 19
    assert jackknife_error(left_out) == pytest.approx(values.std(ddof=1) / np.sqrt(20))
    assert jackknife_error(left_out, share=0.75) == pytest.approx(
        values.std(ddof=1) / np.sqrt(20) / 2
    )


def test_draws_are_nested_random_and_repeatable():
    small, large = drawn_rows(1000, 100), drawn_rows(1000, 400)
    assert len(set(large.tolist())) == 400
    assert set(small.tolist()) < set(large.tolist())
    assert np.array_equal(large, drawn_rows(1000, 400))
    assert not np.array_equal(large, drawn_rows(1000, 400, seed=1))
    for begin, end in zip(group_edges(400)[:-1], group_edges(400)[1:], strict=True):
        assert (np.diff(large[begin:end]) > 0).all()
