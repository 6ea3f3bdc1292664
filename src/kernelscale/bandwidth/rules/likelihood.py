"""The scale at which rows are most likely, each by the density of all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..._validation import check_count, check_positive, check_share
from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...results import Bandwidth
from ..copies import DuplicatesError
from ..left_out.as_good import as_good_around
from ..left_out.densities import LeftOutDensities
from ..maximum import Maximum, climbed_maximum
from ..rule import Rule
from ..subsampling import about_sample, sampled_evidence

__all__ = ["Likelihood"]

FARTHEST = 0.01  # share of the rows, those farthest from their nearest other
RAISE = 10.0  # factor by which these may raise the scale before the reason says so
NARROWEST = 2 ** (1 / 8)  # steps between scales beside the best; the vertex is nearer than 1 %
MARGIN = 0.02  # peaks of the mean log density that are this near the best are climbed, too


@dataclass(frozen=True)
class Likelihood(Rule):
    """``eps = argmax sum_i log p_i``, p_i the density of all other rows at row i.

    The density is that of a Gaussian of variance eps around each of the n - 1 other rows,
    ``p_i = (2 pi eps)^(-d/2) sum_{j != i} exp(-r_ij / (2 eps)) / (n - 1)`` in d dimensions. Copies
    of a row are left out together with it: rounded data have many of them, and with them the
    likelihood would be largest at a scale near 0. The best scale lies between
    ``mean_i min_j r_ij / d`` and ``mean_ij r_ij / d``, so an outlier at a distance R raises it to
    at least ``R^2 / (n d)``. That is right for a heavy tail, from which more such rows will come: a
    smaller scale would give them no density. It is wrong for rows that are errors. So where
    outliers, the one in a hundred rows that is farthest from its nearest other, or a single row,
    raise the scale more than tenfold, the reason says by how much; the option `outliers` leaves
    them out.

    Parameters
    ----------
    dimension : float, optional
        The d of the formula; by default the number of features, which is right for a density in
        their space. It is needed where only distances are known.
    outliers : float
        Share of the rows whose own density is not in the sum: those farthest from their nearest
        other, one row at least if the share is not 0.
    n_rows : int, optional
        Most rows whose own density is in the sum, all by default. Of more, so many are drawn at
        random, always the same ones; the density is that of all rows, and an outlier that is not
        drawn does not raise the scale. `n_sample`, if given, is that number instead.
    duplicates : "auto", "once" or "each"
        How copies of rows count. By default each counts, and is left out with all its copies; with
        "each" the copies of a row are other rows, so its density is the larger the smaller the
        scale is.

    Raises
    ------
    ValueError
        If an option is not valid; when called, if only distances are given and no dimension, or
        each row has a copy that counts as another row.

    Notes
    -----
    `as_good` is the range of scales around the best in which none is worse by more than one
    standard error of the mean difference of rows; it may reach the ends of the search.

    References
    ----------
    R. P. W. Duin, "On the choice of smoothing parameters for Parzen estimators of probability
    density functions", IEEE Transactions on Computers C-25 (1976). J. D. F. Habbema, J. Hermans
    and K. van den Broek, "A stepwise discrimination analysis program using density estimation",
    Compstat (1974).

    Examples
    --------
    Two narrow groups, far apart. By a rule of thumb for a single group they would be one.

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
        counted = densities.without_farthest(self.outliers)
        if not densities.nearest[counted].any():
            raise DuplicatesError(
                "Every row has an exact duplicate, so the likelihood grows without bound as the "
                "scale goes to 0; remove duplicate rows to use the rule 'likelihood'."
            )
        near = counted & densities.without_farthest(FARTHEST)
        if not densities.nearest[near].any():
            near = counted
        grid = densities.candidate_scales(near)
        found = climbed_maximum(
            grid,
            lambda scale: densities.mean(scale, counted),
            margin=MARGIN,
            narrowest=NARROWEST,
            announce=densities.compute,
        )
        reason = " ".join(
            [
                "Rows are most likely here by the density of all others.",
                *_about_left_out(counted),
                *_about_farthest(densities, grid, counted, near),
            ]
        )
        return self._answer_at(found, densities, counted, reason, cloud)

    def _dimension_of(self, cloud: PointCloud) -> float:
        if self.dimension is not None:
            return float(self.dimension)
        if not cloud.metric.is_euclidean:
            raise ValueError(
                f"The rule 'likelihood' needs features, but {cloud.metric.instead}, or give the "
                f"dimension of the density, as in Likelihood(dimension=2)."
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
            "outliers": densities.rows[~counted],
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


def _about_left_out(counted: np.ndarray) -> list[str]:
    if counted.all():
        return []
    return [
        f"The {np.count_nonzero(~counted)} row(s) farthest from their nearest other were left out "
        f"of the likelihood."
    ]


def _about_farthest(
    densities: LeftOutDensities, grid: np.ndarray, counted: np.ndarray, near: np.ndarray
) -> list[str]:
    """By how much a few outliers raise the scale, if that is much."""

    def best(rows: np.ndarray) -> float:
        return max(grid.tolist(), key=lambda scale: densities.mean(scale, rows))

    raised = best(counted) / best(near)
    if raised <= RAISE:
        return []
    return [
        f"The {np.count_nonzero(counted & ~near)} row(s) farthest from their nearest other raise "
        f"the scale about {raised:.2g} times; if they are errors and no tail, drop them, or pass "
        f"outliers={FARTHEST}."
    ]
