"""Findings on the linear range of log S beyond the paper's claims, and a summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...bandwidth.rules.log_sum import SMALLEST_SHARE
from ..harness.finding import Finding, finding, holds_where
from ..harness.repeats import geometric_mean, mean, mean_interval, shown
from ..harness.tables import Interval, Row, Tables

__all__ = ["DIMENSIONS", "N_WHITE", "by_set", "find", "summary"]

N_WHITE = 50  # number of features, and therefore the dimension, of white noise

DIMENSIONS = {
    "circle": 1,
    "square": 2,
    "Swiss roll": 2,
    "noisy Swiss roll": 2,
    "Gaussian mixture": 6,
    "white noise": N_WHITE,
}
WIDE = 1.0  # a linear range has at least this width, in decades
NEARLY_ALL = 0.8  # a range counts as the widest if it has at least this share of the largest width


def summary(draws: Sequence[Row]) -> list[Row]:
    """A row for each data set, with means over its draws: eps_0 and the linear range of log S."""
    rows = []
    for name, group in by_set(draws).items():
        scales = [draw["eps_0"] for draw in group]
        rows.append(
            {
                "data": name,
                "draws": len(group),
                "eps_0": geometric_mean(group, "eps_0").mean,
                "eps_0_largest_over_smallest": max(scales) / min(scales),
                "eps_0_over_max_min": geometric_mean(group, "eps_0_over_max_min").mean,
                "decades": mean(group, "decades").mean,
                "widest_low": geometric_mean(group, "widest_low").mean,
                "widest_decades": mean(group, "widest_decades").mean,
                "true_dimension": group[0]["true_dimension"],
                "implied_dimension": mean(group, "dimension").mean,
                "several_plateaus": sum(draw["n_plateaus"] > 1 for draw in group),
            }
        )
    return rows


def find(tables: Tables) -> list[Finding]:
    """Findings on the width of the linear range, on eps_0 as its lower end, and on other ranges."""
    draws = tables["draws"]
    return [
        _row(
            f"log S has a linear range (of at least {WIDE:g} decade of eps, over which its slope "
            f"varies by 10 %; slopes below half the largest do not count)",
            draws,
            lambda group: mean(group, "widest_decades"),
            lambda value: value.low >= WIDE,
            "{shown} decades",
        ),
        _row(
            "eps_0 begins the widest linear range: the plateau around a maximum of the slope is at "
            f"least {NEARLY_ALL:.0%} as wide as any range over which the slope varies by 10 %",
            draws,
            lambda group: mean_interval([d["decades"] / d["widest_decades"] for d in group]),
            lambda value: value.low >= NEARLY_ALL,
            "{shown} times as wide",
        ),
        _row(
            "There is only one linear range to choose (none lies around another maximum of the "
            f"slope that is at least {SMALLEST_SHARE:.0%} of the largest)",
            draws,
            lambda group: mean_interval([float(draw["n_plateaus"]) for draw in group]),
            lambda value: value.high <= 1,
            "{shown} ranges; other maxima of the slope are at most {second:.0%} of the largest",
        ),
    ]


def _second(group: Sequence[Row]) -> float:
    """The slope's second largest maximum divided by its largest; the highest ratio of all draws."""
    return max(float(draw["second_maximum"]) for draw in group)


def by_set(draws: Sequence[Row]) -> dict[str, list[Row]]:
    """The draws of each set, by the name of the set."""
    names = dict.fromkeys(draw["data"] for draw in draws)
    return {name: [draw for draw in draws if draw["data"] == name] for name in names}


def _row(
    sentence: str,
    draws: Sequence[Row],
    value_of: Callable[[Sequence[Row]], Interval],
    is_fine: Callable[[Interval], bool],
    words: str,
) -> Finding:
    """A finding about all data sets.

    Each data set has a value. The value of the finding is the largest one among the data sets for
    which the sentence is false; if there are none, the largest one among all data sets.
    """
    groups = by_set(draws)
    values = {name: value_of(group) for name, group in groups.items()}
    fine = [name for name, value in values.items() if is_fine(value)]
    against = [value for name, value in values.items() if name not in fine]
    where = [f"the data are: {', '.join(fine)}"] if 0 < len(fine) < len(values) else fine
    measured = (
        f"{name}: " + words.format(value=value, shown=shown(value), second=_second(groups[name]))
        for name, value in values.items()
    )
    return finding(
        sentence,
        f"{', '.join(values)}; {draws[0]['n_samples']} rows",
        len(draws) // len(values),
        "; ".join(measured),
        holds_where(where, len(values)),
        max(against or values.values(), key=lambda value: abs(value.mean)),
    )
