"""Eigenpairs along a grid of scales, and between its scales where the criterion may be larger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ...markov.eigenpairs import Eigenpairs
from ..kernel_family import Family
from ..maximum import Maximum, refined_maximum
from .landmarks import EmbeddedRows
from .peaks import interior_maximum, step_with_room

__all__ = ["GridSearch", "Winner"]

WORTH_REFINING = 0.9  # share of the best score; a step of 2^(1/8) keeps more of a narrow peak
ROOM = 1.05  # times the best score; a step with a smaller bound is not halved
HIGHER = 1e-3  # share of the score by which a refined maximum may miss the top
NOISE = 2e-6  # error of a difference of two iterated eigenvalues, each known to 1e-6


@dataclass(frozen=True, eq=False)
class Winner:
    """Which scale of a grid wins, and how to refine it.

    Attributes
    ----------
    index : int
        Index of the scale to refine around.
    interior : bool
        Whether it is a local maximum inside the grid.
    ranking : callable
        A function of the eigenpairs at a scale; its value is to be largest.
    remark : str
        A sentence on the choice, for its reason.
    least : float
        The least value of the ranking at the refined scale; below it `otherwise` is taken.
    otherwise : Winner, optional
        The scale that is taken then.
    """

    index: int
    interior: bool
    ranking: Callable[[Eigenpairs], float]
    remark: str = ""
    least: float = -np.inf
    otherwise: Winner | None = None


class GridSearch:
    """The eigenpairs of a family of kernels along a grid, and around a winner as it is refined.

    Parameters
    ----------
    family : Family
        The kernels.
    grid : ndarray of shape (n_scales,)
        Scales, ascending.
    n_pairs : int
        Eigenpairs needed beside the trivial one.
    embedded : EmbeddedRows, optional
        More rows than those of the family, to which the eigenvectors are extended.

    Attributes
    ----------
    seen : dict
        Eigenpairs by scale, for every scale tried.
    on_grid : list of Eigenpairs
        Eigenpairs at the scales of the grid.
    """

    def __init__(
        self, family: Family, grid: np.ndarray, n_pairs: int, embedded: EmbeddedRows | None
    ) -> None:
        self.family, self.grid, self.n_pairs, self.embedded = family, grid, n_pairs, embedded
        self.seen: dict[float, Eigenpairs] = {}
        # From large to small: each scale starts from the vectors of the one before.
        for done, scale in enumerate(grid[::-1].tolist()):
            family.cloud.report("eigenvalues", done, len(grid))
            self.at(scale)
        family.cloud.report("eigenvalues", len(grid), len(grid))
        self.on_grid = [self.seen[scale] for scale in grid.tolist()]

    def at(self, scale: float) -> Eigenpairs:
        """Eigenpairs at one scale, kept once computed."""
        pairs = self.family.eigenpairs(scale, self.n_pairs)
        if self.embedded is not None:
            pairs = self.embedded.extended(pairs, self.family.at(scale))
        self.seen[scale] = pairs
        return pairs

    def refine(self, winner: Winner) -> Maximum:
        """The winner, refined if it is a maximum inside the grid."""
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
        """A maximum between two scales of the grid that is higher than the one found.

        At most `n_more` scales are tried. Of a scale that was ruled out only an upper bound of the
        score is known: the larger figure is at most 1, so the smaller one is taken to be 1
        minus that bound.
        """
        seen = {scale: falling(self.seen[scale]) for scale in [*self.grid.tolist(), found.scale]}
        seen |= {scale: (1.0, 1.0 - bound) for scale, bound in ruled_out.items()}
        for _ in range(n_more):
            scales = np.sort(list(seen))
            highs, lows = np.array([seen[scale] for scale in scales.tolist()]).T
            known = ~np.isin(scales, list(ruled_out))
            best = float((highs - lows)[known].max())
            scale = step_with_room(scales, highs, lows, ROOM * best + NOISE)
            if scale is None:
                break
            seen[scale] = falling(self.at(scale))
        self.grid = np.sort([scale for scale in seen if scale not in ruled_out])
        self.on_grid = [self.seen[scale] for scale in self.grid.tolist()]
        return self._higher(found, winner)

    def _higher(self, found: Maximum, winner: Winner) -> tuple[Winner, Maximum] | None:
        """The highest of the other maxima, refined, if it is higher than the one found."""
        ranks = np.array([winner.ranking(pairs) for pairs in self.on_grid])
        ranks[self.grid == found.scale] = np.nan  # separates the maxima on its two sides
        index = interior_maximum(ranks)
        if index is None or ranks[index] < WORTH_REFINING * found.score:
            return None
        winner = replace(winner, index=index, interior=True, remark="")
        higher = self.refine(winner)
        return (winner, higher) if higher.score > found.score * (1 + HIGHER) + NOISE else None
