"""Formulas of the manifolds: functions of a random generator and a number of rows.

Random numbers are drawn in the same order as in scikit-dimension, and by methods that both
`RandomState` and `Generator` of NumPy have. With the same generator, scikit-dimension and this
module therefore return the same points.
"""

from __future__ import annotations

import numpy as np

TURN = 2 * np.pi


def sphere(random, n, dimension):
    """Points uniform on the unit sphere of this dimension, in `dimension` + 1 features."""
    directions = random.normal(size=(n, dimension + 1))
    return directions / np.linalg.norm(directions, axis=1, keepdims=True)


def affine_3_in_5(random, n):
    """A skewed box in a three-dimensional affine subspace."""
    axes = [[1.2, 0.5, -0.5, 0.4, 1.1], [-0.5, 0.9, -0.2, -0.9, -0.3], [0, 0, 1, -0.1, 0]]
    return (4 * random.random((3, n))).T @ axes + [3, -1, 0, 0, 8]


def concentrated_4_in_6(random, n):
    """Six functions of four parameters; the density of the points is very uneven."""
    p0, p1, p2, p3 = random.random((4, n))
    return np.column_stack(
        [
            p1**2 * np.cos(TURN * p0),
            p2**2 * np.sin(TURN * p0),
            p1 + p2 + (p1 - p3) ** 2,
            p1 - 2 * p2 + (p0 - p3) ** 2,
            -p1 - 2 * p2 + (p2 - p3) ** 2,
            p0**2 - p1**2 + p2**2 - p3**2,
        ]
    )


def circles(random, n, dimension, copies):
    """Two features for each parameter i: polar coordinates, angle p_i and radius p_(i+1).

    In the last plane the radius is p_0. Each feature occurs `copies` times.
    """
    p = random.random((dimension, n))
    radii = np.roll(p, -1, axis=0)
    pairs = np.stack([radii * np.cos(TURN * p), radii * np.sin(TURN * p)], axis=1)
    return np.tile(pairs.reshape(2 * dimension, n).T, copies)


def helix(random, n):
    """A closed curve that winds eight times around a torus."""
    t = TURN / n + TURN * random.random(n)
    radius = 2 + np.cos(8 * t)
    return np.column_stack([radius * np.cos(t), radius * np.sin(t), np.sin(8 * t)])


def helicoid(random, n):
    """A surface like a spiral staircase, of five turns that are close to one another."""
    r = 5 * TURN * random.random(n)
    p = 5 * TURN * random.random(n)
    return np.column_stack([r * np.cos(p), r * np.sin(p), p / 2])


def roll(random, n):
    """The Swiss roll."""
    t = 1.5 * np.pi * (1 + 2 * random.random(n))
    return np.column_stack([t * np.cos(t), 21 * random.random(n), t * np.sin(t)])


def s_curve(random, n):
    """A sheet bent into an S."""
    t = 3 * np.pi * (random.random(n) - 0.5)
    return np.column_stack([np.sin(t), 2 * random.random(n), np.sign(t) * (np.cos(t) - 1)])


def spiral(random, n):
    """Five turns of a wide screw; with few rows, turns are as close to each other as rows."""
    t = 5 * TURN * random.random(n)
    return np.column_stack([100 * np.cos(t), 100 * np.sin(t), t, np.zeros((n, 10))])


def moebius(random, n):
    """A band with five full twists."""
    phi = TURN * random.random(n)
    width = random.random(n) - 0.5
    radius = 1 + width * np.cos(5 * phi)
    return np.column_stack([radius * np.cos(phi), radius * np.sin(phi), width * np.sin(5 * phi)])


def affine(random, n, dimension):
    """Points uniform in a cube of edge 5."""
    return 5 * random.random((dimension, n)).T - 2.5


def cube_surface(random, n, dimension):
    """Faces of a cube in `dimension` + 1 features.

    All faces have the same number of rows, except that the last few faces may have fewer or none.
    """
    on_each = n // (2 * (dimension + 1)) + 1
    sides = []
    for feature in range(dimension + 1):
        for end in (0, 1):
            side = random.random((dimension + 1, on_each))
            side[feature] = end
            sides.append(side)
    return np.hstack(sides).T[:n]


def gaussian(random, n, dimension):
    """Points from a standard normal distribution."""
    return random.normal(size=(n, dimension))


def paraboloid(random, n, dimension):
    """Dependent uniform features and the sum of their squares; sines and squares of all these."""
    e = random.exponential(size=(dimension + 1, n))
    points = (1 / (1 + e[1:] / e[0])).T
    points = np.column_stack([points, (points**2).sum(axis=1)])
    return np.hstack([points, np.sin(points), points**2])


def beta_distributed(random, n, dimension):
    """Two functions of each beta-distributed parameter; each feature occurs twice."""
    points = random.beta(10, 0.5, size=(n, dimension))
    angles = TURN * points
    return np.tile(np.hstack([points * np.sin(np.cos(angles)), points * np.cos(np.sin(angles))]), 2)


def tangled(random, n, dimension):
    """Functions of pairs of parameters: first and last, second and last but one, and so on."""
    points = random.random((n, dimension))
    opposite = points[:, ::-1]
    bent = [np.tan(points * np.cos(opposite)), np.arctan(opposite * np.sin(points))]
    return np.tile(np.hstack(bent), 2)
