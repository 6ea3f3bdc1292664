"""Cells with their annotation, as scanpy writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .columns import Table
from .errors import DataError, listed
from .file_options import FileOptions
from .frames import from_frame, required, told

__all__ = ["read_h5ad"]


def read_h5ad(source: str, path: Path, options: FileOptions) -> Table:
    """The features of each cell, by default X; columns of obs are beside them."""
    options.check_used(source, "use_rep")
    anndata = required("anndata", "AnnData", extra="anndata")
    with told():
        data = anndata.read_h5ad(path)
    values, names = _features(source, data, options.use_rep)
    cells = from_frame(source, data.obs, data.obs.columns)
    aside = {"": np.array(data.obs_names, dtype=object), **cells.columns}
    columns = {**dict(zip(names, values.T, strict=True)), "": aside.pop("")}
    return Table(source, columns, index=("",), aside=aside)


def _features(source: str, data: Any, use_rep: str | None) -> tuple[np.ndarray, list[str]]:
    """Values of the cells, of shape (n_cells, n_features), and the names of the features."""
    if use_rep in (None, "X"):
        values, names = data.X, list(map(str, data.var_names))
    elif use_rep in data.obsm:
        values = data.obsm[use_rep]
        names = [f"{use_rep}{number}" for number in range(1, values.shape[1] + 1)]
    else:
        raise DataError(
            f"{source} has no obsm[{use_rep!r}]; it has X and {listed(data.obsm) or 'no obsm'}."
        )
    if values is None:
        raise DataError(f"{source} has no X; say which of {listed(data.obsm)} with --use-rep.")
    dense = values.toarray() if hasattr(values, "toarray") else values
    return np.asarray(dense), names
