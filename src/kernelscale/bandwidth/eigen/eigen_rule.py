"""Base of the rules whose criterion needs the leading eigenpairs at every scale.

Up to `DENSE_ROWS` rows all are used. From more, a few stratified subsamples are drawn, whose rows
are landmarks; the scale is the geometric mean of those chosen on the subsamples, which also give
its interval. A criterion that uses coordinates is computed on more rows, embedded among the
landmarks. Optimal scales shrink slowly as rows are added, so this scale is a little too large for
all rows.
"""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar

import numpy as np

from ...data import PointCloud
from ...markov.eigenpairs import Eigenpairs
from ...markov.krylov.block_krylov import block_size
from ...results import Bandwidth
from ..kernel_family import Family, KernelOfScale, family_of
from ..rule import Rule
from ..subsampling import interval_around, random_subsamples
from .grid_search import GridSearch, Winner
from .landmarks import EmbeddedRows
from .peaks import NoOptimumError

__all__ = ["DENSE_ROWS", "EigenRule"]

DENSE_ROWS = 5000  # `Spectral` takes seven seconds for so many
SUBSAMPLE_ROWS = 1500
N_SUBSAMPLES = 3
BETWEEN = 32  # most scales that are tried in search of narrow peaks
REFINEMENTS = 20  # scales beside the grid that two rules try


class EigenRule(Rule):
    """Base of `Geometric` and `Spectral`."""

    needs_labels: ClassVar[bool] = True
    embeds_rows: ClassVar[bool] = False
    """Whether the score uses coordinates, so that it can be computed on embedded rows as well."""
    score_name: ClassVar[str]
    scales: Any
    kernel: KernelOfScale

    @abstractmethod
    def n_pairs(self, cloud: PointCloud) -> int:
        """Eigenpairs needed beside the trivial one."""

    @abstractmethod
    def score(self, pairs: Eigenpairs, cloud: PointCloud) -> float:
        """The criterion at one scale."""

    @abstractmethod
    def winner(self, cloud: PointCloud, on_grid: list[Eigenpairs]) -> Winner:
        """The best scale of the grid."""

    falling: ClassVar[Callable[..., tuple[float, float]] | None] = None
    """Two figures that fall as the scale grows, where the score is their difference."""

    def ruled_out(self, family: Family, grid: np.ndarray) -> dict[float, float]:
        """Scales that cannot be best, each with an upper bound of its score; none by default."""
        return {}

    def seen(self, pairs: Eigenpairs, cloud: PointCloud) -> dict[str, Any]:
        """More evidence about the chosen scale; none by default."""
        return {}

    @abstractmethod
    def describe(self, score: float, cloud: PointCloud, n_tried: int) -> str:
        """A sentence on the score at the chosen scale."""

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        largest = min(DENSE_ROWS, cloud.largest_dense(self._n_vectors(cloud)))
        if cloud.n_samples <= largest:
            return self._choose_on_all(cloud)
        # Classes of few rows may make a subsample a little larger than `n_rows`.
        return self._choose_on_subsamples(cloud, min(SUBSAMPLE_ROWS, int(0.9 * largest)))

    def _choose_on_all(self, cloud: PointCloud, embedded: EmbeddedRows | None = None) -> Bandwidth:
        """The choice by the operator of a cloud, scored on its rows or on embedded ones."""
        family = family_of(cloud, self.kernel)
        grid = family.candidate_scales() if self.scales is None else np.array(self.scales)
        n_pairs = self._checked_pairs(cloud)
        ruled_out = self.ruled_out(family, grid)
        search = GridSearch(family, np.setdiff1d(grid, list(ruled_out)), n_pairs, embedded)
        cloud = cloud if embedded is None else embedded.cloud
        winner = self.winner(cloud, search.on_grid)
        found = search.refine(winner)
        # A peak may be narrower than a step of the grid, so its height is judged once refined.
        if winner.otherwise is not None and found.score < winner.least:
            winner = winner.otherwise
            found = search.refine(winner)
        if self.falling is not None and self.scales is None:
            falling = partial(self.falling, n_classes=cloud.n_classes)
            higher = search.between(
                found, winner, falling, ruled_out, self._n_between(family.cloud)
            )
            winner, found = higher or (winner, found)
        scales = np.sort(list(search.seen))
        chosen = search.seen[found.scale]
        score = self.score(chosen, cloud)
        return family.bandwidth(
            self.name,
            found.scale,
            self.describe(score, cloud, len(scales) + len(ruled_out)) + winner.remark,
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
        """Eigenvectors held in memory at the end of a search."""
        family = family_of(cloud, self.kernel)
        grid = family.candidate_scales() if self.scales is None else self.scales
        return (block_size(self.n_pairs(cloud)) + 1) * (len(grid) + REFINEMENTS)

    def _n_between(self, cloud: PointCloud) -> int:
        """How many scales between those of the grid fit the memory limit."""
        kept, a_scale = self._n_vectors(cloud), block_size(self.n_pairs(cloud)) + 1
        fit = [
            cloud.largest_dense(kept + n * a_scale) >= cloud.n_samples
            for n in range(1, BETWEEN + 1)
        ]
        return sum(fit)

    def _subsamples(self, cloud: PointCloud, n_rows: int) -> Iterable[PointCloud]:
        """Random subsamples, kept with their eigenpairs for the next rule where memory allows."""
        if n_rows in cloud.kept_parts:
            return cloud.kept_parts[n_rows]
        subsamples = random_subsamples(cloud, n_rows, N_SUBSAMPLES)
        n_drawn = max(n_rows, 2 * cloud.n_classes)
        kept = 8 * N_SUBSAMPLES * n_drawn * (n_drawn + self._n_vectors(cloud))
        if 4 * kept > cloud.memory_limit:
            return subsamples
        cloud.kept_parts[n_rows] = list(subsamples)
        return cloud.kept_parts[n_rows]

    def _embedded(self, cloud: PointCloud, landmarks: PointCloud) -> EmbeddedRows | None:
        """Rows to score on; None for landmarks alone, if more rows are not used or do not fit."""
        n_rows = EmbeddedRows.affordable(cloud, landmarks.n_samples, self._n_vectors(landmarks))
        if not self.embeds_rows or n_rows <= landmarks.n_samples:
            return None
        return EmbeddedRows(cloud, landmarks, n_rows)

    def _choose_on_subsamples(self, cloud: PointCloud, n_rows: int) -> Bandwidth:
        found = []
        for subsample in self._subsamples(cloud, n_rows):
            with contextlib.suppress(NoOptimumError):  # other subsamples may have one
                found.append(self._choose_on_all(subsample, self._embedded(cloud, subsample)))
        if not found:
            raise ValueError(
                "Nearly all rows duplicate a few points, so random subsamples hold few other "
                "rows; remove duplicate rows."
            )
        chosen = np.array([_scale_of(bandwidth) for bandwidth in found])
        scale = float(np.exp(np.log(chosen).mean()))
        middle = found[int(np.argsort(chosen)[len(chosen) // 2])]
        reason = (
            f"Geometric mean over {len(found)} stratified subsamples of {n_rows} landmarks from "
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
            all(bandwidth.interior for bandwidth in found),
            interval=interval_around(scale, chosen),
            evidence={**middle.evidence, "subsamples": chosen},
        )


def _scale_of(bandwidth: Bandwidth) -> Any:
    """The scale in the units searched."""
    return bandwidth.evidence.get("kernel_scale", bandwidth.epsilon)
