"""What `kernelscale dimension` does: one method or all, asked how many coordinates there are."""

from __future__ import annotations

from pathlib import Path

import typer

from .._validation import check_name
from ..datasets.errors import Remedy
from ..datasets.writing import check_table_path, write_table
from ..intrinsic_dimension import METHODS, dimension_profile
from ..metrics.registry import metric_named
from ..reports import PointwisePicture
from . import dimension_answers, figures, metric_options, options, profile_answers, tables
from .asking import Findings, ask, with_metric
from .listed import ALL, UNCERTAIN
from .looking import seen_in
from .problems import UsageError, notes_from_warnings
from .progress import ProgressDisplay
from .reading import Reading
from .screen import tell

__all__ = ["estimate"]


def estimate(
    *,
    context: typer.Context,
    data: str,
    method: str,
    uncertainty: bool,
    pointwise: bool,
    output: Path | None,
    profile: bool,
    label: str | None,
    standardize: bool,
    metric: str,
    period: list[str] | None,
    plot: Path | None,
    as_json: bool,
    memory_limit: str,
    threads: int | None,
    reading: Reading,
) -> None:
    """Estimate the dimension of a table."""
    _check_together(method, profile and "method" in options.given(context), plot is not None)
    _check_uncertainty(uncertainty, method, profile)
    _check_pointwise(pointwise, method, profile, output)
    measured = metric_options.metric_of(metric, period)
    _check_metric(metric_named(measured).name, method, uncertainty, profile)
    engine_options = options.engine_options(memory_limit, threads)
    figures.check_figure_path(plot)
    table = tables.read(data, label, reading, standardize, distinct=False, metric=measured)
    seen_before = seen_in(table)
    with ProgressDisplay() as progress, notes_from_warnings() as warned:
        engine_options["progress"] = progress
        if profile:
            seen = dimension_profile(table.X, **engine_options)
        else:
            found = ask(table, method, uncertain=uncertainty, pointwise=pointwise, **engine_options)
    # Pictures first, for whoever reads what is printed may leave early.
    if profile:
        figures.write_figure(seen, plot)
        profile_answers.answer(table, seen, [*table.notes, *seen_before, *warned], as_json)
    else:
        _write(table, found, label, output, plot, pointwise)
        dimension_answers.answer(
            table, found, [*table.notes, *seen_before, *found.notes, *warned], as_json
        )


def _write(
    table: tables.Table,
    found: Findings,
    label: str | None,
    output: Path | None,
    plot: Path | None,
    pointwise: bool,
) -> None:
    """The files asked for: dimensions around rows, and the picture."""
    result = found.answers[0].result
    if result is None or not pointwise:
        figures.write_figure(result, plot)
        return
    if output is not None:
        write_table(dimension_answers.columns(table, result, label), output)
        tell(f"Dimensions around rows written to {output}.")
    figures.write_figure(PointwisePicture(result, table.X, table.feature_names), plot)


def _check_uncertainty(wanted: bool, method: str, profile: bool) -> None:
    if wanted and (profile or method not in UNCERTAIN):
        asked = "--profile" if profile else f"--method {method}"
        raise UsageError(
            f"--uncertainty goes with the methods {', '.join(UNCERTAIN)}, but {asked} was given."
        )


def _check_pointwise(wanted: bool, method: str, profile: bool, output: Path | None) -> None:
    if output is not None:
        with UsageError.instead_of(OSError, ValueError):
            check_table_path(output)
    if output is not None and not wanted:
        raise UsageError(
            f"-o writes the dimension around each row, but --pointwise was not given; add "
            f"--pointwise, or leave out -o {str(output)!r}."
        )
    if wanted and (profile or method == ALL):
        asked = "--profile" if profile else f"--method {ALL}"
        raise UsageError(
            f"--pointwise goes with one method, but {asked} was given; leave out one of them."
        )


def _check_metric(metric: str, method: str, uncertainty: bool, profile: bool) -> None:
    """Refuse what looks at features with a metric of another kind."""
    if metric == "euclidean":
        return
    for flag, given in (("--profile", profile), ("--uncertainty", uncertainty)):
        if given:
            raise UsageError(
                f"{flag} looks at features, so it takes no --metric {metric}; leave it out."
            )
    if method not in (able := with_metric()) and method != ALL:
        raise UsageError(
            f"The method {method} looks at features, so it takes no --metric {metric}; those that "
            f"do are {', '.join(able) or 'none'}.",
            *[Remedy(("--method", each)) for each in able[:1]],
        )


def _check_together(method: str, profile_by_method: bool, plot: bool) -> None:
    """Refuse a method that does not exist, or does not go with the rest."""
    with UsageError.instead_of(ValueError):
        check_name(method, [*METHODS, ALL], "--method")
    if profile_by_method:
        raise UsageError(
            f"--profile looks by three methods of its own, but --method {method} was given; leave "
            f"out one of them."
        )
    if plot and method == ALL:
        raise UsageError(
            "--plot draws what one method saw, but --method all asks every one; name the method "
            "to draw."
        )
