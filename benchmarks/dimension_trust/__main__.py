"""Command line: estimate the dimension of random data sets (cases), count unreliable estimates."""

from __future__ import annotations

import argparse
import csv
import sys
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import DimensionWarning

from .cases import KINDS, draw

# An estimate is wrong if its relative error exceeds `WRONG` and its whole number differs from the
# true dimension. It is right if its relative error is below `RIGHT`.
WRONG = 0.25
RIGHT = 0.125
HALVES = {"choosing": 0, "confirming": 1}


class Outcome(NamedTuple):
    """Result of the default method on one case.

    `truth` is the known dimension; `dimension` and `continuous` are the whole-number and the
    continuous estimate.
    """

    number: int
    kind: str
    name: str
    n_rows: int
    truth: int
    dimension: int
    continuous: float
    trusted: bool
    flags: str

    @property
    def is_wrong(self) -> bool:
        """Whether the relative error exceeds a quarter and the whole-number estimate is wrong."""
        return self.off > WRONG and self.dimension != self.truth

    @property
    def off(self) -> float:
        """Relative error of the continuous estimate."""
        return abs(self.continuous - self.truth) / self.truth

    @property
    def is_right(self) -> bool:
        """Whether the relative error is below an eighth."""
        return self.off < RIGHT


def outcomes_of(numbers: Iterable[int]) -> Iterator[Outcome]:
    """The outcome of each case."""
    for number in numbers:
        case = draw(number)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DimensionWarning)
            found = estimate_dimension(case.points)
        yield Outcome(
            number,
            case.kind,
            case.name,
            len(case.points),
            case.dimension,
            found.dimension,
            found.continuous,
            bool(found.trusted),
            ", ".join(found.flags),
        )


def table(outcomes: list[Outcome]) -> Iterator[str]:
    """Table in Markdown: how many wrong, right and other estimates are marked as unreliable."""
    yield "| sets | wrong estimates | right estimates | between |"
    yield "|---|---|---|---|"
    for kind in [*KINDS, "all"]:
        of_kind = [each for each in outcomes if kind in (each.kind, "all")]
        wrong = [each for each in of_kind if each.is_wrong]
        right = [each for each in of_kind if each.is_right]
        between = [each for each in of_kind if not each.is_wrong and not each.is_right]
        yield f"| {kind} | {' | '.join(map(_flagged, (wrong, right, between)))} |"


def _flagged(outcomes: list[Outcome]) -> str:
    return f"{sum(not each.trusted for each in outcomes)} of {len(outcomes)}"


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", choices=[*HALVES], default="choosing")
    parser.add_argument("--number", type=int, default=600, help="number of cases")
    parser.add_argument("-o", "--output", type=Path, help="a CSV file with every outcome")
    chosen = parser.parse_args(arguments)
    numbers = range(HALVES[chosen.cases], 2 * chosen.number, 2)
    outcomes = list(outcomes_of(numbers))
    if chosen.output:
        with chosen.output.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(Outcome._fields)
            writer.writerows(outcomes)
    sys.stdout.writelines(f"{line}\n" for line in table(outcomes))


if __name__ == "__main__":
    main()
