"""Figure of how round the embeddings of a noisy circle are, by every way to scale features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...reports.curve_figure import BLACK
from ..harness.tables import Tables
from .circle_findings import FILLED_DISC
from .figure_parts import WAY_COLORS, WAY_MARKERS, where
from .scaling_ways import OURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_radius_variance"]


def draw_radius_variance(figure: Figure, tables: Tables) -> None:
    """Radius variance, with intervals, on a logarithmic axis, and R^2 of the angle below."""
    if "ways" not in tables:
        figure.text(0.5, 0.5, tables["summary"][0]["skipped"], ha="center")
        return
    figure.set_size_inches(9.0, 7.0)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
    for axes in (upper, lower):
        axes.spines[["top", "right"]].set_visible(False)
    for way, color in WAY_COLORS.items():
        if not (rows := where(tables["ways"], way=way)):
            continue
        label = rows[0]["title"].replace(", weights", ",\nweights")  # a narrow legend
        look: dict[str, Any] = {"color": color, "marker": WAY_MARKERS[way], "capsize": 3}
        look |= {"lw": 3, "ms": 8, "zorder": 3} if way == OURS else {"lw": 1.5, "ms": 6}
        for axes, metric in ((upper, "radius_variance"), (lower, "r2")):
            values = np.array([row[metric] for row in rows])
            low, high = (
                np.array([row[f"{metric}_{end}"] for row in rows]) for end in ("low", "high")
            )
            low = np.maximum(low, values / 100 if axes is upper else 0)  # a log axis has no 0
            ends, noises = [values - low, high - values], [row["noise_sd"] for row in rows]
            axes.errorbar(noises, values, yerr=ends, label=label, **look)
    upper.axhline(FILLED_DISC, color=BLACK, lw=1, ls=":", label="evenly filled disc,\nbroken above")
    upper.set(yscale="log", ylabel="variance of the normalised radius")
    upper.set_ylim(bottom=min(row["radius_variance"] for row in tables["ways"]) / 2)
    lower.set(xlabel="standard deviation of the noise in a pixel (brightness 0 to 1)")
    lower.set(ylabel="R² of the angle", ylim=(-0.03, 1.03))
    figure.legend(*upper.get_legend_handles_labels(), loc="outside right upper", frameon=False)
    figure.suptitle("Bars: 95 % intervals over repeats", x=0.01, ha="left", fontsize="medium")
