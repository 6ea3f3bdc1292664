"""How regular an estimator is, in the words of rules that want to know it: a ridge, or C.

And whether it has an intercept, for the mean of what it predicts.
"""

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

from ..bandwidth import Auto, Rule
from .gaussian_processes import ridge_of_process

__all__ = ["for_machine", "regularization_of"]


def _c(machine: Any, _: Any) -> dict[str, Any]:
    return {"C": machine.C}


def _c_for_deviations(machine: Any, y: Any) -> dict[str, Any]:
    # Its loss is linear, so what C means goes with the unit of y: one deviation, as for classes.
    try:
        numbers = np.asarray(y, dtype=float)
    except (TypeError, ValueError):
        return {}  # no numbers, and refused where they are predicted
    with np.errstate(all="ignore"):
        return {"ridge": np.mean(np.std(numbers, axis=0)) / machine.C}


def _alpha(machine: Any, _: Any) -> dict[str, Any]:
    ridge = np.mean(machine.alpha)  # one for each target, maybe
    return {"ridge": ridge, "intercept": getattr(machine, "fit_intercept", False)}


def _noise(process: Any, _: Any) -> dict[str, Any]:
    return {"ridge": ridge_of_process(process), "intercept": process.normalize_y}


READERS: dict[type, Callable[[Any, Any], dict[str, Any]]] = {
    **dict.fromkeys([SVC, LinearSVC, LogisticRegression], _c),
    **dict.fromkeys([SVR, NuSVR, LinearSVR], _c_for_deviations),
    **dict.fromkeys([KernelRidge, Ridge, RidgeClassifier], _alpha),
    GaussianProcessRegressor: _noise,
}
"""The estimators whose regularization is known; the linear ones where they follow a kernel."""


def regularization_of(estimator: Any, y: Any) -> dict[str, Any]:
    """``{"C": ...}`` or ``{"ridge": ..., "intercept": ...}``; nothing where it is not known.

    Examples
    --------
    What kernel ridge regression calls alpha is added to the diagonal of the kernel matrix.

    >>> regularization_of(KernelRidge(alpha=0.5), None), regularization_of(SVC(C=3), None)
    ({'ridge': 0.5, 'intercept': False}, {'C': 3.0})
    """
    reader = next((READERS[kind] for kind in type(estimator).__mro__ if kind in READERS), None)
    found = {} if reader is None else reader(estimator, y)
    # What is no positive number the estimator itself has to explain or to refuse.
    return {
        name: bool(value) if name == "intercept" else float(value)
        for name, value in found.items()
        if name == "intercept" or _is_positive(value)
    }


def _is_positive(value: Any) -> bool:
    return isinstance(value, numbers.Real) and 0 < float(value) < np.inf


def for_machine(rule: Rule, regularization: dict[str, Any], purpose: str = "auto") -> Rule:
    """The rule, told how regular the machine is, if it wants to know and has not been told.

    And `Auto` what its scale is for.

    Examples
    --------
    What the user has said stands.

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
    said = [name for name in ("ridge", "C") if getattr(rule, name) is not None]
    wanted = options - {"ridge", "C"} if said else options
    changes = {name: value for name, value in regularization.items() if name in wanted}
    return replace(rule, **changes)
