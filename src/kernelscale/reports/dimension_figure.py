"""Figure of an intrinsic dimension: the method's evidence, and the dimension around each row.

Not all methods estimate the dimension around rows.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..results import Dimension
from .curve_figure import BLACK, BLUE, EPSILON, GREY, VERMILLION, prepare, write_plain_numbers
from .profile_figure import shade_noise

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["MOST_VECTORS", "draw_dimension", "draw_histogram", "title_of_dimension"]

_TITLE_WIDTH = 95  # number of characters in a line
MOST_VECTORS = 5000  # largest number of points that a PDF or SVG stores as vectors
_LEGEND: dict[str, Any] = {"frameon": False}
_ESTIMATE: dict[str, Any] = {"color": BLACK, "lw": 2, "ls": "--"}
_FAINT: dict[str, Any] = {"color": GREY, "lw": 2, "ls": ":"}
_DOTS: dict[str, Any] = {"color": BLUE, "marker": "o", "lw": 2.5}


def draw_dimension(figure: Figure, result: Dimension) -> None:
    """Draw the evidence, and next to it a histogram of any estimates around single rows."""
    draws = [_DRAWINGS[result.method]] if result.evidence and result.method in _DRAWINGS else []
    if result.pointwise is not None:
        draws.append(draw_histogram)
    if not draws:
        figure.text(0.5, 0.5, "There is no evidence to draw.", ha="center")
    else:
        for axes, draw in zip(figure.subplots(1, len(draws), squeeze=False)[0], draws, strict=True):
            axes.spines[["top", "right"]].set_visible(False)
            draw(axes, result)
    figure.suptitle(title_of_dimension(result), x=0.01, ha="left", fontsize="medium")


def title_of_dimension(result: Dimension) -> str:
    """The estimate with its flags, and the reason."""
    sd = "" if result.sd is None else f", sd {result.sd:.2g}"
    heading = f"{result.method}: dimension {result.dimension} ({result.continuous:.4g}{sd})"
    return "\n".join(
        [", ".join([heading, *result.flags]), textwrap.fill(result.reason, _TITLE_WIDTH)]
    )


def draw_histogram(axes: Axes, result: Dimension) -> None:
    """Draw a histogram of the dimensions around rows."""
    values = np.asarray(result.pointwise)
    values = values[np.isfinite(values)]
    # If all values are whole numbers, each number has its own bar.
    counts = bool(len(values) and (values % 1 == 0).all())
    bins: Any = np.arange(values.min() - 0.5, values.max() + 1) if counts else "auto"
    axes.hist(values, bins=bins, color=BLUE, edgecolor="white")
    axes.margins(y=0.15)  # room for the legend
    axes.axvline(result.continuous, **_ESTIMATE, label=f"all rows, {result.continuous:.4g}")
    by = result.evidence.get("pointwise_by")
    axes.set(xlabel="dimension around a row" + (f", by {by}" if by else ""), ylabel="rows")
    axes.legend(**_LEGEND)


def _draw_divergence(axes: Axes, result: Dimension) -> None:
    """Draw the divergence of the data from balls of each dimension."""
    found, likeliest = result.continuous, result.evidence["most_likely"]
    near = result.evidence["dimensions"] <= 2 * result.dimension + 2
    dimensions, divergence = (result.evidence[n][near] for n in ("dimensions", "divergence"))
    whole = dimensions % 1 == 0
    axes.plot(dimensions, divergence, color=BLUE, lw=2.5)
    axes.plot(dimensions[whole], divergence[whole], "o", color=BLUE, label="whole dimensions")
    for place, name, look in (
        (found, "estimate", _ESTIMATE),
        (likeliest, "before calibration", _FAINT),
    ):
        if np.isfinite(place):
            axes.axvline(place, **look, label=f"{name}, {place:.4g}")
    axes.set(xlabel="dimension of balls", ylabel="divergence of the data from balls")
    axes.locator_params(axis="x", integer=True)
    axes.legend(**_LEGEND)


def _draw_ratios(axes: Axes, result: Dimension) -> None:
    """Draw the line through the origin whose slope is the dimension."""
    x, y = result.evidence["log_ratios"], result.evidence["heights"]
    axes.scatter(x, y, s=9, lw=0, color=BLUE, rasterized=len(x) > MOST_VECTORS)
    end = min(x[-1], y[-1] / result.continuous)
    label = f"slope {result.continuous:.4g}"
    axes.plot([0, end], [0, result.continuous * end], **_ESTIMATE, label=label)
    axes.set(xlabel="log(r_2 / r_1) of a row", ylabel="-log(1 - F)", xlim=(0, None), ylim=(0, None))
    axes.legend(**_LEGEND)


def _draw_over_neighbors(axes: Axes, result: Dimension) -> None:
    axes.plot(result.evidence["n_neighbors"], result.evidence["dimensions"], **_DOTS)
    _draw_estimate(axes, result)
    axes.set_xlabel("neighbours")


def _draw_ladder(axes: Axes, result: Dimension) -> None:
    """Draw the dimension at each distance, with its standard error."""
    distances, found = result.evidence["distances"], result.evidence["dimensions"]
    axes.errorbar(distances, found, yerr=result.evidence["errors"], capsize=3, **_DOTS)
    axes.set_xscale("log")
    write_plain_numbers(axes.xaxis, distances)
    _draw_estimate(axes, result)
    axes.set_xlabel("distance to the farther neighbour")


def _draw_scales(axes: Axes, result: Dimension) -> None:
    """Draw the calibrated dimension at each distance, and the range dominated by noise."""
    found, noise_scale = result.evidence["calibrated"], result.evidence["noise_scale"]
    distances = result.evidence["distances"][: len(found)]
    without = ", without noise" if result.evidence["noise_floor"]["n_directions"] else ""
    axes.plot(distances, found, **_DOTS, label=f"calibrated on balls{without}")
    lowest = min(distances[0], noise_scale or distances[0])
    prepare(axes, lowest / 1.2, distances[-1] * 1.2)
    write_plain_numbers(axes.xaxis, axes.get_xlim())
    shade_noise(axes, noise_scale)
    _draw_estimate(axes, result)
    axes.set_xlabel("distance to the farther neighbour")


def _draw_spectrum(axes: Axes, result: Dimension) -> None:
    """Draw the shares of variance along principal directions, largest first."""
    shares = result.evidence["variance_shares"]
    axes.plot(np.arange(1, len(shares) + 1), shares, **_DOTS)
    axes.axvline(result.continuous + 0.5, **_ESTIMATE, label=f"estimate, {result.continuous:.4g}")
    axes.set_yscale("log")
    axes.locator_params(axis="x", integer=True)
    axes.set(xlabel="principal direction", ylabel="share of variance")
    axes.legend(**_LEGEND)


def _draw_shares_of_pairs(axes: Axes, result: Dimension) -> None:
    """Draw the share of pairs nearer than each of two distances; the slope is the dimension.

    Both axes are logarithmic.
    """
    radii, shares = result.evidence["radii"], result.evidence["shares"]
    axes.plot(radii, shares, **_DOTS, label=f"slope {result.continuous:.4g}")
    axes.set(xscale="log", yscale="log", xlabel="distance", ylabel="share of nearer pairs")
    write_plain_numbers(axes.xaxis, radii)
    write_plain_numbers(axes.yaxis, shares)
    axes.legend(**_LEGEND)


def _draw_implied(axes: Axes, result: Dimension) -> None:
    """Draw d_eps, the dimension that the kernel implies, over the scale; and the estimate.

    The estimate is the dimension of a ball of points whose d_eps has the same maximum.
    """
    evidence = result.evidence
    axes.plot(evidence["scales"], evidence["dimensions"], color=BLUE, lw=2.5, label="d_eps")
    label = f"largest d_eps, {evidence['largest']:.3g}"
    axes.plot(evidence["epsilon"], evidence["largest"], "o", ms=8, color=VERMILLION, label=label)
    axes.set_xscale("log")
    _draw_estimate(axes, result)
    axes.set_xlabel(EPSILON)


def _draw_estimate(axes: Axes, result: Dimension) -> None:
    """Draw the estimate as a horizontal line."""
    axes.axhline(result.continuous, **_ESTIMATE, label=f"estimate, {result.continuous:.4g}")
    axes.set_ylabel("dimension")
    axes.set_ylim(0, 1.05 * axes.get_ylim()[1])
    axes.legend(**_LEGEND)


_DRAWINGS: dict[str, Callable[[Axes, Dimension], None]] = {
    "danco": _draw_divergence,
    "mind": _draw_divergence,
    "two_nn": _draw_ratios,
    "levina_bickel": _draw_over_neighbors,
    "gride": _draw_ladder,
    "pca": _draw_spectrum,
    "correlation": _draw_shares_of_pairs,
    "implied": _draw_implied,
    "multiscale": _draw_scales,
}
