"""The kernel whose scale follows the density: its formula, its operator, and graphs."""

import copy
import pickle

import numpy as np
import pytest
from scipy.sparse import csr_array
from tests.oracles import naive_distances, naive_kernels

from kernelscale import DiffusionMap, VariableGaussian, select_bandwidth
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.lazy_kernel import lazy_kernel


def chosen(X, **options):
    return select_bandwidth(X, rule="variable_bandwidth", **options).kernel


def others(K):
    """The kernel whose diagonal is set to 1e-8, as in a map: a row is not its own neighbour."""
    np.fill_diagonal(K, 1e-8)
    return K


@pytest.fixture
def rows(random):
    return random.normal(size=(60, 2)) * np.exp(random.normal(size=(60, 1)) / 3)


def test_values_agree_with_the_formula(rows):
    kernel = chosen(rows, n_neighbors=12, dimension=2)
    K, sigma = naive_kernels.variable_gaussian(rows, 3, 12, 2)
    np.testing.assert_allclose(kernel.local_scales, sigma.astype(float), rtol=1e-6)
    np.testing.assert_allclose(kernel(rows), K.astype(float), rtol=1e-4, atol=1e-300)
    # scales of evenly spaced rows are far below the upper limit of scales
    even = np.arange(1000.0)[:, None]
    assert chosen(even, n_neighbors=12)(even).sum(axis=1).mean() == pytest.approx(13, rel=0.01)


def test_kernel_is_symmetric_and_independent_of_unit_and_order(rows, random):
    kernel = chosen(rows)
    K = kernel(rows)
    np.testing.assert_array_equal(K, K.T)
    assert (np.diag(K) == 1).all()
    np.testing.assert_allclose(chosen(1e6 * rows)(1e6 * rows), K, rtol=1e-8, atol=1e-300)
    order = random.permutation(60)
    shuffled = chosen(rows[order])(rows[order])
    np.testing.assert_allclose(shuffled, K[np.ix_(order, order)], rtol=1e-9, atol=1e-300)


def test_scale_follows_the_density():
    # sigma^2 is proportional to 1 / q; here the two halves of a circle have densities 1 and 4.
    angle = np.pi * np.concatenate([np.arange(800) / 800, 1 + np.arange(200) / 200])
    kernel = chosen(np.c_[np.cos(angle), np.sin(angle)], n_neighbors=20)
    dense, thin = kernel.local_scales[400], kernel.local_scales[900]
    assert kernel.dimension == 1
    assert (thin / dense) ** 2 == pytest.approx(4, rel=0.02)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_dimension_is_estimated(d, random):
    kernel = chosen(np.c_[random.uniform(size=(1500, d)), np.zeros(1500)])
    assert kernel.dimension == d


def test_fitted_points_have_their_own_scale(adversarial):
    X = np.asarray(adversarial, dtype=float)
    kernel = chosen(X)
    sigma = kernel.local_scales
    np.testing.assert_allclose(kernel.local_scales_of(X[:1].copy()), sigma[:1], rtol=1e-8)
    np.testing.assert_allclose(kernel.local_scales_of(X[::-1].copy()), sigma[::-1], rtol=1e-8)


def test_equally_near_points_have_equal_weight():
    grid = np.stack(np.meshgrid(np.arange(12.0), np.arange(12.0)), axis=-1).reshape(-1, 2)
    grid[:30] *= 1.5
    order = np.random.default_rng(0).permutation(len(grid))
    sigma = chosen(grid).local_scales
    np.testing.assert_allclose(chosen(grid[order]).local_scales, sigma[order], rtol=1e-9)


def test_values_are_computed_for_pairs_of_rows(rows):
    kernel = chosen(rows)
    K = kernel(rows)
    starts, ends = np.nonzero(K > 0.1)
    r = ((rows[starts] - rows[ends]) ** 2).sum(axis=1)
    np.testing.assert_allclose(kernel.edge_values(starts, ends, r), K[starts, ends], rtol=1e-10)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda k: pickle.loads(pickle.dumps(k))])
def test_kernel_can_be_copied(again, rows):
    kernel = chosen(rows)
    found = again(kernel)
    assert isinstance(found, VariableGaussian)
    np.testing.assert_array_equal(found(rows[:5] + 0.1, rows), kernel(rows[:5] + 0.1, rows))
    assert not found.local_scales.flags.writeable


def test_lazy_operator_agrees_with_its_definition():
    K = np.array([[1.0, 0.5, 0.1], [0.5, 1.0, 0.2], [0.1, 0.2, 1.0]])
    w, m = np.array([1.0, 2.0, 0.5]), np.array([1.0, 0.25, 0.5])
    weighted = np.outer(w, w) * K
    P = weighted / weighted.sum(axis=1, keepdims=True)
    expected = np.eye(3) - m[:, None] * (np.eye(3) - P)
    for walk in (lazy_kernel(K.copy(), w, m), lazy_kernel(csr_array(K), w, m).toarray()):
        np.testing.assert_allclose(walk, walk.T, rtol=1e-14)
        np.testing.assert_allclose(walk / walk.sum(axis=1, keepdims=True), expected, rtol=1e-14)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_map_agrees_with_berry_and_harlim(alpha, rows):
    """The generator is 2 (D^-1 K_w - I) / rho^2, where K_w = w_i w_j K_ij has the row sums D.

    The weights are w = q^-alpha rho^-(d / 2 + 1) with q_i = sum_j K_ij / rho_i^d.
    """
    kernel = chosen(rows)
    rho, d = kernel.local_scales, kernel.dimension
    K = others(kernel(rows))
    q = K.sum(axis=1) / rho**d
    w = q**-alpha * rho ** -(d / 2 + 1)
    K_w = K * np.outer(w, w)
    L = 2 * (K_w / K_w.sum(axis=1, keepdims=True) - np.eye(60)) / rho[:, None] ** 2
    expected = np.sort(-np.linalg.eigvals(L).real)[1:6]
    found = DiffusionMap(5, "variable_bandwidth", alpha=alpha, t=0).fit(rows)
    generator = 2 * (1 - found.eigenvalues_) / kernel.step_variance
    np.testing.assert_allclose(generator, expected, rtol=1e-8)
    for psi, value in zip(found.embedding_.T, generator, strict=True):
        np.testing.assert_allclose(L @ psi, -value * psi, atol=1e-9 * abs(L).max())


