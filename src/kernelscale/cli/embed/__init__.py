"""`kernelscale embed`: diffusion coordinates of a table, or of new rows by a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..shared import metric_options, options
from ..shared.listed import INDEPENDENT, LEADING, RULES
from ..shared.options import DEFAULT_MEMORY_LIMIT
from ..shared.output_files import output_file
from ..shared.problems import UsageError
from ..shared.reading import Reading, reads_a_table

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Place the rows of a table in diffusion coordinates, or new rows by an earlier model."

HELP = """\
A random walk steps from row to row, more readily to rows the Gaussian kernel sees as alike. Rows \
come to lie close together when walks from them soon go the same ways: distance in the map is how \
hard it is to get there, and clusters and curves unfold.

What the columns say:

\b
coordinate      most important first
eigenvalue      near 1 for what the walk takes long to forget
1 - eigenvalue  how fast that is forgotten; a jump from small to
                large says how many coordinates are worth having

With DATA a map is fitted. -o map.npz writes it as a model; "embed --model map.npz --new more.csv" \
then places other rows in the same map, after matching features by name. There, -o takes .csv, \
.parquet, or .npz with the arrays coordinates and kernel_mass. A kernel mass near 0 means that a \
row lies far from all the model knows, so do not trust its place."""

EPILOG = """Examples:

kernelscale embed mfeat --standardize --plot digits.png

kernelscale embed mfeat --standardize --coordinates independent --plot digits.png

kernelscale embed flowers.csv --label species -o flowers.npz -o coordinates.csv

kernelscale embed --model flowers.npz --new more.csv -o placed.csv --plot placed.png

