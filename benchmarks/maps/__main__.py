"""Tables of losses of maps, in Markdown; files of scores and of evidence about maps.

The loss of a method is the score of the best map of a grid minus the score of the method's map. A
draw is a random choice of rows of a data set. Evidence on a map is what can be measured without
labels.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import joblib
import pandas as pd

from benchmarks import data_folder

from .measure import measure
from .peers import cells, measure_peers
from .sets import SETS, Draw, draws, in_folder, names_of
from .tables import tables

# If a draw has `MANY_ROWS` rows or more, at most `SEEDS_OF_MANY` draws of a set are measured.
MANY_ROWS, SEEDS_OF_MANY = 1000, 2
MEASURED = ("ours", "peers")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print tables of losses, and write every score and all evidence."""
    options = _parser().parse_args(arguments)
    if options.lines:
        lines = pd.concat([pd.read_csv(path, low_memory=False) for path in options.lines])
        print(*tables(lines, options.by_set), sep="\n\n")
        return
    if options.quick:
        options.sets, options.rows, options.seeds = "quick", [60], 2
    missing = [] if options.cells else in_folder(options.sets)
    if missing and not data_folder.available():
        sys.exit(data_folder.skipped(missing))
    scores = []
    if "ours" in options.only:
        for number, (scored, seen) in enumerate(_measured(options)):
            scores.append(scored)
            _append(scored, options.scores, number)
            _append(seen, options.evidence, number)
    if "peers" in options.only:
        # Losses use only the draws with even seeds, so other packages are measured on these only.
        even = [draw for draw in _draws(options) if draw.seed % 2 == 0]
        scores.append(measure_peers(even, options.peers_python))
        _append(scores[-1], options.scores, len(scores) - 1)
    print(*tables(pd.concat(scores, ignore_index=True), options.by_set), sep="\n\n", flush=True)


def _measured(options: argparse.Namespace) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
    """Scores and evidence of maps, for one draw after another."""
    parallel = joblib.Parallel(n_jobs=options.jobs, return_as="generator")
    return parallel(joblib.delayed(measure)(draw) for draw in _draws(options))


def _draws(options: argparse.Namespace) -> Iterator[Draw]:
    """All draws of all sets, for each number of rows.

    A set of photographs of an object always has 72 rows, so it is used only with the smallest
    number of rows.
    """
    if options.cells:
        yield cells(options.cells, options.peers_python)
        return
    for rows in sorted(options.rows):
        n_seeds = min(options.seeds, SEEDS_OF_MANY) if rows >= MANY_ROWS else options.seeds
        for kind, name in names_of(options.sets):
            if kind != "objects" or rows == min(options.rows):
                yield from draws(kind, name, rows, n_seeds)


def _append(lines: pd.DataFrame, path: Path | None, number: int) -> None:
    """Append lines to a CSV file, whose columns are those of the lines that were written first."""
    if path:
        columns = pd.read_csv(path, nrows=0).columns if number else lines.columns
        lines = lines.reindex(columns=columns)
        lines.to_csv(path, mode="a" if number else "w", header=not number, index=False)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.maps", description=__doc__)
    parser.add_argument("--sets", choices=[*SETS], default="choosing")
    parser.add_argument("--rows", type=int, nargs="+", default=[100, 200, 600, 2000])
    parser.add_argument(
        "--seeds",
        type=int,
        default=4,
        help="number of draws of each set; at most 2 are used with 1000 rows or more",
    )
    parser.add_argument("--only", nargs="+", choices=MEASURED, default=MEASURED)
    parser.add_argument("--quick", action="store_true", help="60 rows of two sets")
    parser.add_argument("--cells", type=Path, help="an AnnData file, in place of the sets")
    parser.add_argument(
        "--peers-python", default=sys.executable, help="interpreter that has the other packages"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, help="number of draws measured at the same time"
    )
    parser.add_argument("--by-set", action="store_true", help="print the loss on each set")
    parser.add_argument(
        "--lines", type=Path, nargs="+", help="print tables of losses from files of earlier runs"
    )
    parser.add_argument("--scores", type=Path, help="a CSV file with every score")
    parser.add_argument("--evidence", type=Path, help="a CSV file with properties of maps")
    return parser


if __name__ == "__main__":
    main()
