"""Arguments and options of `kernelscale embed`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ..shared import options
from ..shared.help_lists import RULES
from ..shared.reading_options import Reading
from .map_options import MapOptions
from .outputs import Outputs

__all__ = ["Arguments"]

BandwidthRule = Annotated[
    str,
    typer.Option(
        metavar="RULE",
        autocompletion=lambda: list(RULES),
        show_default="no rule; auto with --neighbors all or --kept-mass",
        help='The rule that chooses the scale (see "select"), or a number that is used as epsilon.',
    ),
]
Label = Annotated[
    str | None,
    options.column(
        "The column that holds each row's class. It colours the plot and is written with the "
        "coordinates; it has no effect on the map unless the rule needs classes."
    ),
]
Color = Annotated[
    str | None,
    options.column(
        "A column of classes or numbers that colours the plot instead of the label. It is not "
        "a feature, and no rule uses it."
    ),
]
ModelPath = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        show_default=False,
        help="A model that -o wrote; the rows of --new are embedded in its map.",
    ),
]
NewData = Annotated[
    str | None,
    typer.Option(metavar="DATA", show_default=False, help="A table of new rows for --model."),
]


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """The arguments and options, as typed."""

    context: typer.Context
    data: options.OptionalData = None
    bandwidth: BandwidthRule = "auto"
    option: options.RuleOption = None
    label: Label = None
    color: Color = None
    standardize: options.Standardize = False
    metric: Any
    map_options: MapOptions
    model: ModelPath = None
    new: NewData = None
    outputs: Outputs
    limits: dict[str, Any]
    reading: Reading
