"""Cells in a .h5ad file, as a table of one of its representations, and a copy with coordinates."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from .._validation import check_points
from ..anndata.entries import entries_of_map, write_entries
from ..anndata.measured import anndata_package, cells_of, column_of_cells
from ..datasets import DataError
from ..diffusion import DiffusionMap
from ..whole_files import check_writable, user_path, whole_file
from .problems import UsageError
from .tables import Table

__all__ = ["EXTENSION", "UseRep", "are_cells", "check_cells", "read_cells", "write_cells"]

EXTENSION = ".h5ad"
_ASKED = ("n_components", "alpha", "t", "scale", "neighbors", "kept_mass", "landmarks")

UseRep = Annotated[
    str | None,
    typer.Option(
        "--use-rep",
        metavar="NAME",
        show_default="X_pca where there is one, else X of up to 50 genes",
        help="Of a .h5ad file: what distances are measured in, an entry of obsm or layers, or X.",
    ),
]


def are_cells(name: str | Path) -> bool:
    """Whether a file holds an AnnData, by its name."""
    return Path(name).suffix.lower() == EXTENSION


def check_cells(
    data: str, use_rep: str | None, drop: Sequence[str], outputs: Sequence[Path]
) -> None:
    """Refuse what only cells have where there are none, and the other way round."""
    if are_cells(data):
        if drop:
            raise UsageError(
                f"--drop leaves out columns of a table, but {data!r} holds cells; say by --use-rep "
                f"what distances are measured in."
            )
        for path in filter(are_cells, outputs):
            with UsageError.instead_of(OSError):
                check_writable(path)
        return
    if use_rep is not None:
        raise UsageError(
            f"--use-rep names a representation in a {EXTENSION} file, but {data!r} is none; "
            f"leave it."
        )
    for path in filter(are_cells, outputs):
        raise UsageError(
            f"{str(path)!r} would be a copy of a {EXTENSION} file with coordinates in it, but the "
            f"data are in {data!r}; write to a .csv, .parquet or .npz file."
        )


def read_cells(
    source: str, use_rep: str | None, label: str | None = None, groups: str | None = None
) -> Table:
    """A table with a row a cell; columns of ``obs`` hold labels and groups."""
    adata = _opened(source, backed="r")
    try:
        with UsageError.instead_of(ValueError):
            measured = cells_of(adata, use_rep)
            y, belonging = (column_of_cells(adata, name) for name in (label, groups))
    finally:
        adata.file.close()
    points = check_points(measured.values, name=f"{measured.name} of {source}")
    names = tuple(map(str, range(points.shape[1])))
    return Table(f"{source}, {measured.name}", points, y, names, groups=belonging)


def write_cells(
    source: str, path: Path, use_rep: str | None, fitted: DiffusionMap, coordinates: np.ndarray
) -> None:
    """Write a copy of a file of cells with the coordinates of a map of them."""
    adata = _opened(source)
    measured = cells_of(adata, use_rep)
    asked = {**measured.asked, **{name: getattr(fitted, name) for name in _ASKED}}
    write_entries(adata, entries_of_map(fitted, coordinates, measured.told, asked))
    with whole_file(path) as temporary:
        adata.write_h5ad(temporary)


def _opened(source: str, backed: str | None = None) -> Any:
    """The AnnData in a file; with ``backed="r"`` its genes stay there."""
    with UsageError.instead_of(FileNotFoundError):
        path = user_path(source)
    if not path.is_file():
        raise UsageError(f"There is no file {source!r}.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of older files, which are read all the same
        try:
            return anndata_package().read_h5ad(path, backed=backed)
        except (OSError, KeyError, ValueError, TypeError, AttributeError) as error:
            raise DataError(f"{source!r} cannot be read as an AnnData: {error}.") from error
