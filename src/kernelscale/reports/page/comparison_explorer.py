"""The section of a page with a slider over the scale, which moves points and marks curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...bandwidth.registry import RULES
from ...diffusion.maps_over_scales import EmbeddingsOverScales
from ...results import Bandwidth, Comparison
from ..comparison_figure import without_epsilon
from .curve_panels import Curve, CurvePanels, Shade
from .embedding_frames import Frames
from .explorer import Explorer
from .markup import Markup, element
from .source_map import SourceMap

__all__ = ["explorer_section", "slider_scales"]

N_SCALES = 28  # number of slider positions, in addition to the scales of rules
SMALLEST_STEP = 0.03  # smallest difference of log epsilon between positions of the slider


def explorer_section(
    comparison: Comparison,
    embeddings: EmbeddingsOverScales | None,
    labels: np.ndarray | None,
    sources: SourceMap | None = None,
) -> Markup:
    """The section with the slider, all curves, and the embeddings of the rows, if any.

    Labels and sources belong to the embedded rows.
    """
    marks = _marks(comparison)
    panels = CurvePanels(
        list(_curves(comparison)),
        marks,
        _chosen(comparison),
        extra=comparison.recommended.as_good or (),
        shade=_as_good(comparison.recommended),
        split=_split(comparison),
    )
    frames = None if embeddings is None else _frames(embeddings, labels, sources)
    scales = slider_scales(comparison) if embeddings is None else embeddings.epsilon
    recommended = comparison.recommended.epsilon or float(np.sqrt(scales[0] * scales[-1]))
    start = int(np.abs(np.log(np.asarray(scales) / recommended)).argmin())
    explorer = Explorer(scales.tolist(), start, "all curves", frames, panels, _joined_jumps(marks))
    legend = (
        "Thin lines mark the scales of the rules named above them, the dashed line the recommended "
        "scale, and the thick line the scale of the slider."
    )
    if comparison.connected_from is not None:
        legend += (
            f" Left of the dotted line, below epsilon = {comparison.connected_from:.4g}, the graph "
            "of nearest neighbours has several components."
        )
    if others := without_epsilon(comparison):
        legend += f" Rules without a single epsilon have no line: {', '.join(others)}."
    return element(
        "section",
        element("h2", "Embedding and curves over the scale"),
        element("p", legend, class_="quiet"),
        explorer.markup(),
    )


def _marks(comparison: Comparison) -> list[tuple[str, float]]:
    """Names and scales of the rules whose scale is in the units of the data."""
    return [
        (row.rule, row.epsilon)
        for row in comparison.rows
        if row.epsilon is not None
        and row.bandwidth is not None
        and row.bandwidth.kernel.gaussian_scale is not None
    ]


def _chosen(comparison: Comparison) -> tuple[str, float] | None:
    epsilon = comparison.recommended.epsilon
    return None if epsilon is None else ("recommended", epsilon)


def _split(comparison: Comparison) -> tuple[str, float] | None:
    epsilon = comparison.connected_from
    return None if epsilon is None else ("graph connected", epsilon)


def _as_good(recommended: Bandwidth) -> Shade | None:
    if recommended.as_good is None:
        return None
    return Shade(
        [recommended.as_good],
        f"scales as good as the recommended one, {recommended.as_good_in_words}.",
    )


def _frames(
    found: EmbeddingsOverScales, labels: np.ndarray | None, sources: SourceMap | None
) -> Frames:
    of = "" if len(found.rows) == found.n_samples else f" of {found.n_samples}, drawn at random"
    caption = (
        f"Two diffusion coordinates of {len(found.rows)} rows{of}: at each scale the first two, "
        "among ten coordinates, that are not functions of earlier coordinates. The embedding at "
        "each scale is enlarged to fill the square, and rotated or mirrored so that points move "
        "little from scale to scale; outliers are drawn at the edge."
    )
    return Frames(found.coordinates, labels, caption, sources)


def _curves(comparison: Comparison) -> Iterator[Curve]:
    curve = comparison.curve
    log_n = float(np.log(curve.n_samples))
    levels = [("log N: kernel = identity", log_n), ("2 log N: kernel = all ones", 2 * log_n)]
    scales = curve.epsilon.tolist()
    yield Curve("log S, the kernel's sum", scales, np.log(curve.S).tolist(), levels)
    yield Curve("d_eps, the implied dimension", scales, curve.dimension.tolist())
    for row in comparison.rows:
        found = row.bandwidth
        if found is None or not len(found.scales) or not found.scales_are_epsilons:
            continue
        if row.rule in RULES and RULES[row.rule].needs_labels:
            name = f"{found.criterion_name} (rule {row.rule})"
            yield Curve(name, found.scales.tolist(), found.criterion.tolist())


def slider_scales(comparison: Comparison) -> np.ndarray:
    """Scales of the slider: a grid over the useful range, and the scales of rules in that range."""
    low, high = comparison.curve.epsilon[[0, -1]]
    kernels = [row.bandwidth.kernel for row in comparison.rows if row.bandwidth is not None]
    chosen = [kernel.gaussian_scale for kernel in kernels]
    inside = sorted(scale for scale in chosen if scale is not None and low <= scale <= high)
    kept: list[float] = []
    grid = np.geomspace(low, high, N_SCALES).tolist()
    for scale in [comparison.recommended.epsilon or low, *inside, *grid]:
        if all(abs(np.log(scale / other)) > SMALLEST_STEP for other in kept):
            kept.append(float(scale))
    return np.sort(kept)


def _joined_jumps(marks: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Names and scales of the buttons; rules with nearly the same scale share a button."""
    joined: list[tuple[str, float]] = []
    for name, scale in marks:
        if joined and abs(np.log(scale / joined[-1][1])) <= SMALLEST_STEP:
            joined[-1] = f"{joined[-1][0]}, {name}", joined[-1][1]
        else:
            joined.append((name, scale))
    return joined
