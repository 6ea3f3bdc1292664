"""HTML of results for notebooks: numbers, notes and small charts, without other files.

The HTML has no style sheet, because notebooks show it among other output, and remove style sheets
from files that are not trusted. Notebooks may be light or dark, so text and lines take the
surrounding colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..data_checks.note import Note
from ..results import Bandwidth, Comparison, ComparisonRow, Dimension, ScaleCurve
from .page.axes import shown
from .page.markup import Markup, element
from .small_chart import SmallChart, side_by_side

__all__ = ["cell_of"]

EPSILON = "epsilon (squared distance)"
LEFT = "text-align:left;vertical-align:top;padding:.1em .5em"
RIGHT = "text-align:right;vertical-align:top;padding:.1em .5em;white-space:nowrap"
STRONG = "background:rgba(230,170,0,.2);font-weight:bold"
BESIDE = "border-left:3px solid #d55e00;padding-left:.6em"
AT_MOST = "max-width:48em"  # largest width of a line of text


def cell_of(result: Any) -> Markup:
    """HTML of a `Bandwidth`, `Comparison`, `ScaleCurve` or `Dimension`."""
    write = next(write for kind, write in _CELLS.items() if isinstance(result, kind))
    return element("div", *write(result))


def _of_bandwidth(found: Bandwidth) -> list[Markup | None]:
    facts = [
        (".epsilon", found.epsilon, "in exp(-d² / (2 epsilon)), a squared distance"),
        (".gamma", found.gamma, "in exp(-gamma d²): SVC, KernelPCA, SpectralClustering, Nystroem"),
        (".length_scale", found.length_scale, "a distance: RBF of Gaussian processes"),
    ]
    ranges = []
    if found.as_good is not None:
        ranges.append(f"Scales from {found.as_good_in_words} are as good as the chosen one.")
    if found.interval is not None:
        low, high = found.interval
        ranges.append(f"This scale and those chosen on subsamples: {low:.3g} to {high:.3g}.")
    texts = [
        _heading("Bandwidth", f"chosen by {found.rule}"),
        _facts(facts if found.epsilon is not None else []),
        _paragraph(found.reason),
        _paragraph(" ".join(ranges)),
        *_notes(found.notes),
    ]
    charts = [_criterion_chart(found)] if len(found.scales) else _kernel_charts(found)
    return [side_by_side(texts, charts)]


def _criterion_chart(found: Bandwidth) -> SmallChart:
    name = EPSILON if found.scales_are_epsilons else "scale of the kernel"
    chosen = found.evidence.get("kernel_scale", found.epsilon)
    shade = found.as_good if found.scales_are_epsilons else None
    return SmallChart(
        found.criterion_name, found.scales, found.criterion, name, True, chosen, shade
    )


def _kernel_charts(found: Bandwidth) -> list[SmallChart]:
    """A chart of the kernel against the distance, if the kernel has one scale."""
    if found.epsilon is None or found.length_scale is None:
        return []
    d = np.linspace(0, 4 * found.length_scale, 100)
    scaled = "" if found.kernel.feature_scale is None else ", features scaled"
    name = f"distance of two points{scaled}"
    kernel = found.kernel.from_squared_distances(d**2)
    return [SmallChart("kernel", d, kernel, name, False, found.length_scale)]


def _of_comparison(found: Comparison) -> list[Markup | None]:
    classes = f", {found.n_classes} classes" if found.n_classes else ""
    size = f"of {found.n_samples} rows, {found.n_features} features{classes}"
    curve, best = found.curve, found.recommended
    marks = [(row.rule, row.epsilon) for row in found.rows if row.epsilon is not None]
    log_S = SmallChart(
        "log S, the kernel's sum",
        curve.epsilon,
        np.log(curve.S),
        EPSILON,
        True,
        best.epsilon,
        best.as_good,
        marks,
    )
    texts = [_paragraph(text) for text in (found.recommendation, found.how_much_it_matters)]
    return [
        _heading("Comparison", size),
        *_notes(found.notes),
        _rules(found.rows, best.rule),
        side_by_side(texts, [log_S]),
    ]


def _rules(rows: Iterable[ComparisonRow], best: str) -> Markup:
    head = ["rule", "epsilon", "", "reading", "gamma", "length scale"]
    sides = [LEFT, RIGHT, LEFT, f"{LEFT};min-width:16em", RIGHT, RIGHT]
    titles = [element("th", name, style=side) for name, side in zip(head, sides, strict=True)]
    body = []
    for row in rows:
        numbers = [shown(number) for number in (row.epsilon, row.gamma, row.length_scale)]
        star = "* " if row.rule == best else ""
        inside = "=" if row.as_good else ""
        cells = [f"{star}{row.rule}", numbers[0], inside, row.reading, *numbers[1:]]
        made = [element("td", cell, style=side) for cell, side in zip(cells, sides, strict=True)]
        body.append(element("tr", *made, style=STRONG if star else None))
    table = element("table", element("thead", element("tr", *titles)), element("tbody", *body))
    return element("div", table, style="overflow-x:auto")


def _of_curve(found: ScaleCurve) -> list[Markup | None]:
    of = "" if found.n_sample is None else f", estimated from {found.n_sample} of them"
    charts = [
        SmallChart("log S, the kernel's sum", found.epsilon, np.log(found.S), EPSILON),
        SmallChart("d_eps, the implied dimension", found.epsilon, found.dimension, EPSILON),
    ]
    low, high = (shown(float(end)) for end in found.epsilon[[0, -1]])
    fewest, most = (shown(float(end)) for end in found.S[[0, -1]])
    summary = (
        f"{len(found.epsilon)} scales .epsilon from {low} to {high}. The kernel's sum .S goes from "
        f"{fewest} to {most}; .dimension is at most {np.nan_to_num(found.dimension).max():.4g}."
    )
    texts = [_heading("ScaleCurve", f"of {found.n_samples} points{of}"), _paragraph(summary)]
    return [side_by_side(texts, charts)]


def _of_dimension(found: Dimension) -> list[Markup | None]:
    against = [found.caveat, *(f"Flag: {flag}." for flag in found.flags)]
    facts = [
        (".dimension", found.dimension, "the whole number"),
        (".continuous", found.continuous, "before rounding"),
        (".sd", found.sd, "standard deviation over subsamples of the rows; bias not included"),
        (".n_samples", found.n_samples, "distinct rows"),
    ]
    texts = [
        _heading("Dimension", f"by {found.method}"),
        _facts([fact for fact in facts if fact[1] is not None]),
        _paragraph(found.reason),
        *(_paragraph(text, BESIDE) for text in against),
    ]
    return [side_by_side(texts, _evidence_charts(found))]


class _Curve(NamedTuple):
    """A curve: `x` and `y` are keys in the evidence, `x_name` and `name` the names of the axes."""

    x: str
    y: str
    x_name: str
    name: str = "dimension"
    logarithmic: bool = False


_NEIGHBOR = "distance to the farther neighbour"
_CURVES = {
    "danco": _Curve("dimensions", "divergence", "dimension of balls", "divergence from balls"),
    "mind": _Curve("dimensions", "divergence", "dimension of balls", "divergence from balls"),
    "two_nn": _Curve("log_ratios", "heights", "log(r_2 / r_1) of a row", "-log(1 - F)"),
    "levina_bickel": _Curve("n_neighbors", "dimensions", "neighbours"),
    "gride": _Curve("distances", "dimensions", _NEIGHBOR, logarithmic=True),
    "multiscale": _Curve("distances", "calibrated", _NEIGHBOR, logarithmic=True),
    "correlation": _Curve("radii", "shares", "distance", "share of nearer pairs", True),
    "implied": _Curve("scales", "dimensions", EPSILON, "d_eps", True),
}


def _evidence_charts(found: Dimension) -> list[SmallChart]:
    """A chart of the curve from which the dimension was estimated, if the method has a curve."""
    curve = _CURVES.get(found.method)
    if curve is None or curve.y not in found.evidence:
        return []
    x, y = (np.atleast_1d(found.evidence[key]) for key in (curve.x, curve.y))
    near = slice(None) if curve.y != "divergence" else x[: len(y)] <= 2 * found.dimension + 2
    chosen = found.continuous if curve.y == "divergence" else None
    level = found.continuous if curve.name == "dimension" else None
    x, y = x[: len(y)][near], y[near]
    return [SmallChart(curve.name, x, y, curve.x_name, curve.logarithmic, chosen, level=level)]


def _heading(kind: str, text: str) -> Markup:
    return element("div", element("strong", kind), f" {text}", style="margin:.3em 0")


def _paragraph(text: str, look: str = "") -> Markup | None:
    if not text:
        return None
    return element("p", text, style=f"{AT_MOST};margin:.4em 0;{look}".rstrip(";"))


def _notes(notes: Iterable[Note]) -> list[Markup | None]:
    return [_paragraph(f"Note: {note}", BESIDE) for note in notes]


def _facts(facts: Sequence[tuple[str, Any, str]]) -> Markup | None:
    rows = [
        element(
            "tr",
            element("th", name, style=LEFT, scope="row"),
            element("td", shown(value), style=RIGHT),
            element("td", meaning, style=LEFT),
        )
        for name, value, meaning in facts
    ]
    return element("table", element("tbody", *rows)) if rows else None


_CELLS: dict[type, Callable[[Any], list[Markup | None]]] = {
    Bandwidth: _of_bandwidth,
    Comparison: _of_comparison,
    Dimension: _of_dimension,
    ScaleCurve: _of_curve,
}
