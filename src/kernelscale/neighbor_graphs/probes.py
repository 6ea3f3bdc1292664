"""The number of cells to search for a given share of the neighbours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine.resources import Resources
from .cells import Cells

__all__ = ["RECALL", "Probes", "probes_needed"]

RECALL = 0.98
"""Share of the neighbours that an approximate search is to find."""
_ROWS_DRAWN = 512  # half to choose the number, half to measure the recall


class Probes(NamedTuple):
    """Number of cells to search, share of neighbours found, share of pairs computed."""

    number: int
    recall: float
    share: float


def probes_needed(
    cells: Cells, n_neighbors: int, random: np.random.RandomState, resources: Resources
) -> Probes:
    """The fewest cells that hold a share `RECALL` of the neighbours of rows drawn.

    Parameters
    ----------
    cells : Cells
        The points in cells.
    n_neighbors : int
        Neighbours of each row.
    random : RandomState
        Generator of the rows drawn.
    resources : Resources
        Memory and threads of the exact search for these rows.

    Returns
    -------
    Probes
        The number from one half of the rows; the recall and the share of pairs from the other.

    Examples
    --------
    Neighbours of rows in two distant groups lie in the same group.

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
    looked_at = cells.sizes[order[1::2, :number]].sum(axis=1)
    return Probes(number, float(np.mean(measuring < number)), float(looked_at.mean() / n_samples))


def _ranks_of_neighbors(
    cells: Cells, rows: np.ndarray, n_neighbors: int, resources: Resources
) -> tuple[np.ndarray, np.ndarray]:
    """How many cells are nearer than that of each neighbour, and cells from near to far."""
    neighbors = cells.others(rows, n_neighbors, resources).indices
    cell_of = np.empty_like(cells.names)
    cell_of[cells.names] = np.repeat(np.arange(len(cells)), cells.sizes)
    order = cells.near_to(rows, resources.quiet())
    ranks = np.argsort(order, axis=1)
    return np.take_along_axis(ranks, cell_of[neighbors], axis=1), order
