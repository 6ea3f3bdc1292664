"""The page on one data set: the recommendation, then all rules and the curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...diffusion.maps_over_scales import EmbeddingsOverScales
from ...intrinsic_dimension.profile import DimensionProfile
from ...results import Comparison
from .axes import shown
from .comparison_explorer import explorer_section
from .document import document
from .feature_table import FeatureScales, feature_section
from .line_chart import Line, line_chart
from .markup import Markup, element
from .sortable_table import sortable_table
from .source_map import SourceMap

__all__ = ["ComparisonPage"]

COLUMNS = {
    "rule": ("rule", "name of the rule"),
    "epsilon": ("eps", "the scale in exp(-d² / (2 eps)), a squared distance"),
    "as_good": (
        "as good",
        "marked by = if, as far as the data show, the scale is as good as the recommended one",
    ),
    "reading": ("reading", "properties of the scale, or why the rule chooses none"),
    "gamma": ("gamma", "1 / (2 eps), for scikit-learn's SVC and SpectralClustering"),
    "length_scale": ("length", "sqrt(eps), a distance, for Gaussian processes"),
    "position": ("position", "0 if the kernel is nearly the identity, 1 if it is nearly all ones"),
    "implied_dimension": ("d_eps", "the implied dimension of the data at this scale"),
    "n_connected_components": ("components", "components of the neighbour graph; 1 is best"),
    "effective_neighbors": ("neighbours", "effective number of neighbours of a typical row"),
    "eigengap": (
        "eigengap",
        "gap of eigenvalues: how clearly the classes (without labels, two groups) are separated",
    ),
    "participation": (
        "rests on",
        "number of rows at which a leading diffusion coordinate is far from 0; the smallest of all",
    ),
    "seconds": ("seconds", "time for the rule and for the numbers in its row"),
}


STANDARDIZED = (
    "Each feature was first shifted to mean 0 and divided by its standard deviation, so distances "
    "and scales are in units of standard deviations and apply only to data standardised like this."
)


@dataclass(frozen=True, eq=False)
class ComparisonPage:
    """The content of the page about a comparison.

    Attributes
    ----------
    comparison : Comparison
        The results of all rules.
    title : str
        Heading of the page.
    code : sequence of str
        Lines of Python that use the recommended scale.
    notes : sequence of str
        Sentences about the data, at the top.
    embeddings : EmbeddingsOverScales or None
        Embeddings of the points at the scales of the slider.
    labels : ndarray of shape (n_rows,) or None
        Labels of the embedded rows.
    profile : DimensionProfile or None
        The dimension against distance.
    features : FeatureScales or None
        The weights of features after scaling.
    sources : SourceMap or None
        Locations of the earthquakes and blasts whose recordings are the rows.
    standardized : bool
        Whether features were standardised before.
    """

    comparison: Comparison
    title: str
    code: Sequence[str]
    notes: Sequence[str] = ()
    embeddings: EmbeddingsOverScales | None = None
    labels: np.ndarray | None = None
    profile: DimensionProfile | None = None
    features: FeatureScales | None = None
    sources: SourceMap | None = None
    standardized: bool = False

    def html(self) -> str:
        """The page as HTML."""
        sections = (
            self._head(),
            self._recommendation(),
            self._rules(),
            explorer_section(self.comparison, self.embeddings, self.labels, self.sources),
            None if self.profile is None else _profile(self.profile),
            None if self.features is None else feature_section(self.features),
        )
        return document(f"{self.title}: the scale of a Gaussian kernel", *sections)

    def _head(self) -> Markup:
        c = self.comparison
        classes = f", {c.n_classes} classes" if c.n_classes else ", no classes"
        scaled = ", standardised" if self.standardized else ""
        size = f"{c.n_samples} rows, {c.n_features} features{scaled}{classes}"
        notes = [element("p", note, class_="note") for note in self.notes]
        return element(
            "header",
            element("h1", self.title),
            element("p", size, class_="quiet"),
            element("p", STANDARDIZED, class_="quiet") if self.standardized else None,
            *notes,
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
            element("h2", "Recommended scale"),
            element(
                "div",
                element("dl", *shown_figures, class_="figures"),
                element("p", self.comparison.recommendation),
                element("p", matters) if (matters := self.comparison.how_much_it_matters) else None,
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
            "The scale of each rule, smallest first; the recommended rule is highlighted.",
            columns=names,
            cells={"seconds": "{:.2f}".format, "as_good": lambda inside: "=" if inside else ""},
            strong=lambda row: row["rule"] == best,
        )
        meanings = [
            part
            for name in names
            for part in (element("dt", COLUMNS[name][0]), element("dd", COLUMNS[name][1]))
        ]
        legend = element(
            "details",
            element("summary", "Meaning of the columns"),
            element("dl", *meanings, class_="facts"),
        )
        return element("section", element("h2", "All rules"), table, legend)


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
        element("h2", "Dimension against distance"),
        element("p", f"Dimension {profile.dimension}. {profile.reason}"),
        line_chart(lines, "distance between rows", "dimension"),
    )
