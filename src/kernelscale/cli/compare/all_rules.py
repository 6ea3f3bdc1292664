"""The work of `kernelscale compare`: every rule's scale side by side, and a recommendation."""

from __future__ import annotations

from ...bandwidth.compare_rules import compare as compare_rules
from ..shared import metric_options, output_files
from ..shared.notes import sentences
from ..shared.printing import print_heading, print_json
from ..shared.problems import notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.screen import standard_output
from .arguments import Arguments
from .comparison_table import print_comparison
from .html_page import check_page, write_page

__all__ = ["compare"]


def compare(arguments: Arguments) -> None:
    """Compare all rules on DATA, and print, draw and write the result."""
    plot, report, n_sample = arguments.plot, arguments.report, arguments.n_sample
    output_files.check_figure_path(plot)
    check_page(report, arguments.feature_scales)
    if report is not None:
        metric_options.check_euclidean("--report", arguments.metric)
    table = arguments.sources.table(
        arguments.data,
        arguments.label,
        arguments.reading,
        arguments.standardize,
        arguments.metric,
        in_blocks=n_sample is not None and report is None,
    )
    with ProgressDisplay() as progress, notes_from_warnings() as found:
        comparison = compare_rules(
            table.X,
            table.y,
            metric=table.metric,
            progress=progress,
            n_sample=n_sample,
            feature_names=table.feature_names,
            **arguments.limits,
        )
    notes_of_reading = [*table.notes, *found]  # `write_page` adds the notes of the comparison
    notes = [*table.notes, *sentences(comparison.notes, table.rows), *found]
    if report is not None:
        with ProgressDisplay() as progress, notes_from_warnings() as found:
            write_page(
                report,
                table,
                comparison,
                notes_of_reading,
                with_features=arguments.feature_scales,
                progress=progress,
                **arguments.limits,
            )
        notes += [note for note in found if note not in notes]
    if arguments.as_json:
        output_files.write_figure(comparison, plot)
        print_json({"data": table.to_dict(), **comparison.to_dict(), "notes": notes})
    else:
        console = standard_output()
        print_heading(console, table.describe(), notes)
        print_comparison(console, comparison)
        output_files.write_figure(comparison, plot)
