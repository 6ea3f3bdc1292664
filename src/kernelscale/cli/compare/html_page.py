"""The page of `kernelscale compare --report`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ... import reports
from ...atomic_files import check_writable
from ...results import Comparison
from ...scaling.manifold_scaler import ManifoldScaler
from ..shared.data_table import Table, without_constant_warnings
from ..shared.problems import UsageError, is_foreseen
from ..shared.screen import print_message

__all__ = ["check_page", "write_page"]

EXTENSIONS = (".html", ".htm")


def check_page(path: Path | None, with_features: bool) -> None:
    """Refuse a path to which a page cannot be written, and --feature-scales without --report."""
    if path is None:
        if with_features:
            raise UsageError("--feature-scales adds to the page of --report; give --report too.")
        return
    if path.suffix.lower() not in EXTENSIONS:
        raise UsageError(f"--report needs a file that ends in .html, but {str(path)!r} was given.")
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
    """Write the page about a table, and print the path of the page on stderr."""
    scaler = None
    if with_features:
        try:
            scaler = _scaler(table, engine_options["n_threads"])
        except ValueError as problem:  # the page is written without the table of features
            if not is_foreseen(problem):
                raise
            notes = [*notes, f"There is no table of the weights of the features. {problem}"]
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
    print_message(f"Page written to {path}.")


def _scaler(table: Table, n_threads: int | None) -> ManifoldScaler:
    with without_constant_warnings():
        return ManifoldScaler(n_threads=n_threads).fit(table.X)
