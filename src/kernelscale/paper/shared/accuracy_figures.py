"""What pictures of accuracy over the scale share: the six scales, and grey ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...reports.curve_figure import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    prepare,
)
from .figures import Rows
from .scales_that_count import DO_NOT_COUNT, ranges_that_do_not_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_accuracy_panel", "end_with_shares", "grey_what_does_not_count"]


ROOM = 0.02  # room on the axis below 0 and above 1
_LOOKS = {
    "eps_std": (ORANGE, ":"),
    "eps_MaxMin": (SKY, "--"),
    "eps_0": (PURPLE, "-."),
    "eps_Ge": (GREEN, "-"),
    "eps_rho_Psi": (VERMILLION, "-"),
    "eps_rho_P": (BLACK, (0, (4, 1, 1, 1))),
}


def draw_accuracy_panel(axes: Axes, curve: Rows, marks: Rows) -> None:
    """Accuracy with its interval, a line at each scale chosen, and grey where it does not count.

    `curve` has rows of scale, accuracy, its ends, and `counts`: whether, or in which share of
    repeats, the scale counts. `marks` has rows of title and scale.
    """
    scales = [row["scale"] for row in curve]
    prepare(axes, scales[0], scales[-1])
    axes.spines["right"].set_visible(False)
    grey_what_does_not_count(axes, curve, "scale")
    low, high = ([row[f"accuracy_{end}"] for row in curve] for end in ("low", "high"))
    axes.fill_between(scales, low, high, color=BLUE, alpha=0.25, lw=0)
    axes.plot(scales, [row["accuracy"] for row in curve], color=BLUE, lw=2.5, label="accuracy")
    for mark in marks:
        color, style = _LOOKS[mark["title"]]
        axes.axvline(mark["scale"], color=color, ls=style, lw=2, label=mark["title"])


def grey_what_does_not_count(axes: Axes, curve: Rows, scale: str) -> None:
    """Grey behind the scales that do not count, with one name for all in the legend."""
    look: dict[str, Any] = {"color": GREY, "alpha": 0.25, "lw": 1}
    for number, ends in enumerate(ranges_that_do_not_count(curve, scale)):
        axes.axvspan(*ends, label="_" * (number > 0) + DO_NOT_COUNT, **look)


def end_with_shares(axes: Axes) -> None:
    """No tick below 0 or above 1, but room for a line there; for when all is drawn."""
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, -ROOM), min(high, 1 + ROOM))
