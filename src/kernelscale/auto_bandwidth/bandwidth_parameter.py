"""Finding the parameter of an estimator, and the step of a pipeline, that hold the bandwidth."""

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

__all__ = ["BandwidthParameter", "parameter_of", "step_of"]

_NAME_IT = "pass parameter=, the name of the bandwidth parameter, and convention=, its convention"


@dataclass(frozen=True)
class BandwidthParameter:
    """The bandwidth parameter of an estimator, or of an estimator within it.

    Attributes
    ----------
    parameter : str
        The name of the parameter, as in `set_params`.
    convention : str
        How the parameter defines the Gaussian, such as by a gamma or a length scale: a key of
        `CONVENTIONS`.
    owner : object
        The estimator that has the parameter: the estimator itself or one within it.
    machine : Machine
        The entry of the owner in `MACHINES`; adapted or new if the user names another parameter.
    """

    parameter: str
    convention: str
    owner: Any
    machine: Machine

    def settings(self, bandwidth: Bandwidth, *, fixed: bool) -> dict[str, Any]:
        """The parameters of the estimator, with their values, that set the bandwidth."""
        if bandwidth.kernel.metric != EUCLIDEAN.name and self.machine.setting is not None:
            path, dot, _ = self.parameter.rpartition("__")
            return {f"{path}{dot}{self.machine.setting[0]}": bandwidth.kernel}
        assert bandwidth.epsilon is not None
        number = to_convention(bandwidth.epsilon, self.convention)
        if not self.machine.within_kernel:
            return {self.parameter: number}
        return {self.parameter: with_length_scale(self.owner.kernel, number, fixed=fixed)}

    def check_metric(self, metric: Metric) -> None:
        """Refuse a metric whose kernel the estimator does not accept."""
        if metric == EUCLIDEAN or (self.machine.calls_kernel and metric.sees_points):
            return
        names = ", ".join(kind.__name__ for kind, each in MACHINES.items() if each.calls_kernel)
        raise ValueError(
            f"{type(self.owner).__name__} does not accept a kernel with metric='{metric.name}'; "
            f"kernels of points with a metric other than 'euclidean' are accepted by {names}."
        )


def parameter_of(
    estimator: Any, parameter: str | None, convention: str | None
) -> BandwidthParameter:
    """The bandwidth parameter of an estimator that is not a pipeline.

    Raises
    ------
    ValueError
        If the parameter is unknown, or the kernel is not Gaussian.

    Examples
    --------
    In a grid search over C the parameter belongs to the inner estimator.

    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.svm import SVC
    >>> parameter_of(GridSearchCV(SVC(), {"C": [1, 10]}), "estimator__gamma", None).owner
    SVC()
    """
    if parameter is None:
        return _known_parameter(estimator, convention)
    owner, name = _owner(estimator, parameter)
    machine = machine_of(owner)
    if machine is None or name != machine.parameter or convention not in (None, machine.convention):
        return _named_parameter(owner, parameter, convention)
    return _checked(BandwidthParameter(parameter, machine.convention, owner, machine))


def step_of(pipeline: Pipeline, parameter: str | None) -> tuple[str, str | None]:
    """The name of the step with the bandwidth, and the name of the parameter if it was given.

    Raises
    ------
    ValueError
        If no step has a known bandwidth parameter.

    Examples
    --------
    In a pipeline of Nystroem and a linear machine, Nystroem has the bandwidth.

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
        if _has_bandwidth(step):
            return name, None
    raise ValueError(_no_step_has_bandwidth(pipeline))


def _has_bandwidth(step: Any) -> bool:
    if isinstance(step, Pipeline):
        return any(_has_bandwidth(inner) for _, inner in step.steps)
    machine = machine_of(step)
    return machine is not None and machine.fits(step)


def _owner(estimator: Any, parameter: str) -> tuple[Any, str]:
    known = estimator.get_params()
    if parameter not in known:
        raise ValueError(
            f"{type(estimator).__name__} has no parameter {parameter!r} for the bandwidth; its "
            f"parameters are {', '.join(sorted(known))}."
        )
    path, _, name = parameter.rpartition("__")
    return (known[path] if path else estimator), name


def _known_parameter(estimator: Any, convention: str | None) -> BandwidthParameter:
    machine = machine_of(estimator)
    if machine is None:
        raise ValueError(
            f"{type(estimator).__name__} is not among the estimators whose bandwidth parameter is "
            f"known ({_known()}); {_NAME_IT}."
        )
    if convention not in (None, machine.convention):
        raise ValueError(
            f"convention= describes the parameter named by parameter=, but convention is "
            f"{shown(convention)} and parameter is None; pass parameter= too."
        )
    return _checked(BandwidthParameter(machine.parameter, machine.convention, estimator, machine))


def _checked(parameter: BandwidthParameter) -> BandwidthParameter:
    if not parameter.machine.fits(parameter.owner):
        raise ValueError(_not_gaussian(parameter.owner, parameter.machine))
    return parameter


def _named_parameter(owner: Any, parameter: str, convention: str | None) -> BandwidthParameter:
    if convention is None:
        raise ValueError(
            f"The convention of {parameter} of {type(owner).__name__} is not known; pass "
            f"convention=, one of {', '.join(CONVENTIONS)}."
        )
    machine = replace(machine_of(owner) or Machine(purpose="auto"), within_kernel=False)
    convention = check_name(convention, CONVENTIONS, "convention")
    return BandwidthParameter(parameter, convention, owner, machine)


def _known() -> str:
    return ", ".join(kind.__name__ for kind in MACHINES)


def _not_gaussian(owner: Any, machine: Machine) -> str:
    assert machine.setting is not None
    name, needed = machine.setting
    return (
        f"{type(owner).__name__} has {name}={getattr(owner, name)!r}, so {machine.parameter} is "
        f"not the bandwidth of a Gaussian kernel; set {name}={needed!r}."
    )


def _no_step_has_bandwidth(pipeline: Pipeline) -> str:
    for _, step in reversed(pipeline.steps):
        if (machine := machine_of(step)) is not None:
            return _not_gaussian(step, machine)
    names = ", ".join(type(step).__name__ for _, step in pipeline.steps)
    return (
        f"No step of the pipeline ({names}) is among the estimators whose bandwidth parameter is "
        f"known ({_known()}); {_NAME_IT}."
    )
