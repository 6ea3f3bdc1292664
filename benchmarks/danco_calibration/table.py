"""The calibration table: means and standard deviations of statistics over random balls (draws)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .draws import DIMENSIONS, DRAWS, N_NEIGHBORS, Draw

DESCRIPTION = (
    "Statistics of N points uniform in the solid unit d-ball, from their k nearest neighbours: "
    "means and standard deviations over n_draws draws of (most likely dimension, mean angle in "
    "radians, mean concentration). Axes: N (n_samples), d (n_dims), statistic. Made by "
    "benchmarks/danco_calibration; draw i has the seed numpy.random.default_rng([k, d, N, i])."
)


def write(path: Path, draws: dict[Draw, tuple[float, ...]]) -> None:
    """Write the table for the numbers of points with two or more draws of every dimension."""
    complete = [n for n in DRAWS if all((n, d, 1) in draws for d in DIMENSIONS)]
    balls = [[_of_one_ball(draws, n, d) for d in DIMENSIONS] for n in complete]
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        description=DESCRIPTION,
        n_neighbors=N_NEIGHBORS,
        n_samples=np.array(complete),
        n_dims=np.array(DIMENSIONS),
        means=np.array([[ball.mean(axis=0) for ball in row] for row in balls]),
        sds=np.array([[ball.std(axis=0, ddof=1) for ball in row] for row in balls]),
        n_draws=np.array([[len(ball) for ball in row] for row in balls]),
    )


def _of_one_ball(draws: dict[Draw, tuple[float, ...]], n_samples: int, n_dims: int) -> np.ndarray:
    """Statistics of all draws with this number of points and this dimension; shape (n_draws, 3)."""
    found = [draws.get((n_samples, n_dims, i)) for i in range(DRAWS[n_samples])]
    return np.array([statistics for statistics in found if statistics])


def describe(path: Path) -> str:
    """The size and the content of the table, and its relative standard errors.

    Balls of dimension 1 are left out of the errors.
    """
    with np.load(path, allow_pickle=False) as table:
        errors = table["sds"] / np.sqrt(table["n_draws"])[..., None]
        relative = (errors / table["means"]).reshape(len(table["n_samples"]), -1, 3)
        lines = [f"{path.name}, {path.stat().st_size} bytes. {table['description']}"]
        for n, draws, share in zip(table["n_samples"], table["n_draws"], relative, strict=True):
            worst = ", ".join(f"{100 * value:.2f} %" for value in share[1:].max(axis=0))
            text = f"{draws.min()} draws or more; relative standard errors up to {worst}"
            lines.append(f"N = {n}: {text}")
    return "\n".join(lines)
