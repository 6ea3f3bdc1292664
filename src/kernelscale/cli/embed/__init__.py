"""`kernelscale embed`: diffusion coordinates of a table, or of new rows by a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..shared import options
from ..shared.listed import RULES
from ..shared.metric_options import takes_metric
from ..shared.problems import UsageError
from ..shared.reading_options import Reading, reads_a_table
from .outputs import Outputs
from .shape import Shape

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Embed the rows of a table in diffusion coordinates, or new rows by an earlier model."

HELP = """\
A random walk steps from row to row, more often to rows that are near by the Gaussian kernel. Two \
rows lie close together in the map if walks from them soon reach the same rows equally often; so \
clusters and curves unfold.

What the columns say:

\b
coordinate      most important first
eigenvalue      near 1 if the walk keeps the coordinate for many steps
1 - eigenvalue  the share it loses in a step; after a jump from small
                to large, further coordinates are of little use

With DATA a map is fitted. -o map.npz writes it as a model; "embed --model map.npz --new more.csv" \
then embeds new rows in the same map, their features matched by name. There, -o takes .csv, \
.parquet, or .npz with the arrays coordinates and kernel_mass. A kernel mass near 0 means that a \
row lies far from all rows of the model, so its coordinates cannot be trusted."""

EPILOG = """Examples:

kernelscale embed mfeat --standardize --plot digits.png

kernelscale embed mfeat --standardize --coordinates independent --plot digits.png

kernelscale embed flowers.csv --label species -o flowers.npz -o coordinates.csv

kernelscale embed --model flowers.npz --new more.csv -o new.csv --plot new.png

kernelscale embed cells.h5ad --use-rep X_pca --components 15 -o cells_ks.h5ad"""


ONLY_TO_FIT = {
    *(
        "bandwidth",
        "option",
        "standardize",
        "components",
        "which",
        "alpha",
        "steps",
    ),
    *("neighbors", "link_components", "kept_mass", "landmarks", "memory_limit"),
    *("features", "numeric_only", "impute", "metric", "period"),
}

BandwidthRule = Annotated[
    str,
    typer.Option(
        metavar="RULE",
        autocompletion=lambda: list(RULES),
        show_default="none is needed; with --neighbors all or --kept-mass, auto",
        help='The rule that chooses the scale (see "select"), or a number to take as epsilon.',
    ),
]
Label = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="The column that holds each row's class. It colours the plot, and is written beside "
        "the coordinates; only a rule that needs classes uses it.",
    ),
]
Color = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="A column that colours the plot instead, classes or numbers: it is no feature, and no "
        "rule uses it.",
    ),
]
ModelPath = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", show_default=False, help="A model that -o wrote, to embed rows of --new."
    ),
]
NewData = Annotated[
    str | None,
    typer.Option(metavar="DATA", show_default=False, help="A table of new rows for --model."),
]


@options.takes("shape", Shape)
@options.takes("outputs", Outputs)
@reads_a_table
@takes_metric
@options.takes_limits
def run(
    context: typer.Context,
    *,
    data: options.OptionalData = None,
    bandwidth: BandwidthRule = "auto",
    option: options.RuleOption = None,
    label: Label = None,
    color: Color = None,
    standardize: options.Standardize = False,
    metric: Any,
    shape: Shape,
    model: ModelPath = None,
    new: NewData = None,
    outputs: Outputs,
    limits: Any,
    reading: Reading,
) -> None:
    """Fit a map to a table, or embed new rows by one."""
    typed = options.given(context)
    if model is not None:
        from .new_rows import NewRows, embed_new_rows

        rows = NewRows(model, _new_rows(data, new, typed), label, color, reading)
        embed_new_rows(rows, outputs, limits["n_threads"])
        return
    from .fitting import Source, fit

    source = Source(_data(data, new), label, color, reading, standardize, metric)
    by_rule = bool({"bandwidth", "option"} & typed.keys())
    fit(bandwidth, option or [], source, shape, outputs, by_rule=by_rule, **limits)


def _data(data: str | None, new: str | None) -> str:
    if data is not None and new is not None:
        raise UsageError(
            f"DATA ({data!r}) is what a map is fitted to and --new ({new!r}) what --model embeds; "
            f"do one of them after the other."
        )
    if new is not None:
        raise UsageError(
            "--new holds rows for a model to embed, but no --model was given; name its file, or "
            "give the table as DATA to fit a map to it."
        )
    if data is None:
        raise UsageError(
            "Missing argument 'DATA': a table to fit a map to; or give --model and --new to embed "
            "new rows."
        )
    return data


def _new_rows(data: str | None, new: str | None, typed: dict[str, str]) -> str:
    if data is not None:
        raise UsageError(
            f"DATA ({data!r}) is what a map is fitted to, but the map of --model is fitted; give "
            f"rows to embed with --new."
        )
    if new is None:
        raise UsageError("--model embeds new rows, but none were given; name their file by --new.")
    refused = [flag for name, flag in typed.items() if name in ONLY_TO_FIT]
    if refused:
        raise UsageError(
            f"{', '.join(refused)}: only for fitting a map, but the map of --model is fitted; "
            f"leave out what is for fitting."
        )
    return new
