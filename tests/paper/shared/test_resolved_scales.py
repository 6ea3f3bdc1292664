"""Which scales are resolved, by `resolution`.

A row carries a coordinate if the coordinate is far from 0 there. A scale is resolved if many rows
carry each coordinate, or if rounding the coordinates changes the result little. It is
not resolved if the coordinates are an arbitrary choice.
"""

import itertools

import numpy as np
import pytest

from kernelscale.data import PointCloud
from kernelscale.markov.eigenpairs import Eigenpairs
from kernelscale.paper.shared.accuracy_at_scale import nearest_is_right
from kernelscale.paper.shared.resolved_scales import (
    RULES,
    Resolution,
    resolution,
    rounded,
    rules_on_scales,
)

N = 100
CODES = np.arange(N) % 2
# An eigenvalue of a connected graph, and the eigenvalue that each additional component adds.
KNOWN, FALLEN_OFF = 0.9, 1.0
BLANK = np.where(np.arange(N) // 2 % 2, 1.0, -1.0)  # -1 for one half of each class, else 1


@pytest.fixture
def shape(random):
    """A coordinate that all rows carry and that separates the classes."""
    return CODES + random.uniform(-0.4, 0.4, N)


@pytest.fixture
def lonely(random):
    """A coordinate that one row carries; in other rows, its last digits separate the classes."""
    coordinate = 1e-6 * CODES + 1e-8 * random.normal(size=N)
    coordinate[0] = N**0.5
    return coordinate


def pairs_of(*coordinates, value=KNOWN):
    """Eigenpairs: the trivial one, one with the eigenvalue `value` for each coordinate, one more.

    The last pair is not used as a coordinate.
    """
    vectors = np.column_stack([np.ones(N), *coordinates, np.linspace(-1, 1, N)])
    values = np.r_[1.0, np.full(len(coordinates), value), min(value, 0.999999999)]
    return Eigenpairs(values, vectors, np.full(N, 1 / N))


def accuracy(n_components, codes=CODES):
    def figure(pairs):
        coordinates = pairs.embedding(n_components)
        return float(nearest_is_right(coordinates, codes, np.arange(N)).mean())

    return figure


def changed_by(share, pairs):
    """A function of eigenpairs: 0.8 for `pairs`, and 0.8 (1 + `share`) for rounded pairs."""
    return lambda seen: 0.8 * (1 + share * (seen is not pairs))


def test_a_figure_in_the_last_digits_of_a_coordinate_does_not_count(lonely):
    pairs = pairs_of(lonely)
    assert accuracy(1)(pairs) > 0.9 > 0.6 > accuracy(1)(rounded(pairs, 1))
    assert not resolution(pairs, CODES, 1, accuracy(1)).counts()


@pytest.mark.parametrize("blank", [False, True])
def test_with_such_a_coordinate_the_other_coordinates_have_to_give_the_figure(shape, lonely, blank):
    pairs = pairs_of(BLANK if blank else shape, lonely)
    assert accuracy(2)(pairs) > 0.9
    assert resolution(pairs, CODES, 2, accuracy(2)).counts() == (not blank)


@pytest.mark.parametrize("share", [0.0, 0.019, -0.019, 0.021, -0.021, np.nan])
def test_a_figure_may_change_by_two_per_cent(shape, lonely, share):
    pairs = pairs_of(shape, lonely)
    assert resolution(pairs, CODES, 2, changed_by(share, pairs)).counts() == (abs(share) < 0.02)


def test_coordinates_that_all_rows_carry_are_not_rounded(shape, random):
    pairs = pairs_of(shape, random.normal(size=N))
    assert resolution(pairs, CODES, 2, changed_by(0.5, pairs)).counts()


def test_coordinates_that_are_not_used_do_not_matter(shape, lonely):
    pairs = pairs_of(shape, lonely)
    for n_components, counts in ((1, True), (2, False)):
        assert resolution(pairs, CODES, n_components, changed_by(0.5, pairs)).counts() == counts


def test_an_arbitrary_choice_never_counts(shape, random):
    pairs = pairs_of(shape, random.normal(size=N), value=FALLEN_OFF)
    assert not resolution(pairs, CODES, 2, changed_by(0.0, pairs)).counts()


def test_a_coordinate_that_a_whole_class_carries_shows_the_class(lonely):
    pairs = pairs_of(lonely)
    own_class = (np.arange(N) == 0).astype(int)
    assert resolution(pairs, own_class, 1, changed_by(0.5, pairs)).counts()


@pytest.mark.parametrize("blank", [False, True])
def test_rows_in_another_order_and_other_signs_change_nothing(shape, lonely, random, blank):
    pairs, order = pairs_of(BLANK if blank else shape, lonely), random.permutation(N)
    other = Eigenpairs(pairs.values, -pairs.vectors[order], pairs.stationary)
    found = resolution(other, CODES[order], 2, accuracy(2, CODES[order])).counts()
    assert found == resolution(pairs, CODES, 2, accuracy(2)).counts()


def test_rounding_is_to_a_ten_thousandth_of_the_range_of_each_coordinate(shape, lonely):
    pairs = pairs_of(shape, 7.0 * lonely)
    before, after = pairs.vectors.copy(), rounded(pairs, 2)
    np.testing.assert_array_equal(pairs.vectors, before)
    for k in (1, 2):
        vector, step = before[:, k], (before[:, k].max() - before[:, k].min()) / 10_000
        for value, found in zip(vector, after.vectors[:, k], strict=True):
            assert found == pytest.approx(round(value / step) * step, abs=1e-12)
    np.testing.assert_array_equal(after.vectors[:, [0, 3]], before[:, [0, 3]])
    np.testing.assert_array_equal(after.values, pairs.values)


def test_coordinates_after_any_number_of_steps_are_rounded_alike(shape, lonely):
    pairs = pairs_of(shape, lonely, value=0.5)
    for t in (0, 1, 3):
        coordinates = pairs.embedding(2, t)
        step = np.ptp(coordinates, axis=0) * 1e-4
        np.testing.assert_allclose(
            rounded(pairs, 2).embedding(2, t), np.rint(coordinates / step) * step, atol=1e-12
        )


@pytest.mark.parametrize("far", [0.0, 3.0, 9.0])
def test_resolution_on_data_agrees_with_a_naive_computation(random, far):
    """Two classes with one row moved away, at scales from isolated rows to a constant kernel."""
    y = np.arange(60) % 2
    X = random.normal(size=(60, 2)) + 2.0 * y[:, None]
    X[7, 1] -= far
    cloud, rows, answers = PointCloud(X, y), np.arange(60), []
    for scale in cloud.candidate_scales(2.0).tolist():
        pairs = cloud.eigenpairs(scale, 3)

        def right(seen):
            return float(nearest_is_right(seen.embedding(2), y, rows).mean())

        known = sum(value > 1 - 1e-8 for value in pairs.values) <= 3
        shown = all(
            1 / sum((p * v**2) ** 2 for p, v in zip(pairs.stationary, vector, strict=True)) >= 5
            for vector in pairs.vectors.T[1:3]
        )
        coordinates = pairs.embedding(2)
        step = np.ptp(coordinates, axis=0) / 10_000
        again = nearest_is_right(np.rint(coordinates / step) * step, y, rows).mean()
        expected = known and (shown or abs(again - right(pairs)) <= 0.02 * right(pairs))
        assert resolution(pairs, y, 2, right).counts() == expected
        answers.append((expected, known, shown))
    counts, known, shown = zip(*answers, strict=True)
    assert not all(counts)
    assert any(counts)
    if far:
        assert any(k and not s for k, s in zip(known, shown, strict=True))


@pytest.mark.parametrize("carried", [0.004, 0.008, 0.02, 0.2])
def test_fewer_scales_count_if_more_rows_have_to_carry_a_coordinate(carried):
    seen = Resolution(False, carried, 0.5, 10_000, 0.9, 0.1)
    counts = [seen.counts(share) for share in RULES]
    assert counts == [True, *(carried >= share for share in RULES[1:])]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("n_samples", [40, 200, 400, 600, 2000, 10_000])
def test_rules_that_count_the_same_scales_are_listed_once(n_samples):
    """Two rules count the same scales if they agree for every share of rows up to a tenth."""
    seen = [
        Resolution(False, k / n_samples, 0.5, n_samples, 0.9, 0.1)
        for k in range(1, n_samples // 10 + 1)
    ]
    answers = {share: tuple(each.counts(share) for each in seen) for share in RULES}
    told = dict(rules_on_scales(n_samples))
    assert len({answers[share] for share in told}) == len(told)
    assert {answers[share] for share in told} == set(answers.values())
    assert len(set(told.values())) == len(told)


def test_without_the_rule_an_arbitrary_choice_counts_too():
    seen = Resolution(True, 0.5, 0.5, 100, 0.9, 0.9)
    assert [seen.counts(share) for share in RULES] == [True, False, False, False]


def test_rounding_changes_a_measure_little_if_numpy_finds_both_close():
    measures = [0.0, 0.9, 0.883, 0.881, 0.918, 0.919, 5.0, np.inf, np.nan]
    for figure, after in itertools.product(measures, repeat=2):
        alone = Resolution(False, 0.01, 0.5, 100, figure, after)
        assert alone.counts(0.05) == np.isclose(after, figure, rtol=0.02, atol=0)
