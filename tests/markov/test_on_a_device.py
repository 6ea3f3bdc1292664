"""The iteration for eigenpairs keeps its block of vectors on their device."""

import numpy as np
import pytest
from tests.device_arrays import cupy, noted_transfers  # noqa: F401 (a fixture)

from kernelscale import Gaussian
from kernelscale.markov.krylov.block_krylov import BlockKrylov, block_size
from kernelscale.markov.krylov.matrix_free import matrix_free_eigenpairs
from kernelscale.markov.operator import symmetric_form

N_PAIRS = 3


def operator(n_samples=200):
    X = np.random.default_rng(0).normal(size=(n_samples, 2)) * [3, 1]
    return symmetric_form(Gaussian(0.5)(X))


def test_block_vectors_are_transferred_only_at_the_end(cupy):  # noqa: F811
    A, root = operator()
    A_there, root_there, n_products = cupy.asarray(A), cupy.asarray(root), [0]

    def product(V):
        assert isinstance(V, cupy.ndarray)
        n_products[0] += 1
        return A_there @ V

    with noted_transfers() as noted:
        found, residual = matrix_free_eigenpairs(product, product, root_there, N_PAIRS, 100)
    of_rows = [shape for shape in noted if len(A) in shape]
    assert n_products[0] > 4
    # only the last block of vectors and `root` are copied to the host
    assert of_rows == [(len(A), block_size(N_PAIRS)), root.shape]
    expected, _ = matrix_free_eigenpairs(A.dot, A.dot, root, N_PAIRS, 100)
    assert residual == 0
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    np.testing.assert_allclose(found.vectors, expected.vectors, atol=1e-8)


@pytest.mark.parametrize("epsilon", [0.3, 0.5, 1.0])
def test_corrections_in_single_precision_save_products_in_double(epsilon):
    X = np.random.default_rng(0).normal(size=(400, 2)) * [3, 1]
    A, root = symmetric_form(Gaussian(epsilon)(X))
    single, n_products = A.astype(np.float32), []

    def rough(V):
        return (single @ V.astype(np.float32)).astype(float)

    def product(V):
        n_products[-1] += 1
        return A @ V

    found = []
    for n_corrections in (0, 2):
        n_products.append(0)
        pairs, residual = matrix_free_eigenpairs(product, rough, root, N_PAIRS, 100, n_corrections)
        assert residual == 0
        found.append(pairs)
    assert n_products[1] < 0.7 * n_products[0]
    np.testing.assert_allclose(found[1].values, found[0].values, atol=1e-12)
    np.testing.assert_allclose(found[1].vectors, found[0].vectors, atol=1e-8)


@pytest.mark.parametrize("n_known", [1, 2])
def test_known_eigenvectors_are_deflated_on_a_device(n_known, cupy):  # noqa: F811
    A, _ = operator()
    values, vectors = np.linalg.eigh(A)
    known = vectors[:, ::-1][:, :n_known].T
    start = np.random.default_rng(1).normal(size=(len(A), 8))
    A_there = cupy.asarray(A)
    krylov = BlockKrylov(lambda V: A_there @ V, cupy.asarray(known), cupy.asarray(start))
    for _ in range(20):
        krylov.step()
    np.testing.assert_allclose(krylov.values[:3], values[::-1][n_known : n_known + 3], atol=1e-10)


def test_an_invariant_block_ends_the_iteration_on_a_device(cupy):  # noqa: F811
    there = cupy.asarray(np.eye(24, 8))
    krylov = BlockKrylov(lambda V: V, cupy.asarray(np.eye(24)[20]), there)
    assert not krylov.step()
