"""Does a model predict better if its features are scaled from labels, with noise and without?

The score is accuracy or R^2 on test rows, averaged over splits. The table has the score of
standardised features with gamma='scale', and for every other method the difference from this score.
The noise is nine features of independent normal numbers for each feature.
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

from .methods import METHODS, NONE, OURS

NOISE = 9  # number of features of noise for each feature
CHOOSING = (
    *("vehicle", "satellite", "ionosphere", "letterrecognition", "iris", "wine", "breast cancer"),
    *("diabetes", "friedman 1", "friedman 2", "friedman 3"),
)
NAMES = {"choosing": CHOOSING, "confirming": sum(SETS["confirming"].values(), ())}


def with_noise(split: Split, per_feature: int) -> Split:
    """The split with `per_feature` features of noise added for each feature."""
    random = np.random.default_rng(split.number)
    shown = [
        np.c_[X, random.normal(size=(len(X), per_feature * X.shape[1]))]
        for X in (split.X, split.X_test)
    ]
    return replace(split, X=shown[0], X_test=shown[1])


def measure(split: Split, methods: Sequence[str]) -> Iterator[dict[str, float | str]]:
    """Score and seconds of each method that accepts the data."""
    for method in methods:
        start = time.perf_counter()
        with threadpool_limits(1), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings on constant features
            score = METHODS[method](split)
        if score is not None:
            yield {"way": method, "score": score, "seconds": time.perf_counter() - start}


def measure_all(
    names: Sequence[str], repeats: int, rows: int, methods: Sequence[str]
) -> pd.DataFrame:
    """Table with one line for each method on each split of each set, with and without noise."""
    lines = []
    for name in names:
        for split in splits(name, repeats, rows):
            for noise in (0, NOISE):
                facts = {"set": name, "noise": noise, "split": split.number}
                lines += [{**facts, **line} for line in measure(with_noise(split, noise), methods)]
    return pd.DataFrame(lines)


def table(lines: pd.DataFrame) -> str:
    """Table in Markdown: a line for each set, without and with noise.

    The last column has the seconds of `SupervisedScaler`.
    """
    methods = list(dict.fromkeys(lines["way"]))
    rows = [f"| set | noise | {' | '.join(methods)} | seconds |", f"|{'---|' * (len(methods) + 3)}"]
    for (name, noise), part in lines.groupby(["set", "noise"], sort=False):
        scores = part.pivot(index="split", columns="way", values="score")
        cells = [
            "" if method not in scores else _cell(scores[method], scores[NONE], method)
            for method in methods
        ]
        seconds = part.loc[part["way"] == OURS, "seconds"].median()
        rows.append(f"| {name} | {noise} | {' | '.join(cells)} | {seconds:.1f} |")
    return "\n".join(rows)


def _cell(scores: pd.Series, none: pd.Series, method: str) -> str:
    return f"{scores.mean():.3f}" if method == NONE else f"{(scores - none).mean():+.3f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", choices=list(NAMES), default="choosing")
    parser.add_argument("--only", nargs="+", help="names of sets; all by default")
    parser.add_argument("--methods", nargs="+", choices=list(METHODS), default=list(METHODS))
    parser.add_argument("--repeats", type=int, default=3, help="number of splits of each set")
    parser.add_argument("--rows", type=int, default=600, help="largest number of rows to fit on")
    parser.add_argument("--quick", action="store_true", help="one split of 60 rows of two sets")
    parser.add_argument("-o", "--output", help="a CSV file with every score")
    options = parser.parse_args(arguments)
    names = options.only or NAMES[options.sets]
    if options.quick:
        names, options.repeats, options.rows = ("iris", "friedman 1"), 1, 60
    missing = [name for name in names if name not in BUNDLED]
    if missing and not data_folder.available():
        sys.exit(data_folder.skipped(missing))
    lines = measure_all(names, options.repeats, options.rows, options.methods)
    if options.output:
        lines.to_csv(options.output, index=False)
    print(table(lines))


if __name__ == "__main__":
    main()
