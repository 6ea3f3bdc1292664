"""A copy of an .h5ad file, whose rows are cells, with the diffusion coordinates of each cell."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

from ...anndata.cell_data import anndata_package, cells_of
from ...anndata.entries import entries_of_map, write_entries
from ...atomic_files import atomic_file, check_writable, user_path
from ..shared.problems import UsageError
from ..shared.reading_options import Reading
from .coordinates import Coordinates
from .outputs import CELLS

__all__ = ["check_cells", "write_cells"]

_PARAMETERS = (
    "n_components",
    "metric",
    "alpha",
    "t",
    "scale",
    "neighbors",
    "kept_mass",
    "landmarks",
)


def check_cells(data: str, reading: Reading, outputs: Sequence[Path]) -> None:
    """Refuse an output .h5ad that cannot be written, or cannot be a copy of all rows of DATA."""
    for path in outputs:
        if Path(data).suffix.lower() != CELLS:
            raise UsageError(
                f"{str(path)!r} would be a copy of a {CELLS} file with coordinates added, but "
                f"DATA is {data!r}; write to a .csv, .parquet or .npz file."
            )
        if reading.missing == "drop":
            raise UsageError(
                f"--drop-missing skips cells, but {str(path)!r} would hold them all; write to "
                f"a .csv or .parquet file."
            )
        with UsageError.instead_of(OSError):
            check_writable(path)


def write_cells(source: str, path: Path, use_rep: str | None, coordinates: Coordinates) -> None:
    """Write a copy of the .h5ad file `source`, with the coordinates of each cell, to `path`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # anndata warns of older versions of the format
        adata = anndata_package().read_h5ad(user_path(source))
    fitted, cells = coordinates.fitted, cells_of(adata, use_rep)
    parameters = {**cells.arguments, **{name: getattr(fitted, name) for name in _PARAMETERS}}
    description = cells.description
    if fitted.n_features_in_ < cells.values.shape[1]:
        description += f", {fitted.n_features_in_} of them used"
        parameters["features"] = fitted.feature_names_in_.tolist()
    write_entries(adata, entries_of_map(fitted, coordinates.values, description, parameters))
    with atomic_file(path) as temporary:
        adata.write_h5ad(temporary)
