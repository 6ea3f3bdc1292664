"""A table of the scales that all rules choose for one data set, with a recommendation."""

from __future__ import annotations

import numbers
import time
from dataclasses import replace
from typing import Any

from .._validation import are_numbers, shown
from .._warnings import collected
from ..data import PointCloud
from ..data_checks.note import warn_of_notes
from ..markov.participation import fewest_rows
from ..results import Bandwidth, Comparison, ComparisonRow
from .diagnostics import Diagnosis, connected_from, diagnose
from .registry import RULES, resolve_rule
from .rule import Rule, RuleWarning
from .rules.fixed import Fixed
from .rules.likelihood import Likelihood

__all__ = ["compare"]

_OWN_RULES: tuple[type[Rule], ...] = (Fixed, *RULES.values())
CRITERIA = ("spectral", "geometric", "probabilistic")
# Above `MANY_ROWS` rows the densities at all rows would take longer than all other rules together,
# so they are computed at `DENSITY_ROWS` rows.
MANY_ROWS, DENSITY_ROWS = 20_000, 2000
FEW_OUTLIERS = 0.05  # a scale is not called too small if at most this share of rows is isolated


def compare(X: Any, y: Any = None, *, rules: Any = None, **engine_options: Any) -> Comparison:
    """Choose a scale by every rule, and compute the same numbers for each scale.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or a source that is read in blocks, such as the path of a Parquet file, as in
        `select_bandwidth`.
    y : array-like of shape (n_samples,), optional
        Class of each point; with classes, the rules that need labels are compared too. Numbers with
        fractions, or several numbers for each row, are targets of a regression; with targets, the
        rules that predict numbers are compared too.
    rules : str, Rule, float, or iterable of these, optional
        Rules to compare; by default all that apply. `auto`, the default rule, is always added.
    **engine_options
        `groups`, `n_sample`, `feature_names`, `metric`, `memory_limit`, `executor`, `arithmetic`,
        `n_threads`, `progress` as in `select_bandwidth`. With ``metric="precomputed"`` `X` holds
        distances, and the row of a rule that needs features has an error message instead of a
        scale. The memory limit holds for each pass over the pairs and each decomposition. Neighbour
        graphs stay in memory in addition; they take about 2 kB for each row.

    Returns
    -------
    Comparison
        A row for each rule, smallest scale first, and a recommended scale with its reason. Rules
        whose scale is as good as the recommended one are marked, if the range of such scales is
        known. The row of a rule that has no scale for the data contains the reason.

    Raises
    ------
    ValueError, TypeError
        If the data are not valid, or the default rule finds no scale.

    Warns
    -----
    NoteWarning
        As in `select_bandwidth`.

    Examples
    --------
    Points on a circle. The scales differ by a factor of hundreds, and the recommended one is
    local: the kernel reaches the neighbours of a point, not the whole circle.

    >>> import numpy as np
    >>> angle = np.random.default_rng(0).uniform(0, 2 * np.pi, 400)
    >>> comparison = compare(np.c_[np.cos(angle), np.sin(angle)])
    >>> comparison["median"].epsilon > 100 * comparison.recommended.epsilon
    True
    >>> comparison["auto"].n_connected_components
    1
    """
    cloud = PointCloud(X, **{"targets" if are_numbers(y) else "y": y}, **engine_options)
    warn_of_notes(cloud.notes)
    compared = _rules_for(cloud) if rules is None else _resolved(rules)
    # The default rule is last, so that its time excludes what other rules have already computed.
    auto = next((rule for rule in compared if rule.name == "auto"), RULES["auto"]())
    compared = [rule for rule in compared if rule.name != auto.name] + [auto]
    curve = cloud.curve()  # computed before the rules, so that no rule's time includes this pass
    rows = []
    for done, rule in enumerate(compared):
        cloud.report("rules", done, len(compared))
        rows.append(_row(rule, cloud))
    cloud.report("rules", len(compared), len(compared))
    recommended = rows[-1].bandwidth
    if recommended is None:
        raise ValueError(rows[-1].reading)
    rows = sorted((_marked(row, recommended) for row in rows), key=_sort_key)
    return Comparison(
        tuple(rows),
        recommended,
        _recommendation(recommended) + _about_criteria(rows),
        curve,
        cloud.n_samples,
        cloud.n_features,
        cloud.n_classes,
        cloud.notes,
        connected_from(cloud) if any(row.n_connected_components for row in rows) else None,
    )


def _resolved(rules: Any) -> list[Rule]:
    """Rule objects for one or several rules, given as names, numbers or objects."""
    if isinstance(rules, (str, numbers.Real, Rule)):
        return [resolve_rule(rules)]
    try:
        several = list(rules)
    except TypeError:
        raise TypeError(
            f"rules must be a rule or a list of rules, but {shown(rules)} was given."
        ) from None
    return [resolve_rule(rule) for rule in several]


def _rules_for(cloud: PointCloud) -> list[Rule]:
    rules = [rule() for rule in RULES.values() if rule.applies_to(cloud)]
    if cloud.n_samples <= MANY_ROWS:
        return rules
    return [
        Likelihood(n_rows=DENSITY_ROWS) if isinstance(rule, Likelihood) else rule for rule in rules
    ]


