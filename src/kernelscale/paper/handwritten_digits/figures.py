"""Accuracy over the whole useful range of scales on handwritten digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...reports.curve_figure import BLACK, EPSILON, GREY
from ...reports.page.curve_panels import Shade
from ..harness.tables import Tables
from ..shared.accuracy_figures import draw_accuracy_panel, end_with_shares
from ..shared.figure_parts import distinct, where
from ..shared.resolved_scales import WHY_NOT, ranges_not_resolved

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

__all__ = ["draw_accuracy", "draw_embeddings", "shade_of_panel"]

_N_SHOWN = 5  # number of scales in the figure of embeddings


def draw_accuracy(figure: Figure, tables: Tables) -> None:
    """A panel for each version of the features; above, epsilon / median squared distance."""
    versions = distinct(tables["accuracy"], "data")
    figure.set_size_inches(9.0, 3.7 * len(versions))
    panels = figure.subplots(len(versions), 1, sharey=True)
    for axes, data in zip(panels, versions, strict=True):
        curve, marks = (where(tables[name], data=data) for name in ("accuracy", "summary"))
        draw_accuracy_panel(axes, curve, marks)
        axes.axhline(
            marks[0]["all_features"], color=GREY, lw=1.5, ls="--", label="all features\nthemselves"
        )
        for row in where(tables["arbitrary"], data=data):
            middle = (row["lowest"] + row["highest"]) / 2
            n_choices, n_vectors = row["choices"], row["eigenvalues_nearly_one"]
            label = (
                f"{n_choices} random bases of the\n{n_vectors} vectors of eigenvalue 1\n"
                f"(basis of isolated rows: {row['most_isolated']:.2f})"
            )
            half = (row["highest"] - row["lowest"]) / 2
            axes.errorbar(row["scale"], middle, half, color=BLACK, capsize=4, lw=2, label=label)
        median = curve[0]["scale"] / 2 ** curve[0]["log2_of_median"]
        above = axes.secondary_xaxis(
            "top", functions=(lambda x, m=median: x / m, lambda x, m=median: x * m)
        )
        above.set_xlabel(f"{data}: epsilon / median squared distance")
        axes.set(ylabel="1-NN accuracy, 20 folds", xlabel=EPSILON)
    end_with_shares(panels[0])
    found: dict[str, Artist] = {}
    for axes in panels:
        handles, labels = axes.get_legend_handles_labels()
        found |= dict(zip(labels, handles, strict=True))
    figure.legend([*found.values()], [*found], loc="outside right upper", frameon=False)
    heading = (
        "Handwritten digits in 4 diffusion coordinates; 95 % interval over folds\n"
        "eps_rho_Psi: the largest maximum of rho_Psi inside the range of scales"
    )
    figure.suptitle(heading, x=0.01, ha="left")


def draw_embeddings(figure: Figure, tables: Tables) -> None:
    """The first two diffusion coordinates at a few scales, with a digit for each point."""
    from matplotlib import colormaps

    rows = tables["embeddings"]
    panels = distinct(rows, "panel")
    figure.set_size_inches(2.3 * _N_SHOWN + 0.6, 2.5 * len(panels) + 0.4)
    grid = figure.subplots(len(panels), _N_SHOWN, squeeze=False)
    colors = colormaps["viridis"](np.linspace(0, 0.9, 10))
    for line, panel in zip(grid, panels, strict=True):
        scales = sorted({row["scale"] for row in rows if row["panel"] == panel})
        places = np.linspace(0.15, 0.7, _N_SHOWN) * len(scales)
        shown = [scales[int(place)] for place in places]
        for axes, scale in zip(line, shown, strict=True):
            for row in rows:
                if (row["panel"], row["scale"]) == (panel, scale):
                    look = {"color": colors[int(row["label"])], "fontsize": 6, "clip_on": True}
                    axes.text(row["x"], row["y"], row["label"], ha="center", va="center", **look)
            axes.set(xticks=[], yticks=[], xlim=(-1.15, 1.15), ylim=(-1.15, 1.15))
            axes.set_title(f"epsilon {scale:.2g}", fontsize="medium")
        line[0].set_ylabel(panel)
    heading = "Handwritten digits in two diffusion coordinates"
    figure.suptitle(heading, x=0.01, ha="left")


def shade_of_panel(tables: Tables, panel: str | None) -> Shade | None:
    """Ranges of scales that are not resolved for a panel's features; None if there is no range."""
    rows = [row for row in tables.get("accuracy", ()) if row["data"] == panel]
    ranges = ranges_not_resolved(rows)
    return Shade(ranges, WHY_NOT) if ranges else None
