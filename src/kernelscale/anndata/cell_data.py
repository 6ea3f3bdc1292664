"""What distances of cells are measured in: a table of an AnnData, or a graph that it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse

from .._validation import check_count, on_host, shown

if TYPE_CHECKING:
    import anndata

__all__ = [
    "Measured",
    "anndata_package",
    "cells_of",
    "check_is_anndata",
    "column_of_cells",
    "graph_of",
]

PCA = "X_pca"
FEW_GENES = 50  # as in scanpy, which takes components of more


class Measured(NamedTuple):
    """Rows or distances, and where they were found.

    `name` says that in code, `told` in words, `asked` in parameters of `diffmap`; `parameters` are
    those of the map, and hold its metric.
    """

    values: Any
    name: str
    told: str
    asked: dict[str, Any]
    parameters: dict[str, Any]


def anndata_package() -> Any:
    """The package that is called anndata, or a sentence that says what to install."""
    try:
        import anndata
    except ModuleNotFoundError:
        raise ImportError(
            'AnnData objects need the package anndata; install it with: pip install "kernelscale'
            '[anndata]"'
        ) from None
    return anndata


def check_is_anndata(adata: Any) -> None:
    """Refuse what is no AnnData.

    Raises
    ------
    ImportError
        If anndata is not installed.
    TypeError
        If it is anything else.
    """
    if not isinstance(adata, anndata_package().AnnData):
        raise TypeError(
            f"adata must be an AnnData, but {shown(adata)} was given; kernelscale.DiffusionMap, "
            f"select_bandwidth and compare take tables."
        )


def cells_of(adata: anndata.AnnData, use_rep: str | None, n_pcs: int | None = None) -> Measured:
    """A table with a row a cell.

    Raises
    ------
    ValueError
        If there is none of this name, or none was named and there are too many genes to take.
    """
    use_rep = _default(adata) if use_rep is None else use_rep
    table, name = _table(adata, use_rep)
    if table.ndim != 2:
        raise ValueError(f"{name} must have rows and columns, but its shape is {table.shape}.")
    if n_pcs is not None:
        check_count(n_pcs, f"n_pcs (of the columns of {name})", largest=table.shape[1])
        table = table[:, :n_pcs]
    told = f"{name}: {table.shape[0]} cells, {table.shape[1]} columns"
    if hasattr(table, "nnz"):
        told += f", sparse, {table.nnz} values stored"
    return Measured(table, name, told, {"use_rep": use_rep}, {})


def graph_of(adata: anndata.AnnData, neighbors_key: str) -> Measured:
    """The distances of each cell to its neighbours, as ``sc.pp.neighbors`` writes them.

    Raises
    ------
    ValueError
        If there is none.
    """
    about = adata.uns.get(neighbors_key)
    if about is None:
        raise ValueError(
            f"adata.uns has no {neighbors_key!r}, but {_listed(adata.uns)}; run "
            f"sc.pp.neighbors(adata) first, or name a table with use_rep."
        )
    key = about.get("distances_key", "distances")
    if key not in adata.obsp:
        raise ValueError(
            f"adata.obsp has no {key!r}, which is where adata.uns[{neighbors_key!r}] says that "
            f"distances are; run sc.pp.neighbors(adata) again, or name a table with use_rep."
        )
    graph, name = csr_array(adata.obsp[key]), f"obsp[{key!r}]"
    told = f"{name}: {graph.nnz} distances of {graph.shape[0]} cells to their neighbours"
    told += _as_it_was_made(about.get("params", {}))
    asked, parameters = {"neighbors_key": neighbors_key}, {"metric": "precomputed"}
    return Measured(graph, name, told, asked, parameters)


def column_of_cells(adata: anndata.AnnData, name: str | None) -> np.ndarray | None:
    """A column of ``adata.obs``; None if none is asked for.

    Raises
    ------
    ValueError
        If there is none of this name.
    """
    if name is None:
        return None
    if name not in adata.obs:
        raise ValueError(f"adata.obs has no column {name!r}; it has {_listed(adata.obs)}.")
    return np.asarray(adata.obs[name])


def _default(adata: anndata.AnnData) -> str:
    """What scanpy takes, as far as it is there."""
    if PCA in adata.obsm:
        return PCA
    if adata.n_vars <= FEW_GENES:
        return "X"
    raise ValueError(
        f"adata.obsm has no {PCA!r}, and X has {adata.n_vars} genes, more than {FEW_GENES}, in "
        f"which distances are mostly noise; run sc.pp.pca(adata) first, or name what to measure in "
        f"with use_rep, such as use_rep='X'. There is {_named_tables(adata)}."
    )


def _table(adata: anndata.AnnData, name: str) -> tuple[Any, str]:
    if name in adata.obsm:
        return _in_memory(adata.obsm[name]), f"obsm[{name!r}]"
    if name in adata.layers:
        return _in_memory(adata.layers[name]), f"layers[{name!r}]"
    if name == "X" and adata.X is not None:
        return _in_memory(adata.X), "X"
    raise ValueError(
        f"The AnnData has no {shown(name)} to measure distances in; use_rep may be "
        f"{_named_tables(adata)}."
    )


def _in_memory(table: Any) -> Any:
    """A table that may lie in the file of a backed AnnData or on a device, or be a data frame."""
    if isinstance(table, np.ndarray) or issparse(table):
        return table
    return table.to_memory() if hasattr(table, "to_memory") else np.asarray(on_host(table))


def _named_tables(adata: anndata.AnnData) -> str:
    of_genes = [] if adata.X is None else ["X"]
    return _listed([*adata.obsm, *adata.layers, *of_genes])


def _as_it_was_made(params: Any) -> str:
    """What the graph's parameters say of it; some of older files are arrays of one entry."""
    said = [f"{key} {params[key]}" for key in ("use_rep", "n_pcs", "metric") if key in params]
    return f" ({', '.join(said)})" if said else ""


def _listed(names: Any) -> str:
    return ", ".join(map(repr, names)) or "none"
