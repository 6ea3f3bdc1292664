"""Figure of a bandwidth: the criterion, the scales of single rows, or the chosen kernel."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from ..results import Bandwidth
from .curve_figure import BLACK, BLUE, EPSILON, GREY, SKY, draw_error_band, prepare

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_bandwidth"]

_TITLE_WIDTH = 95  # number of characters in a line
_OF_KERNEL = "scale of the kernel"


def draw_bandwidth(figure: Figure, bandwidth: Bandwidth) -> None:
    """Draw the criterion, the scales of rows, or the kernel, under the rule and its reason."""
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    scales_of_rows = bandwidth.kernel.scales_of_rows()
    if len(bandwidth.scales):
        _draw_criterion(axes, bandwidth)
    elif scales_of_rows is not None:
        _draw_local_scales(axes, scales_of_rows)
    else:
        _draw_profile(axes, bandwidth)
    reason = textwrap.fill(bandwidth.reason, _TITLE_WIDTH)
    axes.set_title(f"{bandwidth.rule}\n{reason}", loc="left", fontsize="medium")


def _draw_criterion(axes: Axes, bandwidth: Bandwidth) -> None:
    axes.plot(bandwidth.scales, bandwidth.criterion, color=BLUE, lw=2.5)
    errors = bandwidth.evidence.get("criterion_errors")
    if errors is not None:
        draw_error_band(axes, bandwidth.scales, bandwidth.criterion, errors, BLUE)
    prepare(axes, bandwidth.scales[0], bandwidth.scales[-1])
    _shade_ranges(axes, bandwidth, power=1.0)
    scale = bandwidth.evidence.get("kernel_scale", bandwidth.epsilon)
    name, axis = ("epsilon", EPSILON) if bandwidth.scales_are_epsilons else ("scale", _OF_KERNEL)
    if scale is not None:
        axes.axvline(scale, color=BLACK, lw=3, label=f"{name} = {scale:.4g}")
        axes.legend(frameon=False)
    axes.set(xlabel=axis, ylabel=bandwidth.criterion_name)


def _draw_profile(axes: Axes, bandwidth: Bandwidth) -> None:
    """Draw the kernel against the distance, for a rule that does not search scales."""
    known = bandwidth.epsilon or bandwidth.kernel.typical_scale
    length = (known or 1.0) ** 0.5
    distances = np.linspace(0, 4 * length, 200)
    values = bandwidth.kernel.from_squared_distances(distances**2)
    axes.plot(distances, values, color=BLUE, lw=2.5)
    _shade_ranges(axes, bandwidth, power=0.5)
    if known is not None:
        name = "typical distance" if bandwidth.epsilon is None else "length scale sqrt(epsilon)"
        axes.axvline(length, color=BLACK, lw=3, label=f"{name} = {length:.4g}")
        axes.legend(frameon=False)
    scaled = "" if bandwidth.kernel.feature_scale is None else ", features scaled"
    axes.set(xlabel=f"distance of two points{scaled}", ylabel="kernel")
    axes.set(xlim=(0, 4 * length), ylim=(0, 1.05))


def _shade_ranges(axes: Axes, bandwidth: Bandwidth, power: float) -> None:
    """Shade the scales that are as good as the chosen one, and the interval of uncertainty."""
    ranges = {"as good": bandwidth.as_good, "interval": bandwidth.interval}
    for (name, ends), color in zip(ranges.items(), (SKY, BLACK), strict=True):
        if ends is not None:
            low, high = (epsilon**power for epsilon in ends)
            axes.axvspan(low, high, color=color, alpha=0.12, lw=0, label=name)


def _draw_local_scales(axes: Axes, scales: np.ndarray) -> None:
    """Draw a histogram of the scales of single rows, for a kernel with a scale for each row."""
    axes.hist(scales, bins="auto", color=BLUE, edgecolor="white")
    middle = float(np.median(scales))
    axes.axvline(middle, color=GREY, lw=2, ls="--", label=f"median {middle:.4g}")
    axes.set(xlabel="sigma of a row (distance)", ylabel="rows")
    axes.legend(frameon=False)
