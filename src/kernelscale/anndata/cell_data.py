"""The table or graph of an AnnData from which distances between cells are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse

from .._optional_packages import optional_module
from .._validation import check_count, on_host, shown

if TYPE_CHECKING:
    import anndata

__all__ = [
    "CellData",
    "anndata_package",
    "cells_of",
    "check_is_anndata",
    "column_of_cells",
    "graph_of",
]

PCA = "X_pca"
FEW_GENES = 50  # above this number of genes, scanpy too uses principal components instead of X


class CellData(NamedTuple):
    """A table of cells or a graph of distances, and its origin in the AnnData.

    Attributes
    ----------
    values : array or sparse array
        The table, or the distances of the graph.
    description : str
        The origin in words.
    arguments : dict
        The origin as arguments of `diffmap`.
    parameters : dict
        Parameters of `DiffusionMap` that the data need: ``metric="precomputed"`` for a graph, none
        for a table.
    """

    values: Any
    description: str
    arguments: dict[str, Any]
    parameters: dict[str, Any]


def anndata_package() -> Any:
    """Import and return the package anndata.

    Raises
    ------
    ImportError
        If it cannot be imported.
    """
    needs = "AnnData objects need the package anndata"
    return optional_module("anndata", needs, '"kernelscale[anndata]"')


def check_is_anndata(adata: Any) -> None:
    """Refuse an object that is not an AnnData.

    Raises
    ------
    ImportError
        If anndata cannot be imported.
    TypeError
        If the object has another type.
    """
    if not isinstance(adata, anndata_package().AnnData):
        raise TypeError(
            f"adata must be an AnnData, but {shown(adata)} was given; kernelscale.DiffusionMap, "
            f"select_bandwidth and compare take tables."
        )


def cells_of(adata: anndata.AnnData, use_rep: str | None, n_pcs: int | None = None) -> CellData:
    """A table with a row for each cell.

    Raises
    ------
    ValueError
        If there is no table of this name, if no table was named and `X` has too many genes, or if
        the table is not two-dimensional or has fewer than `n_pcs` columns.
    """
    use_rep = _default(adata) if use_rep is None else use_rep
    table, name = _table(adata, use_rep)
    if table.ndim != 2:
        raise ValueError(f"{name} must have rows and columns, but its shape is {table.shape}.")
    if n_pcs is not None:
        check_count(n_pcs, f"n_pcs (of the columns of {name})", largest=table.shape[1])
        table = table[:, :n_pcs]
    description = f"{name}: {table.shape[0]} cells, {table.shape[1]} columns"
    if hasattr(table, "nnz"):
        description += f", sparse, {table.nnz} values stored"
    return CellData(table, description, {"use_rep": use_rep}, {})


def graph_of(adata: anndata.AnnData, neighbors_key: str) -> CellData:
    """The distances of each cell to its neighbours, as ``sc.pp.neighbors`` writes them.

    Raises
    ------
    ValueError
        If there is no such graph.
    """
    about = adata.uns.get(neighbors_key)
    if about is None:
        raise ValueError(
            f"adata.uns has no entry {neighbors_key!r}; its entries are {_listed(adata.uns)}; run "
            f"sc.pp.neighbors(adata) first, or name a table with use_rep."
        )
    key = about.get("distances_key", "distances")
    if key not in adata.obsp:
        raise ValueError(
            f"adata.obsp has no {key!r}, although adata.uns[{neighbors_key!r}] names it as the "
            f"entry with the distances; run sc.pp.neighbors(adata) again, or name a table with "
            f"use_rep."
        )
    graph = csr_array(adata.obsp[key])
    description = (
        f"obsp[{key!r}]: {graph.nnz} distances of {graph.shape[0]} cells to their neighbours"
        f"{_parameters_in_words(about.get('params', {}))}"
    )
    return CellData(graph, description, {"neighbors_key": neighbors_key}, {"metric": "precomputed"})


def column_of_cells(adata: anndata.AnnData, name: str | None) -> np.ndarray | None:
    """A column of ``adata.obs``, or None if `name` is None.

    Raises
    ------
    ValueError
        If there is no column of this name.
    """
    if name is None:
        return None
    if name not in adata.obs:
        raise ValueError(f"adata.obs has no column {name!r}; it has {_listed(adata.obs)}.")
    return np.asarray(adata.obs[name])


def _default(adata: anndata.AnnData) -> str:
    """The name of the default table: ``X_pca`` if there is one, else ``X`` if its genes are few."""
    if PCA in adata.obsm:
        return PCA
    if adata.n_vars <= FEW_GENES:
        return "X"
    raise ValueError(
        f"adata.obsm has no {PCA!r}, and X has {adata.n_vars} genes, more than {FEW_GENES}, so "
        f"distances in X are mostly noise; run sc.pp.pca(adata) first, or name a table with "
        f"use_rep, such as use_rep='X'. The tables are {_named_tables(adata)}."
    )


def _table(adata: anndata.AnnData, name: str) -> tuple[Any, str]:
    if name in adata.obsm:
        return _in_memory(adata.obsm[name]), f"obsm[{name!r}]"
    if name in adata.layers:
        return _in_memory(adata.layers[name]), f"layers[{name!r}]"
    if name == "X" and adata.X is not None:
        return _in_memory(adata.X), "X"
    raise ValueError(
        f"The AnnData has no table {shown(name)}; use_rep may be {_named_tables(adata)}."
    )


def _in_memory(table: Any) -> Any:
    """A table that may be a data frame, or lie in a file or on a device, as an array in memory."""
    if isinstance(table, np.ndarray) or issparse(table):
        return table
    return table.to_memory() if hasattr(table, "to_memory") else np.asarray(on_host(table))


def _named_tables(adata: anndata.AnnData) -> str:
    of_genes = [] if adata.X is None else ["X"]
    return _listed([*adata.obsm, *adata.layers, *of_genes])


def _parameters_in_words(params: Any) -> str:
    """The parameters of the graph, in parentheses."""
    known = [f"{key} {params[key]}" for key in ("use_rep", "n_pcs", "metric") if key in params]
    return f" ({', '.join(known)})" if known else ""


def _listed(names: Any) -> str:
    return ", ".join(map(repr, names)) or "none"
