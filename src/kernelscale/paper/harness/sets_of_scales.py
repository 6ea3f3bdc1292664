"""The sets of scales at which the trials of a claim count, and their names in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from .claim import Trial

__all__ = ["by_scales", "listed", "merged"]


def by_scales(trials: Sequence[Trial]) -> list[tuple[str, list[Trial]]]:
    """Each set of scales with its trials, in the order in which the sets first occur."""
    names = dict.fromkeys(trial.scales for trial in trials)
    return [(name, [trial for trial in trials if trial.scales == name]) for name in names]


def merged(trials: Sequence[Trial]) -> list[Trial]:
    """The trials; sets of scales with equal trials are merged, and the new name lists all names."""
    names: dict[tuple[Trial, ...], list[str]] = {}
    for scales, of_scales in by_scales(trials):
        names.setdefault(tuple(each._replace(scales="") for each in of_scales), []).append(scales)
    return [
        each._replace(scales=listed(scales))
        for of_scales, scales in names.items()
        for each in of_scales
    ]


def listed(names: Sequence[str]) -> str:
    """Names of sets of scales; the words with which all of them begin are stated once.

    Examples
    --------
    >>> listed(["all scales", "resolved at 1 %"]), listed(["resolved at 1 %", "resolved at 5 %"])
    ('all scales, resolved at 1 %', 'resolved at 1 %, 5 %')
    """
    words = [name.split() for name in names]
    n_shared = len([*takewhile(lambda each: len({*each}) == 1, zip(*words, strict=False))])
    return ", ".join([names[0], *(" ".join(each[n_shared:]) for each in words[1:])])
