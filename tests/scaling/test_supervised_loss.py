"""The error of rows left out as a function of feature factors, checked by separate regressions."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from kernelscale.scaling.supervised_loss import RowsLeftOut, equality_prior

GROUPS = np.repeat(np.arange(8), 3)
LOGS = np.array([-0.7, 0.1, -1.5])
each_grouping = pytest.mark.parametrize("groups", [None, GROUPS], ids=["rows", "groups"])


@pytest.fixture
def rows(random):
    X = random.normal(size=(24, 3))
    targets = np.c_[np.sin(2 * X[:, 0]), X[:, 1]]
    return lambda groups=None: RowsLeftOut(X, targets, 0.2, 1.7, groups)


def slopes(function, at, step=1e-6):
    """Gradient of a function by central differences."""
    return [
        (function(at + shift) - function(at - shift)) / (2 * step) for shift in step * np.eye(3)
    ]


@each_grouping
def test_error_is_that_of_regressions_without_the_rows(rows, groups):
    left_out = rows(groups)
    X, Y = left_out.points * np.exp(LOGS), left_out.centred
    units = np.arange(24) if groups is None else groups
    errors = np.empty_like(Y)
    for unit in np.unique(units):
        out = units == unit
        machine = KernelRidge(alpha=0.2, kernel="rbf", gamma=0.5).fit(X[~out], Y[~out])
        errors[out] = Y[out] - machine.predict(X[out])
    expected = (errors**2).sum(axis=1).mean() / 1.7
    assert left_out.error(LOGS) == pytest.approx(expected, rel=1e-9)
    assert left_out.error_and_gradient(LOGS)[0] == pytest.approx(expected, rel=1e-9)


@each_grouping
def test_gradient_is_that_of_differences(rows, groups):
    left_out = rows(groups)
    found = left_out.error_and_gradient(LOGS)[1]
    np.testing.assert_allclose(found, slopes(left_out.error, LOGS), rtol=1e-6, atol=1e-9)


def test_other_rows_are_predicted_as_by_kernel_ridge_regression(rows, random):
    left_out, others = rows(), random.normal(size=(5, 3))
    machine = KernelRidge(alpha=0.2, kernel="rbf", gamma=0.5)
    machine.fit(left_out.points * np.exp(LOGS), left_out.centred)
    expected = machine.predict(others * np.exp(LOGS)) + left_out.targets.mean(axis=0)
    np.testing.assert_allclose(left_out.predicted(others, LOGS), expected, rtol=1e-9)


def test_mean_is_predicted_if_no_regression_can_be_solved():
    X, targets = np.repeat([[0.0], [1.0]], 4, axis=0), np.arange(8.0)[:, None]
    duplicates = RowsLeftOut(X, targets, 1e-300, 1.0)
    np.testing.assert_array_equal(duplicates.predicted(X, np.zeros(1)), np.full((8, 1), 3.5))


def test_prior_is_smallest_for_equal_factors_of_any_scale(random):
    assert equality_prior(np.full(3, 0.7))[0] == pytest.approx(0, abs=1e-12)
    for logs in random.normal(size=(5, 3)):
        value, gradient = equality_prior(logs)
        assert value > 0
        assert equality_prior(logs + 3)[0] == pytest.approx(value)
        np.testing.assert_allclose(
            gradient, slopes(lambda at: equality_prior(at)[0], logs), rtol=1e-6, atol=1e-9
        )


def test_dependent_rows_of_groups_give_larger_standard_errors(rows):
    equal_in_groups = np.repeat([1.0, -1.0, 3.0, 0.0, 2.0, 1.0, 5.0, -2.0], 3)
    mean, error = rows().mean_and_error(equal_in_groups)
    together, less_sure = rows(GROUPS).mean_and_error(equal_in_groups)
    assert mean == together == pytest.approx(equal_in_groups.mean())
    assert error == pytest.approx(equal_in_groups.std() / np.sqrt(24))
    assert less_sure == pytest.approx(equal_in_groups[::3].std() / np.sqrt(8))
