"""The dimension that each method estimates for noisy Swiss rolls, at each noise level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...reports.curve_figure import BLACK, GREY, write_plain_numbers
from ...reports.label_colors import PALETTE
from ..harness.tables import Tables
from ..shared.figure_parts import distinct, where
from .findings import TRUTH

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["draw_estimates"]

N_FEATURES = 20
_COLORS = (*PALETTE, GREY)
_MARKERS = "osDv^<>XP"
_FOREMOST = ("danco", "multiscale")  # methods with large markers


def draw_estimates(figure: Figure, tables: Tables) -> None:
    """Mean estimates of each method with intervals, side by side at each noise level."""
    figure.set_size_inches(9.0, 5.4)
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    methods = distinct(tables["means"], "method")
    noises = distinct(tables["means"], "noise_sd")
    for k, (method, color) in enumerate(zip(methods, _COLORS, strict=False)):
        rows = where(tables["means"], method=method)
        shift = (k - (len(methods) - 1) / 2) * 0.8 / len(methods)
        places = [noises.index(row["noise_sd"]) + shift for row in rows]
        means = [row["dimension"] for row in rows]
        ends = [
            [row["dimension"] - row["dimension_low"] for row in rows],
            [row["dimension_high"] - row["dimension"] for row in rows],
        ]
        look: dict[str, Any] = {"color": color, "marker": _MARKERS[k], "ls": "", "capsize": 3}
        size = 9 if method in _FOREMOST else 6
        axes.errorbar(places, means, yerr=ends, ms=size, label=method, **look)
    axes.axhline(TRUTH, color=BLACK, lw=1.5, ls="--", label=f"the roll has {TRUTH}")
    axes.axhline(N_FEATURES, color=BLACK, lw=1, ls=":", label=f"{N_FEATURES} features")
    axes.set_yscale("log")
    axes.set_ylim(1, 1.25 * N_FEATURES)
    write_plain_numbers(axes.yaxis, axes.get_ylim())
    axes.set_xticks(range(len(noises)), [f"{noise:g}" for noise in noises])
    axes.set_xlabel("standard deviation of the noise (an informative feature has about 70)")
    axes.set_ylabel("dimension")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside right upper", frameon=False)
    repeats = tables["means"][0]["repeats"]
    heading = f"Noisy Swiss roll: means of {repeats} samples with 95 % intervals"
    figure.suptitle(heading, x=0.01, ha="left")
