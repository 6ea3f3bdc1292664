"""The default rule: rows left out with labels; without, what the scale is for decides.

What was measured to choose it, and its constants, stands in docs/choosing.md.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from .._validation import check_count, check_name, check_switch
from ..data import PointCloud
from ..results import Bandwidth
from .kernel_ridge import ridge_of
from .leave_one_out import LeaveOneOut
from .likelihood import Likelihood
from .map_scale import map_scale
from .median import Median
from .rule import TARGETS, Rule, gaussian_bandwidth

__all__ = ["DENSITY", "MACHINE", "MAP", "PURPOSES", "Auto"]

MAP, MACHINE, DENSITY = "map", "kernel machine", "density"
PURPOSES = ("auto", MAP, MACHINE, DENSITY)
OF_THE_MACHINE = ("ridge", "C", "targets", "intercept")  # options
TOLERANCE = 1.0  # standard errors
OF_MEDIAN = 0.5  # for a machine whose labels are not known


@dataclass(frozen=True)
class Auto(Rule):
    """The default: right for the task as far as labels tell, and hardly ever without an answer.

    With labels, `LeaveOneOut`: the scale at which kernel ridge regression, the least-squares twin
    of a support vector machine, best predicts rows left out. For classes many scales may be as good
    as that, to one standard error; of these the one nearest to half the mean squared deviation is
    taken, which is gamma="scale" of centred features, so that labels that say little move it
    little. The range of those that are as good is `as_good`.

    Without labels it is for a map, unless `purpose` says otherwise: the smallest scale at which
    none of the ten leading coordinates is localized (`markov.fewest_rows`), from a fifteenth of
    the typical squared distance to neighbour 7 up to the median. If there is none, that of
    `MaxMin`; neither is more than 6.67 times that distance. Of fewer than 50 rows participation
    tells too little: then it is that distance itself, or the one to a neighbour as far along as
    the root of their number. Rows more than 100 times as far (squared) from all others, too few
    for a group, have no say, and exact duplicates count once, whatever `duplicates` says. Of more
    than 2000 rows so many are drawn at random; which, depends on their order. The `interval` holds
    the answers on random halves of the rows, `as_good` the scales around the answer at which the
    first coordinates span nearly the same and none is localized.

    Parameters
    ----------
    purpose : "auto", "map", "kernel machine" or "density"
        What the scale is for. "map": a diffusion map, or clusters. "kernel machine": an SVM, a
        Gaussian process, kernel PCA; without labels half the median squared distance. "density":
        kernel density estimation, by `Likelihood`. For a map or a density labels have no say and
        are not looked at, so they may be anything. By default "kernel machine" with labels, and
        "map" without.
    n_subsamples : int
        For a map, random halves on which the rule is repeated; 0 to leave the interval out,
        with labels too.
    ridge, C : float, optional
        The ridge, or its inverse, of the machine that will use the scale; ridge 0.1 by default.
        They have no say without labels, and are refused for a map or a density.
    targets, intercept
        What labels are, and whether the machine that predicts numbers has an intercept, as in
        `LeaveOneOut`; refused for a map or a density.
    duplicates : "auto", "once" or "each"
        How copies of rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `purpose` is none of the four, `n_subsamples` no integer of at least 0, or another option
        not valid or, for the purpose, of no use.

    Examples
    --------
    A spiral sampled at random. The scale follows the spacing of the points along it and not the
    distance between its turns, so the walk knows the way.

    >>> import numpy as np
    >>> angle = np.sort(np.random.default_rng(0).uniform(0, 6 * np.pi, 400))
    >>> spiral = np.c_[angle * np.cos(angle), angle * np.sin(angle)]
    >>> bandwidth = Auto()(spiral)
    >>> bool(bandwidth.length_scale < np.pi)
    True

    With the turn each point lies on as its class, a machine may look farther along the turns, but
    not across several of them.

    >>> bandwidth = Auto(C=10)(spiral, angle // (2 * np.pi))
    >>> bool(bandwidth.length_scale < 2 * np.pi), bandwidth.evidence["ridge"]
    (True, 0.1)

    A density needs a scale that shrinks as rows grow in number, a machine one that does not.

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
        if self.passes_labels_over:
            self._check_tells_nothing_of_a_machine()

    @property
    def passes_labels_over(self) -> bool:
        """Whether labels have no say because of what the scale is for."""
        return self.purpose in (MAP, DENSITY)

    def _check_tells_nothing_of_a_machine(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            if option.name in OF_THE_MACHINE and value != option.default:
                raise ValueError(
                    f"{option.name} is about a machine that predicts labels, but purpose="
                    f"{self.purpose!r} and {option.name}={value!r} were given; leave one of them "
                    f"out, or pass purpose={MACHINE!r}."
                )

    @property
    def looks_at_labels(self) -> bool:
        return not self.passes_labels_over

    def choose(self, cloud: PointCloud) -> Bandwidth:
        labelled = cloud.n_classes or cloud.targets is not None
        if labelled and self.passes_labels_over:
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
        except ValueError as error:  # labels that cannot be predicted at any scale
            found = self._for_map(cloud)
            return replace(found, reason=f"{error} {found.reason}")
        return self._named(found)

    def _for_map(self, cloud: PointCloud) -> Bandwidth:
        return map_scale(self.name, cloud, self.n_subsamples, self.duplicates != "each")

    def _for_machine(self, cloud: PointCloud) -> Bandwidth:
        """Without labels: wide enough for the rows to be seen as a whole."""
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
        """Of numbers the best scale, which was measured to be better than one near it."""
        tolerance = TOLERANCE if cloud.n_classes else 0.0
        rule = LeaveOneOut(
            self.ridge,
            self.C,
            intercept=self.intercept,
            tolerance=tolerance,
            n_subsamples=min(self.n_subsamples, LeaveOneOut.n_subsamples),  # each is a search
        )
        return rule._choose(cloud)
