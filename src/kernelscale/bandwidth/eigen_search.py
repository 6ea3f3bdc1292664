"""The search shared by the two rules that need leading eigenpairs at every scale.

Up to `DENSE_ROWS` rows the whole data are used. Above, the search runs on a few stratified samples
of landmarks; the answer is the geometric mean of what they say, with its spread. Criteria that look
at coordinates are taken on more rows, which the landmarks place. Optimal scales shrink slowly as
points are added, so the answer is a little large for the whole.
"""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np

from ..data import PointCloud
from ..markov import Eigenpairs, block_size
from ..results import Bandwidth
from .kernel_family import Family, KernelOfScale, family_of
from .landmarks import PlacedRows
from .rule import Rule
from .search import (
    Maximum,
    NoOptimumError,
    hopeful_step,
    interior_maximum,
    refined_maximum,
)
from .subsampling import interval_around, random_parts

__all__ = ["DENSE_ROWS", "EigenRule", "Path"]

DENSE_ROWS = 5000  # seven seconds for `Spectral`, as measured
SUBSAMPLE_ROWS = 1500
N_SUBSAMPLES = 3
WORTH_REFINING = 0.9  # share of the best score; steps of 2^(1/8) miss a narrow peak's top by less
ROOM = 1.05  # times the best score: a step that leaves less is not halved
HIGHER = 1e-3  # a refined maximum may miss its top by as much
NOISE = 2e-6  # and iterated eigenvalues by half of that each
BETWEEN = 32  # scales at most that are looked at in search of narrow peaks
REFINEMENTS = 20  # scales beside the grid that two rules come to look at


@dataclass(frozen=True, eq=False)
class Path:
    """Which scale of a grid wins, and how to refine it.

    Attributes
    ----------
    winner : int
        Index of the scale to refine around.
    interior : bool
        Whether the winner is a local maximum inside the grid.
    ranking : callable
        What is to be largest near the winner, a function of the eigenpairs there.
    remark : str
        What a reader should know about the choice.
    least : float
        What the ranking has to reach once refined, if the winner is to stand.
    otherwise : Path, optional
        What is taken if it does not.
    """

    winner: int
    interior: bool
    ranking: Callable[[Eigenpairs], float]
    remark: str = ""
    least: float = -np.inf
    otherwise: Path | None = None


