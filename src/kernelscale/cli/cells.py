"""A copy of a .h5ad file of cells, with the coordinates of a map of them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from ..anndata.entries import entries_of_map, write_entries
from ..anndata.measured import anndata_package, cells_of
from ..atomic_files import atomic_file, check_writable, user_path
from .coordinates import Coordinates
from .problems import UsageError
from .reading import Reading

__all__ = ["EXTENSION", "are_cells", "check_cells", "write_cells"]

EXTENSION = ".h5ad"
_ASKED = ("n_components", "metric", "alpha", "t", "scale", "neighbors", "kept_mass", "landmarks")


def are_cells(name: str | Path) -> bool:
    """Whether a file holds an AnnData, by its name."""
    return Path(name).suffix.lower() == EXTENSION


def check_cells(data: str, reading: Reading, outputs: Sequence[Path]) -> None:
    """Refuse copies of files of cells where there is none, or not all of it is in the map."""
    for path in filter(are_cells, outputs):
        if not are_cells(data):
            raise UsageError(
                f"{str(path)!r} would be a copy of a {EXTENSION} file with coordinates in it, but "
                f"the data are in {data!r}; write to a .csv, .parquet or .npz file."
            )
        if reading.missing == "drop":
            raise UsageError(
                f"--drop-missing leaves out cells, but {str(path)!r} would hold them all; write to "
                f"a .csv or .parquet file."
            )
        with UsageError.instead_of(OSError):
            check_writable(path)


def write_cells(source: str, path: Path, use_rep: str | None, coordinates: Coordinates) -> None:
    """Write a copy of a file of cells with the coordinates of a map of them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of older files, which are read all the same
        adata = anndata_package().read_h5ad(user_path(source))
    fitted, measured = coordinates.fitted, cells_of(adata, use_rep)
    asked = {**measured.asked, **{name: getattr(fitted, name) for name in _ASKED}}
    told = measured.told
    if fitted.n_features_in_ < measured.values.shape[1]:
        told += f", {fitted.n_features_in_} of them taken"
        asked["features"] = fitted.feature_names_in_.tolist()
    write_entries(adata, entries_of_map(fitted, coordinates.values, told, asked))
    with atomic_file(path) as temporary:
        adata.write_h5ad(temporary)