def _sort_key(row: ComparisonRow) -> tuple[int, float]:
    """Sort key of a row: by epsilon, then rules without an epsilon, then rules that failed."""
    if row.bandwidth is None:
        return 2, 0.0
    epsilon = row.bandwidth.kernel.gaussian_scale
    return (1, 0.0) if epsilon is None else (0, epsilon)


def _marked(row: ComparisonRow, recommended: Bandwidth) -> ComparisonRow:
    """The row, with `as_good` set: whether its scale is as good as the recommended one."""
    scale = None if row.bandwidth is None else row.bandwidth.kernel.gaussian_scale
    if scale is None or recommended.as_good is None:
        return row
    low, high = recommended.as_good
    return replace(row, as_good=low <= scale <= high)


def _row(rule: Rule, cloud: PointCloud) -> ComparisonRow:
    started = time.perf_counter()
    try:
        with collected(RuleWarning) as remarks:
            bandwidth = rule.choose(cloud)
        diagnosis = diagnose(cloud, bandwidth.kernel)
    except Exception as error:  # a user's own rule may raise any error
        if isinstance(rule, _OWN_RULES) and not isinstance(error, (ValueError, MemoryError)):
            raise
        seconds = time.perf_counter() - started
        return ComparisonRow(rule.name, seconds=seconds, reading=_failure(rule, error))
    seconds = time.perf_counter() - started
    return ComparisonRow(
        rule.name,
        bandwidth.epsilon,
        bandwidth.gamma,
        bandwidth.length_scale,
        **{name: value for name, value in vars(diagnosis).items() if name != "n_isolated"},
        seconds=seconds,
        reading=". ".join(
            [_reading(diagnosis, bandwidth, cloud.n_samples), *dict.fromkeys(remarks)]
        ),
        bandwidth=bandwidth,
    )


def _failure(rule: Rule, error: Exception) -> str:
    """The reason why a rule has no scale: the message of its error, or the kind of the error."""
    message = str(error)
    if message and isinstance(error, (ValueError, MemoryError)):
        return message
    return f"The rule '{rule.name}' failed with {type(error).__name__}" + (
        f": {message}" if message else "."
    )


def _reading(diagnosis: Diagnosis, bandwidth: Bandwidth, n_samples: int) -> str:
    """Interpretation of the numbers of a row, in one line."""
    text, n_connected = _neighborhood(diagnosis, n_samples), diagnosis.n_connected_components
    if 0 < diagnosis.n_isolated <= FEW_OUTLIERS * n_samples:
        text = f"{diagnosis.n_isolated} outlier(s) are isolated rows; among the other rows {text}"
    elif (n_connected or 1) > 1 and bandwidth.rule == "auto":
        text = f"distant groups or outliers are separate: {n_connected} components"
    elif (n_connected or 1) > 1:
        text = f"too small: the graph falls into {n_connected} components"
    if bandwidth.kernel.feature_scale is not None:
        text = f"with its scaled features {text}"
    if diagnosis.position is None:
        text += "; position and d_eps are defined for a single Gaussian scale only"
    carried = diagnosis.participation
    if n_connected == 1 and carried is not None and carried < fewest_rows(n_samples):
        text += f"; a diffusion coordinate is localized in {carried:.0f} row(s)"
    if "n_sample" in bandwidth.evidence:
        text += f"; estimated from {bandwidth.evidence['n_sample']} rows"
    if bandwidth.interior is False:
        recommended = bandwidth.rule == "auto"
        at_end = "the best scale is at an end of the range searched"
        not_inside = "no optimum inside the range searched, so do not trust the scale"
        text += f"; {at_end if recommended else not_inside}"
    return text


def _neighborhood(diagnosis: Diagnosis, n_samples: int) -> str:
    """How many other rows the kernel of a typical row reaches."""
    share = diagnosis.effective_neighbors / (n_samples - 1)
    if share > 0.5:
        return f"a typical row reaches most others ({share:.0%})"
    if diagnosis.effective_neighbors < 2:
        return "a typical row reaches at most one other"
    return f"a typical row reaches about {diagnosis.effective_neighbors:.0f} others ({share:.0%})"


def _recommendation(bandwidth: Bandwidth) -> str:
    # Only a user's own rule that is called "auto" can have no epsilon.
    scale = f"the kernel of '{bandwidth.rule}'"
    if bandwidth.epsilon is not None:
        scale = f"epsilon = {bandwidth.epsilon:.4g} (gamma = {bandwidth.gamma:.4g})"
    if bandwidth.interval is not None:
        low, high = bandwidth.interval
        scale += f"; scales chosen on subsamples are from {low:.3g} to {high:.3g}"
    return f"Recommended: {scale}. {bandwidth.reason}"


def _about_criteria(rows: list[ComparisonRow]) -> str:
    """The scales of the paper's criteria, if they are compared, and their purpose."""
    scales = [
        f"{row.rule} {row.epsilon:.3g}"
        for row in rows
        if row.rule in CRITERIA and row.epsilon is not None
    ]
    if not scales:
        return ""
    return (
        f" The paper's criteria choose {', '.join(scales)}: these scales best separate the classes "
        f"in a diffusion map, and are not meant for a classifier."
    )
