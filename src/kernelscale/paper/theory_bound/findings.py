"""Findings on the bounds beyond the theorem and its corollary, and a summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from ..harness.claim import HOLDS, NOT
from ..harness.finding import Finding, finding
from ..harness.repeats import share_interval, shown
from ..harness.tables import Interval, Row, Tables
from ..shared.spreads import by_spread, per_spread

__all__ = ["FORMS", "find", "summary"]

FORMS = ("printed", "tight")
NEARLY_LEAST = 2.0  # a value of at most this multiple of the smallest is nearly the smallest
MOST = 0.5  # a bound is useful if it is not vacuous in at least this share of cases


def summary(cases: Sequence[Row], scales: Sequence[Row]) -> list[Row]:
    """A row for each kind of data and form of the bound: how often it is violated or vacuous."""
    kinds = {"random classes": list(cases)}
    for class_sd, rows in by_spread(scales).items():
        kinds[f"mixture, class sd {class_sd:g}, all scales"] = rows
        kinds[f"mixture, class sd {class_sd:g}, at eps_Ge"] = _at_eps_Ge(rows)
    return [
        {
            "data": kind,
            "form": form,
            "cases": len(rows),
            "violated": sum(row[f"{form}_violated"] for row in rows),
            "not_vacuous": _n_not_vacuous(rows, form) / len(rows),
            "infinite": sum(row[form] is None for row in rows) / len(rows),
            "median_distance": _median(row["distance"] for row in rows),
            "median_bound": _median(row[form] for row in rows),
        }
        for kind, rows in kinds.items()
        for form in FORMS
    ]


def find(tables: Tables) -> list[Finding]:
    """Findings on how often a bound is vacuous, and on whether eps_Ge is the best useful scale."""
    cases, scales = tables["cases"], tables["scales"]
    return [
        _tight_holds(cases, scales),
        *(_not_vacuous(cases, form) for form in FORMS),
        *(_not_vacuous_at_eps_Ge(scales, form) for form in FORMS),
        *(_smallest_at_eps_Ge(scales, quantity) for quantity in ("distance", *FORMS)),
    ]


def _at_eps_Ge(rows: Sequence[Row]) -> list[Row]:  # noqa: N802 - as the scale is written
    return [row for row in rows if row["is_eps_Ge"]]


def _n_not_vacuous(rows: Sequence[Row], form: str) -> int:
    """Number of rows in which a bound is at most the largest possible distance."""
    return sum(row[form] is not None and row[form] <= row["n_classes"] ** 0.5 for row in rows)


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _tight_holds(cases: Sequence[Row], scales: Sequence[Row]) -> Finding:
    rows = [*cases, *scales]
    n_violated = sum(row["tight_violated"] for row in rows)
    return finding(
        "The tight bound of the proof holds",
        "random classes, and Gaussian mixtures at all useful scales",
        len(rows),
        f"violated {n_violated} times",
        NOT if n_violated else HOLDS,
        share_interval(len(rows) - n_violated, len(rows)),
    )


def _not_vacuous(cases: Sequence[Row], form: str) -> Finding:
    n_cases = _n_not_vacuous(cases, form)
    share = share_interval(n_cases, len(cases))
    return finding(
        f"The {form} bound is not vacuous (at most sqrt(N_C)) in at least half of all cases",
        "random classes, overlapping or apart, at scales over five decades",
        len(cases),
        f"in {n_cases} of {len(cases)} cases, a share of {shown(share)}",
        HOLDS if share.low >= MOST else NOT,
        share,
    )


def _not_vacuous_at_eps_Ge(scales: Sequence[Row], form: str) -> Finding:  # noqa: N802
    def words(value: Interval, rows: Sequence[Row]) -> str:
        at = _at_eps_Ge(rows)
        distance, bound = (_median(row[name] for row in at) for name in ("distance", form))
        return (
            f"in {_n_not_vacuous(at, form)} of {len(at)} draws; the median distance is "
            f"{distance or 0:.2g}, the median bound {bound or 0:.3g}"
        )

    return per_spread(
        f"The {form} bound is not vacuous (at most sqrt(2)) at the scale eps_Ge",
        _at_eps_Ge(scales),
        lambda at: share_interval(_n_not_vacuous(at, form), len(at)),
        lambda share: share.low >= MOST,
        words,
    )


def _smallest_at_eps_Ge(scales: Sequence[Row], quantity: str) -> Finding:  # noqa: N802
    """A finding on the corollary without its assumption, over all useful scales."""
    return _smallest(
        f"The {_name(quantity)} is nearly smallest at eps_Ge, the scale of the largest eigengap "
        f"(at most {NEARLY_LEAST:g} times its smallest value over all useful scales; the "
        f"corollary excludes some of these)",
        {sd: _at_and_least(rows, quantity) for sd, rows in by_spread(scales).items()},
        quantity,
    )


Pairs = list[tuple[Row, Row]]


def _smallest(sentence: str, pairs: dict[float, Pairs], quantity: str) -> Finding:
    """Whether a quantity is nearly smallest at eps_Ge, from the rows that `_at_and_least` pairs."""

    def words(share: Interval, draws: Sequence[Row]) -> str:
        n_smaller = sum(draw["smaller"] for draw in draws)
        ratio = median(draw["ratio"] for draw in draws)
        return (
            f"in {round(share.mean * len(draws))} of {len(draws)} draws; it is {ratio:.2g} times "
            f"the smallest (median), which is at a smaller scale in {n_smaller}"
        )

    return per_spread(
        sentence,
        [
            {"class_sd": class_sd, **_beside_least(at, least, quantity)}
            for class_sd, found in pairs.items()
            for at, least in found
        ],
        lambda draws: share_interval(
            sum(draw["ratio"] <= NEARLY_LEAST for draw in draws), len(draws)
        ),
        lambda share: share.low >= MOST,
        words,
    )


def _name(quantity: str) -> str:
    return "distance of the eigenspaces" if quantity == "distance" else f"{quantity} bound"


def _beside_least(at: Row, least: Row, quantity: str) -> Row:
    """Ratio of the value at eps_Ge to the smallest, and whether the smallest is at a smaller scale.

    A smallest value below its rounding error is replaced by this error.
    """
    doubt = max(least[quantity], least["in_doubt"])
    return {"ratio": at[quantity] / doubt, "smaller": least["scale"] < at["scale"]}


def _at_and_least(rows: Sequence[Row], quantity: str) -> Pairs:
    """For each draw the row at eps_Ge and the row with the smallest value of the quantity."""
    found = []
    for draw in _draws(rows, quantity):
        [at] = _at_eps_Ge(draw)
        found.append((at, _least(draw, quantity)))
    return found


def _draws(rows: Sequence[Row], quantity: str) -> list[list[Row]]:
    """For each draw, the rows in which the quantity is not None."""
    known = [row for row in rows if row[quantity] is not None]
    return [[r for r in known if r["seed"] == s] for s in dict.fromkeys(r["seed"] for r in rows)]


def _least(draw: Sequence[Row], quantity: str) -> Row:
    return min(draw, key=lambda row: max(row[quantity], row["in_doubt"]))