class EigenRule(Rule):
    """Base of `Geometric` and `Spectral`."""

    needs_labels: ClassVar[bool] = True
    places_rows: ClassVar[bool] = False
    """Whether the score looks at coordinates, so that more rows than the landmarks can be asked."""
    score_name: ClassVar[str]
    scales: Any
    kernel: KernelOfScale

    @abstractmethod
    def n_pairs(self, cloud: PointCloud) -> int:
        """Eigenpairs needed beside the trivial one."""

    @abstractmethod
    def score(self, pairs: Eigenpairs, cloud: PointCloud) -> float:
        """The score at one scale."""

    @abstractmethod
    def walk(self, cloud: PointCloud, path: list[Eigenpairs]) -> Path:
        """The winner along the grid."""

    falling: ClassVar[Callable[..., tuple[float, float]] | None] = None
    """Two figures that fall as the scale grows, where the score is their difference."""

    def ruled_out(self, family: Family, grid: np.ndarray) -> dict[float, float]:
        """Scales that cannot win, each with an upper bound of its score; none by default."""
        return {}

    def seen(self, pairs: Eigenpairs, cloud: PointCloud) -> dict[str, Any]:
        """What else a reader may want to know of the chosen scale, as evidence."""
        return {}

    @abstractmethod
    def describe(self, score: float, cloud: PointCloud, n_tried: int) -> str:
        """What the score at the chosen scale says, in plain English, and nothing unchecked."""

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        largest = min(DENSE_ROWS, cloud.largest_dense(self._n_vectors(cloud)))
        if cloud.n_samples <= largest:
            return self._choose_on_all(cloud)
        # Classes with few rows may make a part a little larger than asked for.
        return self._choose_on_parts(cloud, min(SUBSAMPLE_ROWS, int(0.9 * largest)))

    def _choose_on_all(self, cloud: PointCloud, placed: PlacedRows | None = None) -> Bandwidth:
        """The choice by the walk on a cloud, scored on its rows or on those it places."""
        family = family_of(cloud, self.kernel)
        grid = family.candidate_scales() if self.scales is None else np.array(self.scales)
        n_pairs = self._checked_pairs(cloud)
        ruled_out = self.ruled_out(family, grid)
        search = _Search(family, np.setdiff1d(grid, list(ruled_out)), n_pairs, placed)
        cloud = cloud if placed is None else placed.cloud
        path = self.walk(cloud, search.on_grid)
        found = search.refine(path)
        # A peak may be narrower than a step of the grid, so its height is judged refined.
        if path.otherwise is not None and found.score < path.least:
            path = path.otherwise
            found = search.refine(path)
        if self.falling is not None and self.scales is None:
            falling = partial(self.falling, n_classes=cloud.n_classes)
            n_more = self._n_between(family.cloud)
            path, found = search.between(found, path, falling, ruled_out, n_more) or (path, found)
        scales = np.sort(list(search.seen))
        chosen = search.seen[found.scale]
        score = self.score(chosen, cloud)
        return family.bandwidth(
            self.name,
            found.scale,
            self.describe(score, cloud, len(scales) + len(ruled_out)) + path.remark,
            scales,
            np.array([self.score(search.seen[scale], cloud) for scale in scales]),
            self.score_name,
            found.interior,
            evidence={"score": score, **self.seen(chosen, cloud), "ruled_out": ruled_out},
        )

    def _checked_pairs(self, cloud: PointCloud) -> int:
        n_pairs = self.n_pairs(cloud)
        if n_pairs >= cloud.n_samples:
            raise ValueError(
                f"The rule '{self.name}' needs {n_pairs} eigenvectors beside the trivial one, but "
                f"{cloud.n_samples} rows have only {cloud.n_samples - 1}; pass more rows."
            )
        return n_pairs

    def _n_vectors(self, cloud: PointCloud) -> int:
        """Eigenvectors alive at the end of a search."""
        family = family_of(cloud, self.kernel)
        grid = family.candidate_scales() if self.scales is None else self.scales
        return (block_size(self.n_pairs(cloud)) + 1) * (len(grid) + REFINEMENTS)

    def _n_between(self, cloud: PointCloud) -> int:
        """How many scales may be looked at between others: as many as fit the memory limit."""
        kept, a_scale = self._n_vectors(cloud), block_size(self.n_pairs(cloud)) + 1
        fit = [
            cloud.largest_dense(kept + n * a_scale) >= cloud.n_samples
            for n in range(1, BETWEEN + 1)
        ]
        return sum(fit)

    def _parts(self, cloud: PointCloud, n_rows: int) -> Iterable[PointCloud]:
        """Random parts, kept with their eigenpairs for the next rule where memory allows."""
        if n_rows in cloud.kept_parts:
            return cloud.kept_parts[n_rows]
        parts = random_parts(cloud, n_rows, N_SUBSAMPLES)
        n_drawn = max(n_rows, 2 * cloud.n_classes)
        kept = 8 * N_SUBSAMPLES * n_drawn * (n_drawn + self._n_vectors(cloud))
        if 4 * kept > cloud.memory_limit:
            return parts
        cloud.kept_parts[n_rows] = list(parts)
        return cloud.kept_parts[n_rows]

    def _placed(self, cloud: PointCloud, part: PointCloud) -> PlacedRows | None:
        """Rows to score on; the landmarks alone where coordinates do not count, or no more fit."""
        n_rows = PlacedRows.affordable(cloud, part.n_samples, self._n_vectors(part))
        if not self.places_rows or n_rows <= part.n_samples:
            return None
        return PlacedRows(cloud, part, n_rows)

    def _choose_on_parts(self, cloud: PointCloud, n_rows: int) -> Bandwidth:
        answers = []
        for part in self._parts(cloud, n_rows):
            with contextlib.suppress(NoOptimumError):  # other parts may have one
                answers.append(self._choose_on_all(part, self._placed(cloud, part)))
        if not answers:
            raise ValueError(
                "Nearly all rows are the same few points, so random parts of them hold hardly any "
                "other; remove duplicate rows."
            )
        chosen = np.array([_scale_of(answer) for answer in answers])
        scale = float(np.exp(np.log(chosen).mean()))
        middle = answers[int(np.argsort(chosen)[len(chosen) // 2])]
        reason = (
            f"Geometric mean over {len(answers)} stratified samples of {n_rows} landmarks from "
            f"the {cloud.n_samples} rows, which gave {chosen.min():.3g} to {chosen.max():.3g}. At "
            f"{_scale_of(middle):.3g}, the middle one: {middle.reason}"
        )
        return family_of(cloud, self.kernel).bandwidth(
            self.name,
            scale,
            reason,
            middle.scales,
            middle.scores,
            self.score_name,
            all(answer.interior for answer in answers),
            interval=interval_around(scale, chosen),
            evidence={**middle.evidence, "subsamples": chosen},
        )


def _scale_of(answer: Bandwidth) -> Any:
    """The scale in the units searched."""
    return answer.evidence.get("kernel_scale", answer.epsilon)


class _Search:
    """Eigenpairs along a grid of scales, and around a winner as it is refined."""

    def __init__(
        self, family: Family, grid: np.ndarray, n_pairs: int, placed: PlacedRows | None
    ) -> None:
        self.family, self.grid, self.n_pairs, self.placed = family, grid, n_pairs, placed
        self.seen: dict[float, Eigenpairs] = {}
        # From large to small: each scale starts from the one before.
        for done, scale in enumerate(grid[::-1].tolist()):
            family.cloud.report("eigenvalues", done, len(grid))
            self.at(scale)
        family.cloud.report("eigenvalues", len(grid), len(grid))
        self.on_grid = [self.seen[scale] for scale in grid.tolist()]

    def at(self, scale: float) -> Eigenpairs:
        """Eigenpairs at one scale, remembered."""
        pairs = self.family.eigenpairs(scale, self.n_pairs)
        if self.placed is not None:
            pairs = self.placed.extended(pairs, self.family.at(scale))
        self.seen[scale] = pairs
        return pairs

    def refine(self, path: Path) -> Maximum:
        """The winner of a path, refined if it is a maximum."""
        ranks = np.array([path.ranking(pairs) for pairs in self.on_grid])
        if not path.interior:
            scale, rank = float(self.grid[path.winner]), float(ranks[path.winner])
            return Maximum(scale, rank, False, self.grid, ranks)

        def rank_of(finer: np.ndarray) -> np.ndarray:
            return np.array([path.ranking(self.at(scale)) for scale in finer.tolist()])

        return refined_maximum(self.grid, ranks, rank_of, winner=path.winner)

    def between(
        self,
        found: Maximum,
        path: Path,
        falling: Callable[[Eigenpairs], tuple[float, float]],
        ruled_out: dict[float, float],
        n_more: int,
    ) -> tuple[Path, Maximum] | None:
        """A higher maximum than the one found, where the grid has stepped over it.

        Looks at `n_more` scales at most. Of a scale that was ruled out only an upper bound of the
        score is known: what the smaller figure lacks to 1.
        """
        seen = {scale: falling(self.seen[scale]) for scale in [*self.grid.tolist(), found.scale]}
        seen |= {scale: (1.0, 1.0 - bound) for scale, bound in ruled_out.items()}
        for _ in range(n_more):
            scales = np.sort(list(seen))
            highs, lows = np.array([seen[scale] for scale in scales.tolist()]).T
            known = ~np.isin(scales, list(ruled_out))
            best = float((highs - lows)[known].max())
            scale = hopeful_step(scales, highs, lows, ROOM * best + NOISE)
            if scale is None:
                break
            seen[scale] = falling(self.at(scale))
        self.grid = np.sort([scale for scale in seen if scale not in ruled_out])
        self.on_grid = [self.seen[scale] for scale in self.grid.tolist()]
        return self._higher(found, path)

    def _higher(self, found: Maximum, path: Path) -> tuple[Path, Maximum] | None:
        """The highest of the other maxima, refined, if it is higher than the one found."""
        ranks = np.array([path.ranking(pairs) for pairs in self.on_grid])
        ranks[self.grid == found.scale] = np.nan  # parts the maxima beside it from each other
        winner = interior_maximum(ranks)
        if winner is None or ranks[winner] < WORTH_REFINING * found.score:
            return None
        path = replace(path, winner=winner, interior=True, remark="")
        higher = self.refine(path)
        return (path, higher) if higher.score > found.score * (1 + HIGHER) + NOISE else None
