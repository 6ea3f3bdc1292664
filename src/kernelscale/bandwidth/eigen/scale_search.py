"""Eigenpairs on a grid of scales, and between its scales where the criterion may be larger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ...markov.eigenpairs import Eigenpairs
from ..kernel_family import Family
from ..maximum import Maximum, refined_maximum
from .embedded_rows import EmbeddedRows
from .peaks import interior_maximum, step_with_room

__all__ = ["ScaleSearch", "Winner"]

# `WORTH_REFINING`, `ROOM` and `HIGHER` are relative to the largest value of the criterion. Maxima
# below `WORTH_REFINING` are not refined, because with steps of 2^(1/8) the grid shows most of a
# peak's height.
WORTH_REFINING = 0.9
ROOM = 1.05  # a step of the grid with a smaller upper bound of the criterion is not halved
HIGHER = 1e-3  # a refined maximum may be below the true one by this share
NOISE = 2e-6  # error of a difference of two iterated eigenvalues, each with an error of 1e-6


@dataclass(frozen=True, eq=False)
class Winner:
    """The best scale of a grid, and how to refine it.

    Attributes
    ----------
    index : int
        Index of the scale to refine.
    interior : bool
        Whether the criterion has a local maximum at this scale, inside the grid.
    ranking : callable
        The function to maximise; it takes the eigenpairs at a scale.
    remark : str
        A sentence on the choice, for the reason.
    least : float
        If the ranking at the refined scale is less than `least`, `otherwise` is taken instead.
    otherwise : Winner, optional
        The alternative.
    """

    index: int
    interior: bool
    ranking: Callable[[Eigenpairs], float]
    remark: str = ""
    least: float = -np.inf
    otherwise: Winner | None = None


class ScaleSearch:
    """Eigenpairs of a family of kernels on a grid of scales, and at scales that refine it.

    Parameters
    ----------
    family : Family
        The kernels.
    grid : ndarray of shape (n_scales,)
        Scales, ascending.
    n_pairs : int
        Number of eigenpairs needed, besides the trivial one (eigenvalue 1, constant vector).
    embedded : EmbeddedRows, optional
        Rows to which the eigenvectors are extended; by default the rows of the family.

    Attributes
    ----------
    eigenpairs : dict
        Eigenpairs by scale, for every scale tried.
    on_grid : list of Eigenpairs
        Eigenpairs at the scales of the grid.
    """

    def __init__(
        self, family: Family, grid: np.ndarray, n_pairs: int, embedded: EmbeddedRows | None
    ) -> None:
        self.family, self.grid, self.n_pairs, self.embedded = family, grid, n_pairs, embedded
        self.eigenpairs: dict[float, Eigenpairs] = {}
        # Scales are tried from large to small: each search starts from the vectors of the previous
        # scale.
        for done, scale in enumerate(grid[::-1].tolist()):
            family.cloud.report("eigenvalues", done, len(grid))
            self.at(scale)
        family.cloud.report("eigenvalues", len(grid), len(grid))
        self.on_grid = [self.eigenpairs[scale] for scale in grid.tolist()]

    def at(self, scale: float) -> Eigenpairs:
        """Compute the eigenpairs at one scale, and keep them."""
        pairs = self.family.eigenpairs(scale, self.n_pairs)
        if self.embedded is not None:
            pairs = self.embedded.extended(pairs, self.family.at(scale))
        self.eigenpairs[scale] = pairs
        return pairs

    def refine(self, winner: Winner) -> Maximum:
        """Refine the winner if it is a maximum inside the grid."""
        ranks = np.array([winner.ranking(pairs) for pairs in self.on_grid])
        if not winner.interior:
            scale, rank = float(self.grid[winner.index]), float(ranks[winner.index])
            return Maximum(scale, rank, False, self.grid, ranks)

        def rank_of(finer: np.ndarray) -> np.ndarray:
            return np.array([winner.ranking(self.at(scale)) for scale in finer.tolist()])

        return refined_maximum(self.grid, ranks, rank_of, winner=winner.index)

    def between(
        self,
        found: Maximum,
        winner: Winner,
        falling: Callable[[Eigenpairs], tuple[float, float]],
        ruled_out: dict[float, float],
        n_more: int,
    ) -> tuple[Winner, Maximum] | None:
        """A maximum between two scales of the grid, if one is higher than `found`; otherwise None.

        The criterion is the difference of the two numbers that `falling` returns. At most `n_more`
        scales are tried. For a scale that was ruled out, only an upper bound of the criterion is
        known. The larger of the two numbers is at most 1, so it is taken as 1 and the smaller as 1
        minus that bound.
        """
        values = {
            scale: falling(self.eigenpairs[scale]) for scale in [*self.grid.tolist(), found.scale]
        }
        values |= {scale: (1.0, 1.0 - bound) for scale, bound in ruled_out.items()}
        for _ in range(n_more):
            scales = np.sort(list(values))
            highs, lows = np.array([values[scale] for scale in scales.tolist()]).T
            known = ~np.isin(scales, list(ruled_out))
            best = float((highs - lows)[known].max())
            scale = step_with_room(scales, highs, lows, ROOM * best + NOISE)
            if scale is None:
                break
            values[scale] = falling(self.at(scale))
        self.grid = np.sort([scale for scale in values if scale not in ruled_out])
        self.on_grid = [self.eigenpairs[scale] for scale in self.grid.tolist()]
        return self._higher(found, winner)

    def _higher(self, found: Maximum, winner: Winner) -> tuple[Winner, Maximum] | None:
        """The highest maximum other than `found`, refined, if it is higher than `found`."""
        ranks = np.array([winner.ranking(pairs) for pairs in self.on_grid])
        ranks[self.grid == found.scale] = np.nan  # excludes the maximum that was found
        index = interior_maximum(ranks)
        if index is None or ranks[index] < WORTH_REFINING * found.value:
            return None
        winner = replace(winner, index=index, interior=True, remark="")
        higher = self.refine(winner)
        return (winner, higher) if higher.value > found.value * (1 + HIGHER) + NOISE else None
