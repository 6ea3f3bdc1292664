"""The metric that a command is asked for, with its periods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .listed import METRICS
from .problems import UsageError

if TYPE_CHECKING:
    from ..metrics import Metric

__all__ = ["Name", "Period", "check_euclidean", "check_standardized", "metric_of"]

NONE = "none"
FIXED_UNITS = ("haversine", "hamming", "jaccard", "periodic")

Name = Annotated[
    str,
    typer.Option(
        "--metric",
        metavar="NAME",
        parser=options.one_of("--metric", METRICS),
        help=f"What the distance of two rows is: {', '.join(METRICS)}. With precomputed DATA "
        "holds the distances of all pairs, square (.csv with names, .npy, .npz) or condensed.",
    ),
]
Period = Annotated[
    list[str] | None,
    typer.Option(
        "--period",
        metavar="P[,P...]",
        show_default=False,
        help="Features come round again after P, such as 360 for angles in degrees. One for all, "
        f"or one for each feature, {NONE} where it has none: 360,360,{NONE}.",
    ),
]


def metric_of(name: str, periods: list[str] | None) -> str | Metric:
    """The metric of a name and of what was typed as periods.

    Raises
    ------
    UsageError
        If there are periods but another metric, none where they are needed, or one is no number.
    """
    from ..metrics import Periodic

    if not periods:
        if name == Periodic.name:
            raise UsageError(
                f"--metric {name} needs the periods; add --period 360, or --period 360,{NONE} with "
                f"one for each feature."
            )
        return name
    if name not in ("euclidean", Periodic.name):
        raise UsageError(f"--period goes with --metric {Periodic.name}, but {name} was given.")
    typed = [each.strip() for text in periods for each in text.split(",")]
    numbers = [None if each == NONE else _number(each) for each in typed]
    with UsageError.instead_of(ValueError):
        return Periodic(numbers[0] if len(numbers) == 1 and numbers[0] else tuple(numbers))


def check_standardized(metric: str | Metric, standardize: bool) -> None:
    """Refuse standardised features where their unit, or what their numbers stand for, is fixed."""
    from ..metrics.registry import metric_named

    name = metric_named(metric).name
    if standardize and name in FIXED_UNITS:
        raise UsageError(
            f"--standardize changes the numbers that --metric {name} takes as they are; leave it "
            f"out."
        )


def check_euclidean(flag: str, metric: str | Metric) -> None:
    """Refuse what is for Euclidean distances of features with another metric."""
    from ..metrics.registry import metric_named

    name = metric_named(metric).name
    if name != "euclidean":
        raise UsageError(
            f"{flag} takes the features for points with Euclidean distances, but --metric {name} "
            f"was given; leave {flag} out."
        )


def _number(typed: str) -> float:
    try:
        return float(typed)
    except ValueError:
        raise UsageError(
            f"--period takes numbers, or {NONE} for a feature without, but {typed!r} was given."
        ) from None
