"""AnnData objects, as scanpy has them, in the place of tables: what is found is written into them.

Cells are rows. Needs the extra ``kernelscale[anndata]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..bandwidth.comparison import compare as compare_tables
from ..bandwidth.selection import select_bandwidth as select_from_table
from ..diffusion.diffusion_map import DiffusionMap
from ..results import Bandwidth, Comparison
from .entries import check_key, entries_of, entries_of_map, write_entries
from .measured import Measured, cells_of, check_is_anndata, column_of_cells, graph_of

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
    """Write diffusion coordinates of the cells into an AnnData, as scanpy's tools do.

    They are those of `DiffusionMap`, by default from a table of coordinates of the cells.

    Parameters
    ----------
    adata : AnnData
        The cells; may be a view, which becomes an object of its own, or backed by a file, which
        changes when you write it.
    n_comps : int
        How many coordinates. The constant one that scanpy's "X_diffmap" begins with is left out.
    use_rep : str, optional
        What distances are measured in: an entry of ``adata.obsm`` or ``adata.layers``, or "X". By
        default "X_pca" where there is one; else the graph that ``sc.pp.neighbors`` has written,
        where there is one; else "X" of up to 50 genes. A sparse table goes to `DiffusionMap` as it
        is, without a dense copy.
    n_pcs : int, optional
        Takes so many columns of it, the first; by default all.
    neighbors_key : str, optional
        Takes the graph of this entry of ``adata.uns`` instead, "neighbors" unless you gave
        ``sc.pp.neighbors`` another: the distances in ``adata.obsp`` of each cell to its neighbours,
        as they are, without a new search and without links between components.
    key_added : str
        Coordinates go into ``obsm[f"X_{key_added}_diffmap"]``, of shape (n_obs, n_comps); the rest
        into ``uns[f"{key_added}_diffmap"]``: "eigenvalues", "bandwidth" with scale, reason and
        evidence, "measured", which says what distances were taken, and "params".
    copy : bool
        Whether to return a copy with the coordinates and leave `adata` as it is.
    **parameters
        Others of `DiffusionMap`, such as ``alpha=1`` or ``neighbors=10``.

    Returns
    -------
    AnnData
        The copy, with ``copy=True``; else None.

    Raises
    ------
    ImportError
        If anndata is not installed.
    ValueError, TypeError
        If there is nothing to measure distances in, or as from `DiffusionMap`.

    Examples
    --------
    Cells along a curve in five dimensions: the first coordinate follows it.

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
    _check_holds_more(adata, copy)
    measured = _measured_for_map(adata, use_rep, n_pcs, neighbors_key)
    fitted = DiffusionMap(n_comps, **{**measured.parameters, **parameters})
    coordinates = fitted.fit_transform(measured.values)
    if copy:
        adata = adata.copy()
    asked = {"n_components": n_comps, "n_pcs": n_pcs, **measured.asked, **parameters}
    write_entries(adata, entries_of_map(fitted, coordinates, measured.told, asked, key_added))
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
        As in `diffmap`, but for graphs, which have the distances of few pairs, and sparse tables.
    groups : str, optional
        The column of ``adata.obs`` that says which cells belong together, such as "patient".
    key_added : str, optional
        Also writes the answer into ``uns[f"{key_added}_bandwidth"]``.
    **options
        `rule` and others of `kernelscale.select_bandwidth`.

    Returns
    -------
    Bandwidth
        The scale, with the evidence for it.

    Raises
    ------
    ValueError, TypeError
        As from `diffmap`, or if ``adata.obs`` has no such column.

    Examples
    --------
    Cells 1 apart on a line: MaxMin takes twice the squared distance of neighbours.

    >>> import anndata, numpy as np
    >>> cells = anndata.AnnData(np.arange(10.0)[:, None])
    >>> select_bandwidth(cells, rule="max_min").epsilon
    2.0
    """
    check_is_anndata(adata)
    if key_added is not None:
        check_key(key_added)
        _check_holds_more(adata, copy=False)
    y, belonging = (column_of_cells(adata, name) for name in (labels, groups))
    measured = cells_of(adata, use_rep, n_pcs)
    bandwidth = select_from_table(measured.values, y, groups=belonging, **options)
    if key_added is not None:
        entries = entries_of(bandwidth.to_dict())
        adata.uns[f"{key_added}_bandwidth"] = {**entries, "measured": measured.told}
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
    """What every rule says of the cells, side by side.

    Parameters
    ----------
    adata, labels, use_rep, n_pcs, groups
        As in `select_bandwidth`.
    **options
        Others of `kernelscale.compare`.

    Returns
    -------
    Comparison
        One row a rule; ``.to_frame()`` is the table.

    Raises
    ------
    ValueError, TypeError
        As from `select_bandwidth`.

    Examples
    --------
    The median of the squared distances of 50 cells on a line.

    >>> import anndata, numpy as np
    >>> cells = anndata.AnnData(np.arange(50.0)[:, None])
    >>> compare(cells, rules=["median"])["median"].epsilon
    225.0
    """
    check_is_anndata(adata)
    y, belonging = (column_of_cells(adata, name) for name in (labels, groups))
    measured = cells_of(adata, use_rep, n_pcs)
    return compare_tables(measured.values, y, groups=belonging, **options)


def _measured_for_map(
    adata: anndata.AnnData, use_rep: str | None, n_pcs: int | None, neighbors_key: str | None
) -> Measured:
    if neighbors_key is not None:
        if use_rep is not None or n_pcs is not None:
            raise ValueError(
                f"neighbors_key={neighbors_key!r} takes the distances of a graph that is there, so "
                f"use_rep and n_pcs have no effect; leave them, or neighbors_key."
            )
        return graph_of(adata, neighbors_key)
    nothing_named = use_rep is None and n_pcs is None
    if nothing_named and "X_pca" not in adata.obsm and "neighbors" in adata.uns:
        return graph_of(adata, "neighbors")
    return cells_of(adata, use_rep, n_pcs)


def _check_holds_more(adata: anndata.AnnData, copy: bool) -> None:
    """Refuse what would have to become another file."""
    if adata.isbacked and (copy or adata.is_view):
        raise ValueError(
            f"{'copy=True' if copy else 'Writing into a view'} would copy a file, as this AnnData "
            f"is backed by one; {'leave copy, or ' if copy else ''}pass adata.to_memory()."
        )
