"""Eigenfunctions of known manifolds, for uniform and uneven densities of points."""

import numpy as np
import pytest

from kernelscale import DiffusionMap


def circle(n_samples=1000, crowding=0.8):
    """Points on a circle, and its first eigenfunctions at these points.

    The density of the points is proportional to 1 + crowding cos(angle).
    """
    random = np.random.default_rng(0)
    angle = random.uniform(0, 2 * np.pi, 8 * n_samples)
    kept = random.uniform(0, 1 + crowding, len(angle)) < 1 + crowding * np.cos(angle)
    angle = angle[kept][:n_samples]
    X = np.c_[np.cos(angle), np.sin(angle)]
    return X, X  # the first eigenfunctions are cos and sin of the angle


def sphere(n_samples=2000, crowding=0.8):
    """Points on a sphere, and its first eigenfunctions at these points.

    The density of the points is highest at the north pole.
    """
    random = np.random.default_rng(0)
    X = random.normal(size=(8 * n_samples, 3))
    X /= np.linalg.norm(X, axis=1)[:, None]
    kept = random.uniform(0, 1 + crowding, len(X)) < 1 + crowding * X[:, 2]
    X = X[kept][:n_samples]
    return X, X  # the first eigenfunctions are the three Cartesian coordinates


def unexplained_share(functions, coordinates):
    """The share of a function's variance that a regression on the coordinates cannot explain.

    For several functions, this is the largest share.
    """
    centred = functions - functions.mean(axis=0)
    basis = np.c_[np.ones(len(coordinates)), coordinates]
    fitted = basis @ np.linalg.lstsq(basis, functions, rcond=None)[0]
    return (((functions - fitted) ** 2).sum(axis=0) / (centred**2).sum(axis=0)).max()


@pytest.mark.parametrize(
    ("manifold", "epsilon", "n_components"), [(circle, 0.02, 2), (sphere, 0.05, 3)]
)
def test_alpha_1_gives_laplace_beltrami_eigenfunctions_for_any_density(
    manifold, epsilon, n_components
):
    X, functions = manifold()
    unexplained = {
        alpha: unexplained_share(
            functions, DiffusionMap(n_components, epsilon, alpha=alpha).fit_transform(X)
        )
        for alpha in (0.0, 1.0)
    }
    assert unexplained[1.0] < 0.01
    assert unexplained[0.0] > 0.05


def test_eigenvalues_of_the_circle():
    # Harmonic k has two eigenvalues, both exp(-epsilon k^2 / 2) up to terms of higher order.
    X, _ = circle()
    epsilon = 0.02
    values = DiffusionMap(6, epsilon, alpha=1.0).fit(X).eigenvalues_
    harmonics = np.log(values) / (-epsilon / 2)
    np.testing.assert_allclose(harmonics, [1, 1, 4, 4, 9, 9], rtol=0.1)
