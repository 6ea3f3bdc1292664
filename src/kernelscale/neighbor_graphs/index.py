"""An index for nearest neighbours: points in cells or, for an exact search, the rows themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._validation import check_count
from ..engine.arithmetic.reference import smallest
from ..engine.passes import run_pass
from ..engine.requests import Neighbors
from ..engine.resources import Resources
from ..engine.source import Source
from ..engine.statistics import NearestOthers
from ..metrics.euclidean import EUCLIDEAN
from ..metrics.metric import Metric, RowMetric
from .cells import Cells
from .probes import Probes

__all__ = ["NeighborIndex"]

_EVERYWHERE = Probes(number=1, recall=1.0, share=1.0)


@dataclass(frozen=True, eq=False)
class NeighborIndex:
    """An index for nearest neighbours, as from `neighbor_index`.

    Attributes
    ----------
    metric : Metric
        The metric of distances.
    resources : Resources
        Memory and threads of a search.
    values : ndarray
        The rows, checked and prepared by the metric.
    cells : Cells, optional
        The points in cells, for an approximate search.
    probes : Probes
        Number of cells that are searched for each row, and the recall.
    """

    metric: Metric
    resources: Resources
    values: np.ndarray
    cells: Cells | None = None
    probes: Probes = _EVERYWHERE

    @property
    def approximate(self) -> bool:
        """Whether neighbours may be missed."""
        return self.cells is not None

    @property
    def recall(self) -> float:
        """Share of the true neighbours that are found; 1.0 where the search is exact."""
        return self.probes.recall

    def others(self, n_neighbors: int) -> Neighbors:
        """The nearest other rows of each row, of shape (n_samples, n_neighbors)."""
        n_neighbors = check_count(n_neighbors, "n_neighbors", largest=len(self.values) - 1)
        if self.cells is not None:
            found = self.cells.others(None, n_neighbors, self.resources, self.probes.number)
        else:
            nearest = NearestOthers(n_neighbors)
            found = run_pass(self.values, nearest, self.resources, metric=self._searched)
        return self._measured(found)

    @property
    def _searched(self) -> Metric:
        """The metric of the search: Euclidean if it gives the same neighbours."""
        return EUCLIDEAN if self.metric.ranks_as_euclidean else self.metric

    def _measured(self, found: Neighbors) -> Neighbors:
        """These neighbours, with their distances in the index's metric."""
        if self._searched == self.metric or not isinstance(self.metric, RowMetric):
            return found
        return Neighbors(self.metric.from_euclidean(found.squared_distances), found.indices)

    def query(self, rows: Any, n_neighbors: int, *, checked: bool = False) -> Neighbors:
        """The rows of the index that are nearest to new rows.

        Parameters
        ----------
        rows : array-like of shape (n_rows, n_features)
            New rows, or their distances to all rows of the index if the metric takes distances.
        n_neighbors : int
            Number of neighbours of each row.
        checked : bool
            Whether the metric has checked and prepared the rows already.

        Returns
        -------
        Neighbors
            Squared distances, ascending, and indices, of shape (n_rows, n_neighbors). The
            nearest neighbour of a row of the index is the row itself.

        Raises
        ------
        ValueError
            If the rows differ in their number of features from the index, or the index has fewer
            rows than `n_neighbors`.
        """
        n_samples = len(self.values)
        n_neighbors = check_count(n_neighbors, "n_neighbors", largest=n_samples)
        if not checked:
            rows = self.metric.checked_rows(rows, n_samples)
        if not self.metric.sees_points:
            return smallest(self.metric.squares_to(rows, None), n_neighbors)
        if rows.shape[1] != self.values.shape[1]:
            raise ValueError(
                f"New rows must have the {self.values.shape[1]} features of the rows of the index, "
                f"but {rows.shape[1]} were given."
            )
        cells = self.cells
        if cells is None:
            cells = Cells.one(Source.of(self.values, self._searched))
        return self._measured(cells.query(rows, n_neighbors, self.resources, self.probes.number))
