"""The options --metric and --period."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import options
from .listed import METRICS
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


def metric_of(metric: Name = "euclidean", period: Period = None) -> Any:
    """The metric, a name or a `Metric`, of what was typed: a group for `options.takes`.

    Raises
    ------
    UsageError
        If there are periods but another metric, none where they are needed, or one is no number.
    """
    from ...metrics.periodic import Periodic

    if not period:
        if metric == Periodic.name:
            raise UsageError(
                f"--metric {metric} needs the periods; add --period 360, or --period 360,{NONE} "
                f"with one for each feature."
            )
        return metric
    if metric not in ("euclidean", Periodic.name):
        raise UsageError(f"--period goes with --metric {Periodic.name}, but {metric} was given.")
    typed = [each.strip() for text in period for each in text.split(",")]
    numbers = [None if each == NONE else _number(each) for each in typed]
    with UsageError.instead_of(ValueError):
        return Periodic(numbers[0] if len(numbers) == 1 and numbers[0] else tuple(numbers))


takes_metric = options.takes("metric", metric_of)
"""A decorator: the command takes --metric and --period, as its parameter `metric`."""


def check_standardized(metric: str | Metric, standardize: bool) -> None:
    """Refuse standardised features with a metric for which their unit or their values are fixed."""
    from ...metrics.registry import metric_named

    name = metric_named(metric).name
    if standardize and name in FIXED_UNITS:
        raise UsageError(
            f"--standardize changes the numbers that --metric {name} takes as they are; leave it "
            f"out."
        )


def check_euclidean(flag: str, metric: str | Metric) -> None:
    """Refuse another metric than Euclidean, for a flag or for data that need it."""
    from ...metrics.registry import metric_named

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
