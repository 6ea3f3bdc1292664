"""The paper's claims about the sum of the kernel over the scale."""

from __future__ import annotations

from ..harness.claim import OF_US, Claim, SetUpLine, Threshold
from .trials import AT_LIMIT, ROUNDS_TO, SHARE, asymptotes, errors, slope

__all__ = ["CLAIMS"]

CLAIMS = (
    Claim(
        name="asymptotes",
        words="log S goes from log N to 2 log N",
        quotation=(
            "L(eps) consists of two asymptotes, L(eps) -> log(N) for eps -> 0 and L(eps) -> "
            "log(N^2) = 2 log(N) for eps -> infinity"
        ),
        place="Section 3.1, below Algorithm 1",
        reading="Far below the useful scales log S is log N, and far above them 2 log N.",
        favourable="None is needed.",
        set_up=(
            SetUpLine("data", "any", "six sets of 1000 rows, 20 draws each"),
            SetUpLine(
                "L(eps)",
                "the sum; its limits are printed as logarithms",
                "log S, the logarithm of the sum, as a reading of this",
            ),
            SetUpLine(
                "scales", "to 0 and to infinity", "1e-4 and 1e4 times the ends of the useful range"
            ),
        ),
        threshold=Threshold(
            f"log S is within {AT_LIMIT:g} of its asymptote",
            OF_US,
            0.01,
            "in the distance of log S from its asymptote",
            "At these scales log S is within about 1e-7 of its limits; between them it changes by "
            "log N, about 7. For distinct rows this is certain, so it checks the program.",
        ),
        judge=asymptotes,
    ),
    Claim(
        name="slope",
        words="The slope of log S is half the dimension",
        quotation=("Taking the log of Eq. (sum_w_mv4) we have log S(eps) ~ (d/2) log(eps) + [...]"),
        place="Section 3.2, eqs. sum_w_mv to sum_w_log",
        reading=(
            "Twice the mean slope over the linear range of Algorithm 1, from eps_0 to eps_1, "
            "rounds to the dimension, for points that are independently uniformly distributed "
            "over the manifold: the derivation covers neither noise nor clusters."
        ),
        favourable=(
            "Twice the largest slope, at one scale of this range. It was the plain reading of a "
            "first run, and true on the circle, the square and the Swiss roll. The mean slope "
            "replaced it when the manifolds of dimension 3 were added; so this choice was made "
            "after a run, and may favour the claim. Also the Swiss roll of Section 4.1.1, which "
            "was plain in earlier runs: its angle theta is uniform, so it is not uniform by area."
        ),
        set_up=(
            SetUpLine(
                "data",
                "independent and uniform on a manifold",
                "circle, square and Swiss roll, 1000 rows; 3-sphere and 3-torus, 2000 rows; "
                "all uniform, the roll by area",
            ),
            SetUpLine("draws", "not stated", "20 of each manifold"),
            SetUpLine(
                "scales",
                "not stated: 'sufficiently small'",
                "the linear range of Algorithm 1",
            ),
            SetUpLine("dimensions", "not stated (any)", "1 to 3; more rows are needed for more"),
        ),
        threshold=Threshold(
            f"twice the slope is within {ROUNDS_TO:g} of the dimension",
            OF_US,
            0.5,
            "in twice the slope",
            "the nearest integer is then the dimension; an error of 1 is clearly another "
            "dimension. For dimension 1 this limit is loose; so errors are also compared with "
            f"{SHARE:.0%} of the dimension, a number that was set when they were known",
        ),
        judge=slope,
        overview=errors,
    ),
)
