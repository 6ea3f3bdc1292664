"""Accuracy of classification in diffusion coordinates, with and without scaled features.

Rows are drawn at random several times; all methods use the same rows. The class of a row is
predicted from its nearest other row in 10 diffusion coordinates.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Iterator

import numpy as np

from benchmarks import data_folder
from kernelscale import estimate_dimension
from kernelscale.paper.harness.repeats import mean_interval
from kernelscale.paper.shared.scaling_way import ScalingWay
from kernelscale.paper.shared.scaling_ways import OURS, WAYS

from .sets import IN_FOLDER, N_DIMS, SETS

N_COORDINATES = 10
COMPARED = {
    "raw, auto": ScalingWay("raw, auto", None, "auto"),
    "raw, MaxMin": WAYS["max_min"],
    "standardised, auto": WAYS["standardised_auto"],
    "standardised, MaxMin": WAYS["standardised_max_min"],
    "ManifoldScaler's default": WAYS[OURS],
}


def accuracy(coordinates: np.ndarray, labels: np.ndarray) -> float:
    """Share of rows whose nearest other row has the same class."""
    squares = (coordinates**2).sum(axis=1)
    distances = squares[:, None] + squares - 2 * coordinates @ coordinates.T
    np.fill_diagonal(distances, np.inf)
    return float(np.mean(labels[distances.argmin(axis=1)] == labels))


def measure(name: str, n_rows: int, n_draws: int) -> tuple[dict[str, list[float]], list[int]]:
    """Accuracy of each method on each draw of rows, and the `n_dims` that was used for the draw."""
    X, y = SETS[name]()
    found: dict[str, list[float]] = {method: [] for method in COMPARED}
    dimensions = []
    for seed in range(n_draws):
        rows = np.random.default_rng(seed).choice(len(X), min(n_rows, len(X)), replace=False)
        points = X[rows]
        n_dims = N_DIMS.get(name) or _estimated(points)
        dimensions.append(n_dims)
        for method, entry in COMPARED.items():
            coordinates = entry.embed(points, n_dims, N_COORDINATES)
            found[method].append(accuracy(coordinates, y[rows]))
    return found, dimensions


def _estimated(points: np.ndarray) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings on duplicate rows
        return estimate_dimension(points, "multiscale").dimension


def lines(n_rows: int, n_draws: int) -> Iterator[str]:
    """Table in Markdown: mean accuracy of each method, and how much it is below the default's.

    The default is that of `ManifoldScaler`.
    """
    names = [name for name in SETS if data_folder.available() or name not in IN_FOLDER]
    columns = {name: measure(name, n_rows, n_draws) for name in names}
    yield f"| method | {' | '.join(names)} |\n|{'---|' * (1 + len(names))}"
    for method in COMPARED:
        cells = [_cell(found, method) for found, _ in columns.values()]
        yield f"| {method} | {' | '.join(cells)} |"
    dimensions = [f"{name} {sorted(set(used))}" for name, (_, used) in columns.items()]
    yield f"\nn_dims: {', '.join(dimensions)}"
    missing = data_folder.skipped([name for name in SETS if name not in names])
    if missing:
        yield missing


def _cell(found: dict[str, list[float]], method: str) -> str:
    mean = np.mean(found[method])
    if method == list(COMPARED)[-1]:
        return f"{mean:.3f}"
    gain = mean_interval(np.subtract(found["ManifoldScaler's default"], found[method]))
    return f"{mean:.3f} (default {gain.mean:+.3f}, {gain.low:+.3f} to {gain.high:+.3f})"


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two draws of 150 rows")
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--draws", type=int, default=10)
    chosen = parser.parse_args(arguments)
    n_rows, n_draws = (150, 2) if chosen.quick else (chosen.rows, chosen.draws)
    start = time.perf_counter()
    for line in lines(n_rows, n_draws):
        print(line, flush=True)
    print(f"\n{n_draws} draws of {n_rows} rows, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
