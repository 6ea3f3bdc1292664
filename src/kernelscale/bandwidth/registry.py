"""The rules by name, and the conversion of a name or a number to a rule."""

from __future__ import annotations

import difflib
import numbers
from dataclasses import fields
from typing import Any

from .auto import Auto
from .rule import Rule
from .rules.fixed import Fixed
from .rules.geometric import Geometric
from .rules.jacobian import Jacobian
from .rules.largest_slope import LargestSlope
from .rules.leave_one_out import LeaveOneOut
from .rules.likelihood import Likelihood
from .rules.log_sum import LogSum
from .rules.max_min import MaxMin
from .rules.median import Median
from .rules.nearest_neighbors import NearestNeighbors
from .rules.probabilistic import Probabilistic
from .rules.scikit_learn_scale import ScikitLearnScale
from .rules.scott import Scott
from .rules.self_tuning import SelfTuning
from .rules.silverman import Silverman
from .rules.spectral import Spectral
from .rules.standard_deviation import StandardDeviation
from .rules.standardized import Standardized
from .rules.variable_bandwidth import VariableBandwidth

__all__ = ["RULES", "resolve_rule"]

RULES: dict[str, type[Rule]] = {
    rule.name: rule
    for rule in (
        Auto,
        StandardDeviation,
        Standardized,
        MaxMin,
        LogSum,
        SelfTuning,
        VariableBandwidth,
        Median,
        ScikitLearnScale,
        NearestNeighbors,
        LargestSlope,
        Jacobian,
        Scott,
        Silverman,
        Likelihood,
        Geometric,
        Spectral,
        Probabilistic,
        LeaveOneOut,
    )
}
"""All rules by name."""


def resolve_rule(rule: Any, **options: Any) -> Rule:
    """The rule object for a name with options, a rule object, or a number (a fixed scale).

    Parameters
    ----------
    rule : str, Rule or float
        As in `select_bandwidth`.
    **options
        Options of a rule that is given by name.

    Returns
    -------
    Rule
        `rule` itself if it is an object.

    Raises
    ------
    ValueError
        If the name or an option is unknown, an option or a number is not valid, options are given
        with an object or a number, or an object has no name.

    Examples
    --------
    A name with an option, a number, and a misspelt name.

    >>> resolve_rule("max_min", factor=3.0)
    MaxMin(factor=3.0)
    >>> resolve_rule(0.5)
    Fixed(epsilon=0.5)
    >>> resolve_rule("maxmin")
    Traceback (most recent call last):
        ...
    ValueError: There is no rule 'maxmin'; the rules are auto, ... Did you mean 'max_min'?
    """
    if isinstance(rule, str):
        return _by_name(rule, options)
    if options:
        raise ValueError(
            f"Options ({', '.join(options)}) are for a rule given by name, but {rule!r} was given; "
            f"set them on the rule itself."
        )
    if isinstance(rule, Rule):
        if not isinstance(getattr(rule, "name", None), str):
            raise ValueError(
                f"A rule needs a name, but {rule!r} has none; set `name` in its class."
            )
        return rule
    if isinstance(rule, numbers.Real):
        return Fixed(rule)  # type: ignore[arg-type]
    raise ValueError(f"rule must be a name, a rule or a number, but {rule!r} was given.")


def _by_name(name: str, options: dict[str, Any]) -> Rule:
    if name not in RULES:
        near = difflib.get_close_matches(name, RULES, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise ValueError(f"There is no rule '{name}'; the rules are {', '.join(RULES)}.{hint}")
    # The rule's own options come first, then the options that all rules have.
    known = [f.name for f in sorted(fields(RULES[name]), key=lambda f: f.kw_only is True)]
    unknown = [option for option in options if option not in known]
    if unknown:
        raise ValueError(
            f"The rule '{name}' has no option '{unknown[0]}'; its options are {', '.join(known)}."
        )
    return RULES[name](**options)
