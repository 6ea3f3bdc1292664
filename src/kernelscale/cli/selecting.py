"""What `kernelscale select` does: one rule's scale, why, and the line of Python that uses it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .._validation import check_positive
from ..auto_bandwidth.choice import check_chooses_one_scale
from ..auto_bandwidth.regularization import for_machine
from ..bandwidth import Auto, Rule
from ..reports.python_lines import python_lines
from ..results import Bandwidth
from . import figures, metric_options, options, tables
from .answers import print_json
from .checking import cross_validated
from .looking import sentences
from .problems import UsageError, notes_from_warnings
from .progress import ProgressDisplay
from .reading import Reading
from .rule_options import check_labels, parse_options, parse_rule
from .select_answers import Selection

__all__ = ["select"]

STRENGTH = 10.0


def select(
    *,
    data: str,
    rule: str,
    option: list[str] | None,
    purpose: str | None,
    label: str | None,
    standardize: bool,
    metric: str,
    period: list[str] | None,
    groups: str | None,
    check: bool,
    strength: float | None,
    plot: Path | None,
    as_json: bool,
    memory_limit: str,
    threads: int | None,
    n_sample: Any,
    reading: Reading,
) -> None:
    """Select one scale for a table."""
    rule_options = _with_purpose(parse_options(option or ()), purpose)
    chosen = _for_strength(parse_rule(rule, rule_options), rule_options, strength)
    engine_options = {**options.engine_options(memory_limit, threads), "n_sample": n_sample}
    measured = metric_options.metric_of(metric, period)
    figures.check_figure_path(plot)
    if check:
        _check_is_for_a_machine(chosen, "--check compares machines that predict labels")
        with UsageError.instead_of(ValueError):
            check_chooses_one_scale(chosen)
        metric_options.check_euclidean("--check", measured)
    table = tables.read(data, label, reading, standardize, groups=groups, metric=measured)
    check_labels(chosen, table)
    if table.y is None:
        _check_needs_no_label(check, groups)
    checked = None
    with ProgressDisplay() as progress, notes_from_warnings() as notes:
        engine_options["progress"] = progress
        y = None if _ignores_numbers(chosen, table) else table.y
        bandwidth = chosen(
            table.X,
            y,
            groups=table.groups,
            metric=table.metric,
            feature_names=table.feature_names,
            **engine_options,
        )
        strength = _strength_of(bandwidth, strength)
        if check:
            checked = cross_validated(
                chosen,
                table,
                strength or STRENGTH,
                numbers=_are_numbers(bandwidth, table),
                **engine_options,
            )
    lines = python_lines(
        bandwidth,
        rule_options,
        with_labels=table.y is not None and not chosen.ignores_labels,
        standardized=table.standardized,
        numbers=_are_numbers(bandwidth, table),
        strength=strength,
        with_groups=table.groups is not None,
        metric=table.metric,
    )
    if not chosen.ignores_labels:
        notes += _about_mean(bandwidth, table)
    notes = [*table.notes, *sentences(bandwidth.notes, table.rows), *notes]
    selection = Selection(table, bandwidth, lines, notes, checked)
    if as_json:
        figures.write_figure(bandwidth, plot)
        print_json(selection.to_dict())
    else:
        selection.show()
        figures.write_figure(bandwidth, plot)


def _with_purpose(rule_options: dict[str, Any], purpose: str | None) -> dict[str, Any]:
    """The options with the purpose among them, if one was typed."""
    if purpose is None:
        return rule_options
    if "purpose" in rule_options:
        raise UsageError("--purpose and --option purpose both say what the scale is for; give one.")
    return {**rule_options, "purpose": purpose}


def _check_is_for_a_machine(rule: Rule, what: str) -> None:
    if isinstance(rule, Auto) and rule.ignores_labels:
        raise UsageError(
            f"{what}, but a scale for a {rule.purpose} was asked for, in which labels have no say; "
            f"leave one of them out, or give --purpose 'kernel machine'."
        )


def _for_strength(rule: Rule, rule_options: dict[str, Any], strength: float | None) -> Rule:
    """The rule, told C if it wants to know it."""
    if strength is None:
        return rule
    if told := rule_options.keys() & {"C", "ridge"}:
        raise UsageError(
            f"--C and --option {min(told)} both say how regular the machine is; give one of them."
        )
    _check_is_for_a_machine(rule, "--C says how regular a machine is that predicts labels")
    with UsageError.instead_of(ValueError):
        return for_machine(rule, {"C": check_positive(strength, "--C")})


def _check_needs_no_label(check: bool, groups: str | None) -> None:
    named = "name the column that holds them with --label."
    if groups is not None:
        raise UsageError(
            f"--groups says which rows are left out together, but no label was named that could be "
            f"predicted for them; {named}"
        )
    if check:
        raise UsageError(
            f"--check measures how well labels are predicted, but no label was named; {named}"
        )


def _ignores_numbers(rule: Rule, table: tables.Table) -> bool:
    """Whether there are no classes, and the rule looks at nothing else of labels."""
    return not (table.n_classes or rule.needs_labels or rule.uses_labels)


def _strength_of(bandwidth: Bandwidth, strength: float | None) -> float | None:
    """C as the rule took it to be, or else as it was typed."""
    ridge = bandwidth.evidence.get("ridge")
    return strength if ridge is None else 1 / ridge


def _about_mean(bandwidth: Bandwidth, table: tables.Table) -> list[str]:
    """Whether numbers are so far from 0 that a regression without an intercept misses them."""
    if table.y is None or not _are_numbers(bandwidth, table):
        return []
    mean, deviation = float(table.y.mean()), float(table.y.std())
    if abs(mean) <= deviation:
        return []
    return [
        f"The numbers to predict have mean {mean:.4g} and standard deviation {deviation:.4g}, but "
        f"KernelRidge has no intercept, and the scale is for numbers less their mean; subtract it "
        f"first, or put TransformedTargetRegressor around the machine."
    ]


def _are_numbers(bandwidth: Bandwidth, table: tables.Table) -> bool:
    return bandwidth.evidence.get("targets") == "numbers" or not table.n_classes
