"""Parts of pictures of the accuracy over the scale: lines at chosen scales, and grey ranges."""

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
from .figure_parts import Rows
from .resolved_scales import NOT_RESOLVED, ranges_not_resolved

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_accuracy_panel", "end_with_shares", "grey_what_is_not_resolved"]


ROOM = 0.02  # margin of the axis below 0 and above 1
_LOOKS = {
    "eps_std": (ORANGE, ":"),
    "eps_MaxMin": (SKY, "--"),
    "eps_0": (PURPLE, "-."),
    "eps_Ge": (GREEN, "-"),
    "eps_rho_Psi": (VERMILLION, "-"),
    "eps_rho_P": (BLACK, (0, (4, 1, 1, 1))),
    "auto": (GREY, "-"),
    "auto with labels": (GREY, "--"),
}


def draw_accuracy_panel(axes: Axes, curve: Rows, marks: Rows) -> None:
    """Draw the accuracy with its interval, lines at chosen scales, and grey unresolved ranges.

    The rows of `curve` have these columns:

    - `scale`: the scale;
    - `accuracy`, `accuracy_low` and `accuracy_high`: the accuracy, and the ends of its interval;
    - `accuracy_rounded`: the accuracy after coordinates were rounded;
    - `counts`: whether the scale is resolved, or the share of repeats in which it is resolved.

    The rows of `marks` have the columns `title` and `scale`.
    """
    scales = [row["scale"] for row in curve]
    prepare(axes, scales[0], scales[-1])
    axes.spines["right"].set_visible(False)
    grey_what_is_not_resolved(axes, curve, "scale")
    low, high = ([row[f"accuracy_{end}"] for row in curve] for end in ("low", "high"))
    axes.fill_between(scales, low, high, color=BLUE, alpha=0.25, lw=0)
    axes.plot(scales, [row["accuracy"] for row in curve], color=BLUE, lw=2.5, label="accuracy")
    after = [row["accuracy_rounded"] for row in curve]
    axes.plot(scales, after, color=BLUE, lw=1.2, ls="--", label="coordinates rounded")
    for mark in marks:
        color, style = _LOOKS[mark["title"]]
        axes.axvline(mark["scale"], color=color, ls=style, lw=2, label=mark["title"])


def grey_what_is_not_resolved(axes: Axes, curve: Rows, scale: str) -> None:
    """Draw grey areas behind the scales that are not resolved, with one entry in the legend."""
    look: dict[str, Any] = {"color": GREY, "alpha": 0.25, "lw": 1}
    for number, ends in enumerate(ranges_not_resolved(curve, scale)):
        axes.axvspan(*ends, label="_" * (number > 0) + NOT_RESOLVED, **look)


def end_with_shares(axes: Axes) -> None:
    """Keep the vertical axis from 0 to 1, with a small margin; call this after all is drawn."""
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, -ROOM), min(high, 1 + ROOM))
