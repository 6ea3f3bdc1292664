"""The search shared by the two rules that need an eigendecomposition at every scale.

Up to `DENSE_ROWS` rows the whole data are used. Above, the search runs on a few stratified
subsamples; the answer is the geometric mean of what they say, with its spread. Optimal scales
shrink slowly as points are added, so a subsample's answer is a little large for the whole.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .._validation import check_scales
from ..kernels import Gaussian
from ..markov import Eigenpairs
from ..point_cloud import PointCloud
from ..results import Bandwidth
from .rule import Rule
from .search import Maximum, refined_maximum
from .subsampling import random_parts

__all__ = ["DENSE_ROWS", "EigenRule", "Path"]

DENSE_ROWS = 3000
SUBSAMPLE_ROWS = 1500
N_SUBSAMPLES = 3


@dataclass(frozen=True, eq=False)
class Path:
    """A score along a grid of scales, and what else was seen there.

    Attributes
    ----------
    scales, scores : ndarray of shape (n_scales,)
        The grid and the score; NaN where the score has no meaning.
    winner : int
        Index of the scale to refine around.
    interior : bool
        Whether the winner is a local maximum inside the grid.
    remark : str
        What a reader should know about the choice.
    """

    scales: np.ndarray
    scores: np.ndarray
    winner: int
    interior: bool
    remark: str = ""


class EigenRule(Rule):
    """Base of `Geometric` and `Spectral`."""

    needs_labels: ClassVar[bool] = True
    score_name: ClassVar[str]
    scales: Any

    @abstractmethod
    def n_pairs(self, cloud: PointCloud) -> int:
        """Eigenpairs needed beside the trivial one."""

    @abstractmethod
    def score(self, pairs: Eigenpairs, cloud: PointCloud) -> float:
        """The score at one scale."""

    @abstractmethod
    def walk(self, cloud: PointCloud, scales: np.ndarray, path: list[Eigenpairs]) -> Path:
        """Scores along the grid and the winner among them."""

    @abstractmethod
    def describe(self, found: Maximum, remark: str) -> str:
        """The reason, in plain English."""

    def choose(self, cloud: PointCloud) -> Bandwidth:
        largest = min(DENSE_ROWS, cloud.largest_dense())
        if cloud.n_samples <= largest:
            return self._choose_on_all(cloud)
        return self._choose_on_parts(cloud, min(SUBSAMPLE_ROWS, largest))

    def _choose_on_all(self, cloud: PointCloud) -> Bandwidth:
        n_pairs = self._checked_pairs(cloud)
        scales = cloud.candidate_scales() if self.scales is None else check_scales(self.scales)
        path = []
        for done, scale in enumerate(scales):
            cloud.report("eigenvalues", done, len(scales))
            path.append(cloud.eigenpairs(float(scale), n_pairs))
        cloud.report("eigenvalues", len(scales), len(scales))
        walked = self.walk(cloud, scales, path)

        def score_of(finer: np.ndarray) -> np.ndarray:
            pairs = (cloud.eigenpairs(float(scale), n_pairs) for scale in finer)
            return np.array([self.score(found, cloud) for found in pairs])

        found = Maximum(
            float(scales[walked.winner]), walked.scores[walked.winner], False, scales, walked.scores
        )
        if walked.interior:
            found = refined_maximum(scales, walked.scores, score_of, winner=walked.winner)
        return Bandwidth(
            self.name,
            found.scale,
            Gaussian(found.scale),
            self.describe(found, walked.remark),
            found.scales,
            found.scores,
            self.score_name,
            found.interior,
            evidence={"score": float(found.score)},
        )

    def _checked_pairs(self, cloud: PointCloud) -> int:
        n_pairs = self.n_pairs(cloud)
        if n_pairs >= cloud.n_samples:
            raise ValueError(
                f"The rule '{self.name}' needs {n_pairs} eigenvectors beside the trivial one, but "
                f"{cloud.n_samples} rows have only {cloud.n_samples - 1}; pass more rows."
            )
        return n_pairs

    def _choose_on_parts(self, cloud: PointCloud, n_rows: int) -> Bandwidth:
        answers = [self._choose_on_all(part) for part in random_parts(cloud, n_rows, N_SUBSAMPLES)]
        chosen = np.array([answer.epsilon for answer in answers])
        epsilon = float(np.exp(np.log(chosen).mean()))
        middle = answers[int(np.argsort(chosen)[len(chosen) // 2])]
        reason = (
            f"Geometric mean over {len(answers)} stratified subsamples of {n_rows} of the "
            f"{cloud.n_samples} rows, which gave {chosen.min():.3g} to {chosen.max():.3g}. "
            + middle.reason
        )
        return Bandwidth(
            self.name,
            epsilon,
            Gaussian(epsilon),
            reason,
            middle.scales,
            middle.scores,
            self.score_name,
            all(answer.interior for answer in answers),
            (float(chosen.min()), float(chosen.max())),
            evidence={"score": middle.evidence["score"], "subsamples": chosen},
        )
