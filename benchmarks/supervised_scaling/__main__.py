"""Does a machine do better where its features were weighed by labels, with noise and without?

Accuracy or R^2 on rows not fitted, mean over splits: as it is with no factors and gamma='scale',
and what each way adds to that. Noise is nine features of independent normal numbers for each.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from benchmarks import data_folder
from benchmarks.labels.sets import BUNDLED, SETS, Split, splits

from .ways import NONE, OURS, WAYS

NOISE = 9  # features for each
CHOOSING = (
    *("vehicle", "satellite", "ionosphere", "letterrecognition", "iris", "wine", "breast cancer"),
    *("diabetes", "friedman 1", "friedman 2", "friedman 3"),
)
NAMES = {"choosing": CHOOSING, "confirming": sum(SETS["confirming"].values(), ())}


def with_noise(split: Split, per_feature: int) -> Split:
    """The same rows with so many features of noise for each that they have."""
    random = np.random.default_rng(split.number)
    shown = [
        np.c_[X, random.normal(size=(len(X), per_feature * X.shape[1]))]
        for X in (split.X, split.X_test)
    ]
    return replace(split, X=shown[0], X_test=shown[1])


def measure(split: Split, ways: Sequence[str]) -> Iterator[dict[str, float | str]]:
    """Score and seconds of each way that takes such data."""
    for way in ways:
        start = time.perf_counter()
        with threadpool_limits(1), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # constant features
            score = WAYS[way](split)
        if score is not None:
            yield {"way": way, "score": score, "seconds": time.perf_counter() - start}


def measure_all(names: Sequence[str], repeats: int, rows: int, ways: Sequence[str]) -> pd.DataFrame:
    """One line a set, noise, split and way."""
    lines = []
    for name in names:
        for split in splits(name, repeats, rows):
            for noise in (0, NOISE):
                facts = {"set": name, "noise": noise, "split": split.number}
                lines += [{**facts, **line} for line in measure(with_noise(split, noise), ways)]
    return pd.DataFrame(lines)


def table(lines: pd.DataFrame) -> str:
    """Markdown: a line for each set, without noise and with it."""
    ways = list(dict.fromkeys(lines["way"]))
    rows = [f"| set | noise | {' | '.join(ways)} | seconds |", f"|{'---|' * (len(ways) + 3)}"]
    for (name, noise), part in lines.groupby(["set", "noise"], sort=False):
        scores = part.pivot(index="split", columns="way", values="score")
        cells = ["" if way not in scores else _cell(scores[way], scores[NONE], way) for way in ways]
        seconds = part.loc[part["way"] == OURS, "seconds"].median()
        rows.append(f"| {name} | {noise} | {' | '.join(cells)} | {seconds:.1f} |")
    return "\n".join(rows)


def _cell(scores: pd.Series, none: pd.Series, way: str) -> str:
    return f"{scores.mean():.3f}" if way == NONE else f"{(scores - none).mean():+.3f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", choices=list(NAMES), default="choosing")
    parser.add_argument("--only", nargs="+", help="sets of these alone")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=list(WAYS))
    parser.add_argument("--repeats", type=int, default=3, help="splits of each set")
    parser.add_argument("--rows", type=int, default=600, help="most rows to fit on")
    parser.add_argument("--quick", action="store_true", help="one split of 60 rows of two sets")
    parser.add_argument("-o", "--output", help="a CSV file for every single figure")
    options = parser.parse_args(arguments)
    names = options.only or NAMES[options.sets]
    if options.quick:
        names, options.repeats, options.rows = ("iris", "friedman 1"), 1, 60
    missing = [name for name in names if name not in BUNDLED]
    if missing and not data_folder.available():
        sys.exit(data_folder.left_out(missing))
    lines = measure_all(names, options.repeats, options.rows, options.ways)
    if options.output:
        lines.to_csv(options.output, index=False)
    print(table(lines))


if __name__ == "__main__":
    main()
