"""Figures and pages that show results. matplotlib is imported only to draw a figure.

`plot` takes a result of the library and returns a matplotlib figure.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..diffusion.diffusion_map import DiffusionMap
from ..intrinsic_dimension.profile import DimensionProfile
from ..results import Bandwidth, Comparison, Dimension, ScaleCurve
from .bandwidth_figure import draw_bandwidth
from .comparison_figure import draw_comparison
from .curve_figure import draw_scale_curve
from .dimension_figure import draw_dimension
from .embedding_figure import EmbeddingPicture, draw_embedding
from .figure_file import check_figure_path, new_figure, write_figure
from .page import write_page
from .pointwise_figure import PointwisePicture, draw_pointwise
from .profile_figure import draw_profile
from .scaling_figure import ScalingPicture, draw_scaling

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["EmbeddingPicture", "PointwisePicture", "plot", "write_page"]


@runtime_checkable
class Drawable(Protocol):
    """An object with a method that draws it; `plot` takes such objects from any package."""

    def draw(self, figure: Figure) -> None:
        """Draw into an empty figure."""


_DRAWINGS: dict[type, Callable[[Figure, Any], None]] = {
    Bandwidth: draw_bandwidth,
    Comparison: draw_comparison,
    DiffusionMap: draw_embedding,
    Dimension: draw_dimension,
    DimensionProfile: draw_profile,
    EmbeddingPicture: draw_embedding,
    PointwisePicture: draw_pointwise,
    ScaleCurve: draw_scale_curve,
    ScalingPicture: draw_scaling,
}


def plot(
    result: Bandwidth
    | Comparison
    | DiffusionMap
    | Dimension
    | DimensionProfile
    | EmbeddingPicture
    | PointwisePicture
    | ScaleCurve
    | ScalingPicture
    | Drawable,
    path: str | os.PathLike[str] | None = None,
) -> Figure:
    """Draw a result.

    Parameters
    ----------
    result : Comparison, Bandwidth, ScaleCurve, Dimension, DimensionProfile, DiffusionMap, ...
        The result. Its type decides what the figure shows:

        - `Comparison`: the kernel's sum as a function of the scale, with the scale of each rule
          marked; and below it the criteria of the rules that need labels.
        - `ScaleCurve`: the kernel's sum and the implied dimension as functions of the scale.
        - `Bandwidth`: the rule's criterion over the scales searched; if the rule searches none, the
          kernel against the distance, or a histogram of the scales of rows.
        - `Dimension`: the data from which the dimension was estimated.
        - `DimensionProfile`: the dimension against distance.
        - `DiffusionMap`: rows over two coordinates; an `EmbeddingPicture` adds labels and new rows.
        - `PointwisePicture`: rows, coloured by the dimension around them.
        - `ScalingPicture`: the weight of each feature after scaling.
        - `SonogramPicture`: the waveforms and sonograms of an event.
    path : str or path-like, optional
        A file to which the figure is also written, completely or not at all.

    Returns
    -------
    matplotlib.figure.Figure
        A figure that pyplot does not manage; ``figure.savefig(...)`` writes it.

    Raises
    ------
    ImportError
        If matplotlib cannot be imported.
    TypeError
        If `result` has none of these types, and no method ``draw``.
    ValueError, OSError
        If the file cannot be written; see `check_figure_path`.

    Examples
    --------
    The curve of a hundred points on a line has two vertical axes.

    >>> import numpy as np
    >>> from kernelscale import reports, scale_curve
    >>> figure = reports.plot(scale_curve(np.arange(100.0)[:, None]))
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['log S', 'implied dimension d_eps']
    """
    draw = _drawing(result)
    if path is not None:
        check_figure_path(path)
    figure = new_figure()
    draw(figure)
    if path is not None:
        write_figure(figure, path)
    return figure


def _drawing(result: Any) -> Callable[[Figure], None]:
    """The function that draws a result into a figure."""
    for kind, draw in _DRAWINGS.items():
        if isinstance(result, kind):
            return lambda figure: draw(figure, result)
    if isinstance(result, Drawable):
        return result.draw
    raise TypeError(
        f"plot draws {', '.join(kind.__name__ for kind in _DRAWINGS)} and objects with a method "
        f"draw(figure), but a {type(result).__name__} was given."
    )
