"""Compare methods that scale features, on noisy Swiss rolls.

With --noise, count how often `ManifoldScaler` with default options removes all features of noise.
With --speed, measure the times in which it finds the scales.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

import numpy as np

from . import noise, speed
from .methods import METHODS, SETTINGS, measure

TITLES = (
    "R^2 from 2 coordinates",
    "R^2 from 10 coordinates",
    "Largest standard deviation of a scaled feature of noise, divided by the median standard "
    "deviation of the scaled informative features",
)


def lines(n_rows: int, n_seeds: int, settings: Sequence[str]) -> Iterator[str]:
    """Three tables in Markdown, one for each number that `measure` returns.

    R^2 is given as the mean over seeds with its standard error, the ratio as the median.
    """
    found = np.array(
        [
            [
                [measure(method, setting, n_rows, seed) for seed in range(n_seeds)]
                for setting in settings
            ]
            for method in METHODS
        ]
    )
    errors = found.std(axis=2) / max(1, n_seeds - 1) ** 0.5
    for k, title in enumerate(TITLES):
        yield f"\n{title}\n\n| method | {' | '.join(settings)} |\n{'|---' * (1 + len(settings))}|"
        for method, values, error in zip(METHODS, found[..., k], errors[..., k], strict=True):
            if k < 2:
                cells = [f"{v.mean():.2f} ± {e:.2f}" for v, e in zip(values, error, strict=True)]
            else:
                cells = [f"{np.median(v):.2g}" for v in values]
            yield f"| {method} | {' | '.join(cells)} |"


def main(arguments: list[str] | None = None) -> None:
    """Print the tables or the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one seed of 100 rows, one setting")
    parser.add_argument("--speed", action="store_true", help="print times instead of the tables")
    parser.add_argument("--noise", action="store_true", help="count runs that remove all noise")
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--rows", type=int, default=600)
    parser.add_argument(
        "--features", type=int, default=50, help="number of features in timed searches"
    )
    chosen = parser.parse_args(arguments)
    n_rows, n_seeds = (100, 1) if chosen.quick else (chosen.rows, chosen.seeds)
    if chosen.speed:
        found = speed.lines(n_rows, 8 if chosen.quick else chosen.features)
    elif chosen.noise:
        found = noise.lines(n_rows, n_seeds)
    else:
        found = lines(n_rows, n_seeds, list(SETTINGS)[: 1 if chosen.quick else None])
    for line in found:
        print(line, flush=True)


if __name__ == "__main__":
    main()
