"""The default rule: `LeaveOneOut` with labels, and without labels a choice by purpose.

docs/measured.md has the measurements on which the rule and its constants are based.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from .._validation import check_count, check_name, check_switch
from ..data import PointCloud
from ..results import Bandwidth
from .leave_one_out.kernel_ridge import ridge_of
from .map_scale import map_scale
from .rule import TARGETS, Rule, gaussian_bandwidth
from .rules.leave_one_out import LeaveOneOut
from .rules.likelihood import Likelihood
from .rules.median import Median

__all__ = ["DENSITY", "MACHINE", "MAP", "PURPOSES", "Auto"]

MAP, MACHINE, DENSITY = "map", "kernel machine", "density"
PURPOSES = ("auto", MAP, MACHINE, DENSITY)
MACHINE_OPTIONS = ("ridge", "C", "targets", "intercept")
# The scale for classes may be worse than the best scale by this number of standard errors.
TOLERANCE = 1.0
# The scale for a kernel machine without labels, as a share of the median squared distance.
SHARE_OF_MEDIAN = 0.5


@dataclass(frozen=True)
class Auto(Rule):
    """The default rule: it chooses by the labels if there are any, and otherwise by the purpose.

    With labels the rule is `LeaveOneOut`: the scale at which kernel ridge regression, the
    least-squares counterpart of a support vector machine, best predicts rows left out. For classes
    many scales may predict as well as the best one, within one standard error. Of these scales the
    rule takes the one nearest to half the mean squared deviation. This is the scale that
    scikit-learn's gamma="scale" gives for centred features. So labels that depend little on the
    features have little effect on the scale. `as_good` is the range of scales that predict about as
    well as the best one, as in `LeaveOneOut`.

    Without labels the scale is for a map, unless `purpose` is given. Let h be the median, over all
    rows, of the squared distance to the 7th nearest neighbour.

    - The scale is the smallest at which none of the ten leading coordinates is localized. A
      coordinate is localized if it is far from 0 for fewer rows than
      `markov.participation.fewest_rows`, a number from 5 to 30.
    - The search begins at h / 15 or, if neighbours are not connected there, at the smallest scale
      that connects them. It ends at 6.67 h, or at the median squared distance of all pairs if that
      is smaller.
    - If a coordinate is localized at each scale searched, the rule takes the scale of `MaxMin`, but
      at most 6.67 h.
    - With fewer than 50 rows a localized coordinate cannot be recognised, so the scale is h. For
      n < 49 rows h is computed with a nearer neighbour, of number at most sqrt(n).
    - Outliers are not used. Rows are outliers if they form a group of fewer rows than
      `fewest_rows`, at a squared distance of more than 100 h from all other rows.
    - Exact duplicates count once, whatever `duplicates` is.
    - If there are more than 2000 rows, 2000 are drawn at random; the same rows in the same order
      always give the same draw.
    - `interval` contains the scales chosen on random halves of the rows.
    - `as_good` is the range of scales around the chosen one at which the first coordinates span
      nearly the same space and none is localized.

    Parameters
    ----------
    purpose : "auto", "map", "kernel machine" or "density"
        The purpose of the scale; by default "kernel machine" with labels, and "map" without.

        - "map": a diffusion map, or clusters; labels are ignored.
        - "kernel machine": an SVM, a Gaussian process, kernel PCA. Without labels the scale is half
          the median squared distance.
        - "density": kernel density estimation, by `Likelihood`; labels are ignored.
    n_subsamples : int
        Number of random halves of the rows on which the rule is repeated for the interval; 0 for
        no interval. With labels at most 3 are used. Without labels only a map has an interval.
    ridge, C : float, optional
        The ridge, or its inverse, of the machine that will use the scale; the default is a ridge
        of 0.1. Without labels they are not used, and for a map or a density they are refused.
    targets, intercept
        The kind of the labels, and whether the machine that predicts numbers has an intercept, as
        in `LeaveOneOut`; for a map or a density they are refused.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `purpose` is not one of the four values, `n_subsamples` is negative or not an integer, or
        another option is not valid or not used for the purpose.

    Examples
    --------
    A spiral sampled at random. The scale follows the spacing of the points along the spiral and
    not the distance between its turns, so a map shows the spiral as a line.

    >>> import numpy as np
    >>> angle = np.sort(np.random.default_rng(0).uniform(0, 6 * np.pi, 400))
    >>> spiral = np.c_[angle * np.cos(angle), angle * np.sin(angle)]
    >>> bandwidth = Auto()(spiral)
    >>> bool(bandwidth.length_scale < np.pi)
    True

    If the class of each point is its turn of the spiral, a kernel may reach farther along a turn,
    but not across several turns.

    >>> bandwidth = Auto(C=10)(spiral, angle // (2 * np.pi))
    >>> bool(bandwidth.length_scale < 2 * np.pi), bandwidth.evidence["ridge"]
    (True, 0.1)

    The scale for a density shrinks as rows are added; the scale for a kernel machine does not.

    >>> for purpose in ("density", "kernel machine"):
    ...     few, many = (Auto(purpose=purpose)(rows).epsilon for rows in (spiral[::4], spiral))
    ...     print(purpose, bool(many < 0.8 * few))
    density True
    kernel machine False
    """

    purpose: str = "auto"
    n_subsamples: int = 3
    ridge: float | None = None
    C: float | None = None
    targets: str = "auto"
    intercept: bool = True
    name: ClassVar[str] = "auto"
    uses_labels: ClassVar[bool] = True
    takes_targets: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_name(self.purpose, PURPOSES, "purpose")
        check_count(self.n_subsamples, "n_subsamples", smallest=0)
        check_name(self.targets, TARGETS, "targets")
        check_switch(self.intercept, "intercept")
        ridge_of(self.ridge, self.C)
        if self.ignores_labels:
            self._check_no_machine_options()

    @property
    def ignores_labels(self) -> bool:
        """Whether labels are not used for the purpose."""
        return self.purpose in (MAP, DENSITY)

    def _check_no_machine_options(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            if option.name in MACHINE_OPTIONS and value != option.default:
                raise ValueError(
                    f"{option.name} describes a machine that predicts labels, but purpose="
                    f"{self.purpose!r} and {option.name}={value!r} were given; leave one of them "
                    f"out, or pass purpose={MACHINE!r}."
                )

    @property
    def looks_at_labels(self) -> bool:
        return not self.ignores_labels

    def choose(self, cloud: PointCloud) -> Bandwidth:
        labelled = cloud.n_classes or cloud.targets is not None
        if labelled and self.ignores_labels:
            cloud = cloud.labelled(None)
        return super().choose(cloud)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        if cloud.n_classes or cloud.targets is not None:
            return self._for_labels(cloud)
        if self.purpose == DENSITY:
            return self._named(Likelihood(duplicates=self.duplicates)._choose(cloud))
        if self.purpose == MACHINE:
            return self._for_machine(cloud)
        return self._for_map(cloud)

    def _named(self, found: Bandwidth, **changes: Any) -> Bandwidth:
        return replace(found, rule=self.name, reason=f"{found.rule}: {found.reason}", **changes)

    def _for_labels(self, cloud: PointCloud) -> Bandwidth:
        try:
            found = self._by_labels(cloud)
        except ValueError as error:  # the labels cannot be predicted at any scale
            found = self._for_map(cloud)
            return replace(found, reason=f"{error} {found.reason}")
        return self._named(found)

    def _for_map(self, cloud: PointCloud) -> Bandwidth:
        return map_scale(self.name, cloud, self.n_subsamples, self.duplicates != "each")

    def _for_machine(self, cloud: PointCloud) -> Bandwidth:
        """The scale for a kernel machine without labels: half the median squared distance."""
        median = Median()._choose(cloud)
        assert median.epsilon is not None
        epsilon = SHARE_OF_MEDIAN * median.epsilon
        reason = (
            f"Without labels the scale for a kernel machine is half the median squared distance, "
            f"{median.epsilon:.4g}."
        )
        evidence = {"median": median.epsilon, **median.evidence}
        if cloud.sampled is not None:
            error = SHARE_OF_MEDIAN * median.evidence["standard_errors"]["epsilon"]
            evidence["standard_errors"] = {"epsilon": error}
        return gaussian_bandwidth(self.name, epsilon, reason, **evidence)

    def _by_labels(self, cloud: PointCloud) -> Bandwidth:
        """The choice by labels, with a tolerance for classes only.

        For targets of a regression, the best scale predicted better than another scale within a
        tolerance (docs/measured.md).
        """
        tolerance = TOLERANCE if cloud.n_classes else 0.0
        rule = LeaveOneOut(
            self.ridge,
            self.C,
            intercept=self.intercept,
            tolerance=tolerance,
            # Each subsample needs a regression at every scale tried.
            n_subsamples=min(self.n_subsamples, LeaveOneOut.n_subsamples),
        )
        return rule._choose(cloud)
