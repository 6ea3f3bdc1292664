"""Functions for AnnData objects, which scanpy uses; results are written into the object.

Cells are rows. The extra ``kernelscale[anndata]`` is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bandwidth.compare_rules import compare as compare_tables
from ..bandwidth.selection import select_bandwidth as select_from_table
from ..diffusion.diffusion_map import DiffusionMap
from ..results import Bandwidth, Comparison
from .cell_data import CellData, cells_of, check_is_anndata, column_of_cells, graph_of
from .entries import check_key, entries_of, entries_of_map, write_entries

if TYPE_CHECKING:
    import anndata

__all__ = ["compare", "diffmap", "select_bandwidth"]


def diffmap(
    adata: anndata.AnnData,
    n_comps: int = 15,
    *,
    use_rep: str | None = None,
    n_pcs: int | None = None,
    neighbors_key: str | None = None,
    key_added: str = "ks",
    copy: bool = False,
    **parameters: Any,
) -> anndata.AnnData | None:
    """Write diffusion coordinates of the cells into an AnnData object, as scanpy's tools do.

    The coordinates are computed by `DiffusionMap`, by default from the principal components.

    Parameters
    ----------
    adata : AnnData
        The cells. A view becomes an independent object. If `adata` is backed by a file, the file
        changes only when you write it.
    n_comps : int
        Number of coordinates. The constant coordinate, the first of scanpy's "X_diffmap", is not
        among them.
    use_rep : str, optional
        The table in which distances are measured: an entry of ``adata.obsm`` or ``adata.layers``,
        or "X". By default "X_pca" if there is one; otherwise the graph of ``sc.pp.neighbors`` if
        there is one; otherwise "X" if it has at most 50 genes. A sparse table is passed to
        `DiffusionMap` without a dense copy.
    n_pcs : int, optional
        Number of leading columns of the table that are used; by default all.
    neighbors_key : str, optional
        Use the neighbour graph of this entry of ``adata.uns`` instead of a table; the entry is
        "neighbors" unless another name was passed to ``sc.pp.neighbors``. The distances in
        ``adata.obsp`` are used unchanged, without a new search and without links between
        components.
    key_added : str
        Coordinates are written to ``obsm[f"X_{key_added}_diffmap"]``, of shape (n_obs, n_comps).
        Other results are written to ``uns[f"{key_added}_diffmap"]``:

        - "eigenvalues", "participation", "component_sizes", "n_neighbors": as in `DiffusionMap`;
        - "bandwidth": the scale, its reason and evidence;
        - "measured": the table or graph from which distances were taken;
        - "params": the arguments that define the map.
    copy : bool
        Whether to return a copy with the coordinates and leave `adata` unchanged.
    **parameters
        Other parameters of `DiffusionMap`, such as ``alpha=1`` or ``neighbors=10``.

    Returns
    -------
    AnnData
        The copy if ``copy=True``; otherwise None.

    Raises
    ------
    ImportError
        If anndata cannot be imported.
    ValueError, TypeError
        If there is no such table or graph, or if `DiffusionMap` raises an error.

    Examples
    --------
    Cells along a curve in five dimensions: the first coordinate follows the curve.

    >>> import anndata, numpy as np
    >>> time = np.linspace(0, 1, 200)
    >>> cells = anndata.AnnData(np.cos(np.outer(time, np.arange(1, 6))))
    >>> diffmap(cells, n_comps=3, use_rep="X")
    >>> cells.obsm["X_ks_diffmap"].shape
    (200, 3)
    >>> bool(abs(np.corrcoef(cells.obsm["X_ks_diffmap"][:, 0], time)[0, 1]) > 0.95)
    True
    >>> cells.uns["ks_diffmap"]["measured"]
    'X: 200 cells, 5 columns'
    """
    check_is_anndata(adata)
    check_key(key_added)
    _check_can_be_changed(adata, copy)
    cells = _cells_for_map(adata, use_rep, n_pcs, neighbors_key)
    fitted = DiffusionMap(n_comps, **{**cells.parameters, **parameters})
    coordinates = fitted.fit_transform(cells.values)
    if copy:
        adata = adata.copy()
    arguments = {"n_components": n_comps, "n_pcs": n_pcs, **cells.arguments, **parameters}
    entries = entries_of_map(fitted, coordinates, cells.description, arguments, key_added)
    write_entries(adata, entries)
    return adata if copy else None


def select_bandwidth(
    adata: anndata.AnnData,
    labels: str | None = None,
    *,
    use_rep: str | None = None,
    n_pcs: int | None = None,
    groups: str | None = None,
    key_added: str | None = None,
    **options: Any,
) -> Bandwidth:
    """Choose the scale of a Gaussian kernel between the cells.

    Parameters
    ----------
    adata : AnnData
        The cells.
    labels : str, optional
        The column of ``adata.obs`` that holds each cell's class, such as "louvain".
    use_rep, n_pcs
        As in `diffmap`, except that sparse tables are refused, and that the graph is not used,
        because it has the distances of few pairs only.
    groups : str, optional
        The column of ``adata.obs`` with groups of cells that belong together, such as "patient".
    key_added : str, optional
        If given, the result is also written to ``uns[f"{key_added}_bandwidth"]``.
    **options
        `rule` and other parameters of `kernelscale.select_bandwidth`.

    Returns
    -------
    Bandwidth
        The scale, with the evidence for it.

    Raises
    ------
    ValueError, TypeError
        As in `diffmap`, or if ``adata.obs`` has no such column.

    Examples
    --------
    Cells at distance 1 on a line: MaxMin chooses twice the squared distance between neighbours.

    >>> import anndata, numpy as np
    >>> cells = anndata.AnnData(np.arange(10.0)[:, None])
    >>> select_bandwidth(cells, rule="max_min").epsilon
    2.0
    """
    check_is_anndata(adata)
    if key_added is not None:
        check_key(key_added)
        _check_can_be_changed(adata, copy=False)
    y, group_of_cells = (column_of_cells(adata, name) for name in (labels, groups))
    cells = cells_of(adata, use_rep, n_pcs)
    bandwidth = select_from_table(cells.values, y, groups=group_of_cells, **options)
    if key_added is not None:
        entries = entries_of(bandwidth.to_dict())
        adata.uns[f"{key_added}_bandwidth"] = {**entries, "measured": cells.description}
    return bandwidth


def compare(
    adata: anndata.AnnData,
    labels: str | None = None,
    *,
    use_rep: str | None = None,
    n_pcs: int | None = None,
    groups: str | None = None,
    **options: Any,
) -> Comparison:
    """Compare the scales that all rules choose for the cells.

    Parameters
    ----------
    adata, labels, use_rep, n_pcs, groups
        As in `select_bandwidth`.
    **options
        Other parameters of `kernelscale.compare`.

    Returns
    -------
    Comparison
        A row for each rule; ``.to_frame()`` is the table.

    Raises
    ------
    ValueError, TypeError
        As in `select_bandwidth`.

    Examples
    --------
    The median of the squared distances of 50 cells on a line.

    >>> import anndata, numpy as np
    >>> cells = anndata.AnnData(np.arange(50.0)[:, None])
    >>> compare(cells, rules=["median"])["median"].epsilon
    225.0
    """
    check_is_anndata(adata)
    y, group_of_cells = (column_of_cells(adata, name) for name in (labels, groups))
    cells = cells_of(adata, use_rep, n_pcs)
    return compare_tables(cells.values, y, groups=group_of_cells, **options)


def _cells_for_map(
    adata: anndata.AnnData, use_rep: str | None, n_pcs: int | None, neighbors_key: str | None
) -> CellData:
    if neighbors_key is not None:
        if use_rep is not None or n_pcs is not None:
            raise ValueError(
                f"neighbors_key={neighbors_key!r} uses the distances of an existing graph, so "
                f"use_rep and n_pcs have no effect; leave them out, or neighbors_key."
            )
        return graph_of(adata, neighbors_key)
    nothing_named = use_rep is None and n_pcs is None
    if nothing_named and "X_pca" not in adata.obsm and "neighbors" in adata.uns:
        return graph_of(adata, "neighbors")
    return cells_of(adata, use_rep, n_pcs)


def _check_can_be_changed(adata: anndata.AnnData, copy: bool) -> None:
    """Refuse an AnnData that is backed by a file if a change would copy the file."""
    if adata.isbacked and (copy or adata.is_view):
        raise ValueError(
            f"{'copy=True' if copy else 'Writing into a view'} would copy a file, because this "
            f"AnnData is backed by one; {'leave out copy, or ' if copy else ''}pass "
            f"adata.to_memory()."
        )
