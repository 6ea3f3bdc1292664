"""Leading eigenpairs of sparse graphs: those of dense LAPACK, with many eigenvalues near 1."""

import threading

import numpy as np
import pytest
from scipy.sparse import block_diag, csr_array, random_array
from sklearn.exceptions import ConvergenceWarning
from tests.markov.graphs import GRAPHS, neighbor_kernel, roll
from threadpoolctl import threadpool_limits

from kernelscale.markov import leading_eigenpairs, pairs_of_pieces, sparse, sparse_eigenpairs


@pytest.fixture
def only_iteration(monkeypatch):
    """LAPACK on the whole matrix fails the test where it is called from the iteration."""
    monkeypatch.setattr(sparse, "leading_eigenpairs", lambda *a, **k: pytest.fail("LAPACK"))


def assert_same_pairs(found, expected):
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    np.testing.assert_allclose(found.stationary, expected.stationary, rtol=1e-12)
    gaps = np.abs(np.diff(expected.values)).min()
    atol = max(1e-9, 1e-12 / gaps)
    np.testing.assert_allclose(found.vectors, expected.vectors, atol=atol * 50)


@pytest.mark.usefixtures("only_iteration")
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("n_samples", [500, 1500])
@pytest.mark.parametrize("name", GRAPHS)
def test_pairs_are_those_of_lapack(name, n_samples, alpha):
    K = neighbor_kernel(GRAPHS[name](n_samples), 10)
    found = sparse_eigenpairs(K, 8, alpha=alpha)
    assert_same_pairs(found, leading_eigenpairs(K.toarray(), 8, alpha=alpha))
    assert 0 < found.n_steps <= 60
    assert found.residual < 1e-10
