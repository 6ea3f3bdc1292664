"""The scale at which kernel ridge regression best predicts the labels of rows left out."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from .._validation import check_count, check_name, check_not_negative, check_switch
from ..data import PointCloud
from ..kernels import Gaussian
from ..results import Bandwidth
from .as_good import as_good_around
from .kernel_family import Family, KernelOfScale, family_of, kernel_option
from .kernel_ridge import ridge_of
from .left_out_rows import Regression, Told, told_by_pairs, told_of
from .rule import TARGETS, Rule
from .scikit_learn_scale import ScikitLearnScale
from .search import Maximum, climbed_maximum, grid_option
from .subsampling import interval_around, random_parts, stratified_rows

__all__ = ["LeaveOneOut"]

OCTAVES = 4  # from one scale to the next, to begin with
ROUGH, FINE = 2.0, 2**0.5  # ratio of scales beside the best, where near it will do, and where not
MARGIN = 0.02  # peaks of the share explained that are this near the best are climbed, too
FEW_ROWS = 50
CLEARLY = 2.0  # standard errors by which rows left out have to be told better than by the mean
FEW_OF_A_CLASS = 3  # rows; of so few these may be no classes
DOMINANT = 0.9  # share of the squared distances
WAYS = ("auto", "one_vs_one", "one_vs_rest")
PAIRS_BELOW = 0.3  # ridge; measured between 0.1, better by pairs of classes, and 1, worse
MOST_PAIRED = 100  # classes; their 4950 pairs take a second, those of 1000 take minutes
NARROW = 2**0.5  # ratio of scales at which a scale that is not clearly worse is found
# Standard errors by which scales that are as good may be worse than the best. Of classes the error
# is not that of the machine, and where rows are few, which scale tells others best hangs on a few
# of those: three and, of fewer than 400 rows, 60 over the root of their number (docs/choosing.md).
AS_GOOD_NUMBERS, AS_GOOD_CLASSES, AS_GOOD_OF_FEW = 1.0, 3.0, 60.0


@dataclass(frozen=True)
class LeaveOneOut(Rule):
    """``eps = argmin sum_i w_i |e_i|^2`` over the errors e_i of rows left out one at a time.

    Kernel ridge regression predicts each row from all others: its class, as centred indicators of
    the classes, or its numbers. This is the least-squares twin of a support vector machine with
    ``C = 1 / ridge``, so the ridge should be that of the machine that will use the scale. All n
    regressions come from one decomposition: with ``P = (K + ridge I)^-1`` and centred targets Y
    ``e_i = (P Y)_i / P_ii``. The score is the share of the targets' variance that is explained,
    ``1 - sum_i w_i |e_i|^2 / sum_i w_i |Y_i|^2``.

    Parameters
    ----------
    ridge : float, optional
        What is added to the diagonal of the kernel matrix; 0.1 by default.
    C : float, optional
        Its inverse, to be given in its place.
    balanced : bool
        Average within each class first, so that a small class counts as much as a large one.
    n_rows : int
        Most rows asked. Of more, so many are drawn at random; which, depends on their order. Every
        class has its share, two rows at least, unless there are too many classes for that. Fewer
        are drawn where `memory_limit` does not hold their kernel matrix.
    targets : "auto", "classes" or "numbers"
        What the labels are. By default numbers with fractions, or several to a row, are what a
        regression predicts, and all else are classes.
    classes : "auto", "one_vs_one" or "one_vs_rest"
        Predict which of two classes, for every pair of classes, as an SVC does; or the indicators
        of all classes at once. By default pairs where the ridge is less than 0.3 (C above 3.3),
        where that was measured to be better, of up to 100 classes.
    intercept : bool
        Whether the machine that predicts numbers has an intercept: then their mean is taken off
        first. `KernelRidge` and Gaussian processes have none.
    tolerance : float
        Standard errors by which a scale may be worse than the best one. Of these the one nearest
        to half the mean squared deviation, gamma="scale" of centred features, is taken, and that
        itself where none predicts clearly better than the mean; the best one is then known to an
        octave, and by default, when it is taken, to half of one and the top of a parabola.
    n_subsamples : int
        Random halves of the rows that choose among the scales tried; 0 to leave the interval out.
    scales : array-like, optional
        Where the search begins; by default a scale every four octaves of the useful range.
    kernel : callable, optional
        Makes the kernel of a scale, as in `Spectral`.
    duplicates : "auto", "once" or "each"
        How copies of rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If an option is not valid, or both `ridge` and `C` are given; when called, if there are no
        labels, or at no scale the kernel matrix and the ridge are positive definite.

    Notes
    -----
    `as_good` is the range of scales around the best in which, of numbers, the mean squared error is
    at most the least and its standard error. Of classes it is three of them or, of n < 400 rows,
    60 / sqrt(n): an SVC's accuracy is not that error, and so the range holds its best scale on
    other rows about nine times in ten. It may reach the ends searched, as it does of classes that
    are told no clearer than by chance; scales beyond a gap, where one is worse, are not in it.
    `interval` is what halves of the rows choose.

    References
    ----------
    D. M. Allen, "The relationship between variable selection and data augmentation and a method
    for prediction", Technometrics 16 (1974). G. C. Cawley and N. L. C. Talbot, "Fast exact
    leave-one-out cross-validation of sparse least-squares support vector machines", Neural
    Networks 17 (2004).

    Examples
    --------
    Stripes one wide, of two classes in turn, and a second feature that has nothing to do with
    them. To tell stripes apart a kernel must not reach over several of them: the scale is about
    that of a stripe, not that of the whole.

    >>> X = np.random.default_rng(0).uniform(0, 6, size=(400, 2))
    >>> bandwidth = LeaveOneOut(C=10)(X, np.floor(X[:, 0]) % 2)
    >>> bool(0.1 < bandwidth.length_scale < 1), round(bandwidth.evidence["score"], 1)
    (True, 0.8)

    A wave is predicted from numbers, whose scale is that of a slope.

    >>> bandwidth = LeaveOneOut()(X, np.sin(2 * X[:, 0]))
    >>> bool(0.1 < bandwidth.length_scale < np.pi), round(bandwidth.evidence["score"], 1)
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
        check_name(self.classes, WAYS, "classes")
        check_not_negative(self.tolerance, "tolerance")
        check_count(self.n_subsamples, "n_subsamples", smallest=0)
        object.__setattr__(self, "scales", grid_option(self.scales))
        kernel_option(self.kernel)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        part = self._asked(cloud)
        family = family_of(part, self.kernel)
        regression = Regression(family, self._told(part), ridge_of(self.ridge, self.C))
        cloud.report("rows left out", 0, 1)
        narrowest = ROUGH if self.tolerance else FINE
        found = climbed_maximum(
            self._begin(family), regression.score, margin=MARGIN, narrowest=narrowest
        )
        if regression.losses(found.scale) is None:
            raise ValueError(
                f"At no scale tried are the kernel matrix and a ridge of {regression.ridge:.3g} "
                f"positive definite; take a larger ridge, or a kernel that is."
            )
        scale = self._within(found.scale, regression, part.mean_squared_deviation / 2)
        cloud.report("rows left out", 1, 1)
        told = [
            regression.about(found, found.scale),
            *_about_tolerance(found.scale, scale),
            *_about_rows(part.n_samples, cloud.n_samples),
            *_about_edge(found),
            *_about_chance(regression, found.scale),
            *_about_classes(part),
            *_about_features(part),
        ]
        answer = self._answer_at(scale, family, regression, found, " ".join(told), cloud)
        if not answer.scales_are_epsilons:
            return answer
        low, high = _as_good(regression, found.scale, answer)
        return replace(
            answer,
            interval=self._interval(scale, regression, answer.scales),
            as_good=(min(low, scale), max(high, scale)),
        )

    def _answer_at(
        self,
        scale: float,
        family: Family,
        regression: Regression,
        found: Maximum,
        reason: str,
        cloud: PointCloud,
    ) -> Bandwidth:
        part, scales = family.cloud, np.array(sorted(regression.seen))
        return family.bandwidth(
            self.name,
            scale,
            reason,
            scales,
            np.array([regression.score(each) for each in scales.tolist()]),
            "share explained of rows left out",
            found.interior,
            evidence={
                "score": regression.score(scale),
                "best": found.scale,
                "score_error": regression.error(found.scale) / regression.told.spread,
                "mean_squared_error": regression.mean_loss(scale),
                "ridge": regression.ridge,
                "targets": "classes" if part.targets is None else "numbers",
                "n_rows": part.n_samples,
                "rows": _rows_drawn(part, cloud),
                "scikit_learn_scale": _scikit_learn_scale(cloud),
            },
        )

    def _interval(
        self, scale: float, regression: Regression, scales: np.ndarray
    ) -> tuple[float, float] | None:
        if not self.n_subsamples:
            return None
        part = regression.family.cloud
        chosen: list[float] = []
        for half in random_parts(part, max(part.n_samples // 2, 2), self.n_subsamples):
            with suppress(ValueError):  # labels of the half leave nothing to predict
                told = Regression(family_of(half, self.kernel), self._told(half), regression.ridge)
                chosen.append(self._of_tried(told, scales.tolist()))
        return interval_around(scale, chosen)

    def _of_tried(self, regression: Regression, tried: list[float]) -> float:
        """What would be chosen of a few scales, as `_within` chooses of all."""
        best = min(tried, key=regression.mean_loss)
        typical = regression.family.cloud.mean_squared_deviation / 2
        if not self.tolerance or regression.losses(best) is None:
            return best
        if _is_chance(regression, best):
            return typical
        near = [scale for scale in tried if regression.excess(scale, best) <= self.tolerance]
        return min(near, key=lambda scale: abs(np.log(scale / typical)))

    def _told(self, part: PointCloud) -> Told:
        pairs = self.classes == "one_vs_one" or (
            self.classes == "auto"
            and ridge_of(self.ridge, self.C) < PAIRS_BELOW
            and part.n_classes <= MOST_PAIRED
        )
        if pairs and part.targets is None:
            return told_by_pairs(part, self.balanced)
        return told_of(part, self.balanced, self.intercept)

    def _within(self, best: float, regression: Regression, typical: float) -> float:
        """The scale nearest to the typical one that is no clearer worse than the best."""
        near, far = best, typical
        if not self.tolerance:
            return best
        # The best prediction of what cannot be predicted is the mean, at a scale of nearly nothing.
        if _is_chance(regression, best) or regression.excess(far, best) <= self.tolerance:
            return typical
        while abs(np.log(far / near)) > np.log(NARROW):
            middle = float(np.sqrt(near) * np.sqrt(far))
            if regression.excess(middle, best) <= self.tolerance:
                near = middle
            else:
                far = middle
        return near

    def _asked(self, cloud: PointCloud) -> PointCloud:
        """The rows that are asked: all of them, or about `n_rows`, always the same ones."""
        n_rows = min(self.n_rows, cloud.largest_dense())
        if cloud.n_samples <= n_rows:
            return cloud.restricted(np.arange(cloud.n_samples))
        random = np.random.default_rng(0)
        if 2 * cloud.n_classes > self.n_rows:  # two rows of each class would be too many
            rows = random.choice(cloud.n_samples, n_rows, replace=False)
        else:
            rows = stratified_rows(cloud, n_rows, random)
        return cloud.restricted(np.sort(rows))

    def _begin(self, family: Family) -> np.ndarray:
        if self.scales is not None:
            return np.array(self.scales)
        scales = family.candidate_scales(2.0)
        return np.append(scales[:-1:OCTAVES], scales[-1])


def _about_rows(n_asked: int, n_samples: int) -> list[str]:
    if n_asked < n_samples:
        return [f"This rests on {n_asked} of the {n_samples} rows, drawn at random."]
    if n_asked < FEW_ROWS:
        return [f"So few rows, {n_asked}, tell it roughly."]
    return []


def _about_edge(found: Maximum) -> list[str]:
    return [] if found.interior else ["The optimum lies at the edge of the range searched."]


def _about_tolerance(best: float, scale: float) -> list[str]:
    if scale == best:
        return []
    return [
        f"The best scale is {best:.4g}; of those that are not clearly worse this is the nearest to "
        f"half the mean squared deviation, which is gamma='scale' of centred features."
    ]


def _as_good(regression: Regression, best: float, answer: Bandwidth) -> tuple[float, float]:
    """The range; all that was searched, of classes that are told no clearer than by chance."""
    numbers = answer.evidence["targets"] == "numbers"
    if not numbers and _is_chance(regression, best):
        return float(answer.scales[0]), float(answer.scales[-1])
    n_errors = AS_GOOD_NUMBERS if numbers else errors_of_classes(regression.n_apart)
    limit = regression.mean_loss(best) + n_errors * regression.error(best)
    return as_good_around(answer.scales, best, regression.mean_loss, limit)


def errors_of_classes(n_rows: int) -> float:
    """Standard errors by which scales that are as good for classes may be worse than the best."""
    return max(AS_GOOD_CLASSES, AS_GOOD_OF_FEW / n_rows**0.5)


def _is_chance(regression: Regression, scale: float) -> bool:
    """Whether rows left out are told no clearer than by the mean of all."""
    losses = regression.losses(scale)
    assert losses is not None
    gain, error = regression.gain(losses, regression.told.target_squares)
    return gain <= CLEARLY * error


def _about_chance(regression: Regression, scale: float) -> list[str]:
    if not _is_chance(regression, scale):
        return []
    return [
        "That is no clearer than chance, the mean of all rows being nearly as good a prediction, "
        "so do not trust it."
    ]


def _about_classes(cloud: PointCloud) -> list[str]:
    """Whether there are so many classes that they may be numbers without fractions."""
    if cloud.n_classes * FEW_OF_A_CLASS < cloud.n_samples:
        return []
    return [
        f"With {cloud.n_classes} classes in {cloud.n_samples} rows: if the labels are numbers to "
        f"predict, say targets='numbers'."
    ]


def _about_features(cloud: PointCloud) -> list[str]:
    """Whether factors let one feature make up nearly all of the distances; else a note says it."""
    if not cloud.weighed or cloud.n_features < 2:
        return []
    variances = cloud.points.var(axis=0)
    share, feature = variances.max() / variances.sum(), int(variances.argmax())
    if share < DOMINANT:
        return []
    return [
        f"Feature {feature} makes up {share:.1%} of all squared distances, so the others hardly "
        f"count."
    ]


def _rows_drawn(part: PointCloud, cloud: PointCloud) -> list[int] | None:
    """Where the rows drawn stood in the data, which may be a part themselves; None for all."""
    if part.rows is None or part.n_samples == cloud.n_samples:
        return None
    rows = part.rows if cloud.rows is None else cloud.rows[part.rows]
    return rows.tolist()


def _scikit_learn_scale(cloud: PointCloud) -> float | None:
    """The scale to join it with; None where there are no features."""
    if not cloud.metric.is_euclidean:
        return None
    return ScikitLearnScale().choose(cloud).epsilon
