"""Options of `kernelscale embed` that say which map is fitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from ..shared import options
from ..shared.listed import INDEPENDENT, LEADING

__all__ = ["Shape"]

Components = Annotated[
    int,
    typer.Option(
        metavar="D",
        parser=options.whole_number("--components", smallest=1),
        help="How many coordinates.",
    ),
]
Which = Annotated[
    str,
    typer.Option(
        "--coordinates",
        metavar="leading|independent",
        parser=options.one_of("--coordinates", (LEADING, INDEPENDENT)),
        help="Which coordinates: the leading ones, or of ten the first that are no function of "
        "those before. Of a long strip the second leading one may be a function of the first.",
    ),
]
Alpha = Annotated[
    float,
    typer.Option(
        metavar="A",
        parser=options.share("--alpha"),
        help="From 0 to 1, how far the density of rows is divided out. With 1 the map shows the "
        "shape alone, however unevenly rows lie on it.",
    ),
]
Steps = Annotated[
    int,
    typer.Option(
        metavar="T",
        parser=options.whole_number("--steps", smallest=0),
        help="Steps of the walk. More steps show coarser structure.",
    ),
]
Neighbors = Annotated[
    str | None,
    typer.Option(
        metavar="K|all",
        parser=options.neighbors,
        show_default="the fourth root of the rows; all with --bandwidth or --kept-mass",
        help="Join each row to its K nearest only, or to all others. A small K is quick, and the "
        "first coordinates then often show more. Each row has its own scale, its distance to the "
        "K-th nearest, unless --bandwidth names a rule.",
    ),
]
LinkComponents = Annotated[
    bool,
    typer.Option(
        "--link-components",
        help="With --neighbors K join components of the graph by the shortest links between them, "
        "as is done where K is not given.",
    ),
]
KeptMass = Annotated[
    float | None,
    typer.Option(
        "--kept-mass",
        metavar="SHARE",
        parser=options.share("--kept-mass", whole=False),
        show_default="all",
        help="Truncate the kernel: keep the largest values of each row that hold this share of "
        "its sum, such as 0.9999. The map is nearly the same, and quick if these are few, which "
        "is tested first.",
    ),
]
Landmarks = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=options.whole_number("--landmarks", smallest=2),
        show_default="all rows",
        help="Fit the map to N rows drawn at random and embed all others in it. Quick with many "
        "rows: 5000 of 100,000 give nearly the same coordinates.",
    ),
]


@dataclass(frozen=True)
class Shape:
    """The options that say which map is fitted."""

    components: Components = 2
    which: Which = LEADING
    alpha: Alpha = 0.0
    steps: Steps = 1
    neighbors: Neighbors = None
    link_components: LinkComponents = False
    kept_mass: KeptMass = None
    landmarks: Landmarks = None
