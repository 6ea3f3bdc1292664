"""Where the bandwidth goes: in which parameter of an estimator, and in which step of a pipeline."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sklearn.pipeline import Pipeline

from .._validation import check_name, shown
from ..kernels.conventions import CONVENTIONS, to_convention
from ..metrics.euclidean import EUCLIDEAN
from ..metrics.metric import Metric
from ..results import Bandwidth
from .gaussian_processes import with_length_scale
from .machines import MACHINES, Machine, machine_of

__all__ = ["Place", "place_of", "step_of"]

_NAME_IT = "pass parameter= and convention=, which parameter it is and what it means."


@dataclass(frozen=True)
class Place:
    """Where the bandwidth goes: a parameter of the estimator, or of an estimator within it.

    Attributes
    ----------
    parameter : str
        As in `set_params`.
    convention : str
        What it means.
    owner : object
        The estimator whose parameter it is: the one within, or the estimator itself.
    machine : Machine
        What is known about the owner.
    """

    parameter: str
    convention: str
    owner: Any
    machine: Machine

    def settings(self, bandwidth: Bandwidth, *, fixed: bool) -> dict[str, Any]:
        """The parameters of the estimator, with their values."""
        if bandwidth.kernel.metric != EUCLIDEAN.name and self.machine.setting is not None:
            path, dot, _ = self.parameter.rpartition("__")
            return {f"{path}{dot}{self.machine.setting[0]}": bandwidth.kernel}
        assert bandwidth.epsilon is not None
        number = to_convention(bandwidth.epsilon, self.convention)
        if not self.machine.within_kernel:
            return {self.parameter: number}
        return {self.parameter: with_length_scale(self.owner.kernel, number, fixed=fixed)}

    def check_metric(self, metric: Metric) -> None:
        """Refuse a metric whose kernel the estimator does not take."""
        if metric == EUCLIDEAN or (self.machine.calls_kernel and metric.sees_points):
            return
        names = ", ".join(kind.__name__ for kind, each in MACHINES.items() if each.calls_kernel)
        raise ValueError(
            f"{type(self.owner).__name__} does not take a kernel of metric='{metric.name}'; of "
            f"points the kernels of {names} may have another metric than 'euclidean'."
        )


def place_of(estimator: Any, parameter: str | None, convention: str | None) -> Place:
    """Where the bandwidth of an estimator that is no pipeline goes.

    Raises
    ------
    ValueError
        If that is not known, or its kernel is not Gaussian.

    Examples
    --------
    For a search over C it is the gamma of the estimator within.

    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.svm import SVC
    >>> place_of(GridSearchCV(SVC(), {"C": [1, 10]}), "estimator__gamma", None).owner
    SVC()
    """
    if parameter is None:
        return _known_place(estimator, convention)
    owner, name = _owner(estimator, parameter)
    machine = machine_of(owner)
    if machine is None or name != machine.parameter or convention not in (None, machine.convention):
        return _named_place(owner, parameter, convention)
    return _checked(Place(parameter, machine.convention, owner, machine))


def step_of(pipeline: Pipeline, parameter: str | None) -> tuple[str, str | None]:
    """The step that takes the bandwidth, and the parameter of it, if that was named.

    Raises
    ------
    ValueError
        If no step is known to take one.

    Examples
    --------
    A linear machine after a map to features of a kernel: the map has the bandwidth.

    >>> from sklearn.kernel_approximation import Nystroem
    >>> from sklearn.svm import LinearSVC
    >>> step_of(Pipeline([("map", Nystroem()), ("svc", LinearSVC())]), None)
    ('map', None)
    >>> step_of(Pipeline([("map", Nystroem()), ("svc", LinearSVC())]), "map__gamma")
    ('map', 'gamma')
    """
    if parameter is not None:
        name, _, rest = parameter.partition("__")
        if rest and name in pipeline.named_steps:
            return name, rest
        return pipeline.steps[-1][0], parameter
    for name, step in reversed(pipeline.steps):
        if _takes_bandwidth(step):
            return name, None
    raise ValueError(_about_steps(pipeline))


def _takes_bandwidth(step: Any) -> bool:
    if isinstance(step, Pipeline):
        return any(_takes_bandwidth(inner) for _, inner in step.steps)
    machine = machine_of(step)
    return machine is not None and machine.fits(step)


def _owner(estimator: Any, parameter: str) -> tuple[Any, str]:
    known = estimator.get_params()
    if parameter not in known:
        raise ValueError(
            f"{type(estimator).__name__} has no parameter {parameter!r} to set the bandwidth in; "
            f"its parameters are {', '.join(sorted(known))}."
        )
    path, _, name = parameter.rpartition("__")
    return (known[path] if path else estimator), name


def _known_place(estimator: Any, convention: str | None) -> Place:
    machine = machine_of(estimator)
    if machine is None:
        raise ValueError(
            f"{type(estimator).__name__} is not among the estimators whose bandwidth is known "
            f"({_known()}); {_NAME_IT}"
        )
    if convention not in (None, machine.convention):
        raise ValueError(
            f"convention is the meaning of the parameter that parameter= names, but parameter is "
            f"None and convention is {shown(convention)}; pass parameter=, too."
        )
    return _checked(Place(machine.parameter, machine.convention, estimator, machine))


def _checked(place: Place) -> Place:
    if not place.machine.fits(place.owner):
        raise ValueError(_about_kernel(place.owner, place.machine))
    return place


def _named_place(owner: Any, parameter: str, convention: str | None) -> Place:
    if convention is None:
        raise ValueError(
            f"What {parameter} of {type(owner).__name__} means is not known; pass convention=, one "
            f"of {', '.join(CONVENTIONS)}."
        )
    machine = replace(machine_of(owner) or Machine(purpose="auto"), within_kernel=False)
    return Place(parameter, check_name(convention, CONVENTIONS, "convention"), owner, machine)


def _known() -> str:
    return ", ".join(kind.__name__ for kind in MACHINES)


def _about_kernel(owner: Any, machine: Machine) -> str:
    assert machine.setting is not None
    name, needed = machine.setting
    return (
        f"{type(owner).__name__} has {name}={getattr(owner, name)!r}, whose {machine.parameter} is "
        f"no bandwidth of a Gaussian kernel; set {name}={needed!r}."
    )


def _about_steps(pipeline: Pipeline) -> str:
    for _, step in reversed(pipeline.steps):
        if (machine := machine_of(step)) is not None:
            return _about_kernel(step, machine)
    names = ", ".join(type(step).__name__ for _, step in pipeline.steps)
    return (
        f"No step of the pipeline ({names}) is among the estimators whose bandwidth is known "
        f"({_known()}); {_NAME_IT}"
    )
