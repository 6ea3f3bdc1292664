"""For which kinds of data, and with which map, is it useful to scale the features?

There is a table for each kind of map. It has the mean scores of maps of raw features, of
standardised features, and of features scaled by ManifoldScaler. The last column is the score with
ManifoldScaler minus the better of the other two.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

from benchmarks import data_folder

from .scores import MAPS, SCALINGS, scores
from .sets import IN_FOLDER, N_OBJECTS, SETS, Draw


def measure(draw: Draw, seeds: range) -> np.ndarray:
    """Scores, as means over random draws; shape (n_scalings, n_maps)."""
    found = []
    for seed in seeds:
        X, targets, dimension = draw(seed)
        of_draw = (scores(X, targets, dimension, scaling) for scaling in SCALINGS.values())
        found.append([list(by_map.values()) for by_map in of_draw])
    return np.mean(found, axis=0)


def lines(half: str, kinds: list[str], n_seeds: int) -> Iterator[str]:
    """A table in Markdown for each map, with means over the sets of each kind."""
    named = {
        (kind, name): draw
        for kind in kinds
        for name, draw in SETS[half][kind].items()
        if data_folder.available() or name not in IN_FOLDER
    }
    found = {
        (kind, name): measure(draw, range(N_OBJECTS.get(name, n_seeds)))
        for (kind, name), draw in named.items()
    }
    for column, title in enumerate(MAPS):
        yield f"\n**{title}**\n\n| kind | set | {' | '.join(SCALINGS)} | minus the better |"
        yield "|---" * (3 + len(SCALINGS)) + "|"
        for (kind, name), table in found.items():
            yield _row(kind, name, table[:, column])
        for kind in dict.fromkeys(kind for kind, _ in found):
            of_kind = [table[:, column] for (other, _), table in found.items() if other == kind]
            yield _row(kind, "mean", np.mean(of_kind, axis=0))
    missing = [name for kind in kinds for name in SETS[half][kind] if (kind, name) not in named]
    yield data_folder.skipped(missing)


def _row(kind: str, name: str, values: np.ndarray) -> str:
    *others, ours = values
    cells = " | ".join(f"{value:.3f}" for value in values)
    return f"| {kind} | {name} | {cells} | {ours - max(others):+.3f} |"


def main(arguments: list[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", choices=SETS, default="choosing")
    parser.add_argument("--kinds", nargs="+", choices=SETS["choosing"])
    parser.add_argument(
        "--seeds", type=int, default=3, help="number of draws of each set, except objects"
    )
    parser.add_argument("--quick", action="store_true", help="one draw of trees")
    chosen = parser.parse_args(arguments)
    kinds = ["trees"] if chosen.quick else chosen.kinds or list(SETS[chosen.sets])
    start = time.perf_counter()
    for line in lines(chosen.sets, kinds, 1 if chosen.quick else chosen.seeds):
        print(line, flush=True)
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
