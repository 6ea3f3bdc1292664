"""Command line: simulate solid balls of known dimension and write the mean estimates of GRIDE."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import kernelscale
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import NearestOthers
from kernelscale.intrinsic_dimension.calibration.solid_balls import solid_ball
from kernelscale.intrinsic_dimension.scale_ladder import scale_ladder

DIMENSIONS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 65, 80, 100)
SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
LARGEST_RUNGS = 8  # number of rungs; the last one compares neighbours 128 and 256
N_DRAWS = {50: 40, 100: 40, 200: 20, 500: 12, 1000: 8, 2000: 4, 5000: 2}
FOLDER = Path(kernelscale.__file__).parent / "intrinsic_dimension" / "calibration" / "data"
TARGET = FOLDER / "ladder_of_balls.npz"


def n_rungs(n_samples: int) -> int:
    """Number of rungs that use only the nearest third of the points as neighbours."""
    return min(LARGEST_RUNGS, int(np.log2(n_samples / 3)))


def mean_ladder(n_dims: int, n_samples: int, n_draws: int) -> np.ndarray:
    """Estimate at each rung, as the mean over `n_draws` random balls; shape (n_rungs,)."""
    readings = []
    for draw in range(n_draws):
        ball = solid_ball(n_samples, n_dims, np.random.default_rng([n_dims, n_samples, draw]))
        nearest = reduce(ball, NearestOthers(2 ** n_rungs(n_samples)))
        readings.append(scale_ladder(nearest.squared_distances).dimensions)
    return np.mean(readings, axis=0)


def make_table(sizes: tuple[int, ...], n_draws: dict[int, int]) -> dict[str, np.ndarray]:
    """The arrays of the table; an estimate is NaN if there are too few points for its rung."""
    readings = np.full((len(DIMENSIONS), len(sizes), LARGEST_RUNGS), np.nan)
    for column, size in enumerate(sizes):
        for row, n_dims in enumerate(DIMENSIONS):
            found = mean_ladder(n_dims, size, n_draws[size])
            readings[row, column, : len(found)] = found
        print(f"{size} points done", flush=True)
    # The package inverts the table, so noise must not let estimates decrease with the dimension.
    readings = np.maximum.accumulate(readings, axis=0)
    return {
        "dimensions": np.array(DIMENSIONS, dtype=float),
        "sizes": np.array(sizes, dtype=float),
        "readings": readings,
    }


def main(arguments: list[str] | None = None) -> None:
    """Write the table of the package, or with ``--quick`` a small table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="50 and 100 points, 2 draws")
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    chosen = parser.parse_args(arguments)
    sizes, n_draws = (SIZES, N_DRAWS) if not chosen.quick else ((50, 100), {50: 2, 100: 2})
    table = make_table(sizes, n_draws)
    chosen.output.parent.mkdir(exist_ok=True)
    np.savez(chosen.output, **table)


if __name__ == "__main__":
    main()
