"""Findings on the spirals beyond the paper's claims."""

from __future__ import annotations

from ..harness.finding import Finding, finding, holds_where
from ..harness.repeats import SHARES, mean_interval, shown
from ..shared.scale_rules import MARKED
from .draws import NEAR, Draws

__all__ = ["find"]

TODAY = ("auto", "auto_with_labels")


def find(measured: Draws) -> list[Finding]:
    """Findings on the scales of `auto`, in one and in two coordinates."""
    return [_near_peak(measured, n, rule) for n in (1, 2) for rule in TODAY]


def _near_peak(measured: Draws, coordinates: int, rule: str) -> Finding:
    draws = {key: each for key, each in measured.items() if key.coordinates == coordinates}
    missed = {
        key: mean_interval([draw.shortfall(rule) for draw in each], SHARES)
        for key, each in draws.items()
    }
    fine = [f"noise sd {k.noise_sd:.2g} and gap {k.gap:g}" for k in draws if missed[k].high <= NEAR]
    worst = max(missed.values(), key=lambda value: value.mean)
    return finding(
        f"Accuracy at the scale of {MARKED[rule]} is within {NEAR:g} of the peak of the resolved "
        f"scales",
        f"spirals in {coordinates} coordinate{'s' if coordinates > 1 else ''}, {len(draws)} "
        f"settings of noise and gap",
        len(next(iter(draws.values()))),
        f"at most {shown(worst)} below",
        holds_where(fine, len(draws)),
        worst,
    )
