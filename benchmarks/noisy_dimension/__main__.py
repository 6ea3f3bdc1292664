"""Print the estimated dimension of each set by each method."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator

import numpy as np

from kernelscale.intrinsic_dimension import DimensionWarning
from kernelscale.intrinsic_dimension.sample import Sample

from .methods import METHODS
from .sets import SETS


def measure(name: str, n_seeds: int, n_rows: int) -> dict[str, np.ndarray]:
    """Estimated dimensions of each method, of shape (n_seeds,)."""
    points = SETS[name][1]
    found: dict[str, list[float]] = {method: [] for method in METHODS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DimensionWarning)
        for seed in range(n_seeds):
            sample = Sample(points(n_rows, seed))
            for method, look in METHODS.items():
                found[method].append(look(sample))
    return {method: np.array(values) for method, values in found.items()}


def lines(n_seeds: int, n_rows: int) -> Iterator[str]:
    """Table in Markdown: mean estimate, and number of seeds with a correct rounded estimate."""
    yield f"| set | d | {' | '.join(METHODS)} |"
    yield "|---" * (2 + len(METHODS)) + "|"
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
