"""Eigenpairs by LAPACK: their properties, difficult kernels, and comparison with another solver."""

import numpy as np
import pytest
from scipy.linalg import block_diag
from tests.oracles import naive_distances, naive_operators

from kernelscale import Gaussian, select_bandwidth
from kernelscale.markov import dense
from kernelscale.markov.dense import leading_eigenpairs


def cloud(n_samples=40, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def block(n_samples, seed):
    return Gaussian(1.0)(cloud(n_samples, 2, seed))


def near_identity(n_samples=60, share=1e-3):
    X = cloud(n_samples)
    return Gaussian(share * float(naive_distances.median(X)))(X)


KERNELS = {
    "generic": lambda: Gaussian(1.0)(cloud()),
    "wide": lambda: Gaussian(1e3)(cloud()),
    "identity": lambda: np.eye(12),
    "identity_and_tiny_values": lambda: np.eye(12) + 1e-304,
    "nearly_identity": near_identity,
    "nearer_identity": lambda: near_identity(share=1e-6),
    "large_near_identity": lambda: Gaussian(2e-4)(cloud(250)),
    "three_blocks": lambda: block_diag(block(5, 1), block(9, 2), block(16, 3)),
    "three_equal_blocks": lambda: block_diag(*[block(8, 1)] * 3),
    "three_blocks_weakly_joined": lambda: (
        block_diag(block(5, 1), block(9, 2), block(16, 3)) + 1e-13
    ),
    "isolated_rows_and_a_block": lambda: block_diag(np.eye(6), block(14, 2)),
    "all_ones": lambda: np.ones((15, 15)),
    "nearly_all_ones": lambda: Gaussian(1e12)(cloud()),
    "two_rows": lambda: np.array([[1.0, 0.3], [0.3, 1.0]]),
    "two_rows_apart": lambda: np.eye(2),
    "two_rows_together": lambda: np.ones((2, 2)),
    "duplicates": lambda: Gaussian(0.5)(np.repeat(cloud(12), 3, axis=0)),
    "one_row_and_duplicates": lambda: Gaussian(0.5)(np.r_[np.zeros((14, 1)), [[2.0]]]),
    "unequal_degrees": lambda: Gaussian(0.05)(cloud() ** 3),
    "ring": lambda: Gaussian(0.1)(
        np.c_[np.cos(np.arange(24) * np.pi / 12), np.sin(np.arange(24) * np.pi / 12)]
    ),
}


@pytest.fixture(params=KERNELS, name="K")
def kernel(request):
    return KERNELS[request.param]()


def some_counts(K):
    return sorted({1, min(3, len(K) - 1), min(12, len(K) - 1), len(K) - 1})


# ---------------------------------------------------------------- properties of eigenpairs


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("definite", [True, False])
def test_properties_of_eigenpairs_hold(K, alpha, definite):
    P, pi = naive_operators.transition_matrix(K, alpha)
    np.testing.assert_allclose(P.sum(axis=1), 1, rtol=1e-12)
    for n_pairs in some_counts(K):
        pairs = leading_eigenpairs(K, n_pairs, alpha=alpha, definite=definite)
        assert pairs.values.shape == (n_pairs + 1,)
        assert pairs.vectors.shape == (len(K), n_pairs + 1)
        assert pairs.values[0] == 1
        assert (pairs.vectors[:, 0] == 1).all()
        np.testing.assert_allclose(pairs.stationary, pi, rtol=1e-12)
        assert pairs.stationary.sum() == pytest.approx(1, rel=1e-14)
        residual = P @ pairs.vectors - pairs.vectors * pairs.values
        assert np.abs(residual).max() < 1e-10 * max(1, np.abs(pairs.vectors).max())
        inner = (pairs.vectors * pi[:, None]).T @ pairs.vectors
        np.testing.assert_allclose(inner, np.eye(n_pairs + 1), atol=1e-10)
        size = pairs.values if definite else np.abs(pairs.values)
        assert (np.diff(size) <= 1e-12).all()
        assert pairs.values.max() <= 1
        assert pairs.values.min() > -1 - 1e-12
        skewness = pi @ pairs.vectors**3
        tied = np.abs(skewness) < 1e-8
        assert (np.where(tied, pairs.vectors[0], skewness) >= 0).all()


def test_values_are_the_largest_of_all_eigenvalues(K):
    expected = naive_operators.eigenvalues(naive_operators.transition_matrix(K)[0])
    for n_pairs in some_counts(K):
        found = leading_eigenpairs(K, n_pairs).values
        np.testing.assert_allclose(found, expected[: n_pairs + 1], atol=1e-8)


def test_fewer_pairs_are_the_first_of_all_pairs(K):
    all_pairs = leading_eigenpairs(K, len(K) - 1)
    for n_pairs in some_counts(K):
        np.testing.assert_allclose(
            leading_eigenpairs(K, n_pairs).values, all_pairs.values[: n_pairs + 1], atol=1e-12
        )


def test_the_kernel_is_not_changed(K):
    before = K.copy()
    leading_eigenpairs(K, 1, alpha=1.0)
    leading_eigenpairs(K, 1)
    np.testing.assert_array_equal(K, before)


@pytest.mark.parametrize("factor", [1e-100, 1e-3, 7.0, 1e100])
@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_pairs_do_not_depend_on_a_factor_of_the_kernel(factor, alpha):
    K = Gaussian(1.0)(cloud())
    one, other = (leading_eigenpairs(k, 5, alpha=alpha) for k in (K, factor * K))
    np.testing.assert_allclose(one.values, other.values, rtol=1e-10)
    np.testing.assert_allclose(one.vectors, other.vectors, atol=1e-9)


# ---------------------------------------------------------------- the definition


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("epsilon", [0.5, 2.0])
def test_pairs_equal_those_of_a_general_solver(alpha, epsilon):
    K = Gaussian(epsilon)(cloud(40, 3, seed=4))
    values, vectors, pi = naive_operators.eigenpairs(K, alpha)
    found = leading_eigenpairs(K, 6, alpha=alpha)
    np.testing.assert_allclose(found.values, values[:7], atol=1e-10)
    np.testing.assert_allclose(found.vectors, vectors[:, :7], atol=1e-7)
    np.testing.assert_allclose(found.stationary, pi, rtol=1e-12)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("t", [0, 1, 2, 5])
def test_distances_of_coordinates_are_diffusion_distances(alpha, t):
    K = Gaussian(0.5)(cloud(60))
    P, pi = naive_operators.transition_matrix(K, alpha)
    step = np.linalg.matrix_power(P, t)
    expected = np.array([[((p - q) ** 2 / pi).sum() for q in step] for p in step])
    Psi = leading_eigenpairs(K, 59, alpha=alpha).embedding(59, t)
    found = np.array([[((a - b) ** 2).sum() for b in Psi] for a in Psi])
    np.testing.assert_allclose(found, expected, atol=1e-10 * max(1, expected.max()))


def test_embedding_is_eigenvectors_times_powers_of_eigenvalues():
    pairs = leading_eigenpairs(Gaussian(1.0)(cloud()), 5)
    np.testing.assert_array_equal(pairs.embedding(3, 0), pairs.vectors[:, 1:4])
    np.testing.assert_array_equal(pairs.embedding(3), pairs.vectors[:, 1:4] * pairs.values[1:4])
    np.testing.assert_array_equal(
        pairs.embedding(2, 3), pairs.vectors[:, 1:3] * pairs.values[1:3] ** 3
    )


def test_permuting_rows_permutes_vectors():
    K = Gaussian(0.7)(cloud())
    order = np.random.default_rng(1).permutation(len(K))
    before, after = leading_eigenpairs(K, 8), leading_eigenpairs(K[np.ix_(order, order)], 8)
    np.testing.assert_allclose(after.values, before.values, atol=1e-12)
    np.testing.assert_allclose(after.vectors, before.vectors[order], atol=1e-8)


# ---------------------------------------------------------------- the ideal case


def test_blocks_are_separated_exactly():
    sizes = [5, 9, 16]
    pairs = leading_eigenpairs(block_diag(*[block(n, n) for n in sizes]), 4)
    np.testing.assert_array_equal(pairs.values[:3], 1.0)
    assert pairs.values[3] < 0.99
    codes = np.repeat([0, 1, 2], sizes)
    for code in range(3):
        # All eigenvectors of eigenvalue 1 are constant on every block.
        np.testing.assert_allclose(np.ptp(pairs.vectors[codes == code, :3], axis=0), 0, atol=1e-10)
    centres = np.array([pairs.embedding(2)[codes == code].mean(axis=0) for code in range(3)])
    share = np.array([pairs.stationary[codes == code].sum() for code in range(3)])
    for i, j in [(0, 1), (0, 2), (1, 2)]:
        # The squared distance between two classes is 1 / pi(C_i) + 1 / pi(C_j).
        found = ((centres[i] - centres[j]) ** 2).sum()
        assert found == pytest.approx(1 / share[i] + 1 / share[j], rel=1e-9)


def test_the_eigengap_of_blocks_is_0_or_the_ideal_case():
    K = block_diag(block(5, 1), block(9, 2), block(16, 3))
    pairs = leading_eigenpairs(K, 6)
    assert pairs.eigengap(2) == 0.0  # there are more components than classes
    assert pairs.eigengap(1) == 0.0
    assert pairs.eigengap(3) == 1 - pairs.values[3]  # there are as many components as classes
    assert pairs.eigengap(3) > 0.01
    assert pairs.eigengap(4) == pairs.values[3] - pairs.values[4]


def test_eigengap_of_n_classes_lies_below_eigenvalue_n():
    K = Gaussian(1.0)(cloud())
    values = naive_operators.eigenvalues(naive_operators.transition_matrix(K)[0])
    pairs = leading_eigenpairs(K, 6)
    for n_classes in range(1, 7):
        expected = values[n_classes - 1] - values[n_classes]
        assert pairs.eigengap(n_classes) == pytest.approx(expected, abs=1e-10)
        assert naive_operators.generalised_eigengap(K, n_classes) == pytest.approx(expected)


def test_a_kernel_of_ones_has_only_the_trivial_pair():
    pairs = leading_eigenpairs(np.ones((9, 9)), 8)
    np.testing.assert_allclose(pairs.values[1:], 0, atol=1e-14)
    assert pairs.eigengap(1) == pytest.approx(1)


def test_two_rows_have_the_pairs_computed_by_hand():
    pairs = leading_eigenpairs(np.array([[1.0, 0.25], [0.25, 1.0]]), 1)
    np.testing.assert_allclose(pairs.values, [1, 0.6])
    # the vector has skewness 0, so its first entry is positive
    np.testing.assert_allclose(pairs.vectors[:, 1], [1, -1])
    np.testing.assert_allclose(pairs.stationary, 0.5)


def test_an_eigenvalue_near_1_is_resolved():
    # A weak edge joins two halves, so 1 - lambda_2 is small. It must still be accurate.
    weak = 1e-9
    K = np.array([[1, 1, 0, 0], [1, 1, weak, 0], [0, weak, 1, 1], [0, 0, 1, 1]])
    lambda_2 = leading_eigenpairs(K, 1).values[1]
    assert 1 - lambda_2 == pytest.approx(weak / 2, rel=1e-4)


# ---------------------------------------------------------------- not positive definite


def test_self_tuned_pairs_are_ordered_by_magnitude():
    # In a path graph, edges join odd rows with even rows only, so one eigenvalue is near -1.
    K = np.array([[0.1, 1, 0, 0], [1, 0.1, 1, 0], [0, 1, 0.1, 1], [0, 0, 1, 0.1]])
    expected = naive_operators.eigenvalues(naive_operators.transition_matrix(K)[0])
    expected = expected[np.argsort(-np.abs(expected))]
    pairs = leading_eigenpairs(K, 3, definite=False)
    np.testing.assert_allclose(pairs.values, expected, atol=1e-12)
    assert pairs.values[1] < 0


def test_an_indefinite_self_tuned_kernel_is_ordered_by_magnitude():
    X = np.exp(3 * np.random.default_rng(14).normal(size=(60, 1)))
    K = select_bandwidth(X, rule="self_tuning").kernel(X)
    P, _ = naive_operators.transition_matrix(K)
    expected = naive_operators.eigenvalues(P)[1:]
    assert expected.min() < -1e-3
    expected = expected[np.argsort(-np.abs(expected))]
    pairs = leading_eigenpairs(K, 59, definite=False)
    np.testing.assert_allclose(pairs.values[1:], expected, atol=1e-12)
    # eigenvalues are not in descending order of lambda itself
    assert (np.diff(pairs.values) > 0).any()
    np.testing.assert_allclose(P @ pairs.vectors, pairs.vectors * pairs.values, atol=1e-10)


# ---------------------------------------------------------------- options


@pytest.mark.parametrize("n_pairs", [0, -1, 40, 41, 1.5, True, None, "3"])
def test_a_wrong_number_of_pairs_is_refused(n_pairs):
    with pytest.raises(ValueError, match="n_pairs must be an integer from 1 to 39, but .* given"):
        leading_eigenpairs(np.eye(40), n_pairs)


@pytest.mark.parametrize(
    ("K", "sentence"),
    [
        ([[1.0, 0.5], [0.4, 1.0]], "K is not symmetric"),
        ([[1.0, np.nan], [np.nan, 1.0]], "K contains NaN"),
        (np.zeros((3, 3)), "Row 0 of K sums to 0, but it must exceed 0"),
        (np.ones((2, 3)), r"K must be a square matrix, but its shape is \(2, 3\)"),
    ],
)
def test_a_matrix_that_is_not_a_kernel_is_refused(K, sentence):
    with pytest.raises(ValueError, match=sentence):
        leading_eigenpairs(K, 1)


def test_a_kernel_may_be_a_nested_list():
    assert leading_eigenpairs([[1.0, 0.3], [0.3, 1.0]], 1).values[1] == pytest.approx(0.7 / 1.3)


def test_vectors_of_lapack_that_are_not_orthogonal_are_recomputed(monkeypatch):
    # LAPACK's subset solver may return a vector twice if eigenvalues repeat.
    K = Gaussian(1.0)(np.random.default_rng(0).normal(size=(40, 3)))
    expected, solve = leading_eigenpairs(K, n_pairs=4), dense.eigh

    def not_orthogonal(A, **options):
        values, vectors = solve(A, **options)
        if "subset_by_index" in options:
            vectors[:, 1] = vectors[:, 0]
        return values, vectors

    monkeypatch.setattr(dense, "eigh", not_orthogonal)
    found = leading_eigenpairs(K, n_pairs=4)
    np.testing.assert_allclose(found.values, expected.values, atol=1e-12)
    np.testing.assert_allclose(found.vectors, expected.vectors, atol=1e-9)
