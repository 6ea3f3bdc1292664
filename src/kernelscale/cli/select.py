"""`kernelscale select`: one rule's scale, why, and the line of Python that uses it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..bandwidth import RULES
from ..engine import DEFAULT_MEMORY_LIMIT
from ..kernels import CONVENTIONS, to_convention
from ..reports.python_lines import python_lines
from ..results import Bandwidth
from . import figures, options, tables
from .answers import (
    bandwidth_facts,
    four_digits,
    print_code,
    print_json,
    print_list,
    print_text,
)
from .problems import notes_from_warnings
from .progress import ProgressDisplay
from .rule_options import check_labels, describe_rules, parse_options, parse_rule
from .screen import Screen, standard_output

__all__ = ["EPILOG", "HELP", "run"]

HELP = f"""Take the scale of one rule, and print the line of Python that uses it.

The rules ("compare" shows them all at work):

\b
{describe_rules()}"""

EPILOG = """Examples:

kernelscale select flowers.csv --label species

kernelscale select flowers.csv --drop species --rule max_min --option factor=3

kernelscale select flowers.csv --drop species --rule 0.25"""

RuleName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: list(RULES),
        help="A rule's name, or a number to take as epsilon.",
    ),
]


def run(
    data: options.Data,
    rule: RuleName = "auto",
    option: options.RuleOption = None,
    label: options.Label = None,
    drop: options.Drop = None,
    standardize: options.Standardize = False,
    plot: figures.FigurePath = None,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    n_sample: options.SampleSize = None,
) -> None:
    """Select one scale for a table."""
    rule_options = parse_options(option or ())
    chosen = parse_rule(rule, rule_options)
    engine_options = {**options.engine_options(memory_limit, threads), "n_sample": n_sample}
    figures.check_figure_path(plot)
    table = tables.read(data, label, drop, standardize)
    check_labels(chosen, table)
    with ProgressDisplay() as progress, notes_from_warnings() as notes:
        bandwidth = chosen(table.X, table.y, progress=progress, **engine_options)
    lines = python_lines(
        bandwidth,
        rule_options,
        with_labels=table.y is not None,
        standardized=table.standardized,
    )
    notes = [*table.notes, *notes]
    if as_json:
        figures.write_figure(bandwidth, plot)
        print_json(_document(table, bandwidth, lines, notes))
    else:
        _print(table, bandwidth, lines, notes)
        figures.write_figure(bandwidth, plot)


def _document(
    table: tables.Table, bandwidth: Bandwidth, lines: list[str], notes: list[str]
) -> dict[str, Any]:
    return {
        "data": table.to_dict(),
        **bandwidth.to_dict(),
        "conventions": _conventions(bandwidth),
        "python": lines,
        "notes": notes,
    }


def _conventions(bandwidth: Bandwidth) -> dict[str, float]:
    if bandwidth.epsilon is None:
        return {}
    return {package: to_convention(bandwidth.epsilon, package) for package in CONVENTIONS}


def _print(table: tables.Table, bandwidth: Bandwidth, lines: list[str], notes: list[str]) -> None:
    console = standard_output()
    print_text(console, table.describe(), "bold")
    for note in notes:
        print_text(console, f"Note: {note}")
    print_list(console, bandwidth_facts(bandwidth))
    print_text(console, "\nIn Python", "bold")
    print_code(console, lines)
    if bandwidth.epsilon is not None:
        _print_conventions(console, bandwidth)


def _print_conventions(console: Screen, bandwidth: Bandwidth) -> None:
    print_text(console, "\nThe same scale elsewhere", "bold")
    print_list(
        console,
        [
            (package, four_digits(number), CONVENTIONS[package].formula)
            for package, number in _conventions(bandwidth).items()
        ],
    )
