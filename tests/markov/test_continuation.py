"""Eigenpairs computed from scale to scale (continuation), compared with LAPACK.

The branch-and-bound search for the largest eigengap is compared with LAPACK too.
"""

import dataclasses

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from tests.markov.point_sets import DATA, clusters, continuation_of, exact_at
from tests.oracles import naive_distances, naive_operators

from kernelscale import Gaussian
from kernelscale.markov import continuation
from kernelscale.markov.continuation import Continuation
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.eigenpairs import NEARLY_ONE
from kernelscale.markov.gaussian_operator import gaussian_operator
from kernelscale.markov.krylov import krylov_solver
from kernelscale.markov.operator import operator_of_kernel

N_PAIRS = 5


def scales_of(X, n_scales=12):
    return float(naive_distances.median(X)) * np.geomspace(2e-4, 5, n_scales)


@pytest.fixture(params=DATA, name="X", scope="module")
def data(request):
    return DATA[request.param]()


@pytest.fixture(scope="module")
def expected(X):
    return {e: exact_at(X, e, N_PAIRS) for e in scales_of(X).tolist()}


@pytest.fixture(scope="module")
def found(X):
    """Eigenpairs at every scale, computed from the largest scale to the smallest."""
    continued = continuation_of(X)
    for epsilon in scales_of(X)[::-1].tolist():
        continued.at(epsilon, N_PAIRS)
    return continued


# ---------------------------------------------------------------- continuation over scales


def test_values_are_within_the_stated_accuracy_at_every_scale(found, expected):
    for epsilon in sorted(expected, reverse=True):
        values = found.at(epsilon, N_PAIRS).values[: N_PAIRS + 1]
        np.testing.assert_allclose(values, expected[epsilon].values, atol=1e-6)
        near = expected[epsilon].values > 1 - 1e-6
        np.testing.assert_allclose(values[near], expected[epsilon].values[near], atol=NEARLY_ONE)
    assert len(found) == len(expected)


def test_vectors_span_the_same_space(found, expected):
    for epsilon in sorted(expected, reverse=True):
        values, exact = expected[epsilon].values, expected[epsilon].vectors
        gaps = -np.diff(values)
        for n_vectors in range(1, N_PAIRS):
            # Without this gap the space of the leading vectors is not well defined.
            if gaps[n_vectors] > 1e-3:
                vectors = found.at(epsilon, N_PAIRS).vectors[:, : n_vectors + 1]
                overlap = exact[:, : n_vectors + 1].T @ (
                    expected[epsilon].stationary[:, None] * vectors
                )
                cosines = np.linalg.svd(overlap, compute_uv=False)
                assert cosines.min() > 1 - (2e-6 / gaps[n_vectors]) ** 2 - 1e-6


def test_pairs_have_the_norm_sign_and_order_of_the_convention(X, found):
    for epsilon in scales_of(X)[::-1].tolist():
        pairs = found.at(epsilon, N_PAIRS)
        assert pairs.values[0] == 1
        assert (pairs.vectors[:, 0] == 1).all()
        assert (np.diff(pairs.values) <= 0).all()
        assert pairs.values.max() <= 1
        gram = (pairs.vectors * pairs.stationary[:, None]).T @ pairs.vectors
        np.testing.assert_allclose(gram, np.eye(gram.shape[0]), atol=1e-9)
        skewness = pairs.stationary @ pairs.vectors**3
        tied = np.abs(skewness) < 1e-8
        assert (np.where(tied, pairs.vectors[0], skewness) >= 0).all()


def test_values_depend_on_the_order_of_scales_only_within_the_accuracy(X):
    scales = scales_of(X, 9).tolist()
    orders = [scales, scales[::-1], scales[4:] + scales[:4]]
    found = [continuation_of(X) for _ in orders]
    for one, order in zip(found, orders, strict=True):
        for epsilon in order:
            one.at(epsilon, N_PAIRS)
    for epsilon in scales:
        first, *others = (one.at(epsilon, N_PAIRS).values for one in found)
        for values in others:
            np.testing.assert_allclose(values, first, atol=1e-6)


def test_a_scale_is_computed_once_and_again_for_more_pairs():
    X = clusters()
    found = continuation_of(X)
    epsilon = float(naive_distances.median(X)) / 8
    few = found.at(epsilon, 2)
    assert found.at(epsilon, 2) is few
    assert found.at(epsilon, 1) is few
    many = found.at(epsilon, 12)
    assert len(many.values) == 13
    assert found.at(epsilon, 2) is many
    np.testing.assert_allclose(many.values, exact_at(X, epsilon, 12).values, atol=1e-6)


