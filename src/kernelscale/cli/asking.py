"""One method or all of them, asked about all rows and about the rows of each class."""

from __future__ import annotations

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

import numpy as np

from ..engine import ProgressEvent, Resources
from ..engine.progress import Progress
from ..intrinsic_dimension import METHODS, DANCo, DimensionEstimator, LevinaBickel, MiND
from ..intrinsic_dimension.sample import DistanceSample, Sample, sample_of
from ..metrics.euclidean import EUCLIDEAN
from ..results import Dimension
from .listed import ALL
from .problems import is_foreseen, sentence
from .tables import Table

__all__ = ["Answer", "Findings", "ask", "with_metric"]

FRACTIONS = "The labels are fractions, so there are no classes to look at one by one."


@dataclass(frozen=True)
class Answer:
    """What a method says about some rows, or why it says nothing.

    Attributes
    ----------
    method : str
        Its name.
    seconds : float
        Time it took; what methods share is counted for the first that needs it.
    result : Dimension or None
        The answer; None where there is none.
    reading : str
        What it means, or why there is none.
    """

    method: str
    seconds: float
    result: Dimension | None
    reading: str

    def to_dict(self) -> dict[str, Any]:
        """The figures ready for JSON, without what the method saw."""
        names = ("dimension", "continuous", "sd", "flags", "trusted", "n_samples")
        result = self.result.to_dict() if self.result else {}
        figures = {name: result.get(name) for name in names}
        return {"method": self.method, **figures, "seconds": self.seconds, "reading": self.reading}


@dataclass(frozen=True)
class Findings:
    """Answers about all rows, and about those of each class.

    Attributes
    ----------
    answers : list of Answer
        About all rows, one a method.
    classes : list of (class, number of rows, list of Answer)
        The same about the rows of each class.
    notes : list of str
        What a reader should know beside.
    """

    answers: list[Answer]
    classes: list[tuple[Any, int, list[Answer]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def ask(
    table: Table,
    method: str,
    *,
    uncertain: bool = False,
    pointwise: bool = False,
    progress: Progress,
    **engine_options: Any,
) -> Findings:
    """Ask the method of that name, or all, about all rows and about each class.

    With `uncertain`, methods that can say how sure they are do, about all rows, however long that
    takes. With `pointwise` the answer has an estimate around each row, by `LevinaBickel` where the
    method has none.

    Raises
    ------
    ValueError
        If no method asked for can answer for all rows.
    """
    methods = list(METHODS) if method == ALL else [method]
    about = {"metric": table.metric, "progress": progress, **engine_options}
    answers = _ask_each(methods, table.X, about, uncertain, pointwise)
    if all(answer.result is None for answer in answers):
        raise ValueError(answers[0].reading)
    if table.y is None or not table.n_classes:
        return Findings(answers, notes=[] if table.y is None else [FRACTIONS])
    found = Findings(answers)
    classes = np.unique(table.y)
    for done, label in enumerate(classes):
        progress(ProgressEvent("classes", done, len(classes)))
        rows = table.part(table.y == label)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the flags of each class say it in its row
            of_class = _ask_each(methods, rows, about)
        found.classes.append((label.item(), len(rows), of_class))
    progress(ProgressEvent("classes", len(classes), len(classes)))
    return found


def _ask_each(
    methods: Sequence[str],
    points: np.ndarray,
    about: dict[str, Any],
    uncertain: bool = False,
    pointwise: bool = False,
) -> list[Answer]:
    """One answer a method; they share the search for neighbours."""
    progress, metric = about["progress"], about["metric"]
    plain = {name: value for name, value in about.items() if name != "metric"}
    sample = sample_of(points, Resources(**plain), metric)
    answers = []
    for done, method in enumerate(methods):
        progress(ProgressEvent("methods", done, len(methods)))
        takes_metric = metric != EUCLIDEAN.name and method in with_metric()
        estimator = METHODS[method](**(about if takes_metric else plain))
        answers.append(_ask_one(estimator, sample, uncertain, pointwise))
    progress(ProgressEvent("methods", len(methods), len(methods)))
    return answers


def with_metric() -> list[str]:
    """Names of the methods that need distances only, and so take any metric."""
    return [name for name, each in METHODS.items() if "metric" in signature(each).parameters]


def _ask_one(
    estimator: DimensionEstimator, sample: Sample, uncertain: bool, pointwise: bool
) -> Answer:
    started = time.perf_counter()
    try:
        result = _result(estimator, sample, uncertain)
        result = _with_pointwise(result, sample) if pointwise else result
    except ValueError as error:
        if not is_foreseen(error):
            raise
        return Answer(estimator.method, time.perf_counter() - started, None, sentence(error))
    flags = f"{', '.join(result.flags)}: " if result.flags else ""
    seconds = time.perf_counter() - started
    return Answer(estimator.method, seconds, result, f"{flags}{result.reason}")


def _result(estimator: DimensionEstimator, sample: Sample, uncertain: bool) -> Dimension:
    if isinstance(sample, DistanceSample) and not hasattr(estimator, "metric"):
        raise ValueError(f"The method {estimator.method} looks at features.")
    estimator.result_ = estimator.estimate(sample)
    if uncertain and isinstance(estimator, (DANCo, MiND)) and estimator.result_.sd is None:
        estimator.uncertainty()
    return estimator.result_


def _with_pointwise(result: Dimension, sample: Sample) -> Dimension:
    if result.pointwise is not None:
        return result
    if sample.rank < 2:  # the dimension around each row is that of all
        return replace(
            result, pointwise=sample.in_rows(np.full(sample.n_samples, result.continuous))
        )
    local = LevinaBickel().estimate(sample)
    evidence = {**result.evidence, "pointwise_by": local.method}
    return replace(result, pointwise=local.pointwise, evidence=evidence)
