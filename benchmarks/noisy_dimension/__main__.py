"""Measure all ways on all sets."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator

import numpy as np

from kernelscale.intrinsic_dimension import DimensionWarning
from kernelscale.intrinsic_dimension.sample import Sample

from .sets import SETS
from .ways import WAYS


def measure(name: str, n_seeds: int, n_rows: int) -> dict[str, np.ndarray]:
    """The dimension that each way finds, of shape (n_seeds,)."""
    points = SETS[name][1]
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DimensionWarning)
        for seed in range(n_seeds):
            sample = Sample(points(n_rows, seed))
            for way, look in WAYS.items():
                found[way].append(look(sample))
    return {way: np.array(values) for way, values in found.items()}


def lines(n_seeds: int, n_rows: int) -> Iterator[str]:
    """A table in Markdown: mean and, in how many of the seeds, rounded, it is right."""
    yield f"| set | d | {' | '.join(WAYS)} |"
    yield "|---" * (2 + len(WAYS)) + "|"
    for name, (truth, _) in SETS.items():
        cells = [
            f"{values.mean():.1f} ({np.count_nonzero(np.round(values) == truth)})"
            for values in measure(name, n_seeds, n_rows).values()
        ]
        yield f"| {name} | {truth} | {' | '.join(cells)} |"


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one seed of 400 rows")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--rows", type=int, default=2000)
    chosen = parser.parse_args(arguments)
    n_seeds, n_rows = (1, 400) if chosen.quick else (chosen.seeds, chosen.rows)
    for line in lines(n_seeds, n_rows):
        print(line, flush=True)


if __name__ == "__main__":
    main()
