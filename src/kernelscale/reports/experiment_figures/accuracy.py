"""What pictures of accuracy over the scale have in common: six scales, and what is arbitrary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..curve_figure import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILLION, prepare

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Rows", "draw_accuracy_panel", "end_with_shares"]

Rows = Sequence[Mapping[str, Any]]

ROOM = 0.02  # beyond 0 and 1
_LOOKS = {
    "eps_std": (ORANGE, ":"),
    "eps_MaxMin": (SKY, "--"),
    "eps_0": (PURPLE, "-."),
    "eps_Ge": (GREEN, "-"),
    "eps_rho_Psi": (VERMILLION, "-"),
    "eps_rho_P": (BLACK, (0, (4, 1, 1, 1))),
}


def draw_accuracy_panel(axes: Axes, curve: Rows, marks: Rows, arbitrary: str) -> None:
    """Accuracy with its interval, a line at each scale chosen, and grey where it is arbitrary.

    `curve` has rows of scale, accuracy, its ends, and `resolved`: whether, or in which share of
    repeats, coordinates are no arbitrary choice. `marks` has rows of title and scale.
    """
    scales = [row["scale"] for row in curve]
    prepare(axes, scales[0], scales[-1])
    axes.spines["right"].set_visible(False)
    unresolved = [row["scale"] for row in curve if row["resolved"] < 0.5]
    if unresolved:
        look: dict[str, Any] = {"color": GREY, "alpha": 0.25, "lw": 0}
        axes.axvspan(scales[0], unresolved[-1], label=arbitrary, **look)
    low, high = ([row[f"accuracy_{end}"] for row in curve] for end in ("low", "high"))
    axes.fill_between(scales, low, high, color=BLUE, alpha=0.25, lw=0)
    axes.plot(scales, [row["accuracy"] for row in curve], color=BLUE, lw=2.5, label="accuracy")
    for mark in marks:
        color, style = _LOOKS[mark["title"]]
        axes.axvline(mark["scale"], color=color, ls=style, lw=2, label=mark["title"])


def end_with_shares(axes: Axes) -> None:
    """No tick below 0 or above 1, but room for a line there; for when all is drawn."""
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, -ROOM), min(high, 1 + ROOM))
