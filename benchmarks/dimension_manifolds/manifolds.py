"""The 23 manifolds by name, with their true dimensions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from . import generators as make

SPIRAL = "M13b_Spiral"  # with 1000 rows, its turns are as close as neighbours along the curve


class Manifold(NamedTuple):
    """A manifold of known dimension."""

    name: str
    dimension: int
    make: Callable

    def sample(self, n_rows: int, seed: int) -> np.ndarray:
        """Points, shape (n_rows, n_features); the same seed gives the same points."""
        number = next(k for k, manifold in enumerate(MANIFOLDS) if manifold.name == self.name)
        return self.make(np.random.default_rng([23, number, seed]), n_rows)


MANIFOLDS = (
    Manifold("M1_Sphere", 10, partial(make.sphere, dimension=10)),
    Manifold("M2_Affine_3to5", 3, make.affine_3_in_5),
    Manifold("M3_Nonlinear_4to6", 4, make.concentrated_4_in_6),
    Manifold("M4_Nonlinear", 4, partial(make.circles, dimension=4, copies=1)),
    Manifold("M5a_Helix1d", 1, make.helix),
    Manifold("M5b_Helix2d", 2, make.helicoid),
    Manifold("M6_Nonlinear", 6, partial(make.circles, dimension=6, copies=3)),
    Manifold("M7_Roll", 2, make.roll),
    Manifold("M8_Nonlinear", 12, partial(make.circles, dimension=12, copies=3)),
    Manifold("M9_Affine", 20, partial(make.affine, dimension=20)),
    Manifold("M10a_Cubic", 10, partial(make.cube_surface, dimension=10)),
    Manifold("M10b_Cubic", 17, partial(make.cube_surface, dimension=17)),
    Manifold("M10c_Cubic", 24, partial(make.cube_surface, dimension=24)),
    Manifold("M11_Moebius", 2, make.moebius),
    Manifold("M12_Norm", 20, partial(make.gaussian, dimension=20)),
    Manifold("M13a_Scurve", 2, make.s_curve),
    Manifold(SPIRAL, 1, make.spiral),
    Manifold("Mbeta", 10, partial(make.beta_distributed, dimension=10)),
    Manifold("Mn1_Nonlinear", 18, partial(make.tangled, dimension=18)),
    Manifold("Mn2_Nonlinear", 24, partial(make.tangled, dimension=24)),
    Manifold("Mp1_Paraboloid", 3, partial(make.paraboloid, dimension=3)),
    Manifold("Mp2_Paraboloid", 6, partial(make.paraboloid, dimension=6)),
    Manifold("Mp3_Paraboloid", 9, partial(make.paraboloid, dimension=9)),
)
