"""What `kernelscale select` does: one rule chooses a scale, and lines of Python use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..._validation import check_positive
from ...auto_bandwidth.choice import check_chooses_one_scale
from ...auto_bandwidth.regularization import for_machine
from ...bandwidth.auto import Auto
from ...bandwidth.rule import Rule
from ...metrics.metric import Metric
from ...reports.python_lines import python_lines
from ...results import Bandwidth
from ..shared import metric_options, output_files, table_reading, tables
from ..shared.notes import sentences
from ..shared.printing import print_json
from ..shared.problems import UsageError, notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.reading_options import Reading
from ..shared.rule_options import check_labels, parse_options, parse_rule
from .cross_validation import cross_validated
from .selection import Selection

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
    metric: str | Metric,
    groups: str | None,
    check: bool,
    strength: float | None,
    plot: Path | None,
    as_json: bool,
    limits: dict[str, Any],
    n_sample: Any,
    reading: Reading,
) -> None:
    """Choose one scale for a table, and print or draw it."""
    rule_options = _with_purpose(parse_options(option or ()), purpose)
    chosen = _for_strength(parse_rule(rule, rule_options), rule_options, strength)
    engine_options = {**limits, "n_sample": n_sample}
    output_files.check_figure_path(plot)
    if check:
        _check_is_for_a_machine(chosen, "--check compares machines that predict labels")
        with UsageError.instead_of(ValueError):
            check_chooses_one_scale(chosen)
        metric_options.check_euclidean("--check", metric)
    table = table_reading.read(
        data,
        label,
        reading,
        standardize,
        groups=groups,
        metric=metric,
        in_blocks=n_sample is not None and not check,
    )
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
        output_files.write_figure(bandwidth, plot)
        print_json(selection.to_dict())
    else:
        selection.show()
        output_files.write_figure(bandwidth, plot)


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
            f"{what}, but the scale is to be for a {rule.purpose}, which uses no labels; "
            f"leave one of them out, or give --purpose 'kernel machine'."
        )


def _for_strength(rule: Rule, rule_options: dict[str, Any], strength: float | None) -> Rule:
    """The rule for a machine of that C, where C makes a difference to the rule."""
    if strength is None:
        return rule
    if given := rule_options.keys() & {"C", "ridge"}:
        raise UsageError(
            f"--C and --option {min(given)} both say how regular the machine is; give one of them."
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
    """Whether labels are numbers, of which the rule makes no use."""
    return not (table.n_classes or rule.needs_labels or rule.uses_labels)


def _strength_of(bandwidth: Bandwidth, strength: float | None) -> float | None:
    """The C that the rule has used, or else that was typed."""
    ridge = bandwidth.evidence.get("ridge")
    return strength if ridge is None else 1 / ridge


def _about_mean(bandwidth: Bandwidth, table: tables.Table) -> list[str]:
    """A note if the numbers are too far from 0 for a regression without an intercept."""
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
