"""The default rule: `LeaveOneOut` with labels; without, a choice for the scale's purpose.

docs/measured.md has the measurements from which the rule and its constants come.
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
OF_THE_MACHINE = (
    "ridge",
    "C",
    "targets",
    "intercept",
)  # options for a machine that predicts labels
TOLERANCE = 1.0  # standard errors
OF_MEDIAN = 0.5  # share of the median, for a machine where there are no labels


@dataclass(frozen=True)
class Auto(Rule):
    """The default: the scale fits the labels if there are some, else the given purpose.

    With labels it is `LeaveOneOut`: the scale at which kernel ridge regression, the least-squares
    counterpart of a support vector machine, best predicts rows left out. For classes many scales
    may be as good as that, to one standard error. Of these the one nearest to half the mean squared
    deviation is taken, which is gamma="scale" of centred features, so labels that depend little on
    the features change the scale little. `as_good` is the range of scales that are as good.

    Without labels the scale is for a map, unless `purpose` says otherwise: the smallest scale at
    which none of the ten leading coordinates is localized (`markov.fewest_rows`), from a fifteenth
    of the typical squared distance to neighbour 7 up to the median. If there is none, it is that
    of `MaxMin`; neither is more than 6.67 times the distance to neighbour 7. Below 50 rows
    participation depends on a few rows: then the scale is that distance itself or, of n < 49 rows,
    the one to neighbour sqrt(n). Outliers, more than 100 times as far (squared) from all others and
    too few for a group, are not used, and exact duplicates count once, whatever `duplicates` is.
    From more than 2000 rows 2000 are drawn at random, the same ones each time for rows in the same
    order. The `interval` holds the scales chosen on random halves of the rows, and `as_good` the
    scales around the chosen one at which the first coordinates span nearly the same and none is
    localized.

    Parameters
    ----------
    purpose : "auto", "map", "kernel machine" or "density"
        What the scale is for. "map": a diffusion map, or clusters. "kernel machine": an SVM, a
        Gaussian process, kernel PCA; without labels half the median squared distance. "density":
        kernel density estimation, by `Likelihood`. For a map or a density labels are ignored, so
        they may be anything. By default "kernel machine" with labels, and "map" without.
    n_subsamples : int
        For a map, random halves on which the rule is repeated for the interval; 0 for no interval,
        with labels as well.
    ridge, C : float, optional
        The ridge, or its inverse, of the machine that will use the scale; ridge 0.1 by default.
        They are not used without labels, and refused for a map or a density.
    targets, intercept
        The kind of the labels, and whether the machine that predicts numbers has an intercept, as
        in `LeaveOneOut`; refused for a map or a density.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `purpose` is none of the four, `n_subsamples` no integer of at least 0, or another option
        is not valid or not used for the purpose.

    Examples
    --------
    A spiral sampled at random. The scale follows the spacing of the points along it and not the
    distance between its turns, so a map shows it as a line.

    >>> import numpy as np
    >>> angle = np.sort(np.random.default_rng(0).uniform(0, 6 * np.pi, 400))
    >>> spiral = np.c_[angle * np.cos(angle), angle * np.sin(angle)]
    >>> bandwidth = Auto()(spiral)
    >>> bool(bandwidth.length_scale < np.pi)
    True

    With the turn of each point as its class, a kernel may reach farther along the turns, but not
    across several of them.

    >>> bandwidth = Auto(C=10)(spiral, angle // (2 * np.pi))
    >>> bool(bandwidth.length_scale < 2 * np.pi), bandwidth.evidence["ridge"]
    (True, 0.1)

    The scale for a density shrinks as rows are added, that for a kernel machine does not.

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
        """Whether the purpose is one for which labels are not used."""
        return self.purpose in (MAP, DENSITY)

    def _check_no_machine_options(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            if option.name in OF_THE_MACHINE and value != option.default:
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
        except ValueError as error:  # no scale at which labels can be predicted
            found = self._for_map(cloud)
            return replace(found, reason=f"{error} {found.reason}")
        return self._named(found)

    def _for_map(self, cloud: PointCloud) -> Bandwidth:
        return map_scale(self.name, cloud, self.n_subsamples, self.duplicates != "each")

    def _for_machine(self, cloud: PointCloud) -> Bandwidth:
        """Without labels: a scale about as large as the data's extent."""
        median = Median()._choose(cloud)
        assert median.epsilon is not None
        epsilon = OF_MEDIAN * median.epsilon
        reason = f"For a kernel machine without labels half the median. {median.reason}"
        evidence = {"median": median.epsilon, **median.evidence}
        if cloud.sampled is not None:
            error = OF_MEDIAN * median.evidence["standard_errors"]["epsilon"]
            evidence["standard_errors"] = {"epsilon": error}
        return gaussian_bandwidth(self.name, epsilon, reason, **evidence)

    def _by_labels(self, cloud: PointCloud) -> Bandwidth:
        """For numbers the best scale itself, which was measured to be better than one near it."""
        tolerance = TOLERANCE if cloud.n_classes else 0.0
        rule = LeaveOneOut(
            self.ridge,
            self.C,
            intercept=self.intercept,
            tolerance=tolerance,
            n_subsamples=min(self.n_subsamples, LeaveOneOut.n_subsamples),  # each is a search
        )
        return rule._choose(cloud)
