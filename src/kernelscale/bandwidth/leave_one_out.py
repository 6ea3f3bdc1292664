"""The scale at which kernel ridge regression best predicts the labels of rows left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from .._validation import are_numbers, check_count, check_name, check_switch
from ..kernels import Gaussian
from ..point_cloud import PointCloud
from ..results import Bandwidth
from .kernel_family import Family, KernelOfScale, family_of, kernel_option
from .kernel_ridge import ridge_of
from .left_out_rows import Regression, Told, told_of
from .rule import Rule
from .scikit_learn_scale import ScikitLearnScale
from .search import Maximum, climbed_maximum, grid_option
from .subsampling import stratified_rows

__all__ = ["LeaveOneOut"]

OCTAVES = 2  # from one scale to the next, to begin with
MARGIN = 0.02  # peaks of the share explained that are this near the best are climbed, too
FEW_ROWS = 50
CLEARLY = 2.0  # standard errors by which rows left out have to be told better than by the mean
FEW_OF_A_CLASS = 3  # rows; of so few these may be no classes
DOMINANT = 0.9  # share of the squared distances
KINDS = ("auto", "classes", "numbers")


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
        Most rows asked. Of more, so many are drawn at random, every class its share; which, depends
        on their order. Fewer are drawn where `memory_limit` does not hold their kernel matrix.
    targets : "auto", "classes" or "numbers"
        What the labels are. By default numbers with fractions, or several to a row, are what a
        regression predicts, and all else are classes.
    scales : array-like, optional
        Where the search begins; by default a scale every two octaves of the useful range.
    kernel : callable, optional
        Makes the kernel of a scale, as in `Spectral`.
    duplicates : "auto", "once" or "each"
        How copies of rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If an option is not valid, or both `ridge` and `C` are given; when called, if there are no
        labels, or at no scale the kernel matrix and the ridge are positive definite.

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
    scales: Any = field(default=None, repr=False)
    kernel: KernelOfScale = field(default=Gaussian, repr=False)
    name: ClassVar[str] = "leave_one_out"
    needs_labels: ClassVar[bool] = True
    takes_targets: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        ridge_of(self.ridge, self.C)
        check_switch(self.balanced, "balanced")
        check_count(self.n_rows, "n_rows", smallest=2)
        check_name(self.targets, KINDS, "targets")
        object.__setattr__(self, "scales", grid_option(self.scales))
        kernel_option(self.kernel)

    def _cloud(self, X: Any, y: Any, engine_options: dict[str, Any]) -> PointCloud:
        numbers = self.targets == "numbers" or (self.targets == "auto" and are_numbers(y))
        return PointCloud(X, **{"targets" if numbers else "y": y}, **engine_options)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        part = self._asked(cloud)
        family = family_of(part, self.kernel)
        told = told_of(part, self.balanced)
        regression = Regression(family, told, ridge_of(self.ridge, self.C))
        cloud.report("rows left out", 0, 1)
        found = climbed_maximum(self._begin(family), regression.score, margin=MARGIN)
        errors = regression.errors(found.scale)
        cloud.report("rows left out", 1, 1)
        if errors is None:
            raise ValueError(
                f"At no scale tried are the kernel matrix and a ridge of {regression.ridge:.3g} "
                f"positive definite; take a larger ridge, or a kernel that is."
            )
        reason = [
            regression.about(found),
            *_about_rows(part.n_samples, cloud.n_samples),
            *_about_edge(found),
            *_about_chance(told, errors),
            *_about_classes(part),
            *_about_features(part),
        ]
        return family.bandwidth(
            self.name,
            found.scale,
            " ".join(reason),
            found.scales,
            found.scores,
            "share explained of rows left out",
            found.interior,
            evidence={
                "score": found.score,
                "mean_squared_error": told.squares(errors),
                "ridge": regression.ridge,
                "targets": "classes" if part.targets is None else "numbers",
                "n_rows": part.n_samples,
                "rows": _rows_drawn(part, cloud),
                "scikit_learn_scale": _scikit_learn_scale(cloud),
            },
        )

    def _asked(self, cloud: PointCloud) -> PointCloud:
        """The rows that are asked: all of them, or about `n_rows`, always the same ones."""
        n_rows = min(self.n_rows, cloud.largest_dense())
        if cloud.n_samples <= n_rows:
            return cloud.restricted(np.arange(cloud.n_samples))
        rows = np.sort(stratified_rows(cloud, n_rows, np.random.default_rng(0)))
        return cloud.restricted(rows)

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


def _about_chance(told: Told, errors: np.ndarray) -> list[str]:
    """Whether rows left out are told clearly better than by the mean of all."""
    gains = (told.targets**2).sum(axis=1) - (errors**2).sum(axis=1)
    gain = told.weights @ gains
    error = np.sqrt(told.weights**2 @ (gains - gain) ** 2)
    if gain > CLEARLY * error:
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
    """Whether one feature makes up nearly all of the squared distances."""
    if cloud.n_features < 2:
        return []
    variances = cloud.points.var(axis=0)
    share, feature = variances.max() / variances.sum(), int(variances.argmax())
    if share < DOMINANT:
        return []
    return [
        f"Feature {feature} makes up {share:.1%} of all squared distances, so the others hardly "
        f"count; standardise them if they should."
    ]


def _rows_drawn(part: PointCloud, cloud: PointCloud) -> list[int] | None:
    """Where the rows drawn stood in the data, which may be a part themselves; None for all."""
    if part.rows is None or part.n_samples == cloud.n_samples:
        return None
    rows = part.rows if cloud.rows is None else cloud.rows[part.rows]
    return rows.tolist()


def _scikit_learn_scale(cloud: PointCloud) -> float | None:
    """The scale to join it with; None where there are no features."""
    if cloud.features is None:
        return None
    return ScikitLearnScale().choose(cloud).epsilon
