"""The kernel of a map, from its parameter `bandwidth`."""

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
    "KernelChoice",
    "check_bandwidth",
    "choose_kernel",
    "labels_for",
    "looks_at_labels",
    "rule_for_map",
]


class KernelChoice(NamedTuple):
    """A bandwidth, its kernel, and the cloud on whose distances the kernel is evaluated.

    `scale` holds the factors by which the features of `cloud` were multiplied; it is None if there
    are none.
    """

    bandwidth: Bandwidth
    kernel: Kernel
    cloud: PointCloud
    scale: np.ndarray | None


def check_bandwidth(bandwidth: Any) -> Rule | Bandwidth:
    """The rule with the given name, or the given rule or bandwidth itself."""
    return bandwidth if isinstance(bandwidth, Bandwidth) else rule_for_map(resolve_rule(bandwidth))


def rule_for_map(rule: Rule) -> Rule:
    """The rule itself; an `Auto` without a purpose is replaced by an `Auto` for maps."""
    if isinstance(rule, Auto) and rule.purpose == "auto":
        return replace(rule, purpose=MAP)
    return rule


def labels_for(rule: Rule | Bandwidth, y: Any, n_samples: int) -> Any:
    """`y` if the rule needs labels or `y` looks like classes, else None.

    In a pipeline with a regressor `y` holds numbers, which are not classes; so a rule that does not
    need labels gets `y` only if it looks like classes. Of these rules, only an `Auto` for a kernel
    machine gets labels of a single class. Classes are returned even if the rule ignores them,
    because `with_bandwidth` may use them later.
    """
    if y is None or (isinstance(rule, Rule) and rule.needs_labels):
        return y
    check_length(y, n_samples)
    fewest = 1 if isinstance(rule, Auto) and looks_at_labels(rule) else 2
    return y if _look_like_classes(y, fewest) else None


def looks_at_labels(rule: Rule) -> bool:
    """Whether the scale that this rule chooses for a map depends on labels."""
    if isinstance(rule, Auto):
        return rule.purpose == MACHINE
    return rule.needs_labels or rule.uses_labels


def _look_like_classes(y: Any, fewest: int) -> bool:
    wanted = fewest == 1  # if True, the rule itself refuses missing or mixed labels
    try:
        labels = as_labels(y)
        n_classes = len(np.unique(labels))
    except (ValueError, TypeError):
        return wanted
    if labels.ndim != 1:
        return labels.ndim == 0  # the check of labels then refuses a single number
    if labels.dtype.kind in "fc":
        if labels.dtype.kind == "c" or not np.isfinite(labels).all():
            return wanted
        if (labels != np.floor(labels)).any():
            return False
    return fewest <= n_classes <= len(labels) // 2


def choose_kernel(rule: Rule | Bandwidth, cloud: PointCloud) -> KernelChoice:
    """The bandwidth for the cloud, its kernel, and the factors by which it multiplies features."""
    bandwidth = rule if isinstance(rule, Bandwidth) else rule.choose(cloud)
    return KernelChoice(bandwidth, *bandwidth.kernel.for_rows(cloud))
