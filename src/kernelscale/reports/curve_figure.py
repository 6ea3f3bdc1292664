"""Figure of the kernel's sum S and the implied dimension d_eps over the scale.

The module also has the colours and axes that all figures share.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..results import ScaleCurve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

__all__ = [
    "BLACK",
    "BLUE",
    "EPSILON",
    "GREEN",
    "GREY",
    "ORANGE",
    "PURPLE",
    "SKY",
    "VERMILLION",
    "YELLOW",
    "draw_curve_panel",
    "draw_error_band",
    "draw_scale_curve",
    "prepare",
    "write_plain_numbers",
]

# Colours of Okabe and Ito (2008), which are distinct with any type of colour vision.
BLACK, GREY = "#000000", "#808080"
BLUE, SKY, GREEN = "#0072B2", "#56B4E9", "#009E73"
VERMILLION, PURPLE, YELLOW = "#D55E00", "#CC79A7", "#F0E442"
ORANGE = "#E69F00"

EPSILON = "epsilon (squared distance)"
_MARGIN = 0.13  # space for names above and below, as a share of the height of the axis


def draw_scale_curve(figure: Figure, curve: ScaleCurve) -> None:
    """Draw the curve as the only panel of the figure."""
    axes = figure.subplots()
    draw_curve_panel(axes, curve)
    axes.set_xlabel(EPSILON)
    drawn = f", {curve.n_sample} of them drawn; two standard errors are shaded"
    sampled = "" if curve.n_sample is None else drawn
    axes.set_title(f"{curve.n_samples} points{sampled}", loc="left")


def prepare(axes: Axes, low: float, high: float) -> None:
    """Set a logarithmic axis of scales from `low` to `high`, and remove the frame at the top."""
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.spines["top"].set_visible(False)


def write_plain_numbers(axis: Axis, values: Sequence[float] | np.ndarray) -> None:
    """Label a logarithmic axis with plain numbers.

    An axis of more than one decade has only the labels 1, 2 and 5 of each decade.
    """
    several_decades = max(values) > 10 * min(values)

    def between(number: float, place: float) -> str:
        return "" if several_decades and f"{number:e}"[0] not in "25" else f"{number:g}"

    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter(between)


def draw_curve_panel(axes: Axes, curve: ScaleCurve) -> None:
    """Draw log S on the left axis and d_eps on the right axis, each in the colour of its name.

    The zero of d_eps is at the height of log N, the lower limit of log S.
    """
    prepare(axes, curve.epsilon[0], curve.epsilon[-1])
    log_n = float(np.log(curve.n_samples))
    axes.plot(curve.epsilon, np.log(curve.S), color=BLUE, lw=2.5)
    if curve.S_error is not None:
        draw_error_band(axes, curve.epsilon, np.log(curve.S), curve.S_error / curve.S, BLUE)
    axes.set_ylabel("log S", color=BLUE)
    _fit_height(axes, log_n, 2 * log_n)
    _draw_asymptotes(axes, log_n)
    dimension = axes.twinx()
    dimension.spines["top"].set_visible(False)
    dimension.plot(curve.epsilon, curve.dimension, color=VERMILLION, lw=2.5, ls="-.")
    if curve.dimension_error is not None:
        draw_error_band(
            dimension, curve.epsilon, curve.dimension, curve.dimension_error, VERMILLION
        )
    dimension.set_ylabel("implied dimension d_eps", color=VERMILLION)
    _fit_height(dimension, 0.0, 1.05 * float(curve.dimension.max()))


def draw_error_band(
    axes: Axes, scales: np.ndarray, values: np.ndarray, errors: np.ndarray, color: str
) -> None:
    """Shade two standard errors on either side of the values."""
    axes.fill_between(
        scales, values - 2 * errors, values + 2 * errors, color=color, alpha=0.25, lw=0
    )


def _fit_height(axes: Axes, low: float, high: float) -> None:
    """Set limits with a margin for text around `low` and `high`, and ticks only between these."""
    margin = _MARGIN * (high - low)
    axes.set_ylim(low - margin, high + margin)
    axes.set_yticks([tick for tick in axes.get_yticks() if low <= tick <= high])
    axes.set_ylim(low - margin, high + margin)


def _draw_asymptotes(axes: Axes, log_n: float) -> None:
    """Draw the limits of log S for small and large scales, with their names."""
    for height, name, place, side, edge in (
        (log_n, "log N: kernel = identity", 0.99, "right", "top"),
        (2 * log_n, "2 log N: kernel = all ones", 0.01, "left", "bottom"),
    ):
        axes.axhline(height, color=GREY, lw=1, ls=":")
        axes.annotate(
            name,
            (place, height),
            xycoords=axes.get_yaxis_transform(),
            xytext=(0, -5 if edge == "top" else 4),
            textcoords="offset points",
            ha=side,
            va=edge,
            color=GREY,
            fontsize="small",
        )
