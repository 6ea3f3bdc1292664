"""Accuracy of classification against the scale, with the scales that rules choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....reports.curve_figure import BLACK
from ....reports.label_colors import PALETTE
from ...harness.tables import Tables
from ...shared.accuracy_figures import grey_what_is_not_resolved
from ...shared.figure_parts import distinct, draw_reasons_without, where

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_accuracy"]

_MARKERS = "o^sDvP"


def draw_accuracy(figure: Figure, tables: Tables) -> None:
    """A panel for each set of records: accuracy over the scale, and a marker for each rule.

    Scales that are resolved in less than half of the draws are grey.
    """
    if draw_reasons_without(figure, tables, "alaska_accuracy"):
        return
    sets = distinct(tables["alaska_accuracy"], "data")
    figure.set_size_inches(4.0 * len(sets), 4.6)
    panels = figure.subplots(1, len(sets), sharey=True, squeeze=False)[0]
    for axes, data in zip(panels, sets, strict=True):
        axes.spines[["top", "right"]].set_visible(False)
        rows = where(tables["alaska_accuracy"], data=data)
        scales = [row["epsilon"] for row in rows]
        grey_what_is_not_resolved(axes, rows, "epsilon")
        axes.plot(scales, [row["accuracy"] for row in rows], color=BLACK, lw=1.5)
        if rows[0]["accuracy_low"] is not None:
            ends = [[row[f"accuracy_{end}"] for row in rows] for end in ("low", "high")]
            axes.fill_between(scales, *ends, color=BLACK, alpha=0.12, lw=0)
        marks = where(tables["alaska_scales"], data=data)
        for row, color, marker in zip(marks, PALETTE, _MARKERS, strict=False):
            # The mean of equal scales may differ from each of them by a rounding error.
            spread = [
                [max(0.0, row["epsilon"] - row["epsilon_smallest"])],
                [max(0.0, row["epsilon_largest"] - row["epsilon"])],
            ]
            look: dict[str, Any] = {"color": color, "fmt": marker, "ms": 8, "label": row["title"]}
            axes.errorbar([row["epsilon"]], [row["accuracy"]], xerr=spread, capsize=3, **look)
        axes.set(xscale="log", xlabel="epsilon (features have variance 1)")
        repeats = f"{rows[0]['repeats']} draws" if rows[0]["repeats"] > 1 else "once"
        axes.set_title(f"{data}, {repeats}", fontsize="medium")
    panels[0].set_ylabel("accuracy of 5 neighbours,\nevery event left out in turn")
    figure.legend(
        *panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False
    )
