"""Manifolds of known dimension."""

import numpy as np
import pytest
from tests.intrinsic_dimension.points_of_known_dimension import solid_ball, sphere


def roll(random):
    angle, height = random.uniform(1.5, 4.5, 500) * np.pi, random.uniform(0, 100, 500)
    return np.column_stack([6 * angle * np.cos(angle), height, 6 * angle * np.sin(angle)])


def helix(random):
    angle = random.uniform(0, 2 * np.pi, 500)
    wide = 2 + np.cos(8 * angle)
    return np.column_stack([wide * np.cos(angle), wide * np.sin(angle), np.sin(8 * angle)])


def curved(random):
    u = random.uniform(size=(500, 4))
    turned = np.roll(u, 1, axis=1)
    return np.hstack([turned * np.cos(2 * np.pi * u), turned * np.sin(2 * np.pi * u)])


FILLED = {
    "roll": roll,
    "helix": helix,
    "curved": curved,
    "sphere": lambda random: sphere(500, 10, random),
    "cloud": lambda random: random.normal(size=(500, 20)),
}
FLAT = {
    "flat": lambda random: random.normal(size=(500, 3)) @ random.normal(size=(3, 30)),
    "cube_in_more_features": lambda random: np.pad(
        random.uniform(size=(500, 17)), [(0, 0), (0, 2)]
    ),
}


@pytest.fixture
def ball():
    """The function `solid_ball(n_samples, n_dims, seed)`."""
    return solid_ball


@pytest.fixture(params=FILLED | FLAT)
def manifold(request):
    """500 points on each manifold in turn."""
    return (FILLED | FLAT)[request.param](np.random.default_rng(5))


@pytest.fixture(params=FILLED)
def filled_manifold(request):
    """500 points on each manifold in turn, except those that lie in a flat subspace."""
    return FILLED[request.param](np.random.default_rng(5))
