"""Verdicts on the accuracies of spirals."""

from __future__ import annotations

from collections.abc import Callable

from ..harness.experiment import Row
from ..harness.repeats import SHARES, Interval, mean_interval
from ..harness.verdicts import verdict_row, verdict_where
from ..shared.scales_that_count import WHAT_COUNTS
from ..shared.six_scales import GE, PROPOSED, RHO_P, RHO_PSI
from .draws import NEAR, Draws, Setting, SpiralDraw

__all__ = ["judge"]

HALF = 0.5  # largest share of the range on which the scale matters much


def judge(measured: Draws) -> list[Row]:
    """A row a claim and number of coordinates, the largest number first."""
    return [
        row
        for n in sorted({setting.coordinates for setting in measured}, reverse=True)
        for row in _verdicts({key: d for key, d in measured.items() if key.coordinates == n})
    ]


def _verdicts(measured: Draws) -> list[Row]:
    return [
        _scale_matters(measured),
        *(_near_peak(measured, rule) for rule in (GE, RHO_PSI)),
        _off_peak(measured, RHO_P),
    ]


def _scale_matters(measured: Draws) -> Row:
    """Whether less than half of the range is near the peak."""
    return _over_settings(
        measured,
        "Accuracy is highly influenced by epsilon: it is within 1 % of its peak on less than half "
        f"of the range ({WHAT_COUNTS})",
        lambda draw: draw.share_near_peak,
        lambda found: found.high < HALF,
        "of the scales that count (evenly in log epsilon) is within 1 % of their peak",
        worst=max,
    )


def _near_peak(measured: Draws, rule: str) -> Row:
    return _over_settings(
        measured,
        f"Accuracy at the scale of {PROPOSED[rule]} is within 1 % of the peak",
        lambda draw: draw.shortfall(rule),
        lambda found: found.high <= NEAR,
        "below the peak",
        worst=max,
    )


def _off_peak(measured: Draws, rule: str) -> Row:
    return _over_settings(
        measured,
        f"Accuracy at the scale of {PROPOSED[rule]} is not within 1 % of the peak",
        lambda draw: draw.shortfall(rule),
        lambda found: found.low > NEAR,
        "below the peak",
        worst=min,
    )


def _over_settings(
    measured: Draws,
    claim: str,
    measure: Callable[[SpiralDraw], float],
    is_true: Callable[[Interval], bool],
    words: str,
    worst: Callable[..., Setting],
) -> Row:
    """A claim about a share is true at a setting if the whole interval is on its side."""
    found = {
        key: mean_interval([measure(draw) for draw in draws], SHARES)
        for key, draws in measured.items()
    }
    fine = [key for key, value in found.items() if is_true(value)]
    extreme = worst(found, key=lambda setting: found[setting].mean)
    value = found[extreme]
    n = next(iter(measured)).coordinates
    return verdict_row(
        claim,
        f"spirals, nearest neighbour in {n} diffusion coordinate{'s' if n > 1 else ''}, "
        f"{len(measured)} settings of noise and gap",
        len(measured[extreme]),
        f"true at {len(fine)} of {len(found)} settings; least so at {_named(extreme)}: "
        f"{value.mean:.2%} ({value.low:.2%} to {value.high:.2%}) {words}",
        verdict_where([_named(key) for key in fine], len(found)),
        value,
    )


def _named(setting: Setting) -> str:
    return f"noise sd {setting.noise_sd:.2g} and gap {setting.gap:g}"
