"""Estimates of dimension by one method or by all methods, for all rows and for each class."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

import numpy as np

from ...engine.progress import Progress, ProgressEvent
from ...engine.resources import Resources
from ...intrinsic_dimension.estimator import DimensionEstimator
from ...intrinsic_dimension.estimators.danco import DANCo
from ...intrinsic_dimension.estimators.levina_bickel import LevinaBickel
from ...intrinsic_dimension.estimators.mind import MiND
from ...intrinsic_dimension.methods import METHODS
from ...intrinsic_dimension.sample import DistanceSample, Sample, sample_of
from ...metrics.euclidean import EUCLIDEAN
from ...results import Dimension
from ..shared.data_table import Table
from ..shared.help_lists import ALL
from ..shared.problems import is_foreseen, sentence

__all__ = ["Estimate", "Estimates", "estimates_of", "with_metric"]

FRACTIONS = "The labels are fractions, not classes, so only the dimension of all rows is estimated."


@dataclass(frozen=True)
class Estimate:
    """The estimate of a method for some rows, or the reason why there is no estimate.

    Attributes
    ----------
    method : str
        Name of the method.
    seconds : float
        Duration of the computation. The methods share the search for neighbours; the duration of
        that search is part of the first method's duration.
    result : Dimension or None
        The estimate, or None.
    reading : str
        The reason for the estimate, or the reason why there is no estimate.
    """

    method: str
    seconds: float
    result: Dimension | None
    reading: str

    def to_dict(self) -> dict[str, Any]:
        """The estimate as a dict for JSON, without the evidence."""
        names = ("dimension", "continuous", "sd", "flags", "trusted", "n_samples")
        result = self.result.to_dict() if self.result else {}
        figures = {name: result.get(name) for name in names}
        return {"method": self.method, **figures, "seconds": self.seconds, "reading": self.reading}


@dataclass(frozen=True)
class Estimates:
    """Estimates for all rows, and for the rows of each class.

    Attributes
    ----------
    of_all_rows : list of Estimate
        The estimate of each method for all rows.
    classes : list of (class, number of rows, list of Estimate)
        The estimates for the rows of each class.
    notes : list of str
        Sentences about the labels.
    """

    of_all_rows: list[Estimate]
    classes: list[tuple[Any, int, list[Estimate]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def estimates_of(
    table: Table,
    method: str,
    *,
    uncertain: bool = False,
    pointwise: bool = False,
    progress: Progress,
    **engine_options: Any,
) -> Estimates:
    """Estimate the dimension of all rows and of each class, by one method or by all methods.

    With `uncertain`, the estimate from all rows has a standard deviation if the method can compute
    it, even if that takes long. With `pointwise`, the result for all rows has an estimate around
    each row, by `LevinaBickel` if the method has no such estimate.

    Raises
    ------
    ValueError
        If no method has an estimate for all rows.
    """
    methods = list(METHODS) if method == ALL else [method]
    about = {"metric": table.metric, "progress": progress, **engine_options}
    estimates = _by_each(methods, table.X, about, uncertain, pointwise)
    if all(estimate.result is None for estimate in estimates):
        raise ValueError(estimates[0].reading)
    if table.y is None or not table.n_classes:
        return Estimates(estimates, notes=[] if table.y is None else [FRACTIONS])
    found = Estimates(estimates)
    classes = np.unique(table.y)
    for done, label in enumerate(classes):
        progress(ProgressEvent("classes", done, len(classes)))
        rows = table.points_of(table.y == label)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the table shows the flags of each class instead
            of_class = _by_each(methods, rows, about)
        found.classes.append((label.item(), len(rows), of_class))
    progress(ProgressEvent("classes", len(classes), len(classes)))
    return found


def _by_each(
    methods: Sequence[str],
    points: np.ndarray,
    about: dict[str, Any],
    uncertain: bool = False,
    pointwise: bool = False,
) -> list[Estimate]:
    """The estimate of each method; the methods share the search for neighbours."""
    progress, metric = about["progress"], about["metric"]
    plain = {name: value for name, value in about.items() if name != "metric"}
    sample = sample_of(points, Resources(**plain), metric)
    estimates = []
    for done, method in enumerate(methods):
        progress(ProgressEvent("methods", done, len(methods)))
        takes_metric = metric != EUCLIDEAN.name and method in with_metric()
        estimator = METHODS[method](**(about if takes_metric else plain))
        estimates.append(_by_one(estimator, sample, uncertain, pointwise))
    progress(ProgressEvent("methods", len(methods), len(methods)))
    return estimates


def with_metric() -> list[str]:
    """Names of the methods that need only distances and therefore accept any metric."""
    return [name for name, each in METHODS.items() if "metric" in signature(each).parameters]


def _by_one(
    estimator: DimensionEstimator, sample: Sample, uncertain: bool, pointwise: bool
) -> Estimate:
    started = time.perf_counter()
    try:
        result = _result(estimator, sample, uncertain)
        result = _with_pointwise(result, sample) if pointwise else result
    except ValueError as error:
        if not is_foreseen(error):
            raise
        return Estimate(estimator.method, time.perf_counter() - started, None, sentence(error))
    flags = f"{', '.join(result.flags)}: " if result.flags else ""
    seconds = time.perf_counter() - started
    return Estimate(estimator.method, seconds, result, f"{flags}{result.reason}")


def _result(estimator: DimensionEstimator, sample: Sample, uncertain: bool) -> Dimension:
    if isinstance(sample, DistanceSample) and not hasattr(estimator, "metric"):
        raise ValueError(f"The method {estimator.method} needs features.")
    estimator.result_ = estimator.estimate(sample)
    if uncertain and isinstance(estimator, (DANCo, MiND)) and estimator.result_.sd is None:
        estimator.uncertainty()
    return estimator.result_


def _with_pointwise(result: Dimension, sample: Sample) -> Dimension:
    if result.pointwise is not None:
        return result
    if sample.rank < 2:  # the dimension around each row equals the dimension of all rows
        return replace(
            result, pointwise=sample.in_rows(np.full(sample.n_samples, result.continuous))
        )
    local = LevinaBickel().estimate(sample)
    evidence = {**result.evidence, "pointwise_by": local.method}
    return replace(result, pointwise=local.pointwise, evidence=evidence)
