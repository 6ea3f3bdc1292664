"""Eigenpairs by iteration in double precision, compared with those of LAPACK."""

import dataclasses

import numpy as np
import pytest
from scipy.linalg import block_diag
from tests.markov.point_sets import DATA, clusters
from tests.oracles import naive_distances, naive_operators

from kernelscale import Gaussian
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.gaussian_operator import gaussian_operator
from kernelscale.markov.krylov import krylov_solver
from kernelscale.markov.krylov.krylov_solver import krylov_eigenpairs
from kernelscale.markov.krylov.near_one import inverted, refined
from kernelscale.markov.krylov.required_accuracy import FOR_CURVES
from kernelscale.markov.operator import operator_of_kernel
from kernelscale.markov.preconditioner import preconditioner

SHARES = [3.0, 0.3, 0.03, 0.01]  # scales as multiples of the median squared distance


def kernel(name, share):
    X = DATA[name](300)
    return Gaussian(share * float(naive_distances.median(X)))(X)


@pytest.fixture
def only_iteration(monkeypatch):
    """Let the test fail if the iteration calls LAPACK."""
    monkeypatch.setattr(krylov_solver, "leading_eigenpairs", lambda *a, **k: pytest.fail("LAPACK"))


@pytest.mark.usefixtures("only_iteration")
@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("share", SHARES[:3])
@pytest.mark.parametrize("data", DATA)
def test_the_embedding_equals_that_of_lapack(data, share, alpha):
    K = kernel(data, share)
    found = krylov_eigenpairs(K, 6, alpha=alpha)
    expected = leading_eigenpairs(K, 6, alpha=alpha)
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    np.testing.assert_allclose(found.embedding(6), expected.embedding(6), atol=1e-7)
    np.testing.assert_allclose(found.stationary, expected.stationary, rtol=1e-13)


@pytest.mark.parametrize("share", [*SHARES, 1e-3, 1e-5])
@pytest.mark.parametrize("data", DATA)
def test_properties_of_eigenpairs_hold_at_any_scale(data, share):
    K = kernel(data, share)
    P, pi = naive_operators.transition_matrix(K)
    pairs = krylov_eigenpairs(K, 6)
    assert pairs.values.shape == (7,)
    assert np.abs(P @ pairs.vectors - pairs.vectors * pairs.values).max() < 1e-8
    gram = (pairs.vectors * pi[:, None]).T @ pairs.vectors
    np.testing.assert_allclose(gram, np.eye(7), atol=1e-10)
    np.testing.assert_allclose(pairs.values, naive_operators.eigenvalues(P)[:7], atol=1e-8)


def test_several_components_have_the_basis_of_lapack():
    K = block_diag(*[Gaussian(1.0)(clusters(n, 2, 1)) for n in (50, 70, 90)])
    found, expected = krylov_eigenpairs(K, 4), leading_eigenpairs(K, 4)
    np.testing.assert_array_equal(found.values[:3], 1.0)
    np.testing.assert_array_equal(found.vectors, expected.vectors)


def test_many_pairs_of_few_rows_are_those_of_lapack():
    K = Gaussian(1.0)(clusters(60))
    np.testing.assert_array_equal(
        krylov_eigenpairs(K, 30).vectors, leading_eigenpairs(K, 30).vectors
    )


def test_duplicates_leave_fewer_eigenvalues_than_pairs():
    K = Gaussian(2.0)(np.repeat(clusters(5), 60, axis=0))
    found = krylov_eigenpairs(K, 8)
    np.testing.assert_allclose(found.values, leading_eigenpairs(K, 8).values, atol=1e-10)
    np.testing.assert_allclose(found.values[5:], 0, atol=1e-10)


def test_the_kernel_is_not_changed():
    K = kernel("spiral", 0.01)
    before = K.copy()
    krylov_eigenpairs(K, 4, alpha=1.0)
    krylov_eigenpairs(K, 4)
    np.testing.assert_array_equal(K, before)


def test_inverted_returns_none_if_the_matrix_cannot_be_factorised():
    operator = operator_of_kernel(Gaussian(1.0)(clusters(100)))
    too_large = dataclasses.replace(operator, matrix=lambda: 2 * np.eye(100))
    start = np.random.default_rng(0).normal(size=(100, 8))
    assert inverted(too_large, 2, start, FOR_CURVES) is None
    assert inverted(operator, 2, start, FOR_CURVES) is not None


@pytest.mark.parametrize("distance", [3.0, 3.5, 4.0, 4.5])
def test_1_minus_lambda_of_single_precision_kernels_is_accurate(distance):
    X = clusters(400, n_classes=1) * 0.5 + distance * np.eye(5)[np.arange(400) % 3]
    squared = ((X[:, None] - X) ** 2).sum(axis=2)
    operator = gaussian_operator(squared, 0.3)
    start = np.random.default_rng(0).normal(size=(400, 8))
    values, vectors = refined(operator, 3, start, FOR_CURVES)
    A = operator_of_kernel(Gaussian(0.3).from_squared_distances(squared)).matrix()
    expected = np.linalg.eigvalsh(A)[-2:-5:-1]
    assert 1 - expected[0] < 1e-5
    np.testing.assert_allclose(1 - values[:2], 1 - expected[:2], rtol=1e-6, atol=1e-13)
    np.testing.assert_allclose(values[2], expected[2], atol=1e-6)
    near = vectors[:, :2]
    assert np.abs(A @ near - near * values[:2]).max() < 2e-8
    np.testing.assert_allclose(operator.root @ vectors, 0, atol=1e-13)


def test_refined_returns_none_without_a_preconditioner():
    operator = operator_of_kernel(Gaussian(1.0)(clusters(100)))
    start = np.random.default_rng(0).normal(size=(100, 8))
    without = dataclasses.replace(operator, preconditioner=lambda: None)
    assert refined(without, 2, start, FOR_CURVES) is None
    assert refined(operator, 2, start, FOR_CURVES) is not None


@pytest.mark.parametrize("share", [0.01, 0.02])
def test_a_preconditioner_saves_products(share, monkeypatch):
    operator = operator_of_kernel(kernel("spiral", share))
    start = np.random.default_rng(0).normal(size=(300, 8))
    expected = np.linalg.eigvalsh(operator.matrix())[-2:-5:-1]

    def n_products(is_slow):
        products = []
        counted = dataclasses.replace(
            operator, product=lambda V: products.append(V.shape) or operator.product(V)
        )
        monkeypatch.setattr(krylov_solver, "_is_slow", lambda *a: is_slow)
        values, _ = krylov_solver.converged(counted, 3, start, FOR_CURVES)
        np.testing.assert_allclose(values[:3], expected, atol=1e-6)
        return len(products)

    assert n_products(True) < n_products(False) / 2


def test_a_matrix_that_is_not_positive_definite_has_no_preconditioner():
    assert preconditioner(np.diag(np.float32([1.1, 0.5]))) is None
    found = preconditioner(np.diag(np.float32([0.9, 0.5])))(np.eye(2))
    np.testing.assert_allclose(found, np.diag([10, 2]), rtol=1e-3)


@pytest.mark.parametrize("n_pairs", [0, 40, 1.5, "3"])
def test_a_wrong_number_of_pairs_is_refused(n_pairs):
    with pytest.raises(ValueError, match="n_pairs must be an integer from 1 to 39, but .* given"):
        krylov_eigenpairs(np.eye(40), n_pairs)