@pytest.mark.parametrize("t", [0, 1, 3])
@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_training_rows_keep_their_coordinates_and_new_rows_lie_between_them(t, alpha):
    angle = np.random.default_rng(0).beta(2, 5, size=300) * 5
    arc = np.c_[np.cos(angle), np.sin(angle)]
    found = DiffusionMap(2, "variable_bandwidth", alpha=alpha, t=t).fit(arc[:250])
    np.testing.assert_allclose(found.transform(arc[:250]), found.embedding_, atol=1e-8)
    order = np.argsort(angle[:250])
    known, coordinate = angle[order], found.embedding_[order, 0]
    new = (angle > known[0]) & (angle < known[-1])
    placed = found.transform(arc[new])[:, 0]
    between = np.interp(angle[new], known, coordinate)
    np.testing.assert_allclose(placed, between, atol=0.01 * np.ptp(coordinate))


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_new_rows_follow_the_formula(alpha, random):
    X = random.normal(size=(80, 2))
    new = X[:10] + 0.05
    found = DiffusionMap(2, "variable_bandwidth", alpha=alpha, t=0).fit(X)
    kernel, sigma = found.kernel_, found.kernel_.local_scales
    K, d = others(kernel(X)), kernel.dimension
    weights = (K.sum(axis=1) / sigma**d) ** -alpha * sigma ** -(d / 2 + 1)
    for x, placed in zip(new, found.transform(new), strict=True):
        seen = kernel(x[None], X)[0]
        p = seen * weights / (seen @ weights)
        average = p @ found.eigenvectors_
        # `average` is the mean of psi after a step from x. The difference psi(x) - `average` is
        # mu psi(x) times the mean time of a step. A training row near x shortens this time, because
        # a step to it counts only in part, and not at all if the row is at x.
        near = ((X - x) ** 2).sum(axis=1).argmin()
        time = kernel.local_scales_of(x[None])[0] ** 2 / 2 * (1 - seen[near] * p[near])
        mu = 2 * (1 - found.eigenvalues_) / kernel.step_variance
        assert (mu * time < 0.5).all()
        np.testing.assert_allclose(placed, average / (1 - mu * time), rtol=1e-9)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_rows_near_training_rows_are_embedded_near_them(alpha, random):
    # Data with five features have thin tails. There a new row beside a training row reaches hardly
    # any other row, so the average of a coordinate over all rows that it reaches is nearly the
    # value at the training row.
    X = random.normal(size=(300, 5))
    found = DiffusionMap(2, "variable_bandwidth", alpha=alpha).fit(X)
    moved = np.abs(found.transform(X + 1e-9) - found.embedding_) / found.embedding_.std(axis=0)
    assert moved.max() < 0.2


def test_far_rows_are_flagged(rows):
    found = DiffusionMap(2, "variable_bandwidth").fit(rows)
    with pytest.warns(UserWarning, match="kernel mass below"):
        placed = found.transform(np.array([[1e6, 0.0], [0.0, 1e9]]))
    assert np.isfinite(placed).all()


def test_slowest_modes_come_first():
    X = np.random.default_rng(0).normal(size=(80, 3))
    found = DiffusionMap(79, "variable_bandwidth").fit(X)
    assert (np.diff(found.eigenvalues_) <= 1e-12).all()


def test_iteration_gives_the_same_map():
    X = np.random.default_rng(0).normal(size=(700, 2))
    dense, krylov = (
        DiffusionMap(4, "variable_bandwidth", eigen_solver=solver).fit(X)
        for solver in ("dense", "krylov")
    )
    np.testing.assert_allclose(krylov.eigenvalues_, dense.eigenvalues_, rtol=1e-10)
    np.testing.assert_allclose(krylov.embedding_, dense.embedding_, atol=1e-7)


def test_rows_of_other_data_are_refused(rows):
    bandwidth = select_bandwidth(rows, rule="variable_bandwidth")
    with pytest.raises(ValueError, match="holds the local scales of 60 other rows; pass the rule"):
        DiffusionMap(2, bandwidth).fit(rows[::-1].copy())


def test_constant_density_gives_a_gaussian_kernel(rows):
    # If all scales are equal, the kernel is a Gaussian, and the operator is the same in any
    # dimension.
    kernel = chosen(rows)
    level = VariableGaussian(rows, kernel.pilot_scales, np.full(60, 1.5), 1.0, 9.0, 3, 2)
    np.testing.assert_array_equal(level.moves, np.ones(60))
    K = others(np.exp(-naive_distances.squared_distances(rows).astype(float) / (2 * 1.5**2)))
    sums = K.sum(axis=1)
    for alpha in (0.0, 1.0):
        w = level.operator_weights(sums, alpha)
        found = leading_eigenpairs(lazy_kernel(K.copy(), w, level.moves), 5).values
        expected = leading_eigenpairs(K, 5, alpha=alpha).values
        np.testing.assert_allclose(found, expected, rtol=1e-10)
