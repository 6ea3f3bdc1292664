"""Cross-validation of a kernel machine, an SVC or a kernel ridge regression.

The machine is scored with the scale of one rule, and with two customary scales.
"""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GroupKFold, KFold, StratifiedGroupKFold, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from ...auto_bandwidth.meta_estimator import AutoBandwidth
from ...bandwidth.rule import Rule
from ...bandwidth.rules.median import Median
from ...bandwidth.rules.scikit_learn_scale import ScikitLearnScale
from ...engine.progress import Progress, ProgressEvent
from ..shared.data_table import Table
from ..shared.help_lists import N_FOLDS

__all__ = ["Checked", "cross_validated"]


@dataclass(frozen=True)
class Checked:
    """Scores of a kernel machine on rows left out, for each of several rules.

    Attributes
    ----------
    machine : str
        The machine, with its regularisation.
    score : str
        The name of the score.
    rules : list of str
        The rule that was typed, followed by the rules with which it is compared.
    scores : ndarray of shape (n_rules, n_folds)
        Score of each rule on each fold.
    """

    machine: str
    score: str
    rules: list[str]
    scores: np.ndarray

    def lines(self) -> list[dict[str, Any]]:
        """A dict for each rule: its mean score, the lead of the first rule, and standard errors."""
        ahead = self.scores[0] - self.scores
        return [
            {
                "rule": rule,
                "mean": float(scores.mean()),
                "standard_error": _error(scores),
                "advantage": float(difference.mean()),
                "advantage_error": _error(difference),
            }
            for rule, scores, difference in zip(self.rules, self.scores, ahead, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """The scores as a dict for JSON."""
        head = {"machine": self.machine, "folds": self.scores.shape[1], "score": self.score}
        return {**head, "rules": self.lines()}


def cross_validated(
    rule: Rule,
    table: Table,
    strength: float,
    *,
    numbers: bool,
    progress: Progress,
    **engine_options: Any,
) -> Checked:
    """Score a machine with the scale of each rule in cross-validation.

    The scale, and the standardisation if the table is standardised, are computed from the training
    rows of each fold.

    Parameters
    ----------
    rule : Rule
        The rule that is compared with `ScikitLearnScale` and `Median`.
    table : Table
        Rows with labels; the rows of a group are left out together.
    strength : float
        C of the SVC, or 1 / ridge of a kernel ridge regression.
    numbers : bool
        Whether the labels are numbers to predict.
    progress : callable
        Called with a `ProgressEvent` before each fit of the machine, and at the end.
    **engine_options
        As in `AutoBandwidth`.

    Raises
    ------
    ValueError
        If there are fewer rows or groups than folds, or fewer rows in the largest class; if the
        training rows of a fold all have the same label; or if the labels are numbers and a fold
        has a single row.
    """
    assert table.y is not None
    machine: Any = KernelRidge(kernel="rbf", alpha=1 / strength) if numbers else SVC(C=strength)
    # Each fold is standardised again by its own training rows.
    pipeline = make_pipeline(StandardScaler(), machine) if table.standardized else machine
    customary = (ScikitLearnScale(), Median())
    rules = [rule, *(other for other in customary if other.name != rule.name)]
    folds = _folds(table, numbers)
    scores = np.zeros((len(rules), N_FOLDS))
    for done, place in enumerate(np.ndindex(scores.shape)):
        progress(ProgressEvent("fits", done, scores.size))
        train, test = folds[place[1]]
        meta = AutoBandwidth(pipeline, rules[place[0]], **engine_options)
        groups = None if table.groups is None else table.groups[train]
        meta.fit(table.X[train], table.y[train], groups=groups)
        scores[place] = meta.score(table.X[test], table.y[test])
    progress(ProgressEvent("fits", scores.size, scores.size))
    names = [each.name for each in rules]
    if numbers:
        return Checked(f"KernelRidge(alpha={1 / strength:.4g})", "R^2", names, scores)
    return Checked(f"SVC(C={strength:.4g})", "accuracy", names, scores)


def _folds(table: Table, numbers: bool) -> list[Any]:
    assert table.y is not None
    _check_enough(table, "rows", len(table.X))
    if not numbers:
        _check_enough(table, "rows of its largest class", max(Counter(table.y.tolist()).values()))
    mixed: dict[str, Any] = {"shuffle": True, "random_state": 0}
    splitter: Any = KFold(N_FOLDS, **mixed) if numbers else StratifiedKFold(N_FOLDS, **mixed)
    if table.groups is not None:
        _check_enough(table, "groups", len(np.unique(table.groups)))
        splitter = GroupKFold(N_FOLDS) if numbers else StratifiedGroupKFold(N_FOLDS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scikit-learn warns of classes with fewer rows than folds
        folds = list(splitter.split(table.X, table.y, table.groups))
    _check_folds(table, folds, numbers)
    return folds


def _check_folds(table: Table, folds: list[Any], numbers: bool) -> None:
    assert table.y is not None
    if numbers and min(len(test) for _, test in folds) < 2:
        raise ValueError(
            f"--check divides the rows of {table.source} into {N_FOLDS} folds, but one fold has a "
            f"single row, and R^2 needs two; give more rows, or smaller groups."
        )
    if min(len(set(table.y[train].tolist())) for train, _ in folds) < 2:
        label = "number" if numbers else "class"
        raise ValueError(
            f"--check divides the rows of {table.source} into {N_FOLDS} folds, but if one fold is "
            f"left out, all other rows have the same {label}; give more rows with another "
            f"{label}, or more groups."
        )


def _check_enough(table: Table, what: str, count: int) -> None:
    if count < N_FOLDS:
        raise ValueError(
            f"--check divides the rows into {N_FOLDS} folds, but {table.source} has {count} "
            f"{what}; at least {N_FOLDS} are needed."
        )


def _error(scores: np.ndarray) -> float:
    return float(scores.std(ddof=1) / np.sqrt(len(scores)))
