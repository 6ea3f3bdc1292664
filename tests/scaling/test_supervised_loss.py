"""The error of rows left out as a function of factors, compared with separate regressions."""

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
    """By central differences."""
    return [
        (function(at + shift) - function(at - shift)) / (2 * step) for shift in step * np.eye(3)
    ]


@each_grouping
def test_error_is_that_of_regressions_without_the_rows(rows, groups):
    asked = rows(groups)
    X, Y = asked.points * np.exp(LOGS), asked.centred
    units = np.arange(24) if groups is None else groups
    errors = np.empty_like(Y)
    for unit in np.unique(units):
        out = units == unit
        told = KernelRidge(alpha=0.2, kernel="rbf", gamma=0.5).fit(X[~out], Y[~out])
        errors[out] = Y[out] - told.predict(X[out])
    expected = (errors**2).sum(axis=1).mean() / 1.7
    assert asked.error(LOGS) == pytest.approx(expected, rel=1e-9)
    assert asked.error_and_gradient(LOGS)[0] == pytest.approx(expected, rel=1e-9)


@each_grouping
def test_gradient_is_that_of_differences(rows, groups):
    asked = rows(groups)
    found = asked.error_and_gradient(LOGS)[1]
    np.testing.assert_allclose(found, slopes(asked.error, LOGS), rtol=1e-6, atol=1e-9)


def test_other_rows_are_predicted_as_by_kernel_ridge_regression(rows, random):
    asked, others = rows(), random.normal(size=(5, 3))
    told = KernelRidge(alpha=0.2, kernel="rbf", gamma=0.5)
    told.fit(asked.points * np.exp(LOGS), asked.centred)
    expected = told.predict(others * np.exp(LOGS)) + asked.targets.mean(axis=0)
    np.testing.assert_allclose(asked.predicted(others, LOGS), expected, rtol=1e-9)


def test_mean_is_predicted_where_no_regression_can_be_solved():
    X, targets = np.repeat([[0.0], [1.0]], 4, axis=0), np.arange(8.0)[:, None]
    copies = RowsLeftOut(X, targets, 1e-300, 1.0)
    np.testing.assert_array_equal(copies.predicted(X, np.zeros(1)), np.full((8, 1), 3.5))


def test_prior_is_least_for_equal_factors_of_any_scale(random):
    assert equality_prior(np.full(3, 0.7))[0] == pytest.approx(0, abs=1e-12)
    for logs in random.normal(size=(5, 3)):
        value, gradient = equality_prior(logs)
        assert value > 0
        assert equality_prior(logs + 3)[0] == pytest.approx(value)
        np.testing.assert_allclose(
            gradient, slopes(lambda at: equality_prior(at)[0], logs), rtol=1e-6, atol=1e-9
        )


def test_dependent_rows_of_groups_have_larger_errors(rows):
    alike = np.repeat([1.0, -1.0, 3.0, 0.0, 2.0, 1.0, 5.0, -2.0], 3)
    mean, error = rows().mean_and_error(alike)
    together, less_sure = rows(GROUPS).mean_and_error(alike)
    assert mean == together == pytest.approx(alike.mean())
    assert error == pytest.approx(alike.std() / np.sqrt(24))
    assert less_sure == pytest.approx(alike[::3].std() / np.sqrt(8))
