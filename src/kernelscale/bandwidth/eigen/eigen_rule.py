"""The base class of rules whose criterion needs the leading eigenpairs at every scale.

Up to `DENSE_ROWS` rows, all rows are used if memory allows. Otherwise a few stratified subsamples
are drawn; the rows of a subsample are landmarks. The scale is the geometric mean of the scales
chosen on the subsamples, and the interval is their range. A criterion that uses coordinates is
computed on more rows than there are landmarks: further rows are embedded among the landmarks. The
optimal scale shrinks slowly as rows are added, so a scale chosen on subsamples is slightly too
large for all rows.
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
from .embedded_rows import EmbeddedRows
from .peaks import NoOptimumError
from .scale_search import ScaleSearch, Winner

__all__ = ["DENSE_ROWS", "EigenRule"]

DENSE_ROWS = 5000  # for this number of rows `Spectral` takes seven seconds
SUBSAMPLE_ROWS = 1500
N_SUBSAMPLES = 3
BETWEEN = 32  # largest number of scales tried in search of narrow peaks
REFINEMENTS = 20  # number of scales that `Geometric` and `Spectral` together try besides the grid


class EigenRule(Rule):
    """Base of `Geometric` and `Spectral`."""

    needs_labels: ClassVar[bool] = True
    embeds_rows: ClassVar[bool] = False
    """Whether the criterion uses coordinates, so that it can be computed on embedded rows too."""
    criterion_name: ClassVar[str]
    scales: Any
    kernel: KernelOfScale

    @abstractmethod
    def n_pairs(self, cloud: PointCloud) -> int:
        """Number of eigenpairs needed, besides the trivial one (eigenvalue 1, constant vector)."""

    @abstractmethod
    def criterion(self, pairs: Eigenpairs, cloud: PointCloud) -> float:
        """The criterion at one scale."""

    @abstractmethod
    def winner(self, cloud: PointCloud, on_grid: list[Eigenpairs]) -> Winner:
        """The best scale of the grid."""

    falling: ClassVar[Callable[..., tuple[float, float]] | None] = None
    """Computes two numbers that fall as the scale grows and whose difference is the criterion.

    None if the criterion is not such a difference.
    """

    def ruled_out(self, family: Family, grid: np.ndarray) -> dict[float, float]:
        """Scales that cannot be best, each with an upper bound of the criterion there."""
        return {}

    def further_evidence(self, pairs: Eigenpairs, cloud: PointCloud) -> dict[str, Any]:
        """Further evidence about the chosen scale; empty by default."""
        return {}

    @abstractmethod
    def describe(self, value: float, cloud: PointCloud, n_tried: int) -> str:
        """A sentence on the criterion at the chosen scale."""

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        largest = min(DENSE_ROWS, cloud.largest_dense(self._n_vectors(cloud)))
        if cloud.n_samples <= largest:
            return self._choose_on_all(cloud)
        # Small classes may make a subsample slightly larger than `n_rows`.
        return self._choose_on_subsamples(cloud, min(SUBSAMPLE_ROWS, int(0.9 * largest)))

    def _choose_on_all(self, cloud: PointCloud, embedded: EmbeddedRows | None = None) -> Bandwidth:
        """Choose with the eigenpairs of all rows of `cloud`.

        The criterion is computed on the rows of `embedded` or, if it is None, of `cloud`.
        """
        family = family_of(cloud, self.kernel)
        grid = family.candidate_scales() if self.scales is None else np.array(self.scales)
        n_pairs = self._checked_pairs(cloud)
        ruled_out = self.ruled_out(family, grid)
        search = ScaleSearch(family, np.setdiff1d(grid, list(ruled_out)), n_pairs, embedded)
        cloud = cloud if embedded is None else embedded.cloud
        winner = self.winner(cloud, search.on_grid)
        found = search.refine(winner)
        # A peak may be narrower than a step of the grid, so its height is checked after refinement.
        if winner.otherwise is not None and found.value < winner.least:
            winner = winner.otherwise
            found = search.refine(winner)
        if self.falling is not None and self.scales is None:
            falling = partial(self.falling, n_classes=cloud.n_classes)
            higher = search.between(
                found, winner, falling, ruled_out, self._n_between(family.cloud)
            )
            winner, found = higher or (winner, found)
        scales = np.sort(list(search.eigenpairs))
        chosen = search.eigenpairs[found.scale]
        value = self.criterion(chosen, cloud)
        return family.bandwidth(
            self.name,
            found.scale,
            self.describe(value, cloud, len(scales) + len(ruled_out)) + winner.remark,
            scales,
            np.array([self.criterion(search.eigenpairs[scale], cloud) for scale in scales]),
            self.criterion_name,
            found.interior,
            evidence={
                "criterion": value,
                **self.further_evidence(chosen, cloud),
                "ruled_out": ruled_out,
            },
        )

    def _checked_pairs(self, cloud: PointCloud) -> int:
        n_pairs = self.n_pairs(cloud)
        if n_pairs >= cloud.n_samples:
            raise ValueError(
                f"The rule '{self.name}' needs {n_pairs} eigenvectors besides the trivial one, but "
                f"{cloud.n_samples} rows have only {cloud.n_samples - 1}; pass more rows."
            )
        return n_pairs

    def _n_vectors(self, cloud: PointCloud) -> int:
        """Number of eigenvectors in memory at the end of a search."""
        family = family_of(cloud, self.kernel)
        grid = family.candidate_scales() if self.scales is None else self.scales
        return (block_size(self.n_pairs(cloud)) + 1) * (len(grid) + REFINEMENTS)

    def _n_between(self, cloud: PointCloud) -> int:
        """Number of scales, up to `BETWEEN`, whose eigenpairs fit in memory besides the grid's."""
        kept, a_scale = self._n_vectors(cloud), block_size(self.n_pairs(cloud)) + 1
        fit = [
            cloud.largest_dense(kept + n * a_scale) >= cloud.n_samples
            for n in range(1, BETWEEN + 1)
        ]
        return sum(fit)

    def _subsamples(self, cloud: PointCloud, n_rows: int) -> Iterable[PointCloud]:
        """Random subsamples; if memory allows, they are kept for other rules, with eigenpairs."""
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
        """The rows on which the criterion is computed; None if they are just the landmarks."""
        n_rows = EmbeddedRows.affordable(cloud, landmarks.n_samples, self._n_vectors(landmarks))
        if not self.embeds_rows or n_rows <= landmarks.n_samples:
            return None
        return EmbeddedRows(cloud, landmarks, n_rows)

    def _choose_on_subsamples(self, cloud: PointCloud, n_rows: int) -> Bandwidth:
        found = []
        for subsample in self._subsamples(cloud, n_rows):
            with contextlib.suppress(NoOptimumError):  # other subsamples may have an optimum
                found.append(self._choose_on_all(subsample, self._embedded(cloud, subsample)))
        if not found:
            raise ValueError(
                "No random subsample has a best scale, for example because nearly all rows are "
                "duplicates of a few points; remove duplicate rows."
            )
        chosen = np.array([_scale_of(bandwidth) for bandwidth in found])
        scale = float(np.exp(np.log(chosen).mean()))
        middle = found[int(np.argsort(chosen)[len(chosen) // 2])]
        reason = (
            f"The scale is the geometric mean of the scales chosen on {len(found)} subsamples of "
            f"{n_rows} of the {cloud.n_samples} rows, from {chosen.min():.3g} to "
            f"{chosen.max():.3g}. For the middle one, {_scale_of(middle):.3g}: {middle.reason}"
        )
        return family_of(cloud, self.kernel).bandwidth(
            self.name,
            scale,
            reason,
            middle.scales,
            middle.criterion,
            self.criterion_name,
            all(bandwidth.interior for bandwidth in found),
            interval=interval_around(scale, chosen),
            evidence={**middle.evidence, "subsamples": chosen},
        )


def _scale_of(bandwidth: Bandwidth) -> Any:
    """The scale in the parameter that was searched: epsilon, or the scale of another kernel."""
    return bandwidth.evidence.get("kernel_scale", bandwidth.epsilon)
