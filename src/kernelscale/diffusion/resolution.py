"""From the parameter `bandwidth` to a kernel of the rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from .._validation import check_length
from .._validation.labels import as_labels
from ..bandwidth.auto import MACHINE, MAP, Auto
from ..bandwidth.registry import resolve_rule
from ..bandwidth.rule import Rule
from ..data import PointCloud
from ..kernels.kernel import Kernel
from ..results import Bandwidth

__all__ = [
    "Resolved",
    "check_bandwidth",
    "labels_for",
    "looks_at_labels",
    "resolve",
    "rule_for_map",
]


class Resolved(NamedTuple):
    """A bandwidth, its kernel, and the cloud the kernel's distances are those of.

    `scale` multiplied the features of `cloud`, or is None where there was no need.
    """

    bandwidth: Bandwidth
    kernel: Kernel
    cloud: PointCloud
    scale: np.ndarray | None


def check_bandwidth(bandwidth: Any) -> Rule | Bandwidth:
    """The rule that was named, or the bandwidth itself."""
    return bandwidth if isinstance(bandwidth, Bandwidth) else rule_for_map(resolve_rule(bandwidth))


def rule_for_map(rule: Rule) -> Rule:
    """The rule; `Auto` is given the purpose of a map unless it has another."""
    if isinstance(rule, Auto) and rule.purpose == "auto":
        return replace(rule, purpose=MAP)
    return rule


def labels_for(rule: Rule | Bandwidth, y: Any, n_samples: int) -> Any:
    """`y` where it is, or looks like, classes; else None.

    A rule that needs labels takes whatever is given. Others take `y` for classes only where it
    looks like them: the same map may stand before a regressor. `Auto` has a use for one class only
    where it is for a machine; for a map it is handed classes for the rules that come after it.
    """
    if y is None or (isinstance(rule, Rule) and rule.needs_labels):
        return y
    check_length(y, n_samples)
    fewest = 1 if isinstance(rule, Auto) and looks_at_labels(rule) else 2
    return y if _look_like_classes(y, fewest) else None


def looks_at_labels(rule: Rule) -> bool:
    """Whether labels make a difference to a map's scale by this rule."""
    if isinstance(rule, Auto):
        return rule.purpose == MACHINE
    return rule.needs_labels or rule.uses_labels


def _look_like_classes(y: Any, fewest: int) -> bool:
    wanted = fewest == 1  # missing or mixed labels are refused by the rule that needs them
    try:
        labels = as_labels(y)
        n_classes = len(np.unique(labels))
    except (ValueError, TypeError):
        return wanted
    if labels.ndim != 1:
        return labels.ndim == 0  # no row has a label, which is an error
    if labels.dtype.kind in "fc":
        if labels.dtype.kind == "c" or not np.isfinite(labels).all():
            return wanted
        if (labels != np.floor(labels)).any():
            return False
    return fewest <= n_classes <= len(labels) // 2


def resolve(rule: Rule | Bandwidth, cloud: PointCloud) -> Resolved:
    """The bandwidth for the cloud, with kernel and feature scaling separate."""
    bandwidth = rule if isinstance(rule, Bandwidth) else rule.choose(cloud)
    return Resolved(bandwidth, *bandwidth.kernel.for_rows(cloud))
