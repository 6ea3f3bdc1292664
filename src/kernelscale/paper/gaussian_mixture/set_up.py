"""The set-up of the mixture, which several claims share, beside the paper's."""

from __future__ import annotations

from ..harness.claim import SetUpLine

__all__ = ["MIXTURE", "PLACE", "SCALES"]

PLACE = "Section 4.2.1, text above the figure of the first eigenvector"

MIXTURE = (
    SetUpLine("classes", "2 of 100 rows each, 6 features", "2 of 100 rows each, 6 features"),
    SetUpLine("centres", "not stated (N(0, sigma_M I))", "standard deviation 1"),
    SetUpLine(
        "spread of a class",
        "not stated (sigma_V < sigma_M)",
        "standard deviation 0.1, 0.3, 0.5 and 0.7",
    ),
    SetUpLine("draws", "not stated", "128 of each spread"),
)
SCALES = SetUpLine(
    "scales",
    "not stated (eps ~ sigma_v^2 < sigma_M^2)",
    "four an octave: within a factor of 10 of sigma_V^2, from sigma_V^2 to sigma_M^2, and over "
    "the useful range; each claim names its plain reading",
)