def test_lapack_is_used_for_few_rows_or_many_pairs(monkeypatch):
    monkeypatch.setattr(continuation, "converged", lambda *a: pytest.fail("iterated"))
    for n_samples, n_pairs in [(60, 3), (continuation.DENSE_ROWS, 3), (500, 60)]:
        X = clusters(n_samples)
        np.testing.assert_array_equal(
            continuation_of(X).at(1.0, n_pairs).vectors, exact_at(X, 1.0, n_pairs).vectors
        )
        assert continuation_of(X).branch_and_bound(np.array([0.5, 1.0]), n_pairs) == {}


def test_lapack_is_used_if_the_iteration_does_not_converge(monkeypatch):
    X = clusters()
    monkeypatch.setattr(krylov_solver, "refined", lambda *a: None)
    monkeypatch.setattr(krylov_solver, "inverted", lambda *a: None)
    monkeypatch.setattr(krylov_solver, "MOST_STEPS", 2)
    found = continuation_of(X).at(1.0, 3)
    np.testing.assert_array_equal(found.vectors, exact_at(X, 1.0, 3).vectors)


def test_a_scale_with_more_isolated_rows_than_pairs_needs_no_product():
    X = clusters()
    squared = cdist(X, X, "sqeuclidean")
    operator = gaussian_operator(squared, 1e-3)
    assert operator.isolated.sum() > N_PAIRS

    def without_product(epsilon):
        return dataclasses.replace(operator, product=lambda V: pytest.fail("multiplied"))

    pairs = Continuation(without_product, leading_eigenpairs, len(X)).at(1e-3, N_PAIRS)
    np.testing.assert_array_equal(pairs.values, 1.0)
    P, pi = naive_operators.transition_matrix(Gaussian(1e-3)(X))
    np.testing.assert_allclose(P @ pairs.vectors, pairs.vectors, atol=1e-6)
    gram = (pairs.vectors * pi[:, None]).T @ pairs.vectors
    np.testing.assert_allclose(gram, np.eye(N_PAIRS + 1), atol=1e-6)


def difficult(name, n_samples=240):
    random = np.random.default_rng(5)
    X = random.normal(size=(n_samples, 3))
    side = np.arange(n_samples) % 2
    return {
        "heavy tails": lambda: random.standard_cauchy(size=X.shape),
        "very unequal distances": lambda: np.exp(3 * X),
        "one row far away": lambda: np.r_[X[1:], [[1e6, 1e6, 1e6]]],
        "duplicates": lambda: np.repeat(X[::6], 6, axis=0),
        "a line": lambda: np.arange(float(n_samples))[:, None],
        "two scales": lambda: np.where(side, 1e-3, 1.0)[:, None] * X + 5 * side[:, None],
        "equidistant": lambda: np.eye(n_samples),
        "two points": lambda: np.repeat(side[:, None].astype(float), 2, axis=1),
    }[name]()


DIFFICULT = (
    "heavy tails",
    "very unequal distances",
    "one row far away",
    "duplicates",
    "a line",
    "two scales",
    "equidistant",
    "two points",
)


@pytest.mark.parametrize("n_pairs", [1, 4, 9])
@pytest.mark.parametrize("name", DIFFICULT)
def test_difficult_points_need_no_lapack(name, n_pairs, monkeypatch):
    monkeypatch.setattr(continuation, "DENSE_ROWS", 100)
    X = difficult(name)
    squared = cdist(X, X, "sqeuclidean")
    found = Continuation(
        lambda epsilon: gaussian_operator(squared, epsilon),
        lambda epsilon, n_pairs: pytest.fail("LAPACK"),
        len(X),
    )
    scales = np.median(squared[squared > 0]) * np.geomspace(1e4, 1e-5, 14)
    for epsilon in scales.tolist():
        pairs = found.at(epsilon, n_pairs)
        expected = exact_at(X, epsilon, n_pairs)
        np.testing.assert_allclose(pairs.values, expected.values, atol=1e-6)
        near = expected.values > 1 - 1e-6
        np.testing.assert_allclose(pairs.values[near], expected.values[near], atol=NEARLY_ONE)
        gram = (pairs.vectors * pairs.stationary[:, None]).T @ pairs.vectors
        np.testing.assert_allclose(gram, np.eye(n_pairs + 1), atol=1e-6)


# ---------------------------------------------------------------- branch and bound


