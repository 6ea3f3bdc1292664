"""Figure of the dimension around each row: as the colour of the row, and as a histogram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import check_kind, check_name_list, check_points
from ..intrinsic_dimension.principal_directions import first_components
from ..results import Dimension
from .curve_figure import GREY
from .dimension_figure import MOST_VECTORS, draw_histogram, title_of_dimension

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PointwisePicture", "draw_pointwise"]

_ENDS = (2, 98)  # percentiles at the ends of the colour map, because a few rows may be extreme


@dataclass(frozen=True, eq=False)
class PointwisePicture:
    """Estimates of the dimension around each row, with the rows, to draw.

    Rows are drawn over their first two principal components. Two features are drawn as they are,
    and a single feature over the number of the row.

    Attributes
    ----------
    result : Dimension
        The dimension; `pointwise` gives the colours, and rows without an estimate are grey.
    X : array-like of shape (n_samples, n_features)
        The rows from which the dimension was estimated.
    feature_names : sequence of str, optional
        Names of the features.

    Raises
    ------
    ValueError, TypeError
        If the result has no estimates around rows, `X` has a different number of rows, or
        `feature_names` are not the names of all features.

    Examples
    --------
    A sheet of dimension two, and a thread of dimension one.

    >>> from kernelscale import estimate_dimension, reports
    >>> random = np.random.default_rng(0)
    >>> sheet = np.c_[random.uniform(-1, 1, (200, 2)), np.zeros(200)]
    >>> X = np.vstack([sheet, random.uniform(1, 9, (200, 1)) * [0, 0, 1]])
    >>> found = estimate_dimension(X, "levina_bickel")
    >>> figure = reports.plot(reports.PointwisePicture(found, X))
    >>> [axes.get_xlabel() for axes in figure.axes[:2]]
    ['principal component 1 (96 % of the variance)', 'dimension around a row']
    """

    result: Dimension
    X: Any
    feature_names: Sequence[str] | None = None

    def __post_init__(self) -> None:
        check_kind(self.result, Dimension, "result")
        points = check_points(self.X, min_rows=1, distinct=False)
        values = self.result.pointwise
        if values is None:
            raise ValueError(
                f"The method '{self.result.method}' does not estimate the dimension around single "
                f"rows; 'levina_bickel' and 'pca' do."
            )
        if values.shape != (len(points),):
            raise ValueError(
                f"X must have one row for each of {len(values)} estimates around rows, but it "
                f"has {len(points)}."
            )
        names = self.feature_names
        if names is not None and len(names := check_name_list(names, "names")) != points.shape[1]:
            raise ValueError(
                f"feature_names must name {points.shape[1]} features, but {len(names)} were given."
            )
        object.__setattr__(self, "X", points)
        object.__setattr__(self, "feature_names", names)


def draw_pointwise(figure: Figure, picture: PointwisePicture) -> None:
    """Draw the coloured rows and a histogram."""
    figure.set_size_inches(10.0, 5.0)
    rows, histogram = figure.subplots(1, 2, width_ratios=[3, 2])
    for axes in (rows, histogram):
        axes.spines[["top", "right"]].set_visible(False)
    _draw_rows(figure, rows, picture)
    draw_histogram(histogram, picture.result)
    figure.suptitle(title_of_dimension(picture.result), x=0.01, ha="left", fontsize="medium")


def _draw_rows(figure: Figure, axes: Axes, picture: PointwisePicture) -> None:
    places, names = _places(picture)
    values = np.asarray(picture.result.pointwise)
    known = np.isfinite(values)
    size = float(np.clip(20_000 / len(values), 4, 40))
    look: dict[str, Any] = {"s": size, "lw": 0, "rasterized": len(values) > MOST_VECTORS}
    x, y = places.T
    axes.scatter(x[~known], y[~known], color=GREY, **look)
    if known.any():
        low, high = np.percentile(values[known], _ENDS)
        look |= {"vmin": low, "vmax": high}
        colors = axes.scatter(x[known], y[known], c=values[known], **look)
        figure.colorbar(colors, ax=axes, label="dimension around a row", extend="both")
    axes.set(xlabel=names[0], ylabel=names[1])
    axes.set_aspect("equal" if picture.X.shape[1] > 1 else "auto", adjustable="datalim")


def _places(picture: PointwisePicture) -> tuple[np.ndarray, list[str]]:
    """Two coordinates of each row, and the names of the axes."""
    points = picture.X
    n_features = points.shape[1]
    named = picture.feature_names or [f"feature {number}" for number in range(n_features)]
    if n_features == 1:
        return np.column_stack([np.arange(len(points)), points]), ["row", named[0]]
    if n_features == 2:
        return points, [*named]
    plane = first_components(points)
    return plane.places, [
        f"principal component {k + 1} ({share:.0%} of the variance)".replace("%", " %")
        for k, share in enumerate(plane.shares.tolist())
    ]
