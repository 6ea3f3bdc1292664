"""What `kernelscale compare` does: every rule's scale side by side, and a recommendation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import bandwidth
from ..results import Comparison
from . import cut_options, figures, metric_options, options, tables, waveforms
from .answers import print_comparison, print_json, print_text
from .looking import sentences
from .page_file import write_page
from .page_options import check_page
from .problems import notes_from_warnings
from .progress import ProgressDisplay
from .reading import Reading
from .screen import standard_output

__all__ = ["compare"]


def compare(
    *,
    data: str,
    label: str | None,
    standardize: bool,
    metric: str,
    period: list[str] | None,
    catalog: Path | None,
    seconds: float | None,
    before: float,
    pick: bool,
    sampling_rate: float | None,
    components: str | None,
    channels: str | None,
    channel_map: Any,
    station: str | None,
    detrend: str | None,
    response: Path | None,
    skip_bad: bool,
    plot: Path | None,
    report: Path | None,
    feature_scales: bool,
    as_json: bool,
    memory_limit: str,
    threads: int | None,
    n_sample: Any,
    reading: Reading,
) -> None:
    """Compare all rules on a table."""
    engine_options = options.engine_options(memory_limit, threads)
    figures.check_figure_path(plot)
    check_page(report, feature_scales)
    measured = metric_options.metric_of(metric, period)
    if report is not None:
        metric_options.check_euclidean("--report", measured)
    cut = cut_options.cut(
        catalog,
        skip_bad,
        seconds=seconds,
        before=before,
        pick=pick,
        sampling_rate=sampling_rate,
        components=components,
        channels=channels,
        channel_map=channel_map,
        station=station,
        detrend=detrend,
        response=response,
    )
    if waveforms.is_waveforms(data, catalog):
        metric_options.check_euclidean(data, measured)
        table = waveforms.features_table(data, cut, label, reading, standardize)
    else:
        cut_options.check_none(cut, data)
        table = tables.read(data, label, reading, standardize, metric=measured)
    with ProgressDisplay() as progress, notes_from_warnings() as found:
        comparison = bandwidth.compare(
            table.X,
            table.y,
            metric=table.metric,
            progress=progress,
            n_sample=n_sample,
            feature_names=table.feature_names,
            **engine_options,
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
                **engine_options,
            )
        notes += [note for note in found if note not in notes]
    if as_json:
        figures.write_figure(comparison, plot)
        print_json(_document(table, comparison, notes))
    else:
        _print(table, comparison, notes)
        figures.write_figure(comparison, plot)


def _document(table: tables.Table, comparison: Comparison, notes: list[str]) -> dict[str, Any]:
    return {"data": table.to_dict(), **comparison.to_dict(), "notes": notes}


def _print(table: tables.Table, comparison: Comparison, notes: list[str]) -> None:
    console = standard_output()
    print_text(console, table.describe(), "bold")
    for note in notes:
        print_text(console, f"Note: {note}")
    print_comparison(console, comparison)
