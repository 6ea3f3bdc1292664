"""`kernelscale embed`: diffusion coordinates of a table, or of new rows by a model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ..shared import metric_options, options
from ..shared.listed import INDEPENDENT, LEADING, RULES
from ..shared.options import DEFAULT_MEMORY_LIMIT
from ..shared.problems import UsageError
from ..shared.reading import Reading, reads_a_table
from .outputs import Outputs

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
Components = Annotated[
    int,
    typer.Option(
        metavar="D",
        parser=options.whole_number("--components", smallest=1),
        help="How many coordinates.",
    ),
]
Which = Annotated[
    str,
    typer.Option(
        "--coordinates",
        metavar="leading|independent",
        parser=options.one_of("--coordinates", (LEADING, INDEPENDENT)),
        help="Which coordinates: the leading ones, or of ten the first that are no function of "
        "those before. Of a long strip the second leading one may be a function of the first.",
    ),
]
Alpha = Annotated[
    float,
    typer.Option(
        metavar="A",
        parser=options.share("--alpha"),
        help="From 0 to 1, how far the density of rows is divided out. With 1 the map shows the "
        "shape alone, however unevenly rows lie on it.",
    ),
]
Steps = Annotated[
    int,
    typer.Option(
        metavar="T",
        parser=options.whole_number("--steps", smallest=0),
        help="Steps of the walk. More steps show coarser structure.",
    ),
]
Neighbors = Annotated[
    str | None,
    typer.Option(
        metavar="K|all",
        parser=options.neighbors,
        show_default="the fourth root of the rows; all with --bandwidth or --kept-mass",
        help="Join each row to its K nearest only, or to all others. A small K is quick, and the "
        "first coordinates then often show more. Each row has its own scale, its distance to the "
        "K-th nearest, unless --bandwidth names a rule.",
    ),
]
LinkComponents = Annotated[
    bool,
    typer.Option(
        "--link-components",
        help="With --neighbors K join components of the graph by the shortest links between them, "
        "as is done where K is not given.",
    ),
]
KeptMass = Annotated[
    float | None,
    typer.Option(
        "--kept-mass",
        metavar="SHARE",
        parser=options.share("--kept-mass", whole=False),
        show_default="all",
        help="Truncate the kernel: keep the largest values of each row that hold this share of "
        "its sum, such as 0.9999. The map is nearly the same, and quick if these are few, which "
        "is tested first.",
    ),
]
Landmarks = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=options.whole_number("--landmarks", smallest=2),
        show_default="all rows",
        help="Fit the map to N rows drawn at random and embed all others in it. Quick with many "
        "rows: 5000 of 100,000 give nearly the same coordinates.",
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


@dataclass(frozen=True)
class Shape:
    """The options that say which map is fitted."""

    components: Components = 2
    which: Which = LEADING
    alpha: Alpha = 0.0
    steps: Steps = 1
    neighbors: Neighbors = None
    link_components: LinkComponents = False
    kept_mass: KeptMass = None
    landmarks: Landmarks = None


@options.takes("shape", Shape)
@options.takes("outputs", Outputs)
@reads_a_table
def run(
    context: typer.Context,
    data: options.OptionalData = None,
    bandwidth: BandwidthRule = "auto",
    option: options.RuleOption = None,
    label: Label = None,
    color: Color = None,
    standardize: options.Standardize = False,
    metric: metric_options.Name = "euclidean",
    period: metric_options.Period = None,
    *,
    shape: Shape,
    model: ModelPath = None,
    new: NewData = None,
    outputs: Outputs,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    reading: Reading,
) -> None:
    """Fit a map to a table, or embed new rows by one."""
    typed = options.given(context)
    if model is not None:
        from .new_rows import NewRows, embed_new_rows

        rows = NewRows(model, _new_rows(data, new, typed), label, color, reading)
        embed_new_rows(rows, outputs, threads)
        return
    from .fitting import Source, fit

    measured = metric_options.metric_of(metric, period)
    source = Source(_data(data, new), label, color, reading, standardize, measured)
    by_rule = bool({"bandwidth", "option"} & typed.keys())
    limits = options.engine_options(memory_limit, threads)
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
