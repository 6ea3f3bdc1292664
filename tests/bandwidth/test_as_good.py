"""The range of scales that are as good, and who lies in it."""

import dataclasses

import numpy as np
import pytest

from kernelscale import Gaussian, compare, select_bandwidth
from kernelscale.bandwidth import LeaveOneOut
from kernelscale.bandwidth.kernel_family import family_of
from kernelscale.bandwidth.left_out.as_good import (
    AS_GOOD_NUMBERS,
    as_good_around,
    errors_of_classes,
)
from kernelscale.bandwidth.left_out.regression import Regression
from kernelscale.bandwidth.left_out.targets import targets_of
from kernelscale.bandwidth.subsampling import random_subsamples
from kernelscale.data import PointCloud
from kernelscale.results import Bandwidth

TRIED = 2.0 ** np.arange(-8, 9, 4)


def _labelled(numbers=False):
    random = np.random.default_rng(0)
    X = random.normal(size=(90, 2))
    y = np.sin(2 * X[:, 0]) + 0.1 * random.normal(size=90)
    return X, y if numbers else (y > 0).astype(int)


def test_a_range_ends_before_a_gap_and_where_the_excess_crosses_the_limit():
    asked = []

    def excess(scale):
        asked.append(scale)
        octaves = np.log2(scale)
        return 2.0 if octaves == 4 else 0.3 * abs(octaves)  # as good again beyond it

    low, high = as_good_around(TRIED, 1.0, excess)
    assert np.log2(low) == pytest.approx(-1 / 0.3)
    assert 1 < high < 2.0**4
    assert max(asked) == 2.0**4  # nothing beyond the gap was asked


def test_a_range_may_reach_the_ends_of_the_search():
    assert as_good_around(TRIED, 1.0, lambda scale: 0.5) == (TRIED[0], TRIED[-1])
    assert as_good_around(TRIED, 1.0, lambda scale: 0.0 if scale == 1 else np.inf) == (1.0, 1.0)


@pytest.mark.parametrize("numbers", [False, True])
def test_scales_in_the_range_are_within_the_standard_error_and_those_outside_are_not(numbers):
    X, y = _labelled(numbers)
    found = LeaveOneOut()(X, y)
    limit = (AS_GOOD_NUMBERS if numbers else errors_of_classes(90)) * found.evidence["score_error"]
    low, high = found.as_good

    def lost(scale):
        return found.evidence["score"] - LeaveOneOut(scales=[scale])(X, y).evidence["score"]

    assert low < found.epsilon < high
    assert max(map(lost, np.geomspace(1.3 * low, high / 1.3, 5))) <= limit
    assert min(lost(low / 1.3), lost(high * 1.3)) > limit


def test_of_few_rows_scales_may_be_worse_by_more_standard_errors():
    assert errors_of_classes(100) == 2 * errors_of_classes(400) == 2 * errors_of_classes(10_000)


def test_what_labels_cannot_tell_is_open_at_both_ends():
    X, y = _labelled()
    found = LeaveOneOut()(X, np.random.default_rng(1).permutation(y))
    assert found.as_good == (found.scales[0], found.scales[-1])
    assert found.as_good_in_words.count("or less") == 1
    assert found.as_good_in_words.endswith("or more")


def test_rows_twice_in_groups_say_the_same():
    X, y = _labelled()
    alone = LeaveOneOut()(X, y)
    groups = np.repeat(np.arange(90), 2)
    twice = LeaveOneOut(ridge=0.2)(np.repeat(X, 2, axis=0), np.repeat(y, 2), groups=groups)
    assert twice.evidence["score_error"] == pytest.approx(alone.evidence["score_error"], rel=1e-3)
    assert twice.as_good == pytest.approx(alone.as_good, rel=0.1)


def test_rows_of_a_group_count_once_for_how_few_they_are():
    X, y = _labelled()
    groups = np.arange(90) // 2
    part = PointCloud(X, y, groups=groups).restricted(np.arange(0, 60, 3))
    regression = Regression(family_of(part, Gaussian), targets_of(part, balanced=False), 0.1)
    assert regression.n_left_out == len(set(groups[part.rows]))
    part.groups = None
    assert regression.n_left_out == 20


def test_the_interval_is_what_halves_choose_of_the_scales_tried():
    X, y = _labelled()
    found = LeaveOneOut(n_subsamples=2)(X, y)
    rows = [half.rows for half in random_subsamples(PointCloud(X, y=y), 45, 2)]
    chosen = [LeaveOneOut(scales=found.scales)(X[half], y[half]) for half in rows]
    of_tried = [_best_of(found.scales, each) for each in chosen]
    assert found.interval == (min(found.epsilon, *of_tried), max(found.epsilon, *of_tried))


def test_the_interval_can_be_left_out_and_the_range_stays():
    X, y = _labelled()
    without, found = (select_bandwidth(X, y, n_subsamples=n) for n in (0, 3))
    assert without.interval is None
    with pytest.raises(ValueError, match="n_subsamples must be"):
        LeaveOneOut(n_subsamples=-1)
    assert (without.epsilon, without.as_good) == (found.epsilon, found.as_good)
    low, high = found.interval
    assert found.as_good[0] <= low <= found.epsilon <= high <= found.as_good[1]


def _best_of(tried, found):
    scores = dict(zip(found.scales.tolist(), found.scores, strict=True))
    return max(tried.tolist(), key=scores.__getitem__)


def test_rules_are_marked_that_lie_in_the_range_of_the_recommended():
    X, y = _labelled()
    compared = compare(X, y, rules=["median", "max_min", "self_tuning", 1e-6])
    low, high = compared.recommended.as_good
    for row in compared.rows:
        expected = None if row.rule == "self_tuning" else low <= row.epsilon <= high
        assert row.as_good is expected
    marks = [row["as_good"] for row in compared.to_dict()["rows"]]
    said = compared.how_much_it_matters
    assert f"{marks.count(True)} of 4 rules lie inside" in said
    assert compared.to_dict()["how_much_it_matters"] == said


def test_where_all_rules_lie_inside_it_hardly_matters():
    compared = compare(*_labelled(), rules=["auto"])
    rows = [dataclasses.replace(row, as_good=True) for row in 2 * compared.rows]
    everyone = dataclasses.replace(compared, rows=tuple(rows))
    assert everyone.how_much_it_matters.endswith("so the choice matters little here.")


def test_without_a_range_nothing_is_said():
    bandwidth = Bandwidth("mine", 1.0, Gaussian(1.0), "Why.")
    assert bandwidth.as_good_in_words == ""
    assert select_bandwidth([[0.0], [1.0]], rule="median").as_good is None
