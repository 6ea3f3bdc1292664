"""Tables in .h5ad files: cells with their annotation, as scanpy writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .columns import Table
from .data_frames import from_frame, reader_errors, required
from .errors import DataError, listed
from .file_options import FileOptions

__all__ = ["FEW_GENES", "PCA", "read_h5ad"]

PCA = "X_pca"
FEW_GENES = 50  # largest number of genes for which scanpy needs no principal components


def read_h5ad(source: str, path: Path, options: FileOptions) -> Table:
    """The features of each cell, by default principal components; `obs` holds no features."""
    options.check_used(source, "use_rep")
    anndata = required("anndata", "AnnData", extra="anndata")
    with reader_errors():
        data = anndata.read_h5ad(path)
    values, names = _features(source, data, options.use_rep)
    cells = from_frame(source, data.obs, data.obs.columns)
    aside = {"": np.array(data.obs_names, dtype=object), **cells.columns}
    columns = {**dict(zip(names, values.T, strict=True)), "": aside[""]}
    return Table(source, columns, index=("",), aside=aside)


def _features(source: str, data: Any, use_rep: str | None) -> tuple[np.ndarray, list[str]]:
    """Values of the cells, of shape (n_cells, n_features), and the names of the features."""
    name = _default(source, data) if use_rep is None else use_rep
    if name in data.obsm:
        values = data.obsm[name]
        names = [f"{name}{number}" for number in range(1, values.shape[1] + 1)]
    elif name in data.layers or (name == "X" and data.X is not None):
        values = data.X if name == "X" else data.layers[name]
        names = list(map(str, data.var_names))
    else:
        raise DataError(
            f"{source} has no {name!r} to use as features; --use-rep may be {_tables(data)}."
        )
    dense = values.toarray() if hasattr(values, "toarray") else values
    return np.asarray(dense), names


def _default(source: str, data: Any) -> str:
    """The representation that scanpy uses by default, if it exists."""
    if PCA in data.obsm:
        return PCA
    if data.n_vars <= FEW_GENES:
        return "X"
    raise DataError(
        f"{source} has no {PCA!r}, and X has {data.n_vars} genes, more than {FEW_GENES}, so that "
        f"distances are mostly noise; run sc.pp.pca first, or name the features: --use-rep "
        f"may be {_tables(data)}."
    )


def _tables(data: Any) -> str:
    return listed([*data.obsm, *data.layers, *([] if data.X is None else ["X"])])
