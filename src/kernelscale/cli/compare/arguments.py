"""Arguments and options of `kernelscale compare`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ..shared import options, output_files
from ..shared.readers import Sources
from ..shared.reading_options import Reading

__all__ = ["Arguments"]

PagePath = Annotated[
    Path | None,
    output_files.file_option(
        "Also write a page for a browser (.html): the comparison, and a slider over the scale that "
        "moves the points through their embeddings. The page is one file and needs no network.",
        "--report",
    ),
]
FeatureScales = Annotated[
    bool,
    typer.Option(
        "--feature-scales",
        help='Add to the page the weight of each feature after scaling by "kernelscale scale".',
    ),
]


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """The arguments and options, as typed."""

    data: options.Data
    label: options.Label = None
    standardize: options.Standardize = False
    metric: Any
    plot: output_files.FigurePath = None
    report: PagePath = None
    feature_scales: FeatureScales = False
    as_json: options.AsJson = False
    limits: dict[str, Any]
    n_sample: options.SampleSize = None
    sources: Sources
    reading: Reading
