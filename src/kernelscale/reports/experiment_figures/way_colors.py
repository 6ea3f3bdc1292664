"""One colour and marker for each way to scale features, on every picture of them."""

from __future__ import annotations

from ..curve_figure import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILLION, YELLOW

__all__ = ["OURS", "WAY_COLORS", "WAY_MARKERS"]

OURS = "ours"
BROWN = "#8C510A"
WAY_COLORS = {
    "standard": GREY,
    "eps_0": YELLOW,
    "max_min": GREEN,
    "self_tuning": PURPLE,
    "nearest_neighbors": ORANGE,
    "standardised_max_min": SKY,
    "standardised_eps_0": BLACK,
    "standardised_auto": BROWN,
    "paper_mode": VERMILLION,
    OURS: BLUE,
}
WAY_MARKERS = dict(zip(WAY_COLORS, "PsDv^<>*Xo", strict=True))
