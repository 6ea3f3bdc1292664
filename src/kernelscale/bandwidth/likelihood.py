"""The scale at which rows are most likely, each under the density of all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from .._validation import check_count, check_positive, check_share
from ..data import PointCloud
from ..kernels import Gaussian
from ..results import Bandwidth
from .as_good import as_good_around
from .copies import DuplicatesError
from .left_out_densities import LeftOutDensities
from .rule import Rule
from .sampled_rows import about_sample, sampled_evidence
from .search import Maximum, climbed_maximum

__all__ = ["Likelihood"]

LONELIEST = 0.01  # share of the rows that is looked at apart
RAISE = 10.0  # what they may raise the scale by without a word
NARROWEST = 2 ** (1 / 8)  # steps between scales beside the best; the vertex is nearer than 1 %
MARGIN = 0.02  # peaks of the mean log density that are this near the best are climbed, too


@dataclass(frozen=True)
class Likelihood(Rule):
    """``eps = argmax sum_i log p_i``, p_i the density of all other rows in row i.

    The density is that of a Gaussian of variance eps around each of the n - 1 other rows,
    ``p_i = (2 pi eps)^(-d/2) sum_{j != i} exp(-r_ij / (2 eps)) / (n - 1)`` in d dimensions. Copies
    of a row are left out together with it, because they tell where it is and not how far its
    density reaches; rounded data are full of them. The largest likelihood lies between
    ``mean_i min_j r_ij / d`` and ``mean_ij r_ij / d``, so a lone row at a distance R raises the
    scale to at least ``R^2 / (n d)``. That is meant: where rows come from a heavy tail more will,
    and a scale that does not reach them says that they cannot be. For rows that are errors it is
    wrong. So where the loneliest, one in a hundred or a single one, raise the scale more than
    tenfold, the reason says by how much, and `outliers` passes them over.

    Parameters
    ----------
    dimension : float, optional
        The d of the formula; by default the number of features, which is right for a density in
        their space. It has to be said where only distances are known.
    outliers : float
        Share of the rows whose own density is not asked for, the loneliest first; if it is not 0,
        one row at least.
    n_rows : int, optional
        Most rows whose density is asked for, all by default. Of more, so many are drawn at random,
        always the same ones; all rows make up the density, and a lone row that is not drawn does
        not raise the scale. With `n_sample` that says how many.
    duplicates : "auto", "once" or "each"
        How copies of rows count. By default each counts, and is left out with all its copies; with
        "each" a row's copies are others to it, so that it is the likelier the smaller the scale.

    Raises
    ------
    ValueError
        If an option is not valid; when called, if only distances are given and no dimension, or
        each row has a copy that counts as another.

    Notes
    -----
    `as_good` is the range of scales around the best in which none is worse by more than one
    standard error of the mean difference, row by row; it may reach the ends of the search.

    References
    ----------
    R. P. W. Duin, "On the choice of smoothing parameters for Parzen estimators of probability
    density functions", IEEE Transactions on Computers C-25 (1976). J. D. F. Habbema, J. Hermans
    and K. van den Broek, "A stepwise discrimination analysis program using density estimation",
    Compstat (1974).

    Examples
    --------
    Two narrow groups, far apart. A rule of thumb for a single group would blur them into one.

    >>> random = np.random.default_rng(0)
    >>> X = np.r_[random.normal(0, 1, 200), random.normal(50, 1, 200)][:, None]
    >>> bandwidth = Likelihood()(X)
    >>> bool(0.1 < bandwidth.length_scale < 1), bandwidth.interior
    (True, True)
    """

    dimension: float | None = None
    outliers: float = 0.0
    n_rows: int | None = None
    name: ClassVar[str] = "likelihood"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.dimension is not None:
            check_positive(self.dimension, "dimension")
        check_share(self.outliers, "outliers")
        if self.n_rows is not None:
            check_count(self.n_rows, "n_rows", smallest=2)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        densities = LeftOutDensities(
            cloud,
            self._dimension_of(cloud),
            copies_are_others=self.duplicates == "each",
            n_rows=self.n_rows,
        )
        counted = densities.without_loneliest(self.outliers)
        if not densities.nearest[counted].any():
            raise DuplicatesError(
                "Every row has an exact duplicate, so the likelihood grows without bound as the "
                "scale goes to 0; remove duplicate rows to use the rule 'likelihood'."
            )
        near = counted & densities.without_loneliest(LONELIEST)
        if not densities.nearest[near].any():
            near = counted
        grid = densities.candidate_scales(near)
        found = climbed_maximum(
            grid,
            lambda scale: densities.mean(scale, counted),
            margin=MARGIN,
            narrowest=NARROWEST,
            announce=densities.at,
        )
        reason = " ".join(
            [
                "Rows are most likely here under the density of all others.",
                *_about_passed_over(counted),
                *_about_loneliest(densities, grid, counted, near),
            ]
        )
        return self._answer_at(found, densities, counted, reason, cloud)

    def _dimension_of(self, cloud: PointCloud) -> float:
        if self.dimension is not None:
            return float(self.dimension)
        if not cloud.metric.is_euclidean:
            raise ValueError(
                f"The rule 'likelihood' looks at the features, but {cloud.metric.instead}, or say "
                f"how many dimensions the density has, as Likelihood(dimension=2) does."
            )
        return float(cloud.n_features)

    def _answer_at(
        self,
        found: Maximum,
        densities: LeftOutDensities,
        counted: np.ndarray,
        reason: str,
        cloud: PointCloud,
    ) -> Bandwidth:
        evidence: dict[str, Any] = {
            "score": found.score,
            "dimension": densities.dimension,
            "passed_over": densities.rows[~counted],
        }
        n_rows = len(densities.rows)
        if n_rows < cloud.n_samples:
            error = densities.error(found.scale, counted)
            reason += about_sample(cloud, n_rows, f"{error:.2g} of the mean log density")
            evidence |= sampled_evidence(n_rows, score=error)
        return Bandwidth(
            self.name,
            found.scale,
            Gaussian(found.scale),
            reason,
            found.scales,
            found.scores,
            "mean log density of rows left out, in units of their deviation",
            found.interior,
            evidence=evidence,
            as_good=as_good_around(
                found.scales, found.scale, lambda each: densities.excess(each, found.scale, counted)
            ),
        )


def _about_passed_over(counted: np.ndarray) -> list[str]:
    if counted.all():
        return []
    return [f"The density of the {np.count_nonzero(~counted)} loneliest was not asked for."]


def _about_loneliest(
    densities: LeftOutDensities, grid: np.ndarray, counted: np.ndarray, near: np.ndarray
) -> list[str]:
    """What a few lone rows do to the scale, if that is much."""

    def best(rows: np.ndarray) -> float:
        return max(grid.tolist(), key=lambda scale: densities.mean(scale, rows))

    raised = best(counted) / best(near)
    if raised <= RAISE:
        return []
    return [
        f"The {np.count_nonzero(counted & ~near)} loneliest raise the scale about {raised:.2g} "
        f"times; if they are errors and no tail, drop them, or pass outliers={LONELIEST}."
    ]
