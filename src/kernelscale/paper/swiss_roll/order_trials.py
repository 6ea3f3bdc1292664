"""Trials of the claim that what Algorithm 2 gives depends on the order of features."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import Trial
from ..harness.repeats import shown
from ..harness.tables import Interval, Row, Tables
from ..shared.misses import below
from .orders import JITTER, JITTERED, NOISE_FIRST, NOISE_PERMUTED, RANDOM
from .plan import FULL

__all__ = ["APART", "depends", "of_orders"]

APART = 0.05  # errors differ if the difference is at least this


def depends(tables: Tables) -> Sequence[Trial]:
    """Trials of the claim that errors differ between orders of the features of one roll."""
    of_kind = _by_kind(tables)
    return [
        *map(_at_noise, tables["orders"]),
        _trial(f"{_n_orders(of_kind)} orders of one roll", of_kind[RANDOM], _of_many(of_kind)),
        _trial("noise first", of_kind[NOISE_FIRST], _of_noise_first(of_kind[NOISE_FIRST])),
    ]


def of_orders(tables: Tables) -> str:
    """How much errors on one roll differ between orders, and by a small change of the features."""
    of_kind = _by_kind(tables)
    differences = [
        *(("given and Algorithm 3's", row) for row in tables["orders"] if _is_plain(row)),
        (f"two of {_n_orders(of_kind)}", of_kind[RANDOM]),
        ("given and noise first", of_kind[NOISE_FIRST]),
    ]
    listed = ", ".join(f"{name} {row['apart']:.2g}" for name, row in differences)
    return (
        f"Mean difference of errors between orders on one roll: {listed}; with only the features "
        f"of noise permuted {_of_permuted_noise(of_kind)}; the given order on features changed by "
        f"{JITTER:g} of their standard deviation {of_kind[JITTERED]['apart']:.2g}. Not tested: "
        f"whether the cause is the greedy nature"
    )


def _of_permuted_noise(of_kind: dict[str, Row]) -> str:
    """How much errors differ if only the features of noise are permuted, and what this shows."""
    apart = f"{of_kind[NOISE_PERMUTED]['apart']:.2g}"
    if of_kind[NOISE_PERMUTED]["apart_high"] < of_kind[RANDOM]["apart_low"]:
        return f"{apart}, which is less, so the place of the informative features matters"
    return (
        f"{apart}, which is as much, so it is not shown that the place of the informative features "
        f"matters: the minimum of step 7 may jump"
    )


def _n_orders(of_kind: dict[str, Row]) -> int:
    return int(of_kind[RANDOM]["searches"])


def _by_kind(tables: Tables) -> dict[str, Row]:
    return {row["kind"]: row for row in tables["within_roll"]}


def _is_plain(row: Row) -> bool:
    """Whether two orders are compared at the one noise level of the plain reading.

    The other levels have the same rolls, and the same maps in the given order.
    """
    return bool(row["noise"] == FULL.counts_noise)


def _at_noise(row: Row) -> Trial:
    trial = _trial(f"Algorithm 3, noise {row['noise']:g}", row, _of_two(row))
    return trial._replace(favourable=not _is_plain(row))


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
    """How much errors differ within one roll between many orders, beside the controls."""
    row = of_kind[RANDOM]
    surely = "" if row["beyond_jitter_low"] > 0 else "not surely "
    return (
        f"on {row['rolls']} rolls of {row['n_samples']} rows two of {row['searches']} orders "
        f"differ by {_apart(row)} on average; the given order on features changed by {JITTER:g} of "
        f"their standard deviation by {_apart(of_kind[JITTERED])}, so the order moves the error "
        f"{surely}more than such a change; orders that permute only the features of noise differ "
        f"by {_apart(of_kind[NOISE_PERMUTED])}"
    )


def _of_noise_first(row: Row) -> str:
    return (
        f"on {row['rolls']} rolls of {row['n_samples']} rows the given order and that with noise "
        f"first differ by {_apart(row)} on average; with noise first the error is "
        f"{shown(Interval.of(row, 'error'))}"
    )
