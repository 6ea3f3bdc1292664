"""The options --metric and --period."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import options
from .help_lists import METRICS
from .problems import UsageError

if TYPE_CHECKING:
    from ...metrics.metric import Metric

__all__ = ["check_euclidean", "check_standardized", "metric_of", "takes_metric"]

NONE = "none"
FIXED_UNITS = ("haversine", "hamming", "jaccard", "periodic")

Name = Annotated[
    str,
    typer.Option(
        "--metric",
        metavar="NAME",
        parser=options.one_of("--metric", METRICS),
        help=f"The distance between two rows: {', '.join(METRICS)}. With precomputed, DATA holds "
        "the distances of all pairs as a square matrix (.csv with names, .npy, .npz) or condensed.",
    ),
]
Period = Annotated[
    list[str] | None,
    typer.Option(
        "--period",
        metavar="P[,P...]",
        show_default=False,
        help="The period of features, such as 360 for angles in degrees: one for all features, or "
        f"one for each, with {NONE} for a feature that is not periodic: 360,360,{NONE}.",
    ),
]


def metric_of(metric: Name = "euclidean", period: Period = None) -> Any:
    """The metric that was typed, as a name or a `Metric`.

    `options.takes` accepts this function as a group of options.

    Raises
    ------
    UsageError
        If periods are given for a metric without periods, are missing for the periodic metric, or
        are not numbers.
    """
    from ...metrics.periodic import Periodic

    if not period:
        if metric == Periodic.name:
            raise UsageError(
                f"--metric {metric} needs periods; add --period 360, or one for each feature as in "
                f"--period 360,{NONE}."
            )
        return metric
    if metric not in ("euclidean", Periodic.name):
        raise UsageError(f"--period goes with --metric {Periodic.name}, but {metric} was given.")
    typed = [each.strip() for text in period for each in text.split(",")]
    numbers = [None if each == NONE else _number(each) for each in typed]
    with UsageError.instead_of(ValueError):
        return Periodic(numbers[0] if len(numbers) == 1 and numbers[0] else tuple(numbers))


takes_metric = options.takes("metric", metric_of)
"""A decorator that adds --metric and --period to a function, as parameter `metric`."""


def check_standardized(metric: str | Metric, standardize: bool) -> None:
    """Refuse standardisation with a metric that needs features in their own unit."""
    from ...metrics.registry import metric_named

    name = metric_named(metric).name
    if standardize and name in FIXED_UNITS:
        raise UsageError(
            f"--standardize changes the unit of the features, which --metric {name} needs "
            f"unchanged; leave out --standardize."
        )


def check_euclidean(flag: str, metric: str | Metric) -> None:
    """Refuse a metric that is not Euclidean; `flag` names what needs Euclidean distances."""
    from ...metrics.registry import metric_named

    name = metric_named(metric).name
    if name != "euclidean":
        raise UsageError(
            f"{flag} needs Euclidean distances, but --metric {name} was given; leave out one of "
            f"them."
        )


def _number(typed: str) -> float:
    try:
        return float(typed)
    except ValueError:
        raise UsageError(
            f"--period must be a number, or {NONE} for a feature that is not periodic, but "
            f"{typed!r} was given."
        ) from None
