"""The page on one data set: the recommendation first, then what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...bandwidth import RULES
from ...diffusion import EmbeddingsOverScales
from ...intrinsic_dimension import DimensionProfile
from ...kernels import Gaussian
from ...results import Comparison
from .axes import shown
from .curves import Curve, CurvePanels
from .document import document
from .explorer import Explorer, Frames
from .feature_table import FeatureScales, feature_section
from .line_chart import Line, line_chart
from .markup import Markup, element
from .table import sortable_table

__all__ = ["ComparisonPage", "slider_scales"]

N_SCALES = 28  # of the slider, beside those of the rules
AS_GOOD_AS_SAME = 0.03  # of log eps between two places of the slider

COLUMNS = {
    "rule": ("rule", "who answers"),
    "epsilon": ("eps", "the scale in exp(-d² / (2 eps)), a squared distance"),
    "gamma": ("gamma", "1 / (2 eps), for scikit-learn's SVC and SpectralClustering"),
    "length_scale": ("length", "sqrt(eps), a distance, for Gaussian processes"),
    "position": ("position", "0 where points are nearly alone, 1 where all are alike"),
    "implied_dimension": ("d_eps", "the dimension the data seem to have at that scale"),
    "n_components": ("components", "pieces the neighbourhood graph falls into; 1 is wanted"),
    "effective_neighbors": ("neighbours", "how many other points a typical point sees"),
    "eigengap": ("eigengap", "how clearly the classes (or two halves) come apart"),
    "seconds": ("seconds", "time the rule and the figures of its row took"),
    "reading": ("reading", "what this means, or why the rule cannot answer"),
}


@dataclass(frozen=True, eq=False)
class ComparisonPage:
    """What the page shows.

    Attributes
    ----------
    comparison : Comparison
        The answers of all rules.
    title : str
        What the data are called.
    code : sequence of str
        Lines of Python that use the recommended scale.
    notes : sequence of str
        What a reader should know about the data.
    embeddings : EmbeddingsOverScales or None
        Points to move.
    labels : ndarray of shape (n_rows,) or None
        Of the rows embedded.
    profile : DimensionProfile or None
        The dimension against distance.
    features : FeatureScales or None
        What each feature counts after scaling.
    """

    comparison: Comparison
    title: str
    code: Sequence[str]
    notes: Sequence[str] = ()
    embeddings: EmbeddingsOverScales | None = None
    labels: np.ndarray | None = None
    profile: DimensionProfile | None = None
    features: FeatureScales | None = None

    def html(self) -> str:
        """The whole page."""
        sections = (
            self._head(),
            self._recommendation(),
            self._rules(),
            self._explorer(),
            None if self.profile is None else _profile(self.profile),
            None if self.features is None else feature_section(self.features),
        )
        return document(f"{self.title}: the scale of a Gaussian kernel", *sections)

    def _head(self) -> Markup:
        c = self.comparison
        classes = f", {c.n_classes} classes" if c.n_classes else ", no classes"
        size = f"{c.n_samples} rows, {c.n_features} features{classes}"
        notes = [element("p", note, class_="note") for note in self.notes]
        return element(
            "header", element("h1", self.title), element("p", size, class_="quiet"), *notes
        )

    def _recommendation(self) -> Markup:
        recommended = self.comparison.recommended
        figures = [
            ("epsilon", recommended.epsilon, "in exp(-d² / (2 epsilon))"),
            ("gamma", recommended.gamma, "in exp(-gamma d²)"),
            ("length scale", recommended.length_scale, "in units of distance"),
        ]
        shown_figures = [
            element("div", element("dt", name), element("dd", shown(value)), element("dt", unit))
            for name, value, unit in figures
        ]
        return element(
            "section",
            element("h2", "Which scale"),
            element(
                "div",
                element("dl", *shown_figures, class_="figures"),
                element("p", self.comparison.recommendation),
                class_="answer",
            ),
            element("h3", "In Python"),
            element("pre", element("code", "\n".join(self.code)), tabindex="0"),
        )

    def _rules(self) -> Markup:
        rows = [row.to_dict() for row in self.comparison.rows]
        best = self.comparison.recommended.rule
        names = {
            name: heading
            for name, (heading, _) in COLUMNS.items()
            if name == "rule" or any(row[name] is not None for row in rows)
        }
        table = sortable_table(
            rows,
            "Every rule's scale, smallest first; the recommended one is set off.",
            columns=names,
            cells={"seconds": lambda seconds: f"{seconds:.2f}"},
            strong=lambda row: row["rule"] == best,
        )
        meanings = [
            part
            for name in names
            for part in (element("dt", COLUMNS[name][0]), element("dd", COLUMNS[name][1]))
        ]
        legend = element(
            "details",
            element("summary", "What the columns say"),
            element("dl", *meanings, class_="facts"),
        )
        return element("section", element("h2", "What every rule says"), table, legend)

    def _explorer(self) -> Markup:
        marks = self._marks()
        panels = CurvePanels(list(self._curves()), marks, self._chosen())
        found = self.embeddings
        scales = slider_scales(self.comparison) if found is None else found.epsilon
        recommended = self.comparison.recommended.epsilon or float(np.sqrt(scales[0] * scales[-1]))
        start = int(np.abs(np.log(np.asarray(scales) / recommended)).argmin())
        explorer = Explorer(
            scales.tolist(), start, "all curves", self._frames(), panels, _joined_jumps(marks)
        )
        said = (
            "Thin lines mark the scales of the rules, the broken one the recommended scale, the "
            "thick one the scale whose embedding is seen."
        )
        return element(
            "section",
            element("h2", "What changes with the scale"),
            element("p", said, class_="quiet"),
            explorer.markup(),
        )

    def _marks(self) -> list[tuple[str, float]]:
        """Rules whose scale is in the units of the data."""
        return [
            (row.rule, row.epsilon)
            for row in self.comparison.rows
            if row.epsilon is not None
            and row.bandwidth is not None
            and isinstance(row.bandwidth.kernel, Gaussian)
        ]

    def _chosen(self) -> tuple[str, float] | None:
        epsilon = self.comparison.recommended.epsilon
        return None if epsilon is None else ("recommended", epsilon)

    def _frames(self) -> Frames | None:
        found = self.embeddings
        if found is None:
            return None
        of = "" if len(found.rows) == found.n_samples else f" of {found.n_samples}, drawn at random"
        caption = (
            f"The first two diffusion coordinates of {len(found.rows)} rows{of}. Each scale fills "
            "the square, turned or mirrored so that points move little from one to the next; "
            "strays lie on its edge."
        )
        return Frames(found.coordinates, self.labels, caption)

    def _curves(self) -> Iterator[Curve]:
        curve = self.comparison.curve
        log_n = float(np.log(curve.n_samples))
        levels = [("log N: every point alone", log_n), ("2 log N: all points alike", 2 * log_n)]
        scales = curve.epsilon.tolist()
        yield Curve("log S, the kernel's sum", scales, np.log(curve.S).tolist(), levels)
        yield Curve("d_eps, the dimension it implies", scales, curve.dimension.tolist())
        for row in self.comparison.rows:
            found = row.bandwidth
            if found is not None and len(found.scales) and RULES[row.rule].needs_labels:
                name = f"{found.score_name} (rule {row.rule})"
                yield Curve(name, found.scales.tolist(), found.scores.tolist())


def slider_scales(comparison: Comparison) -> np.ndarray:
    """Places of the slider: evenly over the useful range, and the scales of rules in it."""
    low, high = comparison.curve.epsilon[[0, -1]]
    kernels = [row.bandwidth.kernel for row in comparison.rows if row.bandwidth is not None]
    chosen = [kernel.epsilon for kernel in kernels if isinstance(kernel, Gaussian)]
    inside = sorted(scale for scale in chosen if low <= scale <= high)
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


def _profile(profile: DimensionProfile) -> Markup:
    methods = dict.fromkeys(point.method for point in profile.points)
    lines = [
        Line(
            method,
            sorted((p.distance, p.dimension) for p in profile.points if p.method == method),
        )
        for method in methods
    ]
    return element(
        "section",
        element("h2", "How many dimensions, and from how far"),
        element("p", f"Dimension {profile.dimension}. {profile.reason}"),
        line_chart(lines, "distance between rows", "dimension"),
    )
