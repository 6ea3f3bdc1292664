"""Figure of a diffusion map: two coordinates of rows and new rows, coloured by labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._attributes import cached_property
from .._estimators import of_host
from .._validation import as_array, check_classes, check_kind
from ..diffusion.diffusion_map import DiffusionMap
from .curve_figure import BLACK, BLUE, GREY
from .label_colors import Colors, colors_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EmbeddingPicture", "draw_embedding"]

SHOWN = 2
_MOST_VECTORS = 5000  # largest number of points that a PDF or SVG stores as vectors


@dataclass(frozen=True, eq=False)
class EmbeddingPicture:
    """A diffusion map to draw, with labels and new rows.

    If the map has more than two coordinates, the first two independent coordinates are drawn
    (`DiffusionMap.independent_coordinates_`), because the second coordinate of the map may be a
    function of the first.

    Attributes
    ----------
    diffusion_map : DiffusionMap
        The fitted map.
    labels : array-like of shape (n_samples,), optional
        Labels of the training rows, which give their colours.
    new : array-like of shape (n_new, n_components), optional
        Coordinates of new rows, as from `DiffusionMap.transform`.
    new_labels : array-like of shape (n_new,), optional
        Labels of the new rows.
    far : array-like of shape (n_new,), optional
        Whether each new row is so far from the training rows that its coordinates cannot be
        trusted; such rows are drawn as crosses.
    label_name : str
        Name of the labels, for the colour bar.

    Raises
    ------
    ValueError, TypeError
        If `new` and the map differ in their number of coordinates, if there is not one label for
        each row, or if labels are missing or of several types.

    Examples
    --------
    Twenty points on a line, and a new point.

    >>> from kernelscale import reports
    >>> learned = DiffusionMap(bandwidth=4.0).fit(np.arange(20.0)[:, None])
    >>> figure = reports.plot(EmbeddingPicture(learned, new=learned.transform([[4.5]])))
    >>> print(figure.axes[0].get_title(loc="left"))
    fixed: epsilon = 4
    20 rows, 1 new, alpha = 0, t = 1
    """

    diffusion_map: DiffusionMap
    labels: Any = None
    new: Any = None
    new_labels: Any = None
    far: Any = None
    label_name: str = "label"

    def __post_init__(self) -> None:
        check_kind(self.diffusion_map, DiffusionMap, "diffusion_map")
        for name in ("labels", "new", "new_labels", "far"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, as_array(getattr(self, name), name))
        for name in ("labels", "new_labels"):
            if getattr(self, name) is not None:
                check_classes(getattr(self, name), name)
        object.__setattr__(self, "diffusion_map", of_host(self.diffusion_map))
        trained = self.diffusion_map.embedding_
        if self.new is not None and self.new.shape[1:] != trained.shape[1:]:
            raise ValueError(
                f"new must hold {trained.shape[1]} coordinate(s) for each row, but its shape is "
                f"{self.new.shape}."
            )
        n_new = 0 if self.new is None else len(self.new)
        for name, n_rows in (("labels", len(trained)), ("new_labels", n_new), ("far", n_new)):
            labels = getattr(self, name)
            if labels is not None and labels.shape != (n_rows,):
                raise ValueError(
                    f"{name} must have one entry for each of {n_rows} rows, but its shape is "
                    f"{labels.shape}."
                )

    @cached_property
    def shown(self) -> np.ndarray:
        """Indices of the drawn coordinates, counted from 0: two coordinates, or the only one."""
        n_components = self.diffusion_map.embedding_.shape[1]
        if n_components <= SHOWN:
            return np.arange(n_components)
        return self.diffusion_map.independent_coordinates_.first(SHOWN)


class _Rows(NamedTuple):
    """Rows to draw at `places`; `look` holds options of `Axes.scatter`."""

    name: str
    places: np.ndarray
    labels: np.ndarray | None
    look: dict[str, Any]
    color: str
    marker: str | None = None  # None: the marker of each row's class


def draw_embedding(figure: Figure, picture: EmbeddingPicture | DiffusionMap) -> None:
    """Draw points over two coordinates, or a single coordinate over the index of the row."""
    if isinstance(picture, DiffusionMap):
        picture = EmbeddingPicture(picture)
    figure.set_size_inches(8.0, 6.0)
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    groups = _groups(picture)
    labelled = [rows for rows in groups if rows.labels is not None]
    colors = None
    if labelled:
        labels = np.concatenate([rows.labels for rows in labelled])
        colors = colors_of(labels, groups[0].labels)
        if colors.need_names:
            _name_classes(axes, np.concatenate([rows.places for rows in labelled]), labels, colors)
    for rows in groups:
        _draw(axes, rows, colors)
    _explain(figure, axes, groups, colors, picture.label_name)
    _describe_axes(axes, picture)
    axes.set_title(_title(picture), loc="left", fontsize="medium")


def _groups(picture: EmbeddingPicture) -> list[_Rows]:
    """The training rows and any new rows; their labels are converted to one type."""
    trained = picture.diffusion_map.embedding_[:, picture.shown]
    size = float(np.clip(20_000 / len(trained), 9, 40))
    look = {"s": size, "lw": 0, "alpha": 0.85 if picture.new is None else 0.25}
    groups = [_Rows("training rows", _places(trained, 0), picture.labels, look, BLUE)]
    if picture.new is None:
        return groups
    strong = {"s": 2 * size + 12, "lw": 0.6, "edgecolors": "white", "zorder": 3}
    new = _places(picture.new[:, picture.shown], len(trained))
    groups.append(_Rows("new rows", new, picture.new_labels, strong, BLACK))
    if picture.labels is not None and picture.new_labels is not None:
        both = np.concatenate([picture.labels, picture.new_labels])
        parts = np.split(both, [len(trained)])
        groups = [rows._replace(labels=part) for rows, part in zip(groups, parts, strict=True)]
    return groups if picture.far is None else [groups[0], *_near_and_far(groups[1], picture.far)]


def _near_and_far(new: _Rows, far: np.ndarray) -> list[_Rows]:
    """New rows near the training rows, and new rows too far away; an empty group is omitted."""

    def some(which: np.ndarray, **changes: Any) -> _Rows:
        labels = None if new.labels is None else new.labels[which]
        return new._replace(places=new.places[which], labels=labels, **changes)

    cross = {**new.look, "edgecolors": None, "lw": 1.8}
    parts = [some(~far), some(far, name="new rows, too far away", look=cross, marker="x")]
    return [part for part in parts if len(part.places)]


def _places(coordinates: np.ndarray, first_row: int) -> np.ndarray:
    if coordinates.shape[1] > 1:
        return coordinates
    return np.column_stack([first_row + np.arange(len(coordinates)), coordinates])


def _draw(axes: Axes, rows: _Rows, colors: Colors | None) -> None:
    look = {**rows.look, "rasterized": len(rows.places) > _MOST_VECTORS}
    x, y = rows.places.T
    if colors is None or rows.labels is None:
        axes.scatter(x, y, color=rows.color, marker=rows.marker, **look)
    elif colors.colormap is not None:
        scale: dict[str, Any] = {"cmap": colors.colormap, "norm": colors.norm}
        axes.scatter(x, y, c=rows.labels, marker=rows.marker, **scale, **look)
    else:
        for number, (name, color) in enumerate(zip(colors.classes, colors.colors, strict=True)):
            chosen, marker = rows.labels == name, rows.marker or colors.marker(number)
            axes.scatter(x[chosen], y[chosen], color=color, marker=marker, **look)


def _explain(
    figure: Figure, axes: Axes, groups: list[_Rows], colors: Colors | None, label_name: str
) -> None:
    """Add a colour bar for numbers, or a legend of groups and classes next to the panel."""
    handles = []
    if len(groups) > 1:
        for rows in groups:
            color = rows.color if rows.labels is None else GREY
            look = {**rows.look, "alpha": rows.look.get("alpha", 1.0) ** 0.5}
            mark: dict[str, Any] = {"color": color, "marker": rows.marker, "label": rows.name}
            handles.append(axes.scatter([], [], **mark, **look))
    if colors is not None and colors.colormap is not None:
        from matplotlib.cm import ScalarMappable

        figure.colorbar(ScalarMappable(colors.norm, colors.colormap), ax=axes, label=label_name)
    elif colors is not None and colors.in_legend:
        handles += [
            axes.scatter([], [], color=color, marker=colors.marker(number), label=str(name), s=40)
            for number, (name, color) in enumerate(zip(colors.classes, colors.colors, strict=True))
        ]
    if handles:
        figure.legend(handles=handles, loc="outside right upper", frameon=False)


def _name_classes(axes: Axes, places: np.ndarray, labels: np.ndarray, colors: Colors) -> None:
    """Write the name of each class at the median of its points, with a white outline."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=3, foreground="white")]
    for name in colors.classes:
        x, y = np.median(places[labels == name], axis=0)
        look: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 4, "weight": "bold"}
        axes.text(x, y, str(name), path_effects=halo, **look)


