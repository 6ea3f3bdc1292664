"""Leading eigenpairs of sparse graphs with many eigenvalues near 1, compared with LAPACK."""

import itertools

import numpy as np
import pytest
from scipy.sparse import block_diag, csr_array, eye
from scipy.spatial.distance import cdist
from sklearn.exceptions import ConvergenceWarning
from tests.markov.neighbor_kernels import GRAPHS, neighbor_kernel, roll
from tests.oracles import naive_operators
from threadpoolctl import threadpool_limits

from kernelscale.markov.components import pairs_of_components
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.sparse import graph_solver
from kernelscale.markov.sparse.graph_solver import sparse_eigenpairs
from kernelscale.markov.sparse.lanczos import lanczos


@pytest.fixture
def only_iteration(monkeypatch):
    """Let the test fail if the iteration calls LAPACK."""
    monkeypatch.setattr(graph_solver, "leading_eigenpairs", lambda *a, **k: pytest.fail("LAPACK"))
    monkeypatch.setattr(graph_solver, "FULL_ROWS", 0)


def assert_same(found, expected):
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    np.testing.assert_allclose(found.stationary, expected.stationary, rtol=1e-12)
    gaps = -np.diff(expected.values)
    atol = max(1e-9, 1e-13 / gaps.min())
    np.testing.assert_allclose(found.vectors, expected.vectors, atol=atol)


@pytest.mark.usefixtures("only_iteration")
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("n_samples", [500, 1500])
@pytest.mark.parametrize("name", GRAPHS)
def test_pairs_equal_those_of_lapack(name, n_samples, alpha):
    K = neighbor_kernel(GRAPHS[name](n_samples), 10)
    found = sparse_eigenpairs(K, 8, alpha=alpha)
    assert_same(found, leading_eigenpairs(K.toarray(), 8, alpha=alpha))
    assert found.n_steps > 0
    assert found.residual < 1e-11


@pytest.mark.usefixtures("only_iteration")
@pytest.mark.parametrize("kernel", ["unit weights", "no diagonal", "half of the diagonal"])
def test_kernels_need_not_be_positive_definite(kernel):
    K = neighbor_kernel(roll(900), 10)
    if kernel == "unit weights":
        K = csr_array((np.ones(K.nnz), K.indices, K.indptr), shape=K.shape)
    else:
        K = csr_array(K - (1.0 if kernel == "no diagonal" else 0.5) * eye(900, format="csr"))
    assert np.linalg.eigvalsh(K.toarray()).min() < -0.1
    assert_same(sparse_eigenpairs(K, 6), leading_eigenpairs(K.toarray(), 6))


@pytest.mark.parametrize("n_pairs", [100, 300, 598, 599])
def test_many_pairs_equal_those_of_lapack(n_pairs):
    K = neighbor_kernel(roll(600), 10)
    found, expected = sparse_eigenpairs(K, n_pairs), leading_eigenpairs(K.toarray(), n_pairs)
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    assert found.vectors.shape == (600, n_pairs + 1)


def test_at_most_thirty_steps_suffice_for_8000_rows():
    K = neighbor_kernel(roll(8000), 10)
    found = sparse_eigenpairs(K, 5)
    P, pi = K.multiply(1 / K.sum(axis=1)[:, None]), found.stationary
    assert 1 - found.values[1] < 1e-4
    assert found.n_steps <= 30
    assert np.abs(P @ found.vectors - found.vectors * found.values).max() < 1e-10
    gram = (found.vectors * pi[:, None]).T @ found.vectors
    np.testing.assert_allclose(gram, np.eye(6), atol=1e-12)


def joined(weight, sizes=(700, 500, 400)):
    """A kernel of separate rolls; the first rows of consecutive rolls are linked."""
    K = block_diag([neighbor_kernel(roll(size, size), 10) for size in sizes], format="lil")
    firsts = np.cumsum((0, *sizes[:-1]))
    for one, other in itertools.pairwise(firsts):
        K[one, other] = K[other, one] = weight
    return csr_array(K)


@pytest.mark.usefixtures("only_iteration")
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("weight", [0.0, 1e-20, 1e-13, 1e-6, 1e-4])
def test_weakly_linked_components_have_the_basis_of_lapack(weight, alpha):
    K = joined(weight)
    found = sparse_eigenpairs(K, 6, alpha=alpha)
    expected = leading_eigenpairs(K.toarray(), 6, alpha=alpha)
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    # With a weak link, LAPACK too computes 1 - lambda with an error of 1e-16.
    np.testing.assert_allclose(found.vectors, expected.vectors, atol=1e-5 if weight else 1e-9)
    if weight < 1e-12:
        np.testing.assert_array_equal(found.values[:3], 1.0)


def test_with_more_components_than_pairs_the_largest_are_separated():
    K = joined(0.0, sizes=(160, 120, 100, 90))
    found, expected = sparse_eigenpairs(K, 2), pairs_of_components(K.toarray(), 2)
    np.testing.assert_array_equal(found.values, 1.0)
    np.testing.assert_allclose(found.vectors, expected.vectors, rtol=1e-12)
    assert found.n_steps == 0


def test_lapack_is_used_for_a_nearly_full_graph():
    X = np.random.default_rng(0).normal(size=(600, 3))
    K = np.exp(-cdist(X, X, "sqeuclidean"))
    found = sparse_eigenpairs(csr_array(K), 4)
    assert found.n_steps == 0
    assert_same(found, leading_eigenpairs(K, 4))
    assert sparse_eigenpairs(neighbor_kernel(roll(600), 10), 4).n_steps > 0


