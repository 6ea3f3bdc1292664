"""Colours of labels: a few classes, many classes, or numbers on a scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import check_classes
from .curve_figure import BLACK, BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILLION, YELLOW

if TYPE_CHECKING:
    from matplotlib.colors import Colormap, Normalize

__all__ = ["Colors", "colors_of"]

PALETTE = (BLUE, VERMILLION, GREEN, PURPLE, SKY, ORANGE, BLACK, YELLOW)
MOST_IN_LEGEND = 12  # largest number of classes with a legend
MOST_NAMES = 60  # largest number of classes whose names are written at their points
MOST_CLASSES = 40  # largest number of different whole numbers that are drawn as classes


@dataclass(frozen=True, eq=False)
class Colors:
    """Colours and markers of classes, or a colour map of numbers.

    Attributes
    ----------
    classes : ndarray of shape (n_classes,)
        Classes in order; empty if labels are numbers on a scale.
    colors : list
        Colour of each class.
    colormap : Colormap, optional
        Colour map of numbers.
    norm : Normalize, optional
        The range of the colour map, from the smallest to the largest number.
    """

    classes: np.ndarray
    colors: list[Any]
    colormap: Colormap | None = None
    norm: Normalize | None = None

    @property
    def in_legend(self) -> bool:
        """Whether there are few enough classes for a legend."""
        return len(self.classes) <= MOST_IN_LEGEND

    @property
    def need_names(self) -> bool:
        """Whether class names are written at the points, because there are too few colours."""
        return len(PALETTE) < len(self.classes) <= MOST_NAMES

    def marker(self, number: int) -> str:
        """The marker of a class: a triangle if its colour repeats an earlier one, else a circle."""
        return "o" if number < len(PALETTE) or not self.in_legend else "^"


def colors_of(labels: np.ndarray, known: np.ndarray | None = None) -> Colors:
    """Colours for all labels; up to eight classes are distinct with any type of colour vision.

    Classes of `known` come first, so that their colours in a legend do not depend on other classes.
    """
    from matplotlib import colormaps
    from matplotlib.colors import Normalize

    classes = check_classes(labels, "labels")
    if _is_scale(classes):
        norm = Normalize(float(classes[0]), float(classes[-1]))
        return Colors(np.array([]), [], colormaps["viridis"], norm)
    if known is not None:
        classes = np.concatenate([np.unique(known), np.setdiff1d(classes, known)])
    if len(classes) <= MOST_IN_LEGEND:
        return Colors(classes, [PALETTE[k % len(PALETTE)] for k in range(len(classes))])
    return Colors(classes, list(colormaps["viridis"](np.linspace(0, 1, len(classes)))))


def _is_scale(classes: np.ndarray) -> bool:
    if classes.dtype.kind not in "iuf":
        return False
    fractions = classes.dtype.kind == "f" and bool((classes != np.floor(classes)).any())
    return len(classes) > (MOST_IN_LEGEND if fractions else MOST_CLASSES)
