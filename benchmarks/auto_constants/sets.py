"""Manifolds by name, in three groups.

The constants of the rule `auto` were chosen on the group `design` and confirmed on the other two.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks import data_folder

from . import curves, surfaces
from .sample import Sample

FEW_ROWS = 100  # number of rows with --quick
COIL_OBJECTS = range(15)


@dataclass(frozen=True)
class Manifold:
    """A manifold: its generator, name and number of rows.

    Attributes
    ----------
    make : callable
        Function of a random generator and a number of rows that returns a sample.
    variants : tuple of callable
        Generators of samples of different objects. If given, each is used once instead of `make`.
    in_folder : bool
        Whether the data are read from the folder of real data.
    """

    name: str
    make: Callable[[np.random.Generator, int], Sample] | None
    n_rows: int = 0
    variants: tuple[Callable[[np.random.Generator], Sample], ...] = ()
    in_folder: bool = False

    def samples(self, n_seeds: int, quick: bool = False) -> Iterator[Sample]:
        """One sample for each seed or variant; if `quick`, only the first.

        If `quick`, the sample has `FEW_ROWS` rows, unless it is a variant.
        """
        if self.make is None:
            for make in self.variants[: 1 if quick else None]:
                yield make(self._random(0))
            return
        for seed in range(1 if quick else n_seeds):
            yield self.make(self._random(seed), FEW_ROWS if quick else self.n_rows)

    def _random(self, seed: int) -> np.random.Generator:
        return np.random.default_rng(1000 * seed + zlib.crc32(self.name.encode()) % 1000)


def _coil(name: str, uneven: bool) -> Manifold:
    makers = [partial(curves.coil, which=which, uneven=uneven) for which in COIL_OBJECTS]
    return Manifold(name, None, variants=tuple(makers), in_folder=True)


SETS: dict[str, tuple[Manifold, ...]] = {
    "design": (
        Manifold("swiss roll", surfaces.swiss_roll, 800),
        Manifold("noisy roll, sd 1", surfaces.noisy_swiss_roll, 800),
        Manifold("noisy roll, sd 5", partial(surfaces.noisy_swiss_roll, noise=5.0), 800),
        Manifold("noisy circle 10-D", curves.noisy_circle, 600),
        Manifold("uneven circle", curves.uneven_circle, 600),
        Manifold("S-curve", surfaces.s_curve, 800),
        Manifold("sphere", surfaces.sphere, 800),
        Manifold("torus", surfaces.torus, 1000),
        Manifold("spiral", curves.spiral, 600),
        Manifold("noisy helix", curves.helix, 600),
        Manifold("plane patch", surfaces.patch, 600),
        Manifold("rotated digit", curves.rotated_digit, 600, in_folder=True),
        Manifold("curved cube 10-D", surfaces.curved_cube, 1000),
    ),
    "confirm": (
        Manifold("Moebius band", surfaces.moebius, 800),
        Manifold("trefoil", curves.trefoil, 600),
        Manifold("noisy Clifford torus", surfaces.clifford, 1000),
        Manifold("twin peaks", surfaces.twin_peaks, 800),
        Manifold("uneven ellipse", curves.uneven_ellipse, 600),
        Manifold("paraboloid 5-D", surfaces.paraboloid, 1000),
        Manifold(
            "noisy rotated digit",
            partial(curves.rotated_digit, noise=0.2, images=range(20, 40)),
            600,
            in_folder=True,
        ),
        Manifold("swiss roll, N 2000", surfaces.swiss_roll, 2000),
        _coil("COIL (15 objects)", uneven=False),
        _coil("COIL, uneven scales", uneven=True),
    ),
    "fresh": (
        Manifold("roll with a hole", surfaces.holed_roll, 800),
        Manifold("3-sphere in 8-D", surfaces.three_sphere, 1000),
        Manifold("cylinder", surfaces.cylinder, 800),
        Manifold("noisy torus knot", curves.torus_knot, 600),
        Manifold("uneven spiral", curves.uneven_spiral, 600),
        Manifold("curved strip", surfaces.curved_strip, 800),
        Manifold("lifted square 50-D", surfaces.lifted_square, 800),
        Manifold("small circle, N 100", curves.small_circle, 100),
    ),
}


def available(group: str) -> tuple[list[Manifold], list[str]]:
    """The manifolds of a group whose data are available, and the names of the other manifolds."""
    made = [m for m in SETS[group] if data_folder.available() or not m.in_folder]
    return made, [m.name for m in SETS[group] if m not in made]