@pytest.mark.parametrize("n_classes", [1, 2, 5])
def test_branch_and_bound_keeps_the_best_scale_and_its_bounds_hold(X, expected, n_classes):
    scales = np.array(sorted(expected))
    gaps = {e: expected[e].eigengap(n_classes) for e in expected}
    found = continuation_of(X)
    ruled_out = found.branch_and_bound(scales, n_classes)
    winner = max(gaps, key=gaps.get)
    assert winner not in ruled_out
    assert len(found) == len(scales) - len(ruled_out)
    for epsilon, bound in ruled_out.items():
        assert gaps[epsilon] <= bound + 1e-6
        assert bound < gaps[winner] + 1e-6
    for epsilon in set(gaps) - set(ruled_out):
        assert found.at(epsilon, n_classes).eigengap(n_classes) == pytest.approx(
            gaps[epsilon], abs=1e-6
        )


def test_most_small_scales_are_ruled_out():
    X = clusters()
    scales = scales_of(X, 40)
    ruled_out = continuation_of(X).branch_and_bound(scales, 5)
    assert len(ruled_out) > 10
    assert max(ruled_out) < scales[30]


def test_scales_known_before_are_not_computed_again(monkeypatch):
    X = clusters()
    scales = scales_of(X, 8)
    found = continuation_of(X)
    for epsilon in scales[::-1].tolist():
        found.at(epsilon, 7)
    monkeypatch.setattr(continuation, "converged", lambda *a: pytest.fail("iterated"))
    assert found.branch_and_bound(scales, 5) == {}


def test_lapack_is_used_for_gaps_too_small_for_single_precision():
    # There are three distinct rows, so the fourth and fifth eigenvalues are 0 at every scale.
    X = np.repeat([[0.0], [1.0], [3.0]], 200, axis=0)
    found = continuation_of(X)
    scales = np.geomspace(0.05, 50, 6)
    assert found.branch_and_bound(scales, 4) == {}
    for epsilon in scales.tolist():
        assert found.at(epsilon, 4).eigengap(4) < 1e-12


# ---------------------------------------------------------------- the operator in single precision


@pytest.mark.parametrize("unit", [1e-200, 1e-20, 1.0, 1e20, 1e150])
def test_products_and_weights_equal_those_of_the_kernel(unit):
    X = clusters(70)
    squared = cdist(X, X, "sqeuclidean") * unit
    V = np.random.default_rng(0).normal(size=(70, 8))
    for epsilon in (1e3, 3.0, 0.3, 1e-3):
        K = np.exp(-squared / unit / (2 * epsilon))
        degrees = K.sum(axis=1)
        A = K / np.sqrt(degrees[:, None] * degrees)
        operator = gaussian_operator(squared, epsilon * unit)
        np.testing.assert_allclose(operator.product(V), A @ V, atol=1e-6)
        np.testing.assert_allclose(operator.matrix(), A, atol=1e-14)
        np.testing.assert_allclose(operator.root, np.sqrt(degrees / degrees.sum()), rtol=1e-6)
        leaving = 1 - 1 / degrees
        np.testing.assert_allclose(operator.leaving, leaving, rtol=1e-4, atol=1e-15)


def test_each_isolated_row_adds_an_eigenvalue_near_1():
    X = clusters(80)
    squared = cdist(X, X, "sqeuclidean")
    seen = set()
    for epsilon in np.geomspace(1e-3, 0.3, 25).tolist():
        n_isolated = int(gaussian_operator(squared, epsilon).isolated.sum())
        seen.add(n_isolated)
        if n_isolated:
            values = naive_operators.eigenvalues(
                naive_operators.transition_matrix(Gaussian(epsilon)(X))[0]
            )
            assert values[n_isolated - 1] >= 1 - NEARLY_ONE
    assert len(seen) > 3


@pytest.mark.parametrize("seed", range(3))
def test_a_gap_as_large_as_the_best_is_not_ruled_out(seed):
    # Ritz values have errors of up to 1e-6, so no scale may be ruled out because of an equal gap.
    X = clusters(seed=seed)
    operator = gaussian_operator(cdist(X, X, "sqeuclidean"), float(naive_distances.median(X)) / 8)
    same = Continuation(
        lambda epsilon: operator, lambda epsilon, n: exact_at(X, epsilon, n), len(X)
    )
    assert same.branch_and_bound(np.array([1.0, 2.0]), n_classes=1) == {}


def test_residuals_of_vectors_are_below_the_stated_bound(X, found):
    for epsilon in sorted(scales_of(X).tolist(), reverse=True):
        operator = operator_of_kernel(Gaussian(epsilon)(X))
        pairs = found.at(epsilon, N_PAIRS)
        vectors = (pairs.vectors * operator.root[:, None])[:, 1 : N_PAIRS + 1]
        values = pairs.values[1 : N_PAIRS + 1]
        if values[-1] < 1 - NEARLY_ONE:  # otherwise the vectors only separate components
            remainders = operator.product(vectors) - vectors * values
            assert np.linalg.norm(remainders, axis=0).max() <= 3e-6
