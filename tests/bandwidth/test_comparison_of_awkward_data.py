"""The table of all rules for few rows, duplicates and extreme values."""

import contextlib
import json
import warnings

import numpy as np
import pytest
from tests.bandwidth.results_of_each_rule import WITH_LABELS

from kernelscale import compare, select_bandwidth


@pytest.mark.parametrize("n_samples", [2, 3, 4, 7, 8, 9, 16, 17, 18])
def test_few_points(n_samples):
    X = np.random.default_rng(n_samples).normal(size=(n_samples, 2))
    found = compare(X)
    answered = [row for row in found.rows if row.bandwidth is not None]
    assert found.recommended.epsilon > 0
    needed = {"self_tuning": 8, "jacobian": 3}  # number of rows that a rule needs
    assert {row.rule for row in found.rows if row.bandwidth is None} == {
        rule for rule, fewest in needed.items() if n_samples < fewest
    }
    for row in answered:
        assert 0 <= row.effective_neighbors <= n_samples - 1 + 1e-9
        assert 1 <= row.n_connected_components <= n_samples
        assert 0 <= row.eigengap <= 2
    json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.parametrize("n_samples", [3, 4, 5, 9])
def test_few_points_with_labels(n_samples):
    X = np.random.default_rng(n_samples).normal(size=(n_samples, 2))
    for y in (np.arange(n_samples) % 2, np.arange(n_samples) // 2, np.arange(n_samples) == 0):
        found = compare(X, y)
        assert found.recommended.epsilon > 0
        assert found["probabilistic"].epsilon > 0
        json.dumps(found.to_dict(), allow_nan=False)


def test_two_points_agree_with_a_computation_by_hand():
    found = compare([[0.0], [2.0]])
    assert found["median"].epsilon == 4.0
    assert found["max_min"].epsilon == 8.0
    assert found["standard_deviation"].epsilon == 1.0
    assert found["nearest_neighbors"].epsilon == 4.0
    assert found["scikit_learn_scale"].epsilon == 0.5
    assert found["self_tuning"].bandwidth is None
    K = np.exp(-4 / 8)
    assert found["median"].eigengap == pytest.approx(1 - (1 - K) / (1 + K))
    assert found["median"].effective_neighbors == pytest.approx(1, rel=1e-9)


def test_awkward_data(adversarial):
    found = compare(adversarial)
    assert np.isfinite(found.recommended.epsilon)
    assert found.recommended.epsilon > 0
    json.dumps(found.to_dict(), allow_nan=False)
    for row in found.rows:
        assert row.reading
        if row.bandwidth is not None and row.epsilon is not None:
            assert 0 < row.epsilon < np.inf


def test_awkward_data_with_labels(adversarial):
    n_samples = len(adversarial)
    if n_samples < 4:
        return
    found = compare(adversarial, np.arange(n_samples) % 2, rules=WITH_LABELS)
    assert 0 < found.recommended.epsilon < np.inf
    json.dumps(found.to_dict(), allow_nan=False)
    for row in found.rows:
        assert row.bandwidth is None or 0 < row.epsilon < np.inf
    for rule in WITH_LABELS:  # the rule `auto` is slow, and is tested above
        with warnings.catch_warnings(), contextlib.suppress(ValueError):
            warnings.simplefilter("ignore")
            found = select_bandwidth(adversarial, np.arange(n_samples) >= n_samples // 2, rule)
            assert 0 < found.epsilon < np.inf


def test_classes_of_one_row():
    # Nine classes have one row each, and one class has eleven rows.
    X = np.random.default_rng(0).normal(size=(20, 2))
    found = compare(X, np.r_[np.arange(9), np.full(11, 9)])
    assert found.recommended.epsilon > 0


def test_labels_of_duplicates():
    # Thirty of the 34 rows are the same point; a random subsample may contain no other point.
    X = np.r_[np.zeros((30, 2)), np.random.default_rng(0).normal(size=(4, 2))]
    y = np.r_[np.arange(30) % 2, [0, 0, 1, 1]]
    assert compare(X, y).recommended.epsilon > 0


def test_eigengap_of_an_indefinite_kernel_uses_eigenvalues_in_descending_order():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(90, 2)), np.arange(90) % 30
    row = compare(X, y, rules=["self_tuning"])["self_tuning"]
    K = row.bandwidth.kernel(X)
    roots = np.sqrt(K.sum(axis=1))
    values = np.linalg.eigvalsh(K / roots / roots[:, None])[::-1]
    assert row.eigengap == pytest.approx(values[29] - values[30], abs=1e-10)
