"""Arguments and options of `kernelscale select`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from ..shared import options, output_files
from ..shared.help_lists import N_FOLDS, PURPOSES, RULES
from ..shared.reading_options import Reading

__all__ = ["Arguments"]

RuleName = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        autocompletion=lambda: list(RULES),
        help="The name of a rule, or a number that is used as epsilon.",
    ),
]
Purpose = Annotated[
    str | None,
    typer.Option(
        metavar="PURPOSE",
        parser=options.one_of("--purpose", PURPOSES),
        show_default="kernel machine with labels, map without",
        help=f"What the rule auto chooses the scale for: {', '.join(PURPOSES)}. With map and "
        "density, labels are not used, and --C and --check are not allowed.",
    ),
]
Check = Annotated[
    bool,
    typer.Option(
        "--check",
        help=f"Compare this scale with scikit_learn_scale and median in {N_FOLDS}-fold "
        "cross-validation of an SVC, or of kernel ridge regression if labels are numbers; each "
        "scale is chosen from the training rows. Needs labels.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """The arguments and options, as typed."""

    data: options.Data
    rule: RuleName = "auto"
    option: options.RuleOption = None
    purpose: Purpose = None
    label: options.Label = None
    standardize: options.Standardize = False
    metric: Any
    groups: options.Groups = None
    check: Check = False
    strength: options.Strength = None
    plot: output_files.FigurePath = None
    as_json: options.AsJson = False
    limits: dict[str, Any]
    n_sample: options.SampleSize = None
    reading: Reading
