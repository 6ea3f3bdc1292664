"""Rows drawn at random: equal probabilities, strata of similar rows, correct standard errors."""

import numpy as np
import pytest

from kernelscale.data.drawn_rows import drawn_by_class, drawn_in_strata, drawn_rows
from kernelscale.data.row_sampler import RowSampler
from kernelscale.data.scale_range import geometric_grid, useful_range
from kernelscale.engine.passes import reduce
from kernelscale.engine.sampled_pairs import N_GROUPS, group_edges
from kernelscale.engine.statistics import GroupedHistogram, KernelSums, SumsFromRows

SCALES = np.array([0.05, 0.7, 9.0])


def sampler_of(X):
    return RowSampler(len(X), 2.0, lambda statistic, rows: reduce(X, statistic, rows=rows))


def uneven_points(n_samples=1500):
    random = np.random.default_rng(8)
    sd = np.where(np.arange(n_samples) % 5 == 0, 0.05, 1.0)
    return random.normal(size=(n_samples, 2)) * sd[:, None]


@pytest.mark.parametrize("n_rows", [64, 320, 640])
def test_each_group_has_one_row_of_every_stratum(n_rows, random):
    like = random.normal(size=643)
    rows = drawn_in_strata(like, n_rows)
    assert len(set(rows.tolist())) == n_rows
    rank = np.argsort(np.argsort(like))
    n_strata = n_rows // N_GROUPS
    for begin, end in zip(group_edges(n_rows)[:-1], group_edges(n_rows)[1:], strict=True):
        ranks = np.sort(rank[rows[begin:end]])
        # If the number of strata does not divide 643, a few rows lie outside all strata and shift
        # the ends of the strata.
        low = np.arange(n_strata) * (643 // n_strata)
        assert (ranks >= low).all()
        assert (ranks < low + 643 // n_strata + n_strata).all()


def test_every_row_has_the_same_probability():
    like, drawn = np.arange(101.0), np.zeros(101)
    for seed in range(3000):
        drawn[drawn_in_strata(like, 24, n_groups=3, seed=seed)] += 1
    # In 3000 draws of 24 of 101 rows, a row is drawn 713 times on average, with a standard
    # deviation of 23.
    assert (np.abs(drawn / 3000 - 24 / 101) < 5 * 23 / 3000).all()


def test_classes_keep_their_proportions():
    codes = np.repeat([0, 1, 2, 3], [600, 300, 3, 1])
    sample = drawn_by_class(codes, 90)
    assert sample.n_members.tolist() == [600, 300, 3, 1]
    assert sample.n_drawn.tolist() == [60, 30, 2, 1]
    assert np.bincount(codes[sample.rows]).tolist() == [60, 30, 2, 1]
    assert (np.diff(sample.rows) > 0).all()


def test_sums_from_rows_are_those_of_the_matrix(random):
    X = random.normal(size=(1300, 3))
    rows = random.permutation(1300)[:300]
    K = np.exp(-((X[rows, None] - X) ** 2).sum(axis=2) / 2)
    expected = K.sum(axis=0) - np.isin(np.arange(1300), rows)
    found = reduce(X, SumsFromRows(1.0, 1300), rows=rows)
    np.testing.assert_allclose(found, expected, rtol=2e-6, atol=1e-9)


@pytest.mark.parametrize(
    "every_arithmetic", ["compiled"], indirect=True
)  # the faster arithmetic is enough
def test_standard_errors_match_the_spread_of_estimates():
    X = uneven_points()
    sums = reduce(X, KernelSums(SCALES))
    dimension = sums.T / (SCALES * sums.S)
    density = reduce(X, SumsFromRows(0.05, 1500), rows=drawn_rows(1500, 100, seed=99))
    scores = []
    for seed in range(24):
        rows = drawn_in_strata(density, 160, seed=seed)
        found = reduce(X, GroupedHistogram(2.0, N_GROUPS), rows=rows).estimate(SCALES)
        scores.append(
            [
                (found.S - sums.S) / found.S_error,
                (found.dimension - dimension) / found.dimension_error,
            ]
        )
    scores = np.array(scores)
    assert (np.abs(scores.std(axis=0) - 1) < 0.35).all()
    assert (np.abs(scores.mean(axis=0)) < 0.5).all()


def test_strata_reduce_the_standard_error():
    X = uneven_points()
    pairs = sampler_of(X).sample(320)
    plain = reduce(X, GroupedHistogram(2.0, N_GROUPS), rows=drawn_rows(1500, 320))
    grid = geometric_grid(*useful_range(plain.pooled, 1500), ratio=2**0.5)
    with_strata, without = (p.estimate(grid) for p in (pairs, plain))
    largest = (with_strata.S_error / with_strata.S).max()
    assert largest < 0.6 * (without.S_error / without.S).max()


@pytest.mark.parametrize(
    ("n_sample", "drawn"), [(2, 2), (63, 63), (64, 64), (65, 96), (1407, 1408), (1409, 1440)]
)
def test_the_sample_has_the_requested_size(n_sample, drawn):
    pairs = sampler_of(uneven_points()).sample(n_sample)
    assert (pairs.n_rows, pairs.n_samples) == (drawn, 1500)


@pytest.mark.parametrize("n_sample", [None, "auto", 1500, 1490, 10**6])
def test_a_sample_of_all_rows_is_none(n_sample):
    assert sampler_of(uneven_points()).sample(n_sample) is None


def test_auto_size_gives_the_stated_error(monkeypatch):
    from kernelscale.data import row_sampler

    monkeypatch.setattr(row_sampler, "ALL_ROWS", 1000)
    monkeypatch.setattr(row_sampler, "PILOT_ROWS", 256)
    monkeypatch.setattr(row_sampler, "ENOUGH", 0.05)
    pairs = sampler_of(uneven_points()).sample("auto")
    found = pairs.estimate(geometric_grid(*useful_range(pairs.pooled, 1500), ratio=2**0.5))
    assert pairs.n_rows < 750
    assert (found.S_error / found.S).max() < 0.075
    monkeypatch.setattr(row_sampler, "ENOUGH", 1e-4)
    assert sampler_of(uneven_points()).sample("auto") is None
