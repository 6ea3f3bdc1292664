"""The work of `kernelscale select`: one rule chooses a scale, and lines of Python use it."""

from __future__ import annotations

from typing import Any

from ..._validation import check_positive
from ...auto_bandwidth.regularization import for_machine
from ...auto_bandwidth.rule_input import check_chooses_one_scale
from ...bandwidth.auto import Auto
from ...bandwidth.rule import Rule
from ...reports.python_lines import python_lines
from ...results import Bandwidth
from ..shared import data_table, metric_options, output_files, table_reading
from ..shared.notes import sentences
from ..shared.printing import print_json
from ..shared.problems import UsageError, notes_from_warnings
from ..shared.progress import ProgressDisplay
from ..shared.rule_options import check_labels, parse_options, parse_rule
from .arguments import Arguments
from .cross_validation import cross_validated
from .printed_scale import Selection

__all__ = ["select"]

STRENGTH = 10.0  # C in --check, if no C was typed and the rule uses none


def select(arguments: Arguments) -> None:
    """Choose one scale for a table, and print or draw it."""
    rule_options = _with_purpose(parse_options(arguments.option or ()), arguments.purpose)
    rule = _for_strength(parse_rule(arguments.rule, rule_options), rule_options, arguments.strength)
    output_files.check_figure_path(arguments.plot)
    if arguments.check:
        _check_can_be_compared(rule, arguments)
    table = table_reading.read(
        arguments.data,
        arguments.label,
        arguments.reading,
        arguments.standardize,
        groups=arguments.groups,
        metric=arguments.metric,
        in_blocks=arguments.n_sample is not None and not arguments.check,
    )
    check_labels(rule, table)
    if table.y is None:
        _check_needs_no_label(arguments.check, arguments.groups)
    checked = None
    with ProgressDisplay() as progress, notes_from_warnings() as notes:
        engine_options = {
            **arguments.limits,
            "n_sample": arguments.n_sample,
            "progress": progress,
        }
        bandwidth = rule(
            table.X,
            None if _ignores_numbers(rule, table) else table.y,
            groups=table.groups,
            metric=table.metric,
            feature_names=table.feature_names,
            **engine_options,
        )
        strength = _strength_of(bandwidth, arguments.strength)
        if arguments.check:
            checked = cross_validated(
                rule,
                table,
                strength or STRENGTH,
                numbers=_are_numbers(bandwidth, table),
                **engine_options,
            )
    lines = python_lines(
        bandwidth,
        rule_options,
        with_labels=table.y is not None and not rule.ignores_labels,
        standardized=table.standardized,
        numbers=_are_numbers(bandwidth, table),
        strength=strength,
        with_groups=table.groups is not None,
        metric=table.metric,
    )
    if not rule.ignores_labels:
        notes += _note_on_mean(bandwidth, table)
    notes = [*table.notes, *sentences(bandwidth.notes, table.rows), *notes]
    selection = Selection(table, bandwidth, lines, notes, checked)
    if arguments.as_json:
        output_files.write_figure(bandwidth, arguments.plot)
        print_json(selection.to_dict())
    else:
        selection.show()
        output_files.write_figure(bandwidth, arguments.plot)


def _with_purpose(rule_options: dict[str, Any], purpose: str | None) -> dict[str, Any]:
    """The options of the rule, with the purpose if one was typed."""
    if purpose is None:
        return rule_options
    if "purpose" in rule_options:
        raise UsageError("--purpose and --option purpose both state the purpose; give one of them.")
    return {**rule_options, "purpose": purpose}


def _check_can_be_compared(rule: Rule, arguments: Arguments) -> None:
    """Refuse --check for a rule or a metric whose scale no SVC can use."""
    _check_is_for_a_machine(rule, "--check compares machines that predict labels")
    with UsageError.instead_of(ValueError):
        check_chooses_one_scale(rule)
    metric_options.check_euclidean("--check", arguments.metric)


def _check_is_for_a_machine(rule: Rule, meaning_of_flag: str) -> None:
    if isinstance(rule, Auto) and rule.ignores_labels:
        raise UsageError(
            f"{meaning_of_flag}, but the purpose of the scale is a {rule.purpose}, which uses no "
            f"labels; leave one of the two out, or give --purpose 'kernel machine'."
        )


def _for_strength(rule: Rule, rule_options: dict[str, Any], strength: float | None) -> Rule:
    """The rule with the typed C of the SVC as an option, if the rule depends on C."""
    if strength is None:
        return rule
    if given := rule_options.keys() & {"C", "ridge"}:
        raise UsageError(
            f"--C and --option {min(given)} both set the regularisation of the machine; give one "
            f"of them."
        )
    _check_is_for_a_machine(rule, "--C is the regularisation of a machine that predicts labels")
    with UsageError.instead_of(ValueError):
        return for_machine(rule, {"C": check_positive(strength, "--C")})


def _check_needs_no_label(check: bool, groups: str | None) -> None:
    remedy = "name the column of labels with --label."
    if groups is not None:
        raise UsageError(
            f"--groups names the rows that are left out together while their labels are predicted, "
            f"but there are no labels; {remedy}"
        )
    if check:
        raise UsageError(
            f"--check measures how well labels are predicted, but there are no labels; {remedy}"
        )


def _ignores_numbers(rule: Rule, table: data_table.Table) -> bool:
    """Whether the rule gets no labels, because they are no classes and the rule uses none."""
    return not (table.n_classes or rule.needs_labels or rule.uses_labels)


def _strength_of(bandwidth: Bandwidth, strength: float | None) -> float | None:
    """The C that the rule used; if the rule does not use C, the value that was typed."""
    ridge = bandwidth.evidence.get("ridge")
    return strength if ridge is None else 1 / ridge


def _note_on_mean(bandwidth: Bandwidth, table: data_table.Table) -> list[str]:
    """A note if the numbers to predict are too far from 0 for a regression without an intercept."""
    if table.y is None or not _are_numbers(bandwidth, table):
        return []
    mean, deviation = float(table.y.mean()), float(table.y.std())
    if abs(mean) <= deviation:
        return []
    return [
        f"The numbers to predict have mean {mean:.4g} and standard deviation {deviation:.4g}, but "
        f"KernelRidge has no intercept, and the scale is for numbers of mean 0; subtract the mean "
        f"first, or wrap the machine in TransformedTargetRegressor."
    ]


def _are_numbers(bandwidth: Bandwidth, table: data_table.Table) -> bool:
    return bandwidth.evidence.get("targets") == "numbers" or not table.n_classes
