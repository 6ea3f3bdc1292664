"""The regularization and the intercept of an estimator, as options of rules."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifier
from sklearn.svm import SVC, SVR, LinearSVC, LinearSVR, NuSVR

from ..bandwidth.auto import Auto
from ..bandwidth.rule import Rule
from .gaussian_processes import ridge_of_process

__all__ = ["for_machine", "regularization_of"]


def _c(machine: Any, _: Any) -> dict[str, Any]:
    return {"C": machine.C}


def _c_for_deviations(machine: Any, y: Any) -> dict[str, Any]:
    # The loss is linear, so C depends on the unit of y; the ridge is for y scaled to variance 1.
    try:
        numbers = np.asarray(y, dtype=float)
    except (TypeError, ValueError):
        return {}  # y does not hold numbers, so the estimator will refuse it
    with np.errstate(all="ignore"):
        return {"ridge": np.mean(np.std(numbers, axis=0)) / machine.C}


def _alpha(machine: Any, _: Any) -> dict[str, Any]:
    ridge = np.mean(machine.alpha)  # alpha may be different for each target
    return {"ridge": ridge, "intercept": getattr(machine, "fit_intercept", False)}


def _noise(process: Any, _: Any) -> dict[str, Any]:
    return {"ridge": ridge_of_process(process), "intercept": process.normalize_y}


READERS: dict[type, Callable[[Any, Any], dict[str, Any]]] = {
    **dict.fromkeys([SVC, LinearSVC, LogisticRegression], _c),
    **dict.fromkeys([SVR, NuSVR, LinearSVR], _c_for_deviations),
    **dict.fromkeys([KernelRidge, Ridge, RidgeClassifier], _alpha),
    GaussianProcessRegressor: _noise,
}
"""Functions that return the regularization of an estimator.

Linear estimators are included because they may follow Nystroem in a pipeline.
"""


def regularization_of(estimator: Any, y: Any) -> dict[str, Any]:
    """A rule's option ``C``, its ``ridge``, or its ``ridge`` and ``intercept``; empty if unknown.

    Examples
    --------
    `alpha` of kernel ridge regression is added to the diagonal of the kernel matrix.

    >>> regularization_of(KernelRidge(alpha=0.5), None), regularization_of(SVC(C=3), None)
    ({'ridge': 0.5, 'intercept': False}, {'C': 3.0})
    """
    reader = next((READERS[kind] for kind in type(estimator).__mro__ if kind in READERS), None)
    found = {} if reader is None else reader(estimator, y)
    # Rules need positive numbers; the estimator itself refuses values that it does not accept.
    return {
        name: bool(value) if name == "intercept" else float(value)
        for name, value in found.items()
        if name == "intercept" or _is_positive(value)
    }


def _is_positive(value: Any) -> bool:
    return isinstance(value, numbers.Real) and 0 < float(value) < np.inf


def for_machine(rule: Rule, regularization: dict[str, Any], purpose: str = "auto") -> Rule:
    """The rule with the regularization of the machine; `Auto` also gets the purpose of the scale.

    Only options that the rule has are set. If the user has set `ridge` or `C`, both stay as they
    are.

    Examples
    --------
    The user's ridge is kept. A rule without these options is unchanged.

    >>> from kernelscale.bandwidth import Auto, LeaveOneOut, Median
    >>> for_machine(LeaveOneOut(), {"C": 3.0}).C, for_machine(LeaveOneOut(ridge=1), {"C": 3.0}).C
    (3.0, None)
    >>> for_machine(Median(), {"C": 3.0}, "density")
    Median()
    >>> for_machine(Auto(), {}, "density").purpose
    'density'
    """
    if isinstance(rule, Auto) and rule.purpose == "auto":
        rule = replace(rule, purpose=purpose)
    if isinstance(rule, Auto) and rule.ignores_labels:
        return rule
    options: set[str] = {option.name for option in fields(rule)}
    if not options >= {"ridge", "C"}:
        return rule
    given = [name for name in ("ridge", "C") if getattr(rule, name) is not None]
    wanted = options - {"ridge", "C"} if given else options
    changes = {name: value for name, value in regularization.items() if name in wanted}
    return replace(rule, **changes)