def _describe_axes(axes: Axes, picture: EmbeddingPicture) -> None:
    names = [
        f"coordinate {k + 1} (lambda = {_near_one(picture.diffusion_map.eigenvalues_[k])})"
        for k in picture.shown.tolist()
    ]
    if len(names) == 1:
        axes.set(xlabel="row" if picture.new is None else "row, new ones last", ylabel=names[0])
    else:
        axes.set(xlabel=names[0], ylabel=names[1])
        # With equal units on both axes, distances in all directions can be compared.
        axes.set_aspect("equal", adjustable="datalim")


def _near_one(value: float) -> str:
    """A value with three digits; a value just below 1 is written as "1 - difference"."""
    return f"1 - {1 - value:.1g}" if 0.9995 < value < 1 else f"{value:.3g}"


def _title(picture: EmbeddingPicture) -> str:
    fitted = picture.diffusion_map
    bandwidth = fitted.bandwidth_
    scale = bandwidth.kernel.scale_in_words
    if bandwidth.epsilon is not None:
        scale = f"epsilon = {bandwidth.epsilon:.4g}"
    facts = [f"{len(fitted.embedding_)} rows"]
    if picture.new is not None:
        facts.append(f"{len(picture.new)} new")
    if fitted.n_connected_components_ > 1:
        facts.append(f"in {fitted.n_connected_components_} components")
    facts.append(f"alpha = {fitted.alpha:g}, t = {fitted.t}")
    return f"{bandwidth.rule}: {scale}\n{', '.join(facts)}"
