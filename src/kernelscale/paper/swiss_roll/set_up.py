"""The set-up of the claims about the noisy Swiss roll, beside the paper's."""

from __future__ import annotations

from ..harness.claim import SetUpLine
from .plan import FULL

__all__ = ["SET_UP", "SET_UP_OF_ORDERS"]

ROLL = (
    SetUpLine("rows", "2000", "2000"),
    SetUpLine("roll", "theta in [3 pi/2, 9 pi/2], h in [0, 100]", "the same"),
    SetUpLine("informative features D_1", "various, not stated", "10"),
)
NOISE = (
    SetUpLine("sigma_T", "various, not stated", "1"),
    SetUpLine(
        "sigma_N",
        "various, not stated",
        "0.1, 1 and 3 standard deviations of an informative feature; weights are relative to "
        "standardised features, so sigma_N does not change what Algorithm 2 gives in the given "
        "order",
    ),
)
SMALLEST = (
    "the smallest value on the grid; of equal values that with the smallest weight, as a reading "
    "of this"
)
MINIMUM = "minimum of abs(d_eps - d-hat) in step 7 of Algorithm 2"
GRID = (
    SetUpLine("weights A", "not stated", "32 from 0.001 to 10, relative to standardised features"),
    SetUpLine("scales eps", "not stated", "32 in the linear range of Algorithm 1, at each feature"),
)
MAP = (
    SetUpLine("coordinates", "not stated; two are shown", "2"),
    SetUpLine(
        "reference map and its scale",
        "that of the clean roll Y; in the figure at eps_0 of Y",
        "the same: all pairs of the 2000 rows of Y, at eps_0 of Y",
    ),
)

SET_UP = (
    *ROLL,
    SetUpLine(
        "features of noise D_2",
        "various, not stated",
        "10; of the claim on neglected features also 5, 30 and 100",
    ),
    *NOISE,
    SetUpLine("repeats", "40", "40 of the plain reading and the other ways"),
    SetUpLine(
        "repeats of the other readings",
        "40",
        f"{FULL.papers_others}; with 5, 30 or 100 features of noise {FULL.counts_repeats}",
        same=False,
    ),
    SetUpLine("order of features", "informative ones, then noise", "the same; also Algorithm 3"),
    SetUpLine(
        "dimension d-hat of Algorithm 2",
        "not stated: given or by DANCo",
        "2, the roll's; favourable: 3, that of the space of Y, and DANCo's estimate",
    ),
    SetUpLine(
        MINIMUM,
        "the smallest value on the grid",
        f"{SMALLEST}. Favourable: the weight whose largest d_eps is nearest to d-hat",
    ),
    *GRID,
    *MAP,
    SetUpLine("norm of a coordinate", "not stated", "the sum of pi_i psi(i)^2 is 1"),
    SetUpLine(
        "eq. StdN",
        "features times their standard deviations, as printed; eps = 1",
        "as printed; also divided by them, as 'whitening' in Section 5.2; eps = 1",
    ),
    SetUpLine("k-NN scaling", "that of its reference, self-tuning", "self-tuning"),
    SetUpLine("neighbour r of self-tuning", "not stated", "7"),
)
"""The set-up of the claims of Section 4.1.1."""

SET_UP_OF_ORDERS = (
    SetUpLine("data", "not stated", "the noisy Swiss roll of Section 4.1.1"),
    *ROLL,
    SetUpLine("features of noise D_2", "various, not stated", "10"),
    *NOISE,
    SetUpLine("rolls with both orders", "not stated", f"{FULL.papers_others} at each noise level"),
    SetUpLine(
        "rolls of the control, in pairs",
        "not stated",
        f"{FULL.papers_repeats} in the given order, {FULL.papers_others} in that of Algorithm 3",
    ),
    SetUpLine(
        "orders of the features",
        "not stated here; Algorithm 3 gives one",
        "informative ones, then noise, as in Section 4.1.1; and that of Algorithm 3",
    ),
    SetUpLine("dimension d-hat of Algorithm 2", "not stated: given or by DANCo", "2, the roll's"),
    SetUpLine(MINIMUM, "the smallest value on the grid", SMALLEST),
    *GRID,
    *MAP,
    SetUpLine(
        "measure of the performance",
        "not stated here; in Section 4.1.1 a mean square error",
        "Procrustes error, as a reading of this: the size of the map does not change it",
    ),
)
"""The set-up of the claim about the order of features, which Section 3.2 makes of Algorithm 2."""
