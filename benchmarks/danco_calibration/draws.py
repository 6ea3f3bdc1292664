"""Statistics of random balls. Each is written as soon as it is computed, so that none is lost.

A draw is one random ball. The seed of a draw has four numbers: the number of neighbours, the
dimension, the number of points, and the number of the draw. A resumed run therefore draws the same
balls as an uninterrupted run.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterator
from pathlib import Path

from kernelscale.intrinsic_dimension.calibration.solid_balls import ball_signature

N_NEIGHBORS = 10
DIMENSIONS = (
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    10,
    12,
    14,
    17,
    20,
    24,
    28,
    33,
    39,
    46,
    54,
    63,
    72,
    81,
    90,
    100,
    110,
)
# Number of draws for each number of points. Balls of few points get more draws, because their
# statistics vary more and take less time.
DRAWS = {
    **dict.fromkeys((12, 16, 24, 35, 50, 100, 200), 100),
    **dict.fromkeys((500, 1000, 2000), 40),
    **dict.fromkeys((5000, 10000), 20),
}
COLUMNS = ("n_samples", "n_dims", "draw", "most_likely", "angle", "concentration")

Draw = tuple[int, int, int]  # number of points, dimension of the ball, number of the draw


def all_draws() -> Iterator[Draw]:
    """All draws; sorted by number of points, then by number of the draw, then by dimension."""
    for n_samples, n_draws in DRAWS.items():
        for draw, n_dims in itertools.product(range(n_draws), DIMENSIONS):
            yield n_samples, n_dims, draw


def read(path: Path) -> dict[Draw, tuple[float, ...]]:
    """The statistics of each draw that is in the file."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as lines:
        rows = [row for row in csv.reader(lines) if len(row) == len(COLUMNS)]
    return {tuple(map(int, row[:3])): tuple(map(float, row[3:])) for row in rows[1:]}


def compute_missing(path: Path) -> None:
    """Compute the missing draws and append them to the file."""
    done = read(path)
    missing = [draw for draw in all_draws() if draw not in done]
    with path.open("a", newline="", encoding="utf-8") as lines:
        write = csv.writer(lines).writerow
        if not done:
            write(COLUMNS)
        for position, (n_samples, n_dims, draw) in enumerate(missing):
            found = ball_signature(N_NEIGHBORS, n_dims, n_samples, draw)
            write([n_samples, n_dims, draw, *map(repr, found)])
            lines.flush()
            if n_dims == DIMENSIONS[-1]:
                print(f"{position + 1} of {len(missing)}: N = {n_samples}, draw {draw}", flush=True)
