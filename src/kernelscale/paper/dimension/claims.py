"""The paper's claim about estimates of the dimension."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import OF_PAPER, Claim, SetUpLine, Threshold, Trial
from ..harness.repeats import mean_interval, shown
from ..harness.tables import Interval, Row, Tables
from .findings import DIGIT_TRUTH, TRUTH

__all__ = ["CLAIMS"]

DANCO = "danco"
NAMED = ("pca", "levina_bickel")
"""The other methods that are tried. Section 2.2 of the paper names local PCA with a threshold on
the eigenvalues, and methods that use distances to the k nearest neighbours. `levina_bickel` is such
a method, but the paper does not name it."""
READINGS = {"local PCA and k-NN distances": NAMED, "local PCA alone": ("pca",)}
"""For each reading of the claim, in words: the methods that DANCo is compared with. The first is
the plain reading, the second is favourable to the paper."""


def _most_robust(tables: Tables) -> Sequence[Trial]:
    tried = [
        _beside(rows, f"{data}, noise sd {noise_sd:g}", truth, words)
        for words in READINGS
        for data, truth, table in (("roll", TRUTH, "estimates"), ("digit", DIGIT_TRUTH, "digits"))
        for noise_sd, rows in _by_noise(tables[table]).items()
    ]
    return [trial for trial in tried if trial.missed != Interval(0.0, 0.0, 0.0)]  # no ties


def _by_noise(rows: Sequence[Row]) -> dict[float, list[Row]]:
    noises = dict.fromkeys(row["noise_sd"] for row in rows)
    return {sd: [row for row in rows if row["noise_sd"] == sd] for sd in noises}


def _beside(rows: Sequence[Row], place: str, truth: int, words: str) -> Trial:
    """A trial: DANCo's mean error minus that of the best other method, on the same samples.

    An error is the absolute difference of the estimated integer and the true dimension.
    """
    others = READINGS[words]
    errors = {way: _errors(rows, way, truth) for way in (DANCO, *others)}
    best = min(others, key=lambda method: sum(errors[method]))
    missed = mean_interval([a - b for a, b in zip(errors[DANCO], errors[best], strict=True)])
    means = {way: sum(errors[way]) / len(errors[way]) for way in (DANCO, best)}
    return Trial(
        f"{place}, compared with {words}",
        missed,
        f"mean error of DANCo {means[DANCO]:.3g}, of {best} {means[best]:.3g}; "
        f"difference {shown(missed)}",
        favourable=words != next(iter(READINGS)),
    )


def _errors(rows: Sequence[Row], method: str, truth: int) -> list[int]:
    return [abs(row["dimension"] - truth) for row in rows if row["method"] == method]


CLAIMS = (
    Claim(
        name="danco_robust",
        words="DANCo estimates the dimension most robustly",
        quotation=(
            "In this study we use Dimensionality from Angle and Norm Concentration (DANCo, by "
            "Ceruti et al.) based algorithm (which we observed to be the most robust approach in "
            "our experiments) to estimate d"
        ),
        place="Section 2.2",
        reading=(
            "The mean error of DANCo's integer, which the appendix defines, is at most that of "
            "each other method: local PCA, and one method from distances to the k nearest "
            "neighbours (Levina and Bickel; the section names older ones). The data are those of "
            "both experiments of Section 4.1, at each noise level. A tie, where all samples have "
            "equal errors, is not counted: the most robust method is better than others somewhere."
        ),
        favourable="Compared with local PCA alone, the only method tried that the section names.",
        set_up=(
            SetUpLine(
                "data",
                "not stated: 'our experiments'",
                "noisy Swiss roll, 2000 rows, 10 + 10 features, dimension 2; rotated 6, 320 "
                "angles, 50 principal components, dimension 1",
            ),
            SetUpLine(
                "noise", "not stated", "roll: standard deviation 0, 1, 5, 20; digit: 0 and 0.2"
            ),
            SetUpLine(
                "samples", "not stated", "20 of the roll at each noise level, 5 of the digit"
            ),
            SetUpLine(
                "other methods",
                "not stated; named are local and global PCA, Trunk, Pettis et al.",
                "local PCA, Levina and Bickel",
            ),
            SetUpLine("estimate", "the integer with the smallest divergence", "the same"),
            SetUpLine(
                "settings of the methods",
                "not stated",
                "the defaults of this package: 10 neighbours of DANCo, 10 to 20 of Levina and "
                "Bickel, 20 of local PCA",
            ),
        ),
        threshold=Threshold(
            "no larger mean error",
            OF_PAPER,
            0.5,
            "dimensions, as mean error of DANCo minus that of the best other method",
            "half a step of an estimate that is an integer",
        ),
        judge=_most_robust,
    ),
)
