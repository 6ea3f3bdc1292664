"""The page of --report, for a browser, beside what is printed."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from ... import reports
from ...results import Comparison
from ...scaling import ManifoldScaler
from ..shared.problems import is_foreseen
from ..shared.screen import tell
from ..shared.tables import Table

__all__ = ["write_page"]


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
    scaler = None
    if with_features:
        try:
            scaler = _scaler(table, engine_options["n_threads"])
        except ValueError as problem:  # what was asked about the scale is answered all the same
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
    with warnings.catch_warnings():
        # Of constant features, which the table's notes name.
        warnings.filterwarnings("ignore", message=r"Feature\(s\) .* are constant")
        return ManifoldScaler(n_threads=n_threads).fit(table.X)
