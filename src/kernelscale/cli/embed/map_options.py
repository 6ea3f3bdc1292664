"""Options of `kernelscale embed` that describe the map to fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from ..shared import options
from ..shared.help_lists import INDEPENDENT, LEADING

__all__ = ["MapOptions"]

Components = Annotated[int, options.count("--components", "Number of coordinates.", metavar="D")]
Which = Annotated[
    str,
    typer.Option(
        "--coordinates",
        metavar="leading|independent",
        parser=options.one_of("--coordinates", (LEADING, INDEPENDENT)),
        help="leading: the first D coordinates; independent: the first D, among ten, that are not "
        "functions of earlier coordinates. "
        "On a long strip the second coordinate may be a function of the first.",
    ),
]
Alpha = Annotated[
    float,
    typer.Option(
        metavar="A",
        parser=options.share("--alpha"),
        help="From 0 to 1, the degree to which the density of rows is divided out. With 1 the map "
        "depends on the shape alone, even if rows are spread unevenly over it.",
    ),
]
Steps = Annotated[
    int,
    options.count(
        "--steps",
        "Number of steps of the random walk. More steps show coarser structure.",
        smallest=0,
        metavar="T",
    ),
]
Neighbors = Annotated[
    str | None,
    typer.Option(
        metavar="K|all",
        parser=options.neighbors,
        show_default="the fourth root of the number of rows; all with --bandwidth or --kept-mass",
        help="Connect each row to its K nearest neighbours only, or to all rows. A small K is "
        "quick, and then the first coordinates often show more of the shape of the data. Each row "
        "has its own scale, its distance to the K-th nearest neighbour, unless --bandwidth names a "
        "rule.",
    ),
]
LinkComponents = Annotated[
    bool,
    typer.Option(
        "--link-components",
        help="With --neighbors K, connect the components of the graph by the shortest links; this "
        "is the default if K is not given.",
    ),
]
KeptMass = Annotated[
    float | None,
    typer.Option(
        "--kept-mass",
        metavar="SHARE",
        parser=options.share("--kept-mass", whole=False),
        show_default="all",
        help="Truncate the kernel: keep the largest values of each row that together hold this "
        "share of its kernel mass, such as 0.9999. The map is nearly the same, and is quick to "
        "compute if few values are kept; if a subsample shows that many would be kept, the kernel "
        "is not truncated.",
    ),
]
Landmarks = Annotated[
    int | None,
    options.count(
        "--landmarks",
        "Fit the map to N rows drawn at random, and embed all other rows in it. This is quick with "
        "many rows: 5000 of 100,000 give nearly the same coordinates.",
        smallest=2,
        show_default="all rows",
    ),
]


@dataclass(frozen=True)
class MapOptions:
    """Options of `kernelscale embed` that describe the map to fit."""

    components: Components = 2
    which: Which = LEADING
    alpha: Alpha = 0.0
    steps: Steps = 1
    neighbors: Neighbors = None
    link_components: LinkComponents = False
    kept_mass: KeptMass = None
    landmarks: Landmarks = None
