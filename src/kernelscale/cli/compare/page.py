"""The page of `kernelscale compare --report`: its options, and how it is written."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..shared.output_files import output_file
from ..shared.problems import UsageError, is_foreseen
from ..shared.screen import tell

if TYPE_CHECKING:
    from ...results import Comparison
    from ...scaling.manifold_scaler import ManifoldScaler
    from ..shared.tables import Table

__all__ = ["FeatureScales", "PagePath", "check_page", "write_page"]

EXTENSIONS = (".html", ".htm")

PagePath = Annotated[
    Path | None,
    typer.Option(
        "--report",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Also write a page for a browser (.html): all of this, with a slider over the scale "
        "that moves the points through their embeddings. One file, which needs no network.",
    ),
]
FeatureScales = Annotated[
    bool,
    typer.Option(
        "--feature-scales",
        help='Add to the page how much each feature counts once "kernelscale scale" has scaled it.',
    ),
]


def check_page(path: Path | None, with_features: bool) -> None:
    """Refuse a page that could not be written, and --feature-scales without --report."""
    if path is None:
        if with_features:
            raise UsageError("--feature-scales is a part of the page that --report writes; add it.")
        return
    if path.suffix.lower() not in EXTENSIONS:
        raise UsageError(
            f"--report writes a page, whose name ends in .html, but {str(path)!r} was given."
        )
    from ...atomic_files import check_writable

    with UsageError.instead_of(OSError):
        check_writable(path)


def write_page(
    path: Path,
    table: Table,
    comparison: Comparison,
    notes: list[str],
    *,
    with_features: bool,
    **engine_options: Any,
) -> None:
    """Write the page on a table, and say so on stderr."""
    from ... import reports

    scaler = None
    if with_features:
        try:
            scaler = _scaler(table, engine_options["n_threads"])
        except ValueError as problem:  # the page has all else
            if not is_foreseen(problem):
                raise
            notes = [*notes, f"There is no table of what each feature counts. {problem}"]
    reports.write_page(
        comparison,
        path,
        table.X,
        table.y,
        title=table.source,
        feature_names=table.feature_names,
        scaler=scaler,
        sources=table.sources,
        standardized=table.standardized,
        notes=notes,
        **engine_options,
    )
    tell(f"Page written to {path}.")


def _scaler(table: Table, n_threads: int | None) -> ManifoldScaler:
    from ...scaling.manifold_scaler import ManifoldScaler

    with warnings.catch_warnings():
        # The table's notes name constant features.
        warnings.filterwarnings("ignore", message=r"Feature\(s\) .* are constant")
        return ManifoldScaler(n_threads=n_threads).fit(table.X)
