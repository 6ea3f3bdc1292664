"""How round embeddings of a noisy circle are, by every way to scale features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..curve_figure import BLACK, GREY
from ..label_colors import PALETTE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_radius_variance"]

FILLED_DISC = 1 / 8
_COLORS = (GREY, *PALETTE)
_MARKERS = "osDv^<>XP"
_OURS = "ours"


def draw_radius_variance(figure: Figure, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Radius variance, with intervals, on a logarithmic axis, and R^2 of the angle below."""
    if "ways" not in tables:
        figure.text(0.5, 0.5, tables["summary"][0]["skipped"], ha="center")
        return
    figure.set_size_inches(9.0, 7.0)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
    for axes in (upper, lower):
        axes.spines[["top", "right"]].set_visible(False)
    ways = dict.fromkeys(row["way"] for row in tables["ways"])
    for way, color, marker in zip(ways, _COLORS, _MARKERS, strict=False):
        rows = [row for row in tables["ways"] if row["way"] == way]
        noises = [row["noise_sd"] for row in rows]
        look: dict[str, Any] = {"color": color, "marker": marker, "lw": 3 if way == _OURS else 1.5}
        for axes, metric in ((upper, "radius_variance"), (lower, "r2")):
            axes.plot(noises, [row[metric] for row in rows], label=rows[0]["title"], **look)
            ends = [[row[f"{metric}_{end}"] for row in rows] for end in ("low", "high")]
            axes.fill_between(noises, *ends, color=color, alpha=0.15, lw=0)
    upper.axhline(FILLED_DISC, color=BLACK, lw=1, ls=":", label="evenly filled disc,\nbroken above")
    upper.set(yscale="log", ylabel="variance of the normalised radius")
    upper.set_ylim(bottom=min(row["radius_variance"] for row in tables["ways"]) / 1.5)
    lower.set(xlabel="standard deviation of the noise in a pixel (brightness 0 to 1)")
    lower.set(ylabel="R² of the angle", ylim=(-0.03, 1.03))
    figure.legend(*upper.get_legend_handles_labels(), loc="outside right upper", frameon=False)
    figure.suptitle("95 % intervals over repeats shaded", x=0.01, ha="left", fontsize="medium")
