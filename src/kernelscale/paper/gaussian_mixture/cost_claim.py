"""The claim that rho_P costs less than Ge and rho_Psi; it is tried on spirals and mixtures."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from ..harness.claim import OF_PAPER, Claim, SetUpLine, Threshold, Trial
from ..harness.tables import Interval, Row, Tables
from .criterion_cost import PRODUCTS_OF_ROW_SUMS

__all__ = ["CHEAPEST"]

EIGEN = ("Ge", "rho_Psi")  # the criteria that need eigenpairs
SPIRAL = "spiral"


def _cheaper(tables: Tables) -> Sequence[Trial]:
    """Compare numbers of products; eigenpairs that do not converge count as infinitely many."""
    rows = tables["cost"]
    trials = []
    for data, n_samples in dict.fromkeys((row["data"], row["n_samples"]) for row in rows):
        of_size = [row for row in rows if (row["data"], row["n_samples"]) == (data, n_samples)]
        needed = {name: _products(of_size, name) for name in EIGEN}
        missed = 1 - min(map(min, needed.values())) / PRODUCTS_OF_ROW_SUMS
        others = " and ".join(
            f"the eigenpairs of {name} {min(products):.0f} or more (median {median(products):.0f})"
            for name, products in needed.items()
        )
        measured = (
            f"rho_P takes {PRODUCTS_OF_ROW_SUMS} products of the kernel with a vector at each "
            f"scale, {others}"
        )
        trials.append(Trial(f"{data}, {n_samples} rows", Interval(*[missed] * 3), measured))
    return trials


def _medians(tables: Tables) -> str:
    """The medians of products on the spiral, and why the comparison can hardly fail."""
    of_size: dict[int, list[Row]] = {}
    for row in tables["cost"]:
        if row["data"] == SPIRAL:
            of_size.setdefault(row["n_samples"], []).append(row)
    medians = " and ".join(
        f"{name} {', '.join(f'{median(_products(rows, name)):.0f}' for rows in of_size.values())}"
        for name in EIGEN
    )
    return (
        f"True by construction: {PRODUCTS_OF_ROW_SUMS} products are fewer than the three or more "
        f"that any eigensolver needs. At {', '.join(map(str, of_size))} rows of the spiral the "
        f"median is {medians}; the paper's N^2 N_C and N^2 d suppose numbers of products that do "
        f"not grow with N"
    )


def _products(rows: Sequence[Row], criterion: str) -> list[float]:
    found = [row[f"products_{criterion}"] for row in rows]
    return [np.inf if products is None else products for products in found]


CHEAPEST = Claim(
    name="rho_p_cheapest",
    words="rho_P costs less than Ge and rho_Psi",
    quotation="however, its computation complexity is lighter compared to rho_Ge and rho_Psi",
    place="Section 4.2.2, text above the figure of accuracies",
    reading=(
        "At each scale rho_P takes fewer products of the kernel matrix with a vector: its two sums "
        "for each row, over all rows and over the rows of the class, need as many multiplications "
        "as two products. Ge needs the leading N_C + 1 eigenpairs and rho_Psi d + 1, with the "
        "trivial one. They are those of the Krylov solver of this package, which takes more "
        "products than eigenpairs, because it iterates."
    ),
    favourable="None is tried: run time depends on the computer.",
    set_up=(
        SetUpLine(
            "data",
            "the spirals, 400 rows",
            "a spiral and mixtures, each 100 to 400 rows; the spiral with 400 is one of them",
        ),
        SetUpLine("scales", "not stated", "an octave apart, over the useful range"),
        SetUpLine(
            "cost",
            "N^2 for rho_P, N^2 N_C for Ge, N^2 d for rho_Psi",
            "number of products, each of N^2 multiplications; all three need the kernel itself",
        ),
    ),
    threshold=Threshold(
        "fewer products",
        OF_PAPER,
        0.0,
        "times its own products",
        "Numbers of products are exact. Two products are fewer than the three or more that any "
        "eigensolver needs, so this checks the program and can hardly fail.",
    ),
    judge=_cheaper,
    overview=_medians,
)
