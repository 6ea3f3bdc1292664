"""Diffusion maps agree with those of pyDiffMap if its convention of the scale is used."""

import numpy as np
import pytest

from kernelscale import DiffusionMap, generator_eigenvalues, select_bandwidth, to_convention

peer = pytest.importorskip(
    "pydiffmap.diffusion_map", reason='needs pyDiffMap: pip install "kernelscale[peers]"'
)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("epsilon", [0.3, 2.0])
def test_diffusion_map_agrees_with_pydiffmap(epsilon, alpha):
    X = np.random.default_rng(0).normal(size=(200, 3))
    new = np.random.default_rng(1).normal(size=(20, 3))
    other = peer.DiffusionMap.from_sklearn(
        n_evecs=5, k=200, alpha=alpha, epsilon=to_convention(epsilon, "pydiffmap")
    )
    other.fit(X)
    found = DiffusionMap(5, epsilon, alpha=alpha, t=0).fit(X)
    # pyDiffMap returns eigenvalues of the generator (P - I) / epsilon, and unit eigenvectors.
    np.testing.assert_allclose(
        1 + other.evals * other.epsilon_fitted, found.eigenvalues_, atol=1e-8
    )
    factors = (other.evecs * found.eigenvectors_).sum(axis=0) / (other.evecs**2).sum(axis=0)
    np.testing.assert_allclose(other.evecs * factors, found.eigenvectors_, atol=1e-8)
    # pyDiffMap multiplies P psi by sqrt(-1 / evals) for new rows, and does not divide by lambda.
    placed = other.transform(new) / np.sqrt(-1 / other.evals) * factors
    np.testing.assert_allclose(placed / found.eigenvalues_, found.transform(new), atol=1e-8)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_variable_bandwidths_make_the_generator_of_pydiffmap(alpha):
    # pyDiffMap divides densities by rho^2 in any dimension, so the dimension must be 2 here. The
    # kernel below gives a row and itself the value 1e-8, as in this package; pyDiffMap gives 1.
    X = np.random.default_rng(0).normal(size=(200, 2))
    bandwidth = select_bandwidth(X, rule="variable_bandwidth", dimension=2)
    found = DiffusionMap(5, bandwidth, alpha=alpha).fit(X)
    other = peer.DiffusionMap.from_sklearn(
        n_evecs=5,
        k=200,
        alpha=alpha,
        epsilon=1 / 2,
        weight_fxn=lambda x: bandwidth.kernel.local_scales_of(x[None])[0] ** -2,
        bandwidth_type=bandwidth.kernel.local_scales_of,
        bandwidth_normalize=True,
    )
    gaussian = other.local_kernel.kernel_fxn
    other.local_kernel.kernel_fxn = lambda d, epsilon: np.where(
        d > 1e-5, gaussian(d, epsilon), 1e-8
    )
    other.fit(X)
    np.testing.assert_allclose(generator_eigenvalues(found), -other.evals, rtol=1e-7)
    factors = (other.evecs * found.eigenvectors_).sum(axis=0) / (other.evecs**2).sum(axis=0)
    np.testing.assert_allclose(other.evecs * factors, found.eigenvectors_, atol=1e-7)
