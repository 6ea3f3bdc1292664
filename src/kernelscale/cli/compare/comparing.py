"""What `kernelscale compare` does: every rule's scale side by side, and a recommendation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...bandwidth.comparison import compare as compare_rules
from ...metrics.metric import Metric
from ...results import Comparison
from ..shared import metric_options, output_files, tables
from ..shared.notes import sentences
from ..shared.printing import print_json, print_text
from ..shared.problems import notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.readers import Sources
from ..shared.reading_options import Reading
from ..shared.screen import standard_output
from .comparison_table import print_comparison
from .page import check_page, write_page

__all__ = ["compare"]


def compare(
    *,
    data: str,
    label: str | None,
    standardize: bool,
    metric: str | Metric,
    plot: Path | None,
    report: Path | None,
    feature_scales: bool,
    as_json: bool,
    limits: dict[str, Any],
    n_sample: Any,
    sources: Sources,
    reading: Reading,
) -> None:
    """Compare all rules on DATA, and print, draw and write the result."""
    output_files.check_figure_path(plot)
    check_page(report, feature_scales)
    if report is not None:
        metric_options.check_euclidean("--report", metric)
    in_blocks = n_sample is not None and report is None
    table = sources.table(data, label, reading, standardize, metric, in_blocks=in_blocks)
    with ProgressDisplay() as progress, notes_from_warnings() as found:
        comparison = compare_rules(
            table.X,
            table.y,
            metric=table.metric,
            progress=progress,
            n_sample=n_sample,
            feature_names=table.feature_names,
            **limits,
        )
    beside = [*table.notes, *found]
    notes = [*table.notes, *sentences(comparison.notes, table.rows), *found]
    if report is not None:
        with ProgressDisplay() as progress, notes_from_warnings() as found:
            write_page(
                report,
                table,
                comparison,
                beside,
                with_features=feature_scales,
                progress=progress,
                **limits,
            )
        notes += [note for note in found if note not in notes]
    if as_json:
        output_files.write_figure(comparison, plot)
        print_json(_document(table, comparison, notes))
    else:
        _print(table, comparison, notes)
        output_files.write_figure(comparison, plot)


def _document(table: tables.Table, comparison: Comparison, notes: list[str]) -> dict[str, Any]:
    return {"data": table.to_dict(), **comparison.to_dict(), "notes": notes}


def _print(table: tables.Table, comparison: Comparison, notes: list[str]) -> None:
    console = standard_output()
    print_text(console, table.describe(), "bold")
    for note in notes:
        print_text(console, f"Note: {note}")
    print_comparison(console, comparison)
