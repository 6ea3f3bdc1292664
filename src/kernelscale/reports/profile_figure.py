"""Figure of the estimated dimension against distance."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np

from ..intrinsic_dimension.profile import DimensionProfile, Plateau
from .curve_figure import BLACK, BLUE, GREEN, GREY, PURPLE, VERMILLION, prepare, write_plain_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_profile", "shade_noise", "widest_plateaus"]

_TITLE_WIDTH = 95  # number of characters in a line
_LOOKS: dict[str, dict[str, Any]] = {
    "gride": {"color": BLUE, "ls": "-", "marker": "o"},
    "implied": {"color": VERMILLION, "ls": "-.", "marker": ""},
    "danco": {"color": GREEN, "ls": "--", "marker": "s"},
}
_OTHER: dict[str, Any] = {"color": PURPLE, "ls": ":", "marker": ""}


def draw_profile(figure: Figure, profile: DimensionProfile) -> None:
    """Draw a curve for each method, its widest plateau, and the distances dominated by noise."""
    axes = figure.subplots()
    axes.spines["right"].set_visible(False)
    distances = [point.distance for point in profile.points]
    prepare(axes, min(distances) / 1.1, max(distances) * 1.1)
    write_plain_numbers(axes.xaxis, distances)
    for method in dict.fromkeys(point.method for point in profile.points):
        _draw_method(axes, profile, method)
    axes.axhline(profile.dimension, color=BLACK, lw=1, label=f"estimate, {profile.dimension}")
    shade_noise(axes, profile.noise_scale)
    axes.set_ylim(0, None)
    axes.set(xlabel="distance", ylabel="dimension")
    axes.legend(frameon=False)
    reason = textwrap.fill(profile.reason, _TITLE_WIDTH)
    title = f"dimension {profile.dimension}, {profile.n_samples} rows\n{reason}"
    axes.set_title(title, loc="left", fontsize="medium")


def shade_noise(axes: Axes, distance: float) -> None:
    """Shade the distances at which noise dominates, if the panel shows such distances."""
    low = axes.get_xlim()[0]
    if distance > low:
        label = f"noise dominates, below {distance:.3g}"
        axes.axvspan(low, distance, color=GREY, alpha=0.25, lw=0, label=label)


def widest_plateaus(profile: DimensionProfile) -> dict[str, Plateau]:
    """For each method, the widest of its plateaus: the one with the largest ratio of distances."""
    widest: dict[str, Plateau] = {}
    for plateau in sorted(profile.plateaus, key=lambda plateau: plateau.high / plateau.low):
        widest[plateau.method] = plateau
    return widest


def _draw_method(axes: Axes, profile: DimensionProfile, method: str) -> None:
    points = [point for point in profile.points if point.method == method]
    look = _LOOKS.get(method, _OTHER)
    distances, dimensions = (
        [getattr(p, name) for p in points] for name in ("distance", "dimension")
    )
    errors = [np.nan if point.error is None else point.error for point in points]
    # Matplotlib 3.7 refuses error bars that are all NaN.
    known = errors if np.isfinite(errors).any() else None
    axes.errorbar(distances, dimensions, yerr=known, label=method, lw=2.5, capsize=3, **look)
    plateau = widest_plateaus(profile).get(method)
    if plateau is not None:
        ends = [plateau.low, plateau.high]
        axes.plot(ends, [plateau.dimension] * 2, color=look["color"], lw=10, alpha=0.3)
