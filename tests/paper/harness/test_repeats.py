import numpy as np
import pytest
from scipy.stats import binom, ttest_1samp

from kernelscale.paper.harness.repeats import (
    SHARES,
    mean_interval,
    measure_repeats,
    share_interval,
)


def draw(scale, seed):
    return scale * float(np.random.default_rng(seed).normal())


def test_the_interval_is_that_of_a_t_test(random):
    values = random.normal(1.0, 2.0, 25)
    expected = ttest_1samp(values, 0).confidence_interval(0.95)
    found = mean_interval(values)
    assert found.mean == pytest.approx(values.mean())
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_the_interval_contains_the_mean_in_95_of_100_cases(random):
    held = 0
    for _ in range(2000):
        found = mean_interval(random.normal(size=8))
        held += found.low <= 0 <= found.high
    assert held / 2000 == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("values", [[0.9, 1.0], [0.0, 0.1], [0.02, 0.98], [0.5, 0.5]])
def test_the_interval_of_shares_lies_between_0_and_1(values):
    free, within = mean_interval(values), mean_interval(values, SHARES)
    assert within.mean == free.mean
    assert (within.low, within.high) == (max(free.low, 0), min(free.high, 1))
    assert 0 <= within.low <= within.mean <= within.high <= 1


@pytest.mark.parametrize("n", [1, 2, 7, 20])
def test_a_share_lies_in_its_interval_which_mirrors_that_of_the_rest(n):
    for n_true in range(n + 1):
        share, rest = share_interval(n_true, n), share_interval(n - n_true, n)
        assert 0 <= share.low <= share.mean <= share.high <= 1
        assert share.low == pytest.approx(1 - rest.high)
        assert share.high > share.low


@pytest.mark.parametrize("n", [1, 6, 20])
def test_none_of_n_and_all_of_n_have_known_ends(n):
    assert share_interval(0, n)[1:] == (0.0, pytest.approx(1 - 0.025 ** (1 / n)))
    assert share_interval(n, n)[1:] == (pytest.approx(0.025 ** (1 / n)), 1.0)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.81])
def test_the_interval_of_a_share_contains_it_in_95_of_100_cases_or_more(share):
    held = [
        n_true
        for n_true in range(21)
        if share_interval(n_true, 20).low <= share <= share_interval(n_true, 20).high
    ]
    assert binom.pmf(held, 20, share).sum() >= 0.95


def test_cases_may_have_different_numbers_of_repeats():
    found = measure_repeats(draw, [1.0, 10.0], [1, 10], lambda event: None, 1)
    assert [len(repeats) for repeats in found] == [1, 10]
    assert found[1] == [draw(10.0, seed) for seed in range(10)]


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_every_case_gets_the_same_seeds_in_order(n_jobs):
    found = measure_repeats(draw, [1.0, 10.0], 3, lambda event: None, n_jobs)
    assert found == [[draw(scale, seed) for seed in range(3)] for scale in (1.0, 10.0)]


def test_progress_counts_cases():
    heard = []
    measure_repeats(draw, [1.0, 10.0], 2, heard.append, 1)
    assert [(event.stage, event.done, event.total) for event in heard] == [
        ("cases", 0, 2),
        ("cases", 1, 2),
        ("cases", 2, 2),
    ]
