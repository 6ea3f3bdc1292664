"""The scale at which each row is most likely under the density of all other rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..._validation import check_count, check_positive, check_share
from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...results import Bandwidth
from ..duplicates import DuplicatesError
from ..leave_one_out.as_good_range import as_good_around
from ..leave_one_out.densities import LeftOutDensities
from ..maximum import Maximum, climbed_maximum
from ..rule import Rule
from ..subsampling import sampled_evidence, sentence_on_sample

__all__ = ["Likelihood"]

FARTHEST = 0.01  # share of the rows that may be outliers: those farthest from their neighbours
RAISE = 10.0  # if these rows raise the scale by more than this factor, the reason states it
NARROWEST = 2 ** (1 / 8)  # final ratio of neighbouring scales; the vertex errs by less than 1 %
MARGIN = 0.02  # a peak of the mean log density is refined if it is below the best by at most this


@dataclass(frozen=True)
class Likelihood(Rule):
    """``eps = argmax sum_i log p_i``, p_i the density of all other rows at row i.

    The density is the mean of Gaussians of variance eps around the n - 1 other rows,
    ``p_i = (2 pi eps)^(-d/2) sum_{j != i} exp(-r_ij / (2 eps)) / (n - 1)`` in d dimensions.
    Duplicates of a row are left out together with it: rounded data have many duplicates, and if
    they counted, the likelihood would be largest at a scale near 0.

    The best scale lies between ``mean_i min_j r_ij / d`` and ``mean_ij r_ij / d``, so an outlier at
    a distance R raises the scale to at least ``R^2 / (n d)``. This is right for a heavy tail: other
    rows as far away are expected, and a smaller scale would give them almost no density. It is
    wrong if the outlier is an error. The farthest rows are the 1 % of the rows (at least one) that
    are farthest from their nearest neighbour. If they raise the scale more than tenfold, the reason
    states the factor. The option `outliers` leaves such rows out.

    Parameters
    ----------
    dimension : float, optional
        The d of the formula; by default the number of features, which is right for a density in the
        space of the features. It is required if only distances are given.
    outliers : float
        Share of the rows whose own density is not in the sum: the rows farthest from their nearest
        neighbour, at least one if the share is not 0.
    n_rows : int, optional
        Largest number of rows whose own density is in the sum; all by default. If there are more
        rows, this number is drawn at random, the same rows in each call. The density is still
        computed from all rows, but an outlier that is not drawn does not raise the scale.
        `n_sample`, if given, replaces `n_rows`.
    duplicates : "auto", "once" or "each"
        How duplicate rows count. By default each counts, and is left out together with its
        duplicates. With "each", duplicates of a row count as other rows, so its density grows as
        the scale falls.

    Raises
    ------
    ValueError
        If an option is not valid; when called, if only distances are given and no dimension, or
        each row has a duplicate that counts as another row.

    Notes
    -----
    `as_good` is the range of scales around the best in which the mean log density is lower by at
    most one standard error of the difference. It may reach the ends of the search.

    References
    ----------
    R. P. W. Duin, "On the choice of smoothing parameters for Parzen estimators of probability
    density functions", IEEE Transactions on Computers C-25 (1976). J. D. F. Habbema, J. Hermans
    and K. van den Broek, "A stepwise discrimination analysis program using density estimation",
    Compstat (1974).

    Examples
    --------
    Two narrow groups, far apart. `Scott` and `Silverman`, which are for a single group, would merge
    them.

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
            duplicates_are_others=self.duplicates == "each",
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
                "At this scale rows are most likely under the density of all other rows.",
                *_on_rows_left_out(counted),
                *_on_farthest(densities, grid, counted, near),
            ]
        )
        return self._bandwidth(found, densities, counted, reason, cloud)

    def _dimension_of(self, cloud: PointCloud) -> float:
        if self.dimension is not None:
            return float(self.dimension)
        if not cloud.metric.is_euclidean:
            raise ValueError(
                f"The rule 'likelihood' needs features, but {cloud.metric.instead} or give the "
                f"dimension of the density, as in Likelihood(dimension=2)."
            )
        return float(cloud.n_features)

    def _bandwidth(
        self,
        found: Maximum,
        densities: LeftOutDensities,
        counted: np.ndarray,
        reason: str,
        cloud: PointCloud,
    ) -> Bandwidth:
        evidence: dict[str, Any] = {
            "criterion": found.value,
            "dimension": densities.dimension,
            "outliers": densities.rows[~counted],
        }
        n_rows = len(densities.rows)
        if n_rows < cloud.n_samples:
            error = densities.error(found.scale, counted)
            reason += sentence_on_sample(cloud, n_rows, f"{error:.2g} for the mean log density")
            evidence |= sampled_evidence(n_rows, criterion=error)
        return Bandwidth(
            self.name,
            found.scale,
            Gaussian(found.scale),
            reason,
            found.scales,
            found.values,
            "mean log density of rows left out, lengths in standard deviations",
            found.interior,
            evidence=evidence,
            as_good=as_good_around(
                found.scales, found.scale, lambda each: densities.excess(each, found.scale, counted)
            ),
        )


def _on_rows_left_out(counted: np.ndarray) -> list[str]:
    if counted.all():
        return []
    return [
        f"The {np.count_nonzero(~counted)} row(s) farthest from their nearest neighbour were left "
        f"out of the likelihood."
    ]


def _on_farthest(
    densities: LeftOutDensities, grid: np.ndarray, counted: np.ndarray, near: np.ndarray
) -> list[str]:
    """A sentence on the factor by which a few outliers raise the scale, if the factor is large."""

    def best(rows: np.ndarray) -> float:
        return max(grid.tolist(), key=lambda scale: densities.mean(scale, rows))

    raised = best(counted) / best(near)
    if raised <= RAISE:
        return []
    return [
        f"The {np.count_nonzero(counted & ~near)} row(s) farthest from their nearest neighbour "
        f"raise the scale by a factor of about {raised:.2g}; if they are errors, drop them or pass "
        f"outliers={FARTHEST}."
    ]
