"""The reason and the evidence of the rule `leave_one_out`."""

import re

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.svm import SVC

from kernelscale import AutoBandwidth, select_bandwidth
from kernelscale.bandwidth import LeaveOneOut

RANDOM = np.random.default_rng(3)
Y = np.repeat([0, 1, 2], [30, 20, 10])
X = RANDOM.normal(size=(60, 2)) + 2 * RANDOM.normal(size=(3, 2))[Y]
NUMBERS = np.sin(X[:, 0]) + 0.1 * RANDOM.normal(size=60)


def test_reason_states_the_share_explained_and_the_rows():
    y = np.arange(300) % 3
    points = np.random.default_rng(0).normal(size=(300, 2)) + 3.0 * y[:, None]
    found = LeaveOneOut(n_rows=90)(points, y)
    percent = float(re.search(r"explains (\d+)%", found.reason)[1])
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
    # The rows drawn give the same scale if all other rows and classes are absent.
    alone = LeaveOneOut(classes="one_vs_rest")(points[rows], y[rows])
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
    reason = LeaveOneOut()(X, whole).reason
    assert f"There are {len(np.unique(whole))} classes in 60 rows; " in reason
    assert said in reason
    assert said not in LeaveOneOut(targets="numbers")(X, whole).reason
    assert said not in LeaveOneOut()(X, Y).reason


def test_few_rows_are_reported():
    few = np.r_[:8, 30:36]
    assert "there are only 14 rows" in LeaveOneOut()(X[few], Y[few]).reason
    assert "there are only" not in LeaveOneOut()(X, Y).reason


def test_evidence_contains_the_scale_of_scikit_learn():
    found = LeaveOneOut()(X, Y)
    assert found.evidence["scikit_learn_scale"] == X.shape[1] * X.var() / 2
    from_distances = LeaveOneOut()(squareform(pdist(X)), Y, metric="precomputed")
    assert from_distances.evidence["scikit_learn_scale"] is None
    assert from_distances.epsilon == pytest.approx(found.epsilon, rel=1e-9)
