"""The range of scales that are as good as the chosen one; rules with scales in it are marked."""

import dataclasses

import numpy as np
import pytest

from kernelscale import Gaussian, compare, select_bandwidth
from kernelscale.bandwidth import LeaveOneOut
from kernelscale.bandwidth.kernel_family import family_of
from kernelscale.bandwidth.leave_one_out.as_good_range import (
    AS_GOOD_NUMBERS,
    as_good_around,
    errors_of_classes,
)
from kernelscale.bandwidth.leave_one_out.regression import Regression
from kernelscale.bandwidth.leave_one_out.ridge_targets import targets_of
from kernelscale.bandwidth.subsampling import random_subsamples
from kernelscale.data import PointCloud
from kernelscale.results import Bandwidth

TRIED = 2.0 ** np.arange(-8, 9, 4)


def _labelled(numbers=False):
    random = np.random.default_rng(0)
    X = random.normal(size=(90, 2))
    y = np.sin(2 * X[:, 0]) + 0.1 * random.normal(size=90)
    return X, y if numbers else (y > 0).astype(int)


def test_range_ends_before_a_gap_and_at_the_limit_of_the_excess():
    evaluated = []

    def excess(scale):
        evaluated.append(scale)
        octaves = np.log2(scale)
        # The excess grows by 0.3 with each octave away from scale 1. At 4 octaves above 1 it is 2,
        # so the range ends before this scale.
        return 2.0 if octaves == 4 else 0.3 * abs(octaves)

    low, high = as_good_around(TRIED, 1.0, excess)
    assert np.log2(low) == pytest.approx(-1 / 0.3)
    assert 1 < high < 2.0**4
    assert max(evaluated) == 2.0**4  # the search tried no scale beyond the gap


def test_range_can_reach_the_ends_of_the_search():
    assert as_good_around(TRIED, 1.0, lambda scale: 0.5) == (TRIED[0], TRIED[-1])
    assert as_good_around(TRIED, 1.0, lambda scale: 0.0 if scale == 1 else np.inf) == (1.0, 1.0)


@pytest.mark.parametrize("numbers", [False, True])
def test_only_scales_in_the_range_are_within_the_standard_error(numbers):
    X, y = _labelled(numbers)
    found = LeaveOneOut()(X, y)
    limit = (AS_GOOD_NUMBERS if numbers else errors_of_classes(90)) * found.evidence[
        "criterion_error"
    ]
    low, high = found.as_good

    def lost(scale):
        return found.evidence["criterion"] - LeaveOneOut(scales=[scale])(X, y).evidence["criterion"]

    assert low < found.epsilon < high
    assert max(map(lost, np.geomspace(1.3 * low, high / 1.3, 5))) <= limit
    assert min(lost(low / 1.3), lost(high * 1.3)) > limit


def test_few_rows_allow_more_standard_errors():
    assert errors_of_classes(100) == 2 * errors_of_classes(400) == 2 * errors_of_classes(10_000)


def test_range_reaches_both_ends_if_labels_cannot_be_predicted():
    X, y = _labelled()
    found = LeaveOneOut()(X, np.random.default_rng(1).permutation(y))
    assert found.as_good == (found.scales[0], found.scales[-1])
    assert found.as_good_in_words.count("or less") == 1
    assert found.as_good_in_words.endswith("or more")


def test_duplicating_rows_within_groups_changes_nothing():
    X, y = _labelled()
    alone = LeaveOneOut()(X, y)
    groups = np.repeat(np.arange(90), 2)
    twice = LeaveOneOut(ridge=0.2)(np.repeat(X, 2, axis=0), np.repeat(y, 2), groups=groups)
    assert twice.evidence["criterion_error"] == pytest.approx(
        alone.evidence["criterion_error"], rel=1e-3
    )
    assert twice.as_good == pytest.approx(alone.as_good, rel=0.1)


def test_number_of_groups_sets_the_number_of_standard_errors():
    X, y = _labelled()
    groups = np.arange(90) // 2
    part = PointCloud(X, y, groups=groups).restricted(np.arange(0, 60, 3))
    regression = Regression(family_of(part, Gaussian), targets_of(part, balanced=False), 0.1)
    assert regression.n_left_out == len(set(groups[part.rows]))
    part.groups = None
    assert regression.n_left_out == 20


def test_interval_contains_the_scales_chosen_on_halves():
    X, y = _labelled()
    found = LeaveOneOut(n_subsamples=2)(X, y)
    rows = [half.rows for half in random_subsamples(PointCloud(X, y=y), 45, 2)]
    chosen = [LeaveOneOut(scales=found.scales)(X[half], y[half]) for half in rows]
    of_tried = [_best_of(found.scales, each) for each in chosen]
    assert found.interval == (min(found.epsilon, *of_tried), max(found.epsilon, *of_tried))


def test_range_does_not_need_the_interval():
    X, y = _labelled()
    without, found = (select_bandwidth(X, y, n_subsamples=n) for n in (0, 3))
    assert without.interval is None
    with pytest.raises(ValueError, match="n_subsamples must be"):
        LeaveOneOut(n_subsamples=-1)
    assert (without.epsilon, without.as_good) == (found.epsilon, found.as_good)
    low, high = found.interval
    assert found.as_good[0] <= low <= found.epsilon <= high <= found.as_good[1]


def _best_of(tried, found):
    criterion = dict(zip(found.scales.tolist(), found.criterion, strict=True))
    return max(tried.tolist(), key=criterion.__getitem__)


def test_rules_within_the_recommended_range_are_marked():
    X, y = _labelled()
    compared = compare(X, y, rules=["median", "max_min", "self_tuning", 1e-6])
    low, high = compared.recommended.as_good
    for row in compared.rows:
        expected = None if row.rule == "self_tuning" else low <= row.epsilon <= high
        assert row.as_good is expected
    marks = [row["as_good"] for row in compared.to_dict()["rows"]]
    said = compared.how_much_it_matters
    assert f"{marks.count(True)} of 4 rules choose such a scale" in said
    assert compared.to_dict()["how_much_it_matters"] == said


def test_table_states_that_all_rules_lie_in_the_range():
    compared = compare(*_labelled(), rules=["auto"])
    rows = [dataclasses.replace(row, as_good=True) for row in 2 * compared.rows]
    all_marked = dataclasses.replace(compared, rows=tuple(rows))
    assert all_marked.how_much_it_matters.endswith("so the choice matters little here.")


def test_a_bandwidth_without_a_range_has_no_words_about_it():
    bandwidth = Bandwidth("mine", 1.0, Gaussian(1.0), "Why.")
    assert bandwidth.as_good_in_words == ""
    assert select_bandwidth([[0.0], [1.0]], rule="median").as_good is None
