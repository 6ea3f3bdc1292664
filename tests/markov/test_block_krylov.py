"""Block Krylov iteration: properties of its Ritz pairs, and invariant subspaces."""

import numpy as np
import pytest

from kernelscale.markov.krylov.block_krylov import BlockKrylov, block_size


def symmetric(n_samples=120, seed=0):
    """A symmetric matrix with eigenvalue 1 and smaller eigenvalues, and its eigenpairs."""
    random = np.random.default_rng(seed)
    vectors = np.linalg.qr(random.normal(size=(n_samples, n_samples)))[0]
    values = np.r_[1.0, np.sort(random.uniform(size=n_samples - 1))[::-1] ** 3]
    return vectors * values @ vectors.T, values, vectors


def iteration(A, known, n_columns=8, seed=1):
    start = np.random.default_rng(seed).normal(size=(len(A), n_columns))
    return BlockKrylov(lambda V: A @ V, known, start)


def test_ritz_values_are_lower_bounds_that_never_decrease():
    A, values, vectors = symmetric()
    krylov = iteration(A, vectors[:, 0])
    for _ in range(25):
        before = krylov.values
        assert (before <= values[1:9] + 1e-12).all()
        assert krylov.step()
        assert (krylov.values >= before - 1e-12).all()
    np.testing.assert_allclose(krylov.values[:3], values[1:4], atol=1e-10)


def test_ritz_vectors_are_orthonormal_and_orthogonal_to_the_known_one():
    A, _, vectors = symmetric()
    krylov = iteration(A, vectors[:, 0])
    for _ in range(12):  # so many steps include several restarts
        krylov.step()
        gram = krylov.vectors.T @ krylov.vectors
        np.testing.assert_allclose(gram, np.eye(8), atol=1e-12)
        np.testing.assert_allclose(vectors[:, 0] @ krylov.vectors, 0, atol=1e-13)


def test_each_ritz_value_has_an_eigenvalue_within_its_residual():
    A, values, vectors = symmetric()
    krylov = iteration(A, vectors[:, 0])
    for _ in range(10):
        krylov.step()
        remainders = A @ krylov.vectors - krylov.vectors * krylov.values
        np.testing.assert_allclose(krylov.residuals, np.linalg.norm(remainders, axis=0), atol=1e-12)
        nearest = np.abs(krylov.values[:, None] - values).min(axis=1)
        assert (nearest <= krylov.residuals + 1e-12).all()


@pytest.mark.parametrize("rank", [0, 1, 3, 20])
def test_an_invariant_subspace_ends_the_iteration_with_exact_pairs(rank):
    _, values, vectors = symmetric()
    kept = vectors[:, : rank + 1]
    A = kept * values[: rank + 1] @ kept.T
    krylov = iteration(A, vectors[:, 0])
    for _ in range(200):
        if krylov.residuals.max() < 1e-13 or not krylov.step():
            break
    expected = np.r_[values[1 : rank + 1], np.zeros(8)][:8]
    np.testing.assert_allclose(krylov.values, expected, atol=1e-12)


def test_a_start_with_dependent_columns_converges():
    A, values, vectors = symmetric()
    start = np.random.default_rng(1).normal(size=(len(A), 8))
    start[:, 1] = start[:, 0]
    start[:, 2] = vectors[:, 0]  # this vector is only the known eigenvector
    krylov = BlockKrylov(lambda V: A @ V, vectors[:, 0], start)
    for _ in range(40):
        krylov.step()
    np.testing.assert_allclose(krylov.values[:4], values[1:5], atol=1e-10)


@pytest.mark.parametrize("n_pairs", [1, 4, 5, 12, 13, 100])
def test_block_size_is_a_multiple_of_8_with_at_least_4_guards(n_pairs):
    size = block_size(n_pairs)
    assert size % 8 == 0
    assert 4 <= size - n_pairs < 12


@pytest.mark.parametrize("n_known", [1, 2, 5])
def test_the_subspace_is_orthogonal_to_several_known_vectors(n_known):
    A, values, vectors = symmetric()
    krylov = iteration(A, vectors[:, :n_known].T)
    for _ in range(30):
        krylov.step()
    np.testing.assert_allclose(vectors[:, :n_known].T @ krylov.vectors, 0, atol=1e-13)
    np.testing.assert_allclose(krylov.values[:3], values[n_known : n_known + 3], atol=1e-10)
