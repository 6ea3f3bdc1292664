"""Sliders of the page, which show embeddings and curves of an experiment's tables at each scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...reports.label_colors import MOST_IN_LEGEND
from ...reports.page.curve_panels import Curve, CurvePanels, Shade
from ...reports.page.embedding_frames import Frames
from ...reports.page.explorer import Explorer
from ..harness.experiment import Experiment
from ..harness.tables import Tables

__all__ = ["explorers"]

Rows = Sequence[Mapping[str, Any]]


def explorers(experiment: Experiment, tables: Tables, n_points: int) -> Iterator[Explorer]:
    """Yield a slider for each panel.

    Curves without a panel are shown in every panel, or by themselves if there are no panels.
    """
    sliders = experiment.sliders
    embeddings, curves = (
        tables.get(name or "", []) for name in (sliders.embeddings, sliders.curves)
    )
    panels = list(dict.fromkeys(row.get("panel") for row in [*embeddings, *curves]))
    for panel in panels:
        of_panel = [row for row in embeddings if row.get("panel") == panel]
        over_scales = [row for row in curves if row.get("panel", panel) == panel]
        if panel is None and embeddings and not of_panel:
            continue  # these curves are shown in every panel
        shade = sliders.shade(tables, panel)
        name = experiment.name.replace("_", " ")
        title = f"{name} over the scale" if panel is None else str(panel)
        yield _explorer(title, _fewer(of_panel, n_points), over_scales, shade)


def _fewer(embeddings: Rows, n_points: int) -> Rows:
    """Every k-th point, with the smallest k that leaves at most `n_points` points."""
    points = list(dict.fromkeys(row["point"] for row in embeddings))
    kept = set(points[:: -(-len(points) // n_points) or 1])
    return [row for row in embeddings if row["point"] in kept]


def _explorer(title: str, embeddings: Rows, curves: Rows, shade: Shade | None) -> Explorer:
    scales = sorted({row["scale"] for row in embeddings or curves})
    panels = _panels(curves, scales, shade) if curves else None
    frames = _frames(embeddings, scales, title) if embeddings else None
    return Explorer(scales, len(scales) // 2, title, frames, panels)


def _panels(curves: Rows, scales: Sequence[float], shade: Shade | None) -> CurvePanels:
    names = dict.fromkeys(row["curve"] for row in curves)
    return CurvePanels([_curve(curves, name) for name in names], extra=scales, shade=shade)


def _curve(curves: Rows, name: str) -> Curve:
    points = sorted(
        (row["scale"], np.nan if row["value"] is None else row["value"])
        for row in curves
        if row["curve"] == name
    )
    scales, values = zip(*points, strict=True)
    return Curve(name, scales, values)


def _frames(embeddings: Rows, scales: Sequence[float], title: str) -> Frames:
    points = list(dict.fromkeys(row["point"] for row in embeddings))
    place = {point: k for k, point in enumerate(points)}
    frame = {scale: k for k, scale in enumerate(scales)}
    coordinates = np.full((len(scales), len(points), 2), np.nan)
    labels = np.full(len(points), "", dtype=object)
    for row in embeddings:
        k = place[row["point"]]
        coordinates[frame[row["scale"]], k] = row["x"], row["y"]
        labels[k] = str(row["label"])
    largest = np.nanquantile(np.abs(coordinates), 0.98, axis=(1, 2), keepdims=True)
    shares = coordinates / np.where(largest > 0, largest, 1.0)
    caption = f"{title}: the same points at each scale. Each picture fills the square."
    return Frames(shares, _numbers_if_many(labels.astype(str)), caption)


def _numbers_if_many(labels: np.ndarray) -> np.ndarray:
    """Labels as numbers, if they are numbers and too many to be listed as classes."""
    if len(set(labels.tolist())) <= MOST_IN_LEGEND:
        return labels
    try:
        return labels.astype(float)
    except ValueError:
        return labels
