"""Trials of the claim that what Algorithm 2 gives depends on the order of features."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import Trial
from ..harness.repeats import shown
from ..harness.tables import Interval, Row, Tables
from ..shared.misses import below
from .orders import JITTER, JITTERED, NOISE_FIRST, NOISE_PERMUTED, RANDOM
from .plan import FULL

__all__ = ["APART", "depends", "of_control"]

APART = 0.05  # errors differ if the difference is at least this


def depends(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that errors differ between orders of the features of one roll."""
    of_kind = _by_kind(tables)
    return [
        *map(_at_noise, tables["orders"]),
        _trial(
            f"{of_kind[RANDOM]['searches']} orders of one roll", of_kind[RANDOM], _of_many(of_kind)
        ),
        _trial("noise first", of_kind[NOISE_FIRST], _of_noise_first(of_kind[NOISE_FIRST])),
    ]


def of_control(tables: Tables) -> str:
    """How much errors on one roll differ between orders, and by a small change of the features."""
    of_kind = _by_kind(tables)
    row, jittered = of_kind[RANDOM], of_kind[JITTERED]
    return (
        f"Within one roll two of {row['searches']} orders differ by {row['apart']:.2g}, and the "
        f"same order on features changed by {JITTER:g} of their standard deviation by "
        f"{jittered['apart']:.2g}. Not tested: whether the cause is the greedy nature"
    )


def _by_kind(tables: Tables) -> dict[str, Row]:
    return {row["kind"]: row for row in tables["within_roll"]}


def _at_noise(row: Row) -> Trial:
    """A trial of two orders; where the noise is strong, few rolls have both: another reading."""
    trial = _trial(f"noise {row['noise']:g}", row, _of_two(row))
    return trial._replace(favourable=row["noise"] in FULL.strong_noises)


def _trial(where: str, row: Row, measured: str) -> Trial:
    return Trial(where, below(APART, Interval.of(row, "apart")), measured)


def _apart(row: Row) -> str:
    return shown(Interval.of(row, "apart"))


def _of_two(row: Row) -> str:
    """How much the errors of two orders differ, and which one is better."""
    more = Interval.of(row, "more_in_given")
    return (
        f"on {row['repeats']} rolls the given order and that of Algorithm 3 differ by "
        f"{_apart(row)} on average; the error in the given order minus the other is "
        f"{shown(more)}, so {_better(more)}"
    )


def _better(more: Interval) -> str:
    if more.low <= 0 <= more.high:
        return "neither order is surely better"
    return f"{'the given order' if more.high < 0 else 'that of Algorithm 3'} is better"


def _of_many(of_kind: dict[str, Row]) -> str:
    """How much errors differ within one roll between many orders, beside the control."""
    row = of_kind[RANDOM]
    surely = row["beyond_jitter_low"] > 0
    return (
        f"on {row['rolls']} rolls of {row['n_samples']} rows two of {row['searches']} orders "
        f"differ by {_apart(row)} on average; the given order on features changed by {JITTER:g} of "
        f"their standard deviation by {_apart(of_kind[JITTERED])}, so the order moves the error "
        f"{'' if surely else 'not surely '}more than such a change; orders that only permute the "
        f"features of noise by {_apart(of_kind[NOISE_PERMUTED])}"
    )


def _of_noise_first(row: Row) -> str:
    return (
        f"on {row['rolls']} rolls of {row['n_samples']} rows the given order and that with noise "
        f"first differ by {_apart(row)} on average; with noise first the error is "
        f"{shown(Interval.of(row, 'error'))}"
    )
