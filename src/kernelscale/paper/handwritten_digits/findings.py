"""Findings on the handwritten digits beyond the paper's claim."""

from __future__ import annotations

from ..harness.claim import HOLDS, NOT
from ..harness.finding import Finding, finding
from ..harness.repeats import shown
from ..harness.tables import Row
from ..shared.accuracy_at_scale import NEAR
from ..shared.resolved_scales import SHARE
from ..shared.scale_rules import GE, MARKED, PROPOSED
from .version import Digits, Version

__all__ = ["find"]

TODAY = ("auto", "auto_with_labels")


def find(digits: Digits) -> list[Finding]:
    """Findings on Ge, on the scales of `auto`, and on the vectors of a repeated eigenvalue."""
    versions, arbitrary = digits
    return [
        *(
            _near_peak(each, PROPOSED[GE], each.over.largest(PROPOSED[GE], SHARE))
            for each in versions
        ),
        *(_near_peak(each, MARKED[rule], each.at(rule)) for each in versions for rule in TODAY),
        _arbitrary(arbitrary),
    ]


def _near_peak(version: Version, name: str, at: int) -> Finding:
    peak = version.over.peak(SHARE)
    missed = version.behind(at, peak)
    accuracies = version.over.accuracies
    return finding(
        f"Accuracy at the scale of {name} is within {NEAR:g} of the peak of the resolved scales",
        version.title,
        20,
        f"{accuracies[at]:.3f} at {version.in_words(at)}, the peak is {accuracies[peak]:.3f} at "
        f"{version.in_words(peak)}: {shown(missed)} behind; the accuracy in the map of a neighbour "
        f"graph is {version.graph:.3f}",
        HOLDS if missed.mean <= NEAR else NOT,
        missed,
    )


def _arbitrary(row: Row) -> Finding:
    """A finding on the accuracies of different choices of a repeated eigenvalue's vectors."""
    spread = row["highest"] - row["most_isolated"]
    return finding(
        "The accuracy in coordinates of a repeated eigenvalue depends on the scale, not on chance",
        f"{row['data']}, 2^{row['log2_of_median']} of the median squared distance",
        row["choices"],
        f"{row['eigenvalues_nearly_one']} eigenvalues are above 1 - 1e-8, and {row['coordinates']} "
        f"of their vectors are an arbitrary choice: {row['choices']} random choices give an "
        f"accuracy of {row['lowest']:.3f} to {row['highest']:.3f}; the indicators of the "
        f"{row['coordinates']} most isolated digits give {row['most_isolated']:.3f}, {spread:.2f} "
        f"below the best random choice",
        NOT,
        spread,
    )
