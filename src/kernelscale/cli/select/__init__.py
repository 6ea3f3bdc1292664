"""`kernelscale select`: one rule's scale, why, and the line of Python that uses it."""

from __future__ import annotations

import textwrap
from typing import Annotated, Any

import typer

from ..shared import options, output_files
from ..shared.listed import N_FOLDS, PURPOSES, RULES, WIDTH, paragraphs
from ..shared.metric_options import takes_metric
from ..shared.reading_options import Reading, reads_a_table

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Choose the scale by one rule, and print the line of Python that uses it."


_OF_ALL = textwrap.fill(
    "All of them take duplicates=auto, once or each: whether duplicates of a row count once; by "
    "default they do where a rule would choose no scale otherwise.",
    WIDTH,
)

HELP = f"""The rules ("compare" applies all of them):

\b
{paragraphs(RULES)}

{_OF_ALL}"""

EPILOG = """Examples:

kernelscale select flowers.csv --label species

kernelscale select flowers.csv --label species --standardize --check

kernelscale select flowers.csv --drop species --rule max_min --option factor=3

kernelscale select flowers.csv --drop species --purpose density

kernelscale select flowers.csv --drop species --rule 0.25"""

RuleName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: list(RULES),
        help="A rule's name, or a number to take as epsilon.",
    ),
]
Purpose = Annotated[
    str | None,
    typer.Option(
        metavar="PURPOSE",
        parser=options.one_of("--purpose", PURPOSES),
        show_default="kernel machine with labels, map without",
        help=f"What the rule auto is to choose the scale for: {', '.join(PURPOSES)}. For a map or "
        "a density labels, --C and --check are not used.",
    ),
]
Check = Annotated[
    bool,
    typer.Option(
        "--check",
        help=f"Compare the scale with scikit-learn's and the median in {N_FOLDS}-fold "
        "cross-validation of an SVC, or of kernel ridge regression for numbers; each chosen from "
        "the training rows. Needs labels.",
    ),
]


@reads_a_table
@takes_metric
@options.takes_limits
def run(
    *,
    data: options.Data,
    rule: RuleName = "auto",
    option: options.RuleOption = None,
    purpose: Purpose = None,
    label: options.Label = None,
    standardize: options.Standardize = False,
    metric: Any,
    groups: options.Groups = None,
    check: Check = False,
    strength: options.Strength = None,
    plot: output_files.FigurePath = None,
    as_json: options.AsJson = False,
    limits: Any,
    n_sample: options.SampleSize = None,
    reading: Reading,
) -> None:
    """Select one scale for a table."""
    from .selecting import select

    select(
        data=data,
        rule=rule,
        option=option,
        purpose=purpose,
        label=label,
        standardize=standardize,
        metric=metric,
        groups=groups,
        check=check,
        strength=strength,
        plot=plot,
        as_json=as_json,
        limits=limits,
        n_sample=n_sample,
        reading=reading,
    )
