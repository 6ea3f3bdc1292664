"""Findings on the spirals beyond the paper's claims."""

from __future__ import annotations

from ..harness.finding import Finding, finding, holds_where
from ..harness.repeats import SHARES, mean_interval, shown
from ..shared.accuracy_at_scale import NEAR
from ..shared.resolved_scales import SHARE
from ..shared.scale_rules import MARKED
from .draws import Draws, marked
from .influence_trials import SPREAD

__all__ = ["find"]

TODAY = ("auto", "auto_with_labels")


def find(measured: Draws) -> list[Finding]:
    """Findings on the scales of `auto`, and on how accuracy varies over the resolved scales."""
    return [
        *(_near_peak(marked(measured), n, rule) for n in (1, 2) for rule in TODAY),
        *(_influence_of_resolved(measured, n) for n in (1, 2)),
    ]


def _influence_of_resolved(measured: Draws, coordinates: int) -> Finding:
    """How much accuracy varies over the resolved scales."""
    spreads = {
        key: mean_interval([draw.spread(SHARE) for draw in draws], SHARES)
        for key, draws in measured.items()
        if key.coordinates == coordinates
    }
    fine = [
        f"noise sd {key.noise_sd:.2g} and gap {key.gap:g}"
        for key, spread in spreads.items()
        if spread.mean >= SPREAD
    ]
    least, most = (end(spreads.values(), key=lambda found: found.mean) for end in (min, max))
    return finding(
        f"At resolved scales alone accuracy still differs by {SPREAD:g} or more",
        _where(coordinates, len(spreads)),
        len(next(iter(measured.values()))),
        f"it differs by {shown(least)} to {shown(most)}, depending on noise and gap",
        holds_where(fine, len(spreads)),
        most,
    )


def _where(coordinates: int, n_settings: int) -> str:
    plural = "s" if coordinates > 1 else ""
    return f"spirals in {coordinates} coordinate{plural}, {n_settings} settings of noise and gap"


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
        _where(coordinates, len(draws)),
        len(next(iter(draws.values()))),
        f"at most {shown(worst)} below",
        holds_where(fine, len(draws)),
        worst,
    )
