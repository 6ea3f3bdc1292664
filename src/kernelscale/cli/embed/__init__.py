"""`kernelscale embed`: diffusion coordinates of a table, or of new rows by a model."""

from __future__ import annotations

from ..shared import options
from ..shared.metric_options import takes_metric
from ..shared.problems import UsageError
from ..shared.reading_options import reads_a_table
from .arguments import Arguments
from .map_options import MapOptions
from .outputs import Outputs

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Embed the rows of a table in diffusion coordinates, or new rows by an earlier model."

HELP = """\
A random walk steps from row to row, most often to rows with a large value of the Gaussian kernel. \
Two rows lie close together in the map if walks that start from them reach every row with nearly \
the same probability after a few steps. So the map unfolds curves and separates clusters.

The columns:

\b
coordinate      most important first
eigenvalue      near 1 if the coordinate decays slowly with the steps of
                the walk
1 - eigenvalue  the share of the coordinate that is lost in a step; if
                this share is much larger than for the coordinate above,
                this coordinate and those below are of little use

With DATA a map is fitted. -o map.npz writes it as a model; "embed --model map.npz --new more.csv" \
then embeds new rows in the same map, and matches their features by name. With --model, -o writes \
.csv, .parquet, or .npz with the arrays coordinates and kernel_mass. A kernel mass near 0 means \
that a row lies far from all rows of the model, so its coordinates cannot be trusted."""

EPILOG = """Examples:

kernelscale embed mfeat --standardize --plot digits.png

kernelscale embed mfeat --standardize --coordinates independent --plot digits.png

kernelscale embed flowers.csv --label species -o flowers.npz -o coordinates.csv

kernelscale embed --model flowers.npz --new more.csv -o new.csv --plot new.png

kernelscale embed cells.h5ad --use-rep X_pca --components 15 -o cells_ks.h5ad"""


ONLY_TO_FIT = {
    *("bandwidth", "option", "standardize", "components", "which", "alpha", "steps"),
    *("neighbors", "link_components", "kept_mass", "landmarks", "memory_limit"),
    *("features", "numeric_only", "impute", "metric", "period"),
}

_OF_MAP = options.takes("map_options", MapOptions)(options.takes("outputs", Outputs)(Arguments))


@options.takes("arguments", reads_a_table(takes_metric(options.takes_limits(_OF_MAP))))
def run(arguments: Arguments) -> None:
    """Fit a map to a table, or embed new rows by a model."""
    if arguments.model is not None:
        from .new_rows import embed_new_rows

        embed_new_rows(arguments.model, _new_rows(arguments), arguments)
    else:
        from .new_map import fit

        fit(_data(arguments.data, arguments.new), arguments)


def _data(data: str | None, new: str | None) -> str:
    if data is not None and new is not None:
        raise UsageError(
            f"DATA ({data!r}) holds rows to fit a map to, and --new ({new!r}) holds rows for "
            f"--model to embed; give one of them, and run embed again for the other."
        )
    if new is not None:
        raise UsageError(
            "--new holds rows for a model to embed, but no --model was given; name the file of "
            "the model, or give the table as DATA to fit a map to it."
        )
    if data is None:
        raise UsageError(
            "Missing argument 'DATA': give a table to fit a map to it, or --model and --new to "
            "embed new rows."
        )
    return data


def _new_rows(arguments: Arguments) -> str:
    if arguments.data is not None:
        raise UsageError(
            f"DATA ({arguments.data!r}) holds rows to fit a map to, but the map of --model is "
            f"fitted already; give rows to embed with --new."
        )
    if arguments.new is None:
        raise UsageError("--model embeds new rows, but none were given; name their file by --new.")
    typed = options.given(arguments.context)
    refused = [flag for name, flag in typed.items() if name in ONLY_TO_FIT]
    if refused:
        raise UsageError(
            f"{', '.join(refused)}: only for fitting a map, but the map of --model is fitted "
            f"already; leave out {', '.join(refused)}."
        )
    return arguments.new
