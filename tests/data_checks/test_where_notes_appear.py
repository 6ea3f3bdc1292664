"""Notes appear in results, in a warning, in JSON output and on the page."""

import json

import numpy as np
import pytest
from sklearn.svm import SVC

from kernelscale import (
    AutoBandwidth,
    DiffusionMap,
    compare,
    estimate_dimension,
    reports,
    select_bandwidth,
)
from kernelscale.bandwidth import RULES
from kernelscale.data import PointCloud
from kernelscale.data_checks import NoteWarning
from kernelscale.distances import DistancesWarning
from kernelscale.metrics import Periodic

NAMES = ["length", "width", "dose"]
DOSE_DOMINATES = "Feature dose accounts for 99.99% of the mean squared distance"


@pytest.fixture
def points(random):
    return random.normal(size=(60, 3)) * [1, 1, 1000]


@pytest.mark.parametrize("rule", ["auto", "median", 2.0])
def test_select_bandwidth_warns_once_and_returns_the_notes(points, rule):
    with pytest.warns(NoteWarning, match=DOSE_DOMINATES) as warned:
        bandwidth = select_bandwidth(points, rule=rule, feature_names=NAMES)
    assert len(warned) == 1
    assert warned[0].filename == __file__
    assert [note.features for note in bandwidth.notes] == [("dose",)]
    [note] = json.loads(json.dumps(bandwidth.to_dict()))["notes"]
    assert note["flag"] == "--standardize"


def test_compare_warns_once_and_returns_the_notes(points):
    with pytest.warns(NoteWarning, match=DOSE_DOMINATES) as warned:
        comparison = compare(points, rules=["median"], feature_names=NAMES)
    assert len(warned) == 1
    [note] = comparison.notes
    assert comparison.to_dict()["notes"] == [note.to_dict()]


@pytest.mark.filterwarnings("error::kernelscale.data_checks.NoteWarning")
def test_a_rule_that_standardises_gives_no_note_on_units(points):
    assert select_bandwidth(points, rule="standardized").notes == ()


@pytest.mark.filterwarnings("error::kernelscale.data_checks.NoteWarning")
def test_estimators_and_rules_called_by_code_give_no_warning(points):
    y = points[:, 0] > 0
    DiffusionMap(2, bandwidth="median").fit(points)
    AutoBandwidth(SVC(), "median").fit(points, y)
    estimate_dimension(points, method="two_nn")
    RULES["median"]().choose(PointCloud(points))


def test_distances_read_as_points_give_one_warning(points):
    square = np.linalg.norm(points[:, None] - points, axis=2)
    with pytest.warns(DistancesWarning, match="metric='precomputed'") as warned:
        bandwidth = select_bandwidth(square, rule="median")
    assert len(warned) == 1
    assert [note.kind for note in bandwidth.notes] == ["distances"]
    assert select_bandwidth(square, rule="median", metric="precomputed").notes == ()


def test_rows_that_follow_one_another_get_a_note_with_labels_and_without_groups(random):
    path = np.cumsum(random.normal(size=(100, 3)), axis=0)
    y = random.integers(2, size=100)
    kinds = [note.kind for note in select_bandwidth(path, y, rule="leave_one_out").notes]
    assert kinds == ["rows that follow one another"]
    groups = np.arange(100) // 10
    assert select_bandwidth(path, y, rule="leave_one_out", groups=groups).notes == ()
    assert select_bandwidth(path, rule="median").notes == ()
    assert select_bandwidth(path, y, rule="median").notes == ()  # this rule uses no labels


def test_the_page_has_the_notes(points, tmp_path):
    comparison = compare(points, rules=["median"], feature_names=NAMES)
    reports.write_page(comparison, tmp_path / "page.html", notes=["Mine."])
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert text.index("Mine.") < text.index(DOSE_DOMINATES)
    assert "--standardize" in text


@pytest.mark.parametrize("metric", ["cityblock", Periodic((360.0, 360.0, None))])
def test_a_column_of_row_numbers_gets_a_note_with_other_metrics_too(metric, random):
    angles = np.c_[random.uniform(0, 360, (60, 2)), np.arange(60.0)]
    names = ["phi", "psi", "frame"]
    with pytest.warns(NoteWarning, match="frame"):
        chosen = select_bandwidth(angles, rule="median", metric=metric, feature_names=names)
    assert [note.features for note in chosen.notes] == [("frame",)]
    assert not select_bandwidth(angles, rule="median", metric="cosine").notes