kernelscale embed cells.h5ad --use-rep X_pca --components 15 -o cells_ks.h5ad"""


ONLY_TO_FIT = {
    *(
        "bandwidth",
        "option",
        "standardize",
        "components",
        "coordinates",
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
        "the coordinates; only a rule that needs classes looks at it.",
    ),
]
Color = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="A column that colours the plot instead, classes or numbers: it is no feature, and no "
        "rule looks at it.",
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
        "those before. Of a long strip the second leading one may be the first again, folded.",
    ),
]
Alpha = Annotated[
    float,
    typer.Option(
        metavar="A",
        parser=options.share("--alpha"),
        help="From 0 to 1, how far to discount that some places have more rows than others. "
        "1 shows the shape alone.",
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
        help="Join each row to its K nearest only, or to all others. Few are quick, and few "
        "coordinates then often tell more. Each row has its own scale, its distance to the K-th "
        "nearest, unless --bandwidth names a rule.",
    ),
]
LinkComponents = Annotated[
    bool,
    typer.Option(
        "--link-components",
        help="With --neighbors K join pieces of the graph by the shortest links between them, as "
        "is done where K is not given.",
    ),
]
KeptMass = Annotated[
    float | None,
    typer.Option(
        "--kept-mass",
        metavar="SHARE",
        parser=options.share("--kept-mass", whole=False),
        show_default="all",
        help="Leave out small kernel values: keep the largest of each row that hold this share of "
        "its sum, such as 0.9999. The map is nearly the same, and quick if these are few, which "
        "is looked at first.",
    ),
]
Landmarks = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=options.whole_number("--landmarks", smallest=2),
        show_default="all rows",
        help="Fit the map to N rows drawn at random and place all others in it. Quick with many "
        "rows: 5000 of 100,000 give nearly the same coordinates.",
    ),
]
ModelPath = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", show_default=False, help="A model that -o wrote, to place rows of --new."
    ),
]
NewData = Annotated[
    str | None,
    typer.Option(metavar="DATA", show_default=False, help="A table of new rows for --model."),
]
OutputPaths = Annotated[
    list[Path] | None,
    typer.Option(
        "-o",
        "--output",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Write into this file: coordinates and names of rows, one row a row of the data in "
        "their order, as .csv or .parquet; or the model as .npz. Give it once for each.",
    ),
]
MapPath = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Also draw the rows, coloured by label, into this file (.png, .pdf, .svg, ...).",
    ),
]


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
    components: Components = 2,
    which: Which = LEADING,
    alpha: Alpha = 0.0,
    steps: Steps = 1,
    neighbors: Neighbors = None,
    link_components: LinkComponents = False,
    kept_mass: KeptMass = None,
    landmarks: Landmarks = None,
    model: ModelPath = None,
    new: NewData = None,
    output: OutputPaths = None,
    plot: MapPath = None,
    as_json: options.AsJson = False,
    memory_limit: options.MemoryLimit = DEFAULT_MEMORY_LIMIT,
    threads: options.Threads = None,
    *,
    reading: Reading,
) -> None:
    """Fit a map to a table, or place new rows in one."""
    from . import fitting
    from . import new_rows as placing

    typed = options.given(context)
    if model is not None:
        placing.place(
            placing.Request(
                model=model,
                new=_new_rows(data, new, typed),
                label=label,
                color=color,
                reading=reading,
                output=output or [],
                plot=plot,
                as_json=as_json,
                threads=threads,
            )
        )
        return
    fitting.fit(
        fitting.Request(
            data=_data(data, new),
            bandwidth=bandwidth,
            option=option or [],
            label=label,
            color=color,
            reading=reading,
            standardize=standardize,
            metric=metric_options.metric_of(metric, period),
            components=components,
            which=which,
            alpha=alpha,
            steps=steps,
            graph=_graph(neighbors, link_components, kept_mass, typed),
            kept_mass=kept_mass,
            landmarks=landmarks,
            output=output or [],
            plot=plot,
            as_json=as_json,
            memory_limit=memory_limit,
            threads=threads,
        )
    )


def _graph(
    neighbors: int | str | None, linked: bool, kept_mass: float | None, typed: dict[str, str]
) -> dict[str, Any]:
    """Parameters of the map that are about its graph."""
    weighed = bool({"bandwidth", "option"} & typed.keys())
    if isinstance(neighbors, int):
        if kept_mass is not None:
            raise UsageError(
                "--kept-mass cuts the kernel of all pairs and --neighbors the graph of a few; give "
                "one of them."
            )
        weights = "bandwidth" if weighed else "self_tuned"
        return {"neighbors": neighbors, "link_components": linked, "edge_weights": weights}
    if neighbors is None and not weighed and kept_mass is None:
        return {"neighbors": "auto", "edge_weights": "self_tuned"}
    if linked:
        raise UsageError(
            "--link-components joins pieces of the graph of a few neighbours, but this is a map of "
            "all pairs; give --neighbors K too, or leave it."
        )
    return {"neighbors": None}


def _data(data: str | None, new: str | None) -> str:
    if data is not None and new is not None:
        raise UsageError(
            f"DATA ({data!r}) is what a map is fitted to and --new ({new!r}) what --model places; "
            f"do one of them after the other."
        )
    if new is not None:
        raise UsageError(
            "--new holds rows for a model to place, but no --model was given; name its file, or "
            "give the table as DATA to fit a map to it."
        )
    if data is None:
        raise UsageError(
            "Missing argument 'DATA': a table to fit a map to; or give --model and --new to place "
            "new rows."
        )
    return data


def _new_rows(data: str | None, new: str | None, typed: dict[str, str]) -> str:
    if data is not None:
        raise UsageError(
            f"DATA ({data!r}) is what a map is fitted to, but the map of --model is fitted; give "
            f"rows to place with --new."
        )
    if new is None:
        raise UsageError("--model places new rows, but none were given; name their file by --new.")
    refused = [flag for name, flag in typed.items() if name in ONLY_TO_FIT]
    if refused:
        raise UsageError(
            f"{', '.join(refused)}: only for fitting a map, but the map of --model is fitted; "
            f"leave out what is for fitting."
        )
    return new
