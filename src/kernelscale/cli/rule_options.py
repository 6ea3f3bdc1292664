"""A rule from what was typed: its name or a number, and options such as `factor=3`."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from ..bandwidth import RULES, Rule, resolve_rule
from .problems import UsageError
from .tables import Table

__all__ = ["check_labels", "describe_rules", "parse_options", "parse_rule"]

_WIDTH = 76  # of a line of help, within the 80 columns of the narrowest terminal
_OF_ALL = textwrap.fill(
    "All of them take duplicates=auto, once or each: whether copies of a row count once; by "
    "default they do where a rule would have no answer otherwise.",
    _WIDTH,
)
_WORDS = {"true": True, "false": False, "none": None}


def parse_rule(rule: str, options: dict[str, Any]) -> Rule:
    """The rule meant by a name or a number; what the rule refuses is a usage problem."""
    number = _number(rule)
    with UsageError.instead_of(ValueError, TypeError):
        return resolve_rule(rule if number is None else number, **options)


def check_labels(rule: Rule, table: Table) -> None:
    """Refuse a rule that needs labels for a table that has none."""
    if rule.needs_labels and table.y is None:
        raise UsageError(
            f"The rule '{rule.name}' needs the class of each row, but {table.source} comes without "
            f"labels; name the column that holds them with --label."
        )


def parse_options(typed: Iterable[str]) -> dict[str, Any]:
    """Options from texts such as "factor=3"; a value is a number, true, false, none or a list."""
    options = {}
    for text in typed:
        name, separator, value = text.partition("=")
        if not separator or not name.strip().isidentifier():
            raise UsageError(
                f"--option takes a name and a value, such as factor=3, but {text!r} was given."
            )
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


def describe_rules() -> str:
    """A paragraph for each rule, for a help text: its name, what it does, and its options."""
    width = max(map(len, RULES)) + 2
    rules = [
        textwrap.fill(f"{name:{width}}{_summary(rule)}", _WIDTH, subsequent_indent=" " * width)
        for name, rule in RULES.items()
    ]
    return "\n".join([*rules, f"\n{_OF_ALL}"])


def _summary(rule: type[Rule]) -> str:
    module = sys.modules[rule.__module__]  # one rule a file: its first line says what it is
    summary = (inspect.getdoc(module) or "").partition("\n")[0].replace("`", "")
    own = fields(rule)[len(fields(Rule)) :]  # what all rules have is said once
    typed = [option for option in own if not callable(option.default)]  # a kernel is none
    options = ", ".join(f"{option.name}={option.default}" for option in typed)
    return f"{summary} Options: {options}." if options else summary
