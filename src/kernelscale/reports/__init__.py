"""Pictures of results. This is the only place that knows matplotlib, and it computes nothing.

`plot` takes whatever the library answered with and returns a matplotlib figure.
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
    """A picture with a method that draws it; `plot` takes one of any package."""

    def draw(self, figure: Figure) -> None:
        """Draw the picture into an empty figure."""


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
        What to draw: all rules over the curve of the kernel's sum, and the criteria that need
        labels below; one rule's criterion over the scales searched; the curve alone; what a method
        that estimates the dimension saw; the dimension against distance; or the rows over the
        first two coordinates of a fitted map, to which an `EmbeddingPicture` adds labels and new
        rows. A `PointwisePicture` colours rows by the dimension around them, a `ScalingPicture`
        shows what each feature counts after scaling, a
        `SonogramPicture` an event's waveforms and their sonograms.
    path : str or path-like, optional
        A file to write as well. It appears whole or not at all.

    Returns
    -------
    matplotlib.figure.Figure
        A figure of its own, unknown to pyplot; ``figure.savefig(...)`` writes it.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    TypeError
        If there is no picture for such a result.
    ValueError, OSError
        If the file cannot be written; see `check_figure_path`.

    Examples
    --------
    The curve of a hundred points on a line, as a figure of one panel with two vertical axes.

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
        f"plot draws {', '.join(kind.__name__ for kind in _DRAWINGS)}, and what has a method "
        f"draw(figure), but a {type(result).__name__} was given."
    )
