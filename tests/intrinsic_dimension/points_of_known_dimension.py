"""Balls, spheres and lattices of known dimension."""

import numpy as np


def solid_ball(n_samples, n_dims, seed):
    """Points drawn uniformly from the solid unit ball; the seed may be a random generator."""
    random = np.random.default_rng(seed)
    directions = random.normal(size=(n_samples, n_dims))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    return directions * random.random((n_samples, 1)) ** (1 / n_dims)


def ball_in_more_features(n_samples, n_dims, seed, n_more=8, thickness=1e-7):
    """A solid ball rotated into more features, by default just thick enough to have full rank."""
    random = np.random.default_rng(seed)
    points = solid_ball(n_samples, n_dims, random)
    axes = np.linalg.qr(random.normal(size=(n_dims + n_more, n_dims)))[0]
    return points @ axes.T + thickness * random.normal(size=(n_samples, n_dims + n_more))


def sphere(n_samples, n_dims, seed):
    """Points drawn uniformly from a unit sphere in `n_dims` + 1 features."""
    points = np.random.default_rng(seed).normal(size=(n_samples, n_dims + 1))
    return points / np.linalg.norm(points, axis=1)[:, None]


def lattice(side, n_dims):
    axes = np.meshgrid(*[np.arange(float(side))] * n_dims)
    return np.stack(axes, axis=-1).reshape(-1, n_dims)
