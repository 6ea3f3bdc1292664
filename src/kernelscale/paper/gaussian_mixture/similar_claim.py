"""The claim that the three criteria choose a similar scale: on the mixture, spirals and digits."""

from __future__ import annotations

from ..harness.claim import OF_US, Claim, SetUpLine, Threshold
from ..shared.accuracy_at_scale import NEAR
from ..shared.over_scales import LINE_OF_RHO_PSI, SCALE_OF_RHO_PSI
from .similar_trials import ALIKE, factors, similar

__all__ = ["SIMILAR_SCALE"]

SIMILAR_SCALE = Claim(
    name="similar_scale",
    words="The three criteria choose a similar scale",
    quotation=(
        "Interestingly, we also show empirically that all the three methods converge to a similar "
        "scale parameter epsilon"
    ),
    place="Introduction, before the outline",
    reading=(
        "The sentence names no data, so the classes of the sections 4.2.1 to 4.2.3 are tried. The "
        "largest of the three scales is near the smallest, compared with the useful range of "
        "scales: log(largest / smallest) is at most a tenth of log(upper end / lower end). In a "
        f"useful range of six decades this is a factor of 4. {SCALE_OF_RHO_PSI} Section 4.2.2 "
        "says of the spirals that rho_P does not indicate the peak of accuracy while the two "
        "others do, which would excuse rho_P there, but not the distance of Ge from rho_Psi."
    ),
    favourable=(
        f"Accuracies at the three scales differ by at most {NEAR:g}; only Ge and rho_Psi are "
        "compared, which Section 4.2.2 names together; rho_Psi is computed in 1, 3 or 4 "
        "coordinates; the scale of the largest value of rho_Psi is taken, as eq. rhopsi is "
        "printed, even at an end of the range; or 0.4 is the standard deviation of the spirals' "
        "noise."
    ),
    set_up=(
        SetUpLine(
            "data",
            "not stated",
            "the mixture, the spirals and the digits of Section 4.2; the recordings of Section "
            "5.3, which shows the three scales too, are not public",
        ),
        SetUpLine("mixture", "2 of 100 rows each, 6 features", "2 of 100 rows each, 6 features"),
        SetUpLine(
            "spread of a class",
            "not stated (sigma_V < sigma_M)",
            "standard deviation 0.1, 0.3, 0.5 and 0.7; that of the centres is 1",
        ),
        SetUpLine("spirals", "4 classes of 100 rows each", "4 classes of 100 rows each"),
        SetUpLine(
            "noise of the spirals",
            "covariance sigma_S I, sigma_S = 0.4",
            "0.4 as the variance, so standard deviation 0.63; 0.4 as another reading",
        ),
        SetUpLine(
            "gap of the spirals",
            "not stated for all panels (0.02 and 0.04 shown)",
            "0.01, 0.02, 0.04 and 0.08",
        ),
        SetUpLine("digits", "2000, 200 of each", "2000, 200 of each"),
        SetUpLine("features of the digits", "ZER, MOR, FAC and KAR", "the same, 333 in all"),
        SetUpLine(
            "units of the digits", "not stated", "as they are, and with standard deviation 1"
        ),
        SetUpLine("draws", "not stated", "128 of each mixture, 8 of each spiral"),
        SetUpLine("scales", "not stated", "each rule's own search over the useful range"),
        LINE_OF_RHO_PSI,
        SetUpLine(
            "coordinates of rho_Psi",
            "not stated (2, 2 and 4 shown)",
            "2 of the mixture and of the spirals, 4 of the digits",
        ),
        SetUpLine(
            "accuracy, as another reading",
            "1-NN; 20-fold cross validation of the digits",
            "1-NN in these coordinates, one row left out at a time",
            same=False,
        ),
    ),
    threshold=Threshold(
        f"a ratio of at most {ALIKE:g} of the useful range, in logarithms",
        OF_US,
        0.1,
        "of the useful range",
        "In six decades a tenth of the useful range is a factor of 4, and a fifth a factor of 16. "
        "In the reading of accuracies the unit is accuracy: 0.02 is the "
        "standard error of an accuracy of 0.8 of 400 rows, and 0.1 are 40 of these rows.",
    ),
    judge=similar,
    overview=factors,
)
