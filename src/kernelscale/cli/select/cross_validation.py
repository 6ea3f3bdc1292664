"""How well a machine predicts rows left out with a rule's scale, and with two customary scales."""

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
from ..shared.listed import N_FOLDS
from ..shared.tables import Table

__all__ = ["Checked", "cross_validated"]


@dataclass(frozen=True)
class Checked:
    """Scores of a machine on rows left out, a line a rule.

    Attributes
    ----------
    machine : str
        The machine, with its regularisation.
    score : str
        What is measured.
    rules : list of str
        The rule that was typed, then those to compare it with.
    scores : ndarray of shape (n_rules, n_folds)
        One for each fold.
    """

    machine: str
    score: str
    rules: list[str]
    scores: np.ndarray

    def lines(self) -> list[dict[str, Any]]:
        """For each rule the mean, the first one's advantage over it, and their standard errors."""
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
        """Everything, ready for JSON."""
        shown = {"machine": self.machine, "folds": self.scores.shape[1], "score": self.score}
        return {**shown, "rules": self.lines()}


def cross_validated(
    rule: Rule,
    table: Table,
    strength: float,
    *,
    numbers: bool,
    progress: Progress,
    **engine_options: Any,
) -> Checked:
    """Fit a machine with the scale of each rule to all folds but one, and ask it about that one.

    The scale, and the standardisation if the table has been standardised, rest on the rows that the
    machine is fitted to.

    Parameters
    ----------
    rule : Rule
        What to compare with 'scale' and the median.
    table : Table
        Rows with labels; those of one group, if there are groups, are left out together.
    strength : float
        C of the SVC, or the inverse of the ridge of a regression.
    numbers : bool
        Whether the labels are numbers to predict.
    progress : callable
        Told how many of the fits are done.
    **engine_options
        As in `AutoBandwidth`.

    Raises
    ------
    ValueError
        If there are fewer rows, rows of the largest class, or groups, than folds, or a fold leaves
        nothing to tell apart.
    """
    assert table.y is not None
    machine: Any = KernelRidge(kernel="rbf", alpha=1 / strength) if numbers else SVC(C=strength)
    # Each fold standardises again by its own training rows.
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
        warnings.simplefilter("ignore")  # a class of fewer rows than folds is in most of them
        folds = list(splitter.split(table.X, table.y, table.groups))
    _check_folds(table, folds, numbers)
    return folds


def _check_folds(table: Table, folds: list[Any], numbers: bool) -> None:
    assert table.y is not None
    parts = f"--check divides the rows into {N_FOLDS} parts, but"
    if numbers and min(len(test) for _, test in folds) < 2:
        raise ValueError(
            f"{parts} one part of {table.source} has a single row, and R^2 needs two; give more "
            f"rows, or smaller groups."
        )
    if min(len(set(table.y[train].tolist())) for train, _ in folds) < 2:
        what = "number" if numbers else "class"
        raise ValueError(
            f"{parts} without one of them {table.source} has rows of one {what} only, so there is "
            f"nothing to learn; give more rows of the others, or in more groups."
        )


def _check_enough(table: Table, what: str, count: int) -> None:
    if count < N_FOLDS:
        raise ValueError(
            f"--check divides the rows into {N_FOLDS} parts, but {table.source} has {count} "
            f"{what}; at least {N_FOLDS} are needed."
        )


def _error(scores: np.ndarray) -> float:
    return float(scores.std(ddof=1) / np.sqrt(len(scores)))
