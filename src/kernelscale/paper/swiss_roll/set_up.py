"""The set-up of the claims about the noisy Swiss roll, beside the paper's."""

from __future__ import annotations

from collections.abc import Sequence

from ..harness.claim import SetUpLine
from .orders import JITTER
from .plan import FULL

__all__ = ["SET_UP", "SET_UP_OF_ORDERS"]


def _listed(values: Sequence[float]) -> str:
    *first, last = (f"{value:g}" for value in values)
    return f"{', '.join(first)} and {last}"


STRONG = _listed(FULL.strong_noises)
ROLL = (
    SetUpLine("roll", "theta in [3 pi/2, 9 pi/2], h in [0, 100]", "the same"),
    SetUpLine("informative features D_1", "various, not stated", "10"),
)
NOISE = (
    SetUpLine("sigma_T", "various, not stated", "1"),
    SetUpLine(
        "sigma_N",
        "various, not stated",
        f"{_listed((*FULL.papers_noises, *FULL.strong_noises))} standard deviations of an "
        f"informative feature; {STRONG} were added when results of the others were known. Weights "
        "are relative to standardised features, so sigma_N does not change what Algorithm 2 gives "
        "in the given order",
    ),
)
SMALLEST_IN_PAPER = "the smallest value on the grid; among equal values not stated"
SMALLEST = "the smallest value on the grid; of equal values that with the smallest weight"
MINIMUM = "minimum of abs(d_eps - d-hat) in step 7 of Algorithm 2"
WEIGHTS = "32 from 0.001 to 10, relative to standardised features"
PRINTED_WEIGHTS = "grid not stated; of raw features, as printed"
SCALES = SetUpLine(
    "scales eps", "not stated", "32 in the linear range of Algorithm 1, at each feature"
)
MAP = (
    SetUpLine("coordinates", "not stated; two are shown", "2"),
    SetUpLine(
        "reference map and its scale",
        "that of the clean roll Y; in the figure at eps_0 of Y",
        "the same: all pairs of the rows of Y, at eps_0 of Y",
    ),
)

SET_UP = (
    SetUpLine("rows", "2000", "2000"),
    *ROLL,
    SetUpLine(
        "features of noise D_2",
        "various, not stated",
        f"10; also {_listed(FULL.counts)}, at noise {FULL.counts_noise:g}",
    ),
    *NOISE,
    SetUpLine(
        "repeats",
        "40",
        f"40 of the plain reading and the other ways; {FULL.strong_repeats} at noise {STRONG}",
        same=False,
    ),
    SetUpLine(
        "repeats of the other readings",
        "40",
        f"{FULL.papers_others}; {FULL.papers_few} of weights relative to raw features, and of "
        f"Algorithm 3 and DANCo at noise {STRONG}; "
        f"{_listed(FULL.counts_repeats)} with {_listed(FULL.counts)} features of noise",
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
        SMALLEST_IN_PAPER,
        f"{SMALLEST}. Favourable: the weight whose largest d_eps is nearest to d-hat",
    ),
    SetUpLine(
        "weights A",
        PRINTED_WEIGHTS,
        f"{WEIGHTS}; in other readings the same relative to raw features",
        same=False,
    ),
    SCALES,
    *MAP,
    SetUpLine(
        "scale of Algorithm 2's map",
        "features are divided by sqrt(eps) in step 8",
        "the same, then eps = 1; favourable: eps_0 of Algorithm 1",
    ),
    SetUpLine(
        "norm of an eigenvector",
        "not stated: 'normalized' in Section 2.1",
        "the sum of pi_i psi(i)^2 is 1; as another reading the sum of psi(i)^2",
    ),
    SetUpLine(
        "eq. StdN",
        "features times their standard deviations, as printed; eps = 1",
        "as printed; also divided by them, as 'whitening' in Section 5.2; eps = 1",
    ),
    SetUpLine("C of eq. MaxMin", "2 to 3", "2"),
    SetUpLine("k-NN scaling", "that of its reference, self-tuning", "self-tuning"),
    SetUpLine("neighbour r of self-tuning", "not stated", "7"),
)
"""The set-up of the claims of Section 4.1.1."""

SET_UP_OF_ORDERS = (
    SetUpLine("data", "not stated", "the noisy Swiss roll of Section 4.1.1"),
    SetUpLine(
        "rows",
        "not stated here; 2000 in Section 4.1.1",
        f"2000; {FULL.orders_samples} for random orders, noise first and the control",
    ),
    *ROLL,
    SetUpLine("features of noise D_2", "various, not stated", "10"),
    *NOISE,
    SetUpLine(
        "rolls",
        "not stated",
        f"{FULL.papers_others}, at noise {STRONG} {FULL.papers_few}; {FULL.orders_rolls} for "
        "random orders, noise first and the control, where the noise level changes nothing",
    ),
    SetUpLine(
        "orders of the features",
        "not stated here; Algorithm 3 gives one",
        "informative ones, then noise, as in Section 4.1.1; that of Algorithm 3; "
        f"{FULL.random_orders} random ones of each roll; noise first",
    ),
    SetUpLine(
        "control",
        "not stated",
        f"the given order on features changed by {JITTER:g} of their standard deviation; and "
        "features of noise permuted among themselves",
    ),
    SetUpLine("dimension d-hat of Algorithm 2", "not stated: given or by DANCo", "2, the roll's"),
    SetUpLine(MINIMUM, SMALLEST_IN_PAPER, SMALLEST),
    SetUpLine("weights A", PRINTED_WEIGHTS, WEIGHTS, same=False),
    SCALES,
    *MAP,
    SetUpLine(
        "measure of the performance",
        "not stated here; in Section 4.1.1 a mean square error",
        "Procrustes error, as a reading of this: the size of the map does not change it",
    ),
)
"""The set-up of the claim about the order of features, which Section 3.2 makes of Algorithm 2."""
