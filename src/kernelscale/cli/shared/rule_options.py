"""A rule from the command line: its name or a number, and options such as `factor=3`."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from ...bandwidth.registry import resolve_rule
from ...bandwidth.rule import Rule
from .data_table import Table
from .problems import UsageError

__all__ = ["check_labels", "parse_options", "parse_rule"]

_WORDS = {"true": True, "false": False, "none": None}


def parse_rule(rule: str, options: dict[str, Any]) -> Rule:
    """The rule with this name, or with this number as its scale; raises `UsageError` if invalid."""
    number = _number(rule)
    with UsageError.instead_of(ValueError, TypeError):
        return resolve_rule(rule if number is None else number, **options)


def check_labels(rule: Rule, table: Table) -> None:
    """Refuse a rule that needs labels if the table has no labels."""
    if rule.needs_labels and table.y is None:
        raise UsageError(
            f"The rule '{rule.name}' needs the class of each row, but no column of {table.source} "
            f"was named as the label; name it with --label."
        )


def parse_options(typed: Iterable[str]) -> dict[str, Any]:
    """Options from texts such as "factor=3".

    A value is true, false, none, a Python literal such as a number or a list, or otherwise text.
    """
    options: dict[str, Any] = {}
    for text in typed:
        name, separator, value = text.partition("=")
        if not separator or not name.strip().isidentifier():
            raise UsageError(
                f"--option must be a name and a value, such as factor=3, but {text!r} was given."
            )
        if name.strip() in options:
            raise UsageError(f"--option {name.strip()} was given twice; give it once.")
        options[name.strip()] = _value(value.strip())
    return options


def _value(text: str) -> Any:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
