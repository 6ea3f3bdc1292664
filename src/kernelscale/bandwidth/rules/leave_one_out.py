"""The scale at which kernel ridge regression best predicts the labels of rows left out."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from ..._validation import check_count, check_name, check_not_negative, check_switch
from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...results import Bandwidth
from ..kernel_family import Family, KernelOfScale, family_of, grid_option, kernel_option
from ..leave_one_out.as_good_range import as_good_range, nearest_of_tried, nearest_within
from ..leave_one_out.kernel_ridge import ridge_of
from ..leave_one_out.reason import reason_of
from ..leave_one_out.regression import Regression
from ..leave_one_out.ridge_targets import Targets, pairwise_targets, targets_of
from ..maximum import Maximum, climbed_maximum
from ..rule import TARGETS, Rule
from ..subsampling import interval_around, random_subsamples, stratified_rows
from .scikit_learn_scale import ScikitLearnScale

__all__ = ["LeaveOneOut"]

OCTAVES = 4  # neighbouring scales of the first grid have a ratio of 2 to this power
ROUGH, FINE = 2.0, 2**0.5  # final ratio of neighbouring scales: with a tolerance, and without
MARGIN = 0.02  # a peak is refined if it explains at most this much less than the highest peak
CLASS_PREDICTIONS = ("auto", "one_vs_one", "one_vs_rest")
# Ridge below which classes are predicted in pairs. In measurements, the predictions in pairs were
# better than predictions of all classes together at a ridge of 0.1, and worse at a ridge of 1.
PAIRS_BELOW = 0.3
MOST_PAIRED = 100  # 100 classes have 4950 pairs, which take a second; 1000 classes take minutes


@dataclass(frozen=True)
class LeaveOneOut(Rule):
    """``eps = argmin sum_i w_i |e_i|^2``, e_i the error if row i is predicted from all other rows.

    Kernel ridge regression predicts the numbers of each row, or its class, coded as centred
    indicators of all classes or of the two classes of a pair. This is the least-squares counterpart
    of a support vector machine with ``C = 1 / ridge``, so pass the ridge of the machine that will
    use the scale. One decomposition gives all n regressions: with ``P = (K + ridge I)^-1`` and
    centred targets Y, ``e_i = (P Y)_i / P_ii``. The criterion is the share of the variance of the
    targets that is explained, ``1 - sum_i w_i |e_i|^2 / sum_i w_i |Y_i|^2``.

    Parameters
    ----------
    ridge : float, optional
        The number added to the diagonal of the kernel matrix; 0.1 by default.
    C : float, optional
        The inverse of the ridge; it can be given instead of `ridge`.
    balanced : bool
        Whether errors are averaged within each class first, so that a small class counts as much as
        a large one.
    n_rows : int
        Largest number of rows used. If there are more, this number is drawn at random; the same
        rows in the same order always give the same draw. Every class keeps its share and at least
        two rows, unless there are too many classes for that. Fewer rows are drawn if their kernel
        matrix does not fit `memory_limit`.
    targets : "auto", "classes" or "numbers"
        Kind of the labels. By default numbers with fractions, or several numbers for each row, are
        predicted as numbers, and all other labels as classes.
    classes : "auto", "one_vs_one" or "one_vs_rest"
        How classes are predicted.

        - "one_vs_one": for every pair of classes, a regression predicts to which of the two a row
          belongs, as in an SVC.
        - "one_vs_rest": one regression predicts the indicators of all classes.
        - "auto": "one_vs_one" if there are at most 100 classes and the ridge is below 0.3 (C above
          3.3), and otherwise "one_vs_rest". In measurements, pairs were better with a small ridge
          and worse with a large one.
    intercept : bool
        Whether the machine that predicts numbers has an intercept; if so, the mean of the numbers
        is subtracted first. `KernelRidge` and Gaussian processes have no intercept.
    tolerance : float
        Number of standard errors by which a scale may be worse than the best one. With 0, the
        default, the best scale is taken. With a tolerance above 0, of the scales within it, the
        rule takes the one nearest to half the mean squared deviation. This is the scale that
        scikit-learn's gamma="scale" gives for centred features. If no scale predicts clearly better
        than the mean, the rule takes half the mean squared deviation itself. The best scale is
        searched until neighbouring scales have a ratio of 2, or sqrt(2) with a tolerance of 0; then
        the vertex of a parabola through three scales is tried.
    n_subsamples : int
        Number of random halves of the rows for the interval; on each, the rule chooses again among
        the scales tried. 0 for no interval.
    scales : array-like, optional
        Scales that are tried first; by default scales of the useful range, a factor of 16 apart.
    kernel : callable, optional
        Makes a kernel from a scale, as in `Spectral`.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If an option is not valid, or both `ridge` and `C` are given; when called, if there are no
        labels, or the kernel matrix plus the ridge is not positive definite at any scale.

    Notes
    -----
    For numbers, `as_good` is the range of scales around the best in which the mean squared error
    exceeds the smallest by at most one standard error. For classes the limit is three standard
    errors or, for n < 400 rows, 60 / sqrt(n) standard errors. The limit is larger because the
    accuracy of an SVC is not the squared error. With it the range contains the scale that is best
    for an SVC on other rows about nine times in ten. The range may reach the ends of the search;
    for classes that are predicted no better than by chance it always does. It ends at the first
    scale that is worse, even if scales beyond that one are as good again. `interval` contains the
    scales chosen on halves of the rows.

    References
    ----------
    D. M. Allen, "The relationship between variable selection and data augmentation and a method
    for prediction", Technometrics 16 (1974). G. C. Cawley and N. L. C. Talbot, "Fast exact
    leave-one-out cross-validation of sparse least-squares support vector machines", Neural
    Networks 17 (2004).

    Examples
    --------
    Two classes in alternating stripes of width 1, and a second feature that is independent of them.
    A kernel wider than several stripes cannot separate the classes, so the length scale is about
    the width of a stripe.

    >>> X = np.random.default_rng(0).uniform(0, 6, size=(400, 2))
    >>> bandwidth = LeaveOneOut(C=10)(X, np.floor(X[:, 0]) % 2)
    >>> bool(0.1 < bandwidth.length_scale < 1), round(bandwidth.evidence["criterion"], 1)
    (True, 0.8)

    For a sine wave, the length scale is about the width of one of its slopes.

    >>> bandwidth = LeaveOneOut()(X, np.sin(2 * X[:, 0]))
    >>> bool(0.1 < bandwidth.length_scale < np.pi), round(bandwidth.evidence["criterion"], 1)
    (True, 1.0)
    """

    ridge: float | None = None
    C: float | None = None
    balanced: bool = False
    n_rows: int = 600
    targets: str = "auto"
    classes: str = "auto"
    intercept: bool = True
    tolerance: float = 0.0
    n_subsamples: int = 3
    scales: Any = field(default=None, repr=False)
    kernel: KernelOfScale = field(default=Gaussian, repr=False)
    name: ClassVar[str] = "leave_one_out"
    needs_labels: ClassVar[bool] = True
    takes_targets: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        ridge_of(self.ridge, self.C)
        check_switch(self.balanced, "balanced")
        check_switch(self.intercept, "intercept")
        check_count(self.n_rows, "n_rows", smallest=2)
        check_name(self.targets, TARGETS, "targets")
        check_name(self.classes, CLASS_PREDICTIONS, "classes")
        check_not_negative(self.tolerance, "tolerance")
        check_count(self.n_subsamples, "n_subsamples", smallest=0)
        object.__setattr__(self, "scales", grid_option(self.scales))
        kernel_option(self.kernel)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        drawn = self._drawn(cloud)
        family = family_of(drawn, self.kernel)
        regression = Regression(family, self._targets(drawn), ridge_of(self.ridge, self.C))
        cloud.report("rows left out", 0, 1)
        narrowest = ROUGH if self.tolerance else FINE
        found = climbed_maximum(
            self._first_scales(family),
            regression.share_explained,
            margin=MARGIN,
            narrowest=narrowest,
        )
        if regression.losses(found.scale) is None:
            raise ValueError(
                f"The kernel matrix plus a ridge of {regression.ridge:.3g} is not positive "
                f"definite at any scale tried; take a larger ridge, or a positive definite kernel."
            )
        typical = drawn.mean_squared_deviation / 2
        scale = nearest_within(regression, found.scale, typical, self.tolerance)
        cloud.report("rows left out", 1, 1)
        reason = reason_of(regression, found, scale, cloud.n_samples)
        chosen = self._bandwidth(scale, regression, found, reason, cloud)
        if not chosen.scales_are_epsilons:
            return chosen
        low, high = as_good_range(regression, found.scale, chosen.scales, drawn.targets is None)
        return replace(
            chosen,
            interval=self._interval(scale, regression, chosen.scales),
            as_good=(min(low, scale), max(high, scale)),
        )

    def _bandwidth(
        self, scale: float, regression: Regression, found: Maximum, reason: str, cloud: PointCloud
    ) -> Bandwidth:
        drawn, scales = regression.family.cloud, np.array(sorted(regression.losses_at))
        return regression.family.bandwidth(
            self.name,
            scale,
            reason,
            scales,
            np.array([regression.share_explained(each) for each in scales.tolist()]),
            "share of variance explained, rows left out",
            found.interior,
            evidence={
                "criterion": regression.share_explained(scale),
                "best": found.scale,
                "criterion_error": regression.error(found.scale) / regression.targets.spread,
                "mean_squared_error": regression.mean_loss(scale),
                "ridge": regression.ridge,
                "targets": "classes" if drawn.targets is None else "numbers",
                "n_rows": drawn.n_samples,
                "rows": _rows_drawn(drawn, cloud),
                "scikit_learn_scale": _scikit_learn_scale(cloud),
            },
        )

    def _interval(
        self, scale: float, regression: Regression, scales: np.ndarray
    ) -> tuple[float, float] | None:
        if not self.n_subsamples:
            return None
        drawn = regression.family.cloud
        chosen: list[float] = []
        for half in random_subsamples(drawn, max(drawn.n_samples // 2, 2), self.n_subsamples):
            with suppress(ValueError):  # raised if all labels of the half are the same
                family, targets = family_of(half, self.kernel), self._targets(half)
                on_half = Regression(family, targets, regression.ridge)
                chosen.append(nearest_of_tried(on_half, scales.tolist(), self.tolerance))
        return interval_around(scale, chosen)

    def _targets(self, drawn: PointCloud) -> Targets:
        pairs = self.classes == "one_vs_one" or (
            self.classes == "auto"
            and ridge_of(self.ridge, self.C) < PAIRS_BELOW
            and drawn.n_classes <= MOST_PAIRED
        )
        if pairs and drawn.targets is None:
            return pairwise_targets(drawn, self.balanced)
        return targets_of(drawn, self.balanced, self.intercept)

    def _drawn(self, cloud: PointCloud) -> PointCloud:
        """All rows, or about `n_rows` rows drawn at random, the same in each call."""
        n_rows = min(self.n_rows, cloud.largest_dense())
        if cloud.n_samples <= n_rows:
            return cloud.restricted(np.arange(cloud.n_samples))
        random = np.random.default_rng(0)
        if 2 * cloud.n_classes > self.n_rows:  # two rows of each class would be too many
            rows = random.choice(cloud.n_samples, n_rows, replace=False)
        else:
            rows = stratified_rows(cloud, n_rows, random)
        return cloud.restricted(np.sort(rows))

    def _first_scales(self, family: Family) -> np.ndarray:
        if self.scales is not None:
            return np.array(self.scales)
        scales = family.candidate_scales(2.0)
        return np.append(scales[:-1:OCTAVES], scales[-1])


def _rows_drawn(drawn: PointCloud, cloud: PointCloud) -> list[int] | None:
    """Indices, in the data passed by the user, of the rows drawn; None if all rows are used."""
    if drawn.rows is None or drawn.n_samples == cloud.n_samples:
        return None
    rows = drawn.rows if cloud.rows is None else cloud.rows[drawn.rows]
    return rows.tolist()


def _scikit_learn_scale(cloud: PointCloud) -> float | None:
    """The scale of gamma="scale", for comparison; None if the metric is not Euclidean."""
    if not cloud.metric.is_euclidean:
        return None
    return ScikitLearnScale().choose(cloud).epsilon
