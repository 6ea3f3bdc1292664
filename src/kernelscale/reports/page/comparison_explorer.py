"""What changes with the scale of one data set: embeddings and curves under a slider."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...bandwidth.registry import RULES
from ...diffusion.over_scales import EmbeddingsOverScales
from ...results import Bandwidth, Comparison
from ..comparison_figure import without_epsilon
from .curves import Curve, CurvePanels, Shade
from .explorer import Explorer
from .frames import Frames
from .markup import Markup, element
from .source_map import SourceMap

__all__ = ["explorer_section", "slider_scales"]

N_SCALES = 28  # of the slider, beside those of the rules
AS_GOOD_AS_SAME = 0.03  # of log eps between two places of the slider


def explorer_section(
    comparison: Comparison,
    embeddings: EmbeddingsOverScales | None,
    labels: np.ndarray | None,
    sources: SourceMap | None = None,
) -> Markup:
    """The slider, all curves, and embeddings if there are any.

    Labels and sources are those of the rows that are embedded.
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
    said = (
        "Thin lines mark the scales of the rules named above them, the broken one the recommended "
        "scale, the thick one the scale whose embedding is seen."
    )
    if comparison.connected_from is not None:
        said += (
            f" Left of the dotted line, below epsilon = {comparison.connected_from:.4g}, the graph "
            "of nearest neighbours falls into parts."
        )
    if others := without_epsilon(comparison):
        said += f" No Gaussians of one scale, and so without a line: {', '.join(others)}."
    return element(
        "section",
        element("h2", "What changes with the scale"),
        element("p", said, class_="quiet"),
        explorer.markup(),
    )


def _marks(comparison: Comparison) -> list[tuple[str, float]]:
    """Rules whose scale is in the units of the data."""
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
    return Shade([recommended.as_good], f"as good, {recommended.as_good_in_words}.")


def _frames(
    found: EmbeddingsOverScales, labels: np.ndarray | None, sources: SourceMap | None
) -> Frames:
    of = "" if len(found.rows) == found.n_samples else f" of {found.n_samples}, drawn at random"
    caption = (
        f"Two diffusion coordinates of {len(found.rows)} rows{of}: at each scale the first two of "
        "ten that are no function of those before them. Each scale fills the square, turned or "
        "mirrored so that points move little from one to the next; outliers lie on its edge."
    )
    return Frames(found.coordinates, labels, caption, sources)


def _curves(comparison: Comparison) -> Iterator[Curve]:
    curve = comparison.curve
    log_n = float(np.log(curve.n_samples))
    levels = [("log N: every point alone", log_n), ("2 log N: all points alike", 2 * log_n)]
    scales = curve.epsilon.tolist()
    yield Curve("log S, the kernel's sum", scales, np.log(curve.S).tolist(), levels)
    yield Curve("d_eps, the dimension it implies", scales, curve.dimension.tolist())
    for row in comparison.rows:
        found = row.bandwidth
        if found is None or not len(found.scales) or not found.scales_are_epsilons:
            continue
        if row.rule in RULES and RULES[row.rule].needs_labels:
            name = f"{found.criterion_name} (rule {row.rule})"
            yield Curve(name, found.scales.tolist(), found.criterion.tolist())


def slider_scales(comparison: Comparison) -> np.ndarray:
    """Places of the slider: evenly over the useful range, and the scales of rules in it."""
    low, high = comparison.curve.epsilon[[0, -1]]
    kernels = [row.bandwidth.kernel for row in comparison.rows if row.bandwidth is not None]
    chosen = [kernel.gaussian_scale for kernel in kernels]
    inside = sorted(scale for scale in chosen if scale is not None and low <= scale <= high)
    kept: list[float] = []
    grid = np.geomspace(low, high, N_SCALES).tolist()
    for scale in [comparison.recommended.epsilon or low, *inside, *grid]:
        if all(abs(np.log(scale / other)) > AS_GOOD_AS_SAME for other in kept):
            kept.append(float(scale))
    return np.sort(kept)


def _joined_jumps(marks: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Rules that say the same share a button."""
    joined: list[tuple[str, float]] = []
    for name, scale in marks:
        if joined and abs(np.log(scale / joined[-1][1])) <= AS_GOOD_AS_SAME:
            joined[-1] = f"{joined[-1][0]}, {name}", joined[-1][1]
        else:
            joined.append((name, scale))
    return joined
