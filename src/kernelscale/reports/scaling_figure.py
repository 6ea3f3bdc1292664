"""Figure of the weight of each feature after scaling, as bars with the names of the features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .._validation import check_name_list, check_vectors
from .curve_figure import BLUE, GREY

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["ScalingPicture", "draw_scaling"]

MOST_NAMES = 50  # largest number of features that are shown by name, not by number
LONGEST_NAME = 40  # number of characters
_INCHES = 0.24  # height of each name in inches
WEIGHT = "weight: standard deviation after scaling, in units of the kernel's length scale"


@dataclass(frozen=True, eq=False)
class ScalingPicture:
    """The weights of features, to draw.

    Attributes
    ----------
    names : sequence of str
        Names of the features.
    weights : ndarray of shape (n_features,)
        Standard deviation of each scaled feature, in units of the kernel's length scale; 0 for a
        feature that is dropped.
    title : str
        Title of the figure.

    Raises
    ------
    ValueError, TypeError
        If a weight is not finite, or weights and names differ in number.

    Examples
    --------
    One of three features is dropped.

    >>> import numpy as np
    >>> from kernelscale import reports
    >>> picture = ScalingPicture(["x", "y", "hum"], np.array([1.0, 1.2, 0.0]), "Three")
    >>> [axes] = reports.plot(picture).axes
    >>> [text.get_text() for text in axes.get_yticklabels()], axes.texts[0].get_text()
    (['y', 'x', 'hum'], 'dropped')
    """

    names: Sequence[str]
    weights: np.ndarray
    title: str

    def __post_init__(self) -> None:
        names, weights = (
            check_name_list(self.names, "names"),
            check_vectors(self.weights, "weights"),
        )
        if weights.shape != (len(names),) or not names:
            raise ValueError(
                f"weights must hold a number for each of {len(names)} names, at least one, but "
                f"their shape is {weights.shape}."
            )
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "weights", weights)


def draw_scaling(figure: Figure, picture: ScalingPicture) -> None:
    """Draw named bars, the largest at the top; for many features, points over their indices."""
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    if len(picture.names) <= MOST_NAMES:
        figure.set_size_inches(8.0, 1.6 + _INCHES * len(picture.names))
        _draw_names(axes, picture)
    else:
        _draw_numbers(axes, picture)
    axes.set_title(picture.title, loc="left", fontsize="medium")


def _draw_names(axes: Axes, picture: ScalingPicture) -> None:
    weights = np.asarray(picture.weights)
    order = np.argsort(-weights.round(12), kind="stable")
    places = np.arange(len(order))
    axes.barh(places, weights[order], color=BLUE, height=0.7)
    for place in places[weights[order] == 0]:
        axes.annotate(
            "dropped",
            (0, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            color=GREY,
            fontsize="small",
        )
    axes.set_yticks(places, [_short(picture.names[number]) for number in order])
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.set_xlim(0, None)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(WEIGHT)


def _draw_numbers(axes: Axes, picture: ScalingPicture) -> None:
    """Draw a point for each feature, in the order of the table."""
    weights = np.asarray(picture.weights)
    kept, out = np.flatnonzero(weights), np.flatnonzero(weights == 0)
    axes.plot(kept, weights[kept], ".", color=BLUE, label=f"{len(kept)} kept")
    axes.plot(out, weights[out], "x", color=GREY, ms=4, clip_on=False, label=f"{len(out)} dropped")
    axes.set_xlim(-0.5, len(weights) - 0.5)
    axes.set_ylim(0, 1.15 * weights.max())
    axes.set(xlabel="feature, counted from 0", ylabel=WEIGHT.replace(", in", ",\nin"))
    axes.legend(frameon=False, loc="upper right", ncols=2, borderaxespad=0)


def _short(name: str) -> str:
    """The name, shortened if it is long, and escaped so that it is not read as a formula."""
    name = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return name.replace("$", r"\$")
