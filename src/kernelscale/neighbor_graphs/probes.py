"""The number of cells that have to be searched to find a given share of the neighbours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine.resources import Resources
from .cells import Cells

__all__ = ["RECALL", "Probes", "probes_needed"]

RECALL = 0.98
"""Share of the neighbours that an approximate search should find."""
_ROWS_DRAWN = 512  # rows of a subsample: one half gives the number of cells, the other the recall


class Probes(NamedTuple):
    """How many cells are searched for each row, and with what result.

    Attributes
    ----------
    number : int
        Number of cells.
    recall : float
        Share of the true neighbours that are found.
    share : float
        Share of all pairs whose distances are computed.
    """

    number: int
    recall: float
    share: float


def probes_needed(
    cells: Cells, n_neighbors: int, random: np.random.RandomState, resources: Resources
) -> Probes:
    """The smallest number of nearest cells in which the share `RECALL` of neighbours is found.

    Parameters
    ----------
    cells : Cells
        The points in cells.
    n_neighbors : int
        Number of neighbours of each row.
    random : RandomState
        Generator that draws the subsample.
    resources : Resources
        Memory and threads of the exact search for these rows.

    Returns
    -------
    Probes
        The number comes from one half of the subsample; recall and share of pairs from the other
        half.

    Examples
    --------
    In two distant groups, all neighbours of a row are in its own cell.

    >>> X = np.random.default_rng(0).normal(size=(100, 2)) + 9 * np.repeat([0, 1], 50)[:, None]
    >>> cells = Cells.around(np.array([[0.0, 0.0], [9.0, 9.0]]), X, Resources())
    >>> probes_needed(cells, 3, np.random.RandomState(0), Resources())
    Probes(number=1, recall=1.0, share=0.5)
    """
    n_samples = len(cells.names)
    rows = random.choice(n_samples, min(_ROWS_DRAWN, n_samples), replace=False)
    ranks, order = _ranks_of_neighbors(cells, rows, n_neighbors, resources)
    choosing, measuring = ranks[::2], ranks[1::2]
    number = int(np.quantile(choosing, RECALL, method="inverted_cdf")) + 1
    n_searched = cells.sizes[order[1::2, :number]].sum(axis=1)
    return Probes(number, float(np.mean(measuring < number)), float(n_searched.mean() / n_samples))


def _ranks_of_neighbors(
    cells: Cells, rows: np.ndarray, n_neighbors: int, resources: Resources
) -> tuple[np.ndarray, np.ndarray]:
    """For each row: the rank of each neighbour's cell by distance, and all cells in that order."""
    neighbors = cells.others(rows, n_neighbors, resources).indices
    cell_of = np.empty_like(cells.names)
    cell_of[cells.names] = np.repeat(np.arange(len(cells)), cells.sizes)
    order = cells.nearest_cells(rows, resources.quiet())
    ranks = np.argsort(order, axis=1)
    return np.take_along_axis(ranks, cell_of[neighbors], axis=1), order