@pytest.mark.usefixtures("only_iteration")
def test_a_weakly_linked_row_and_isolated_rows_are_handled():
    K = block_diag([neighbor_kernel(roll(500), 10), np.diag([1.0, 2.0, 3.0])], format="lil")
    K[500, 1] = K[1, 500] = 1e-9
    P, _ = naive_operators.transition_matrix(K.toarray())
    found = sparse_eigenpairs(csr_array(K), 6)
    expected = leading_eigenpairs(K.toarray(), 6)
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    assert np.abs(P @ found.vectors - found.vectors * found.values).max() < 1e-9


@pytest.mark.usefixtures("only_iteration")
@pytest.mark.parametrize("graph", ["complete", "star", "clusters of duplicates"])
def test_graphs_with_few_different_eigenvalues_converge(graph):
    K = np.eye(510)
    if graph == "star":
        K[0] = K[:, 0] = 1
    else:
        K = np.kron(np.eye(17), np.ones((30, 30))) + (1e9 if graph == "complete" else 1e-3)
    P, _ = naive_operators.transition_matrix(K)
    found = sparse_eigenpairs(csr_array(K), 5)
    np.testing.assert_allclose(found.values, leading_eigenpairs(K, 5).values, atol=1e-12)
    assert np.abs(P @ found.vectors - found.vectors * found.values).max() < 1e-10


@pytest.mark.parametrize("name", GRAPHS)
def test_bits_do_not_depend_on_threads_or_index_types(name):
    K = neighbor_kernel(GRAPHS[name](1000), 10)
    vectors = []
    for n_threads in (1, 2):
        with threadpool_limits(n_threads):
            vectors.append(sparse_eigenpairs(K, 5).vectors)
    wide = csr_array(K)
    wide.indices, wide.indptr = K.indices.astype(np.int64), K.indptr.astype(np.int64)
    vectors.append(sparse_eigenpairs(wide, 5).vectors)
    np.testing.assert_array_equal(vectors[0], vectors[1])
    np.testing.assert_array_equal(vectors[0], vectors[2])


def test_the_kernel_is_not_changed():
    K = joined(1e-13)
    before = K.copy()
    sparse_eigenpairs(K, 4, alpha=1.0)
    np.testing.assert_array_equal(K.data, before.data)
    np.testing.assert_array_equal(K.indices, before.indices)


def test_a_warning_is_given_if_the_iteration_has_not_converged(monkeypatch):
    monkeypatch.setattr(graph_solver, "MOST_STEPS", 3)
    with pytest.warns(
        ConvergenceWarning, match="not converged after 4 steps: .* is [0-9.e-]+ for one"
    ):
        found = sparse_eigenpairs(neighbor_kernel(roll(900), 10), 6)
    assert (found.n_steps, found.values.shape) == (4, (7,))
    assert found.residual > 1e-10


def test_progress_counts_steps_and_ends_at_its_total():
    events = []
    found = sparse_eigenpairs(neighbor_kernel(roll(900), 10), 6, report=lambda *e: events.append(e))
    done = [number for _, number, _ in events]
    assert done == [
        *range(found.n_steps + 1),
        events[-1][2],
    ]  # the first event comes before the first step
    assert {(stage, total) for stage, _, total in events} == {(events[0][0], done[-1])}


@pytest.mark.parametrize("n_pairs", [0, 40, 1.5, "3"])
def test_a_wrong_number_of_pairs_is_refused(n_pairs):
    with pytest.raises(ValueError, match="n_pairs must be an integer from 1 to 39, but .* given"):
        sparse_eigenpairs(csr_array(np.eye(40)), n_pairs)


@pytest.mark.parametrize(
    ("K", "sentence"),
    [
        (np.ones((3, 4)), "K must be square, but its shape is .3, 4."),
        ([[1.0, np.inf], [np.inf, 1.0]], "K has values that are not finite"),
        ([[1.0, -0.5], [-0.5, 1.0]], "K has the value -0.5, but none may be negative"),
        ([[1.0, 0.0], [0.0, 0.0]], "Row 1 of K sums to 0, but it must exceed 0"),
        ([[1.0, 0.5], [0.4, 1.0]], "K is not symmetric, but a kernel must be"),
    ],
)
def test_a_matrix_that_is_not_a_kernel_is_refused(K, sentence):
    with pytest.raises(ValueError, match=sentence):
        sparse_eigenpairs(csr_array(K), 1)


def test_lanczos_returns_none_without_enough_positive_eigenvalues():
    K = neighbor_kernel(roll(600), 10).toarray()
    expected = leading_eigenpairs(K, 3)
    root = np.sqrt(expected.stationary)
    A = K * root[:, None] / root / K.sum(axis=1)[:, None]
    (values, _), run = lanczos(lambda v: A @ v, root[None], 3)
    np.testing.assert_allclose(values, expected.values[1:], atol=1e-12)
    assert run.converged
    assert lanczos(lambda v: root[:, None] @ (root[None] @ v), root[None], 3) is None


def test_lanczos_computes_the_pairs_of_a_graph_in_high_dimension(monkeypatch):
    K = neighbor_kernel(np.random.default_rng(0).normal(size=(1400, 15)), 15)
    expected = leading_eigenpairs(K.toarray(), 4)
    assert_same(sparse_eigenpairs(K, 4), expected)
    monkeypatch.setattr(graph_solver, "iterated", lambda *a: pytest.fail("block Krylov"))
    sparse_eigenpairs(K, 4)
    monkeypatch.undo()
    monkeypatch.setattr(graph_solver, "lanczos", lambda *a: None)
    assert_same(sparse_eigenpairs(K, 4), expected)
