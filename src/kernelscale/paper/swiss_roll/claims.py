"""The paper's claims about the noisy Swiss roll, and about the order of features in Algorithm 2."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..harness.claim import OF_PAPER, OF_US, Claim, SetUpLine, Threshold, Trial
from ..harness.tables import Tables
from .plan import FULL
from .trials import APART, LITTLE, depends, more_precise, neglects

__all__ = ["CLAIMS"]

SET_UP = (
    SetUpLine("rows", "2000", "2000"),
    SetUpLine("roll", "theta in [3 pi/2, 9 pi/2], h in [0, 100]", "the same"),
    SetUpLine("informative features D_1", "various, not stated", "10"),
    SetUpLine(
        "features of noise D_2",
        "various, not stated",
        "10; of the claim on neglected features also 5, 30 and 100",
    ),
    SetUpLine("sigma_T", "various, not stated", "1"),
    SetUpLine(
        "sigma_N",
        "various, not stated",
        "0.1, 1 and 3 standard deviations of an informative feature",
    ),
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
        "minimum of abs(d_eps - d-hat) in step 7 of Algorithm 2",
        "the smallest value on the grid",
        "the same; of equal values that with the smallest weight. Favourable: the weight whose "
        "largest d_eps is nearest to d-hat",
    ),
    SetUpLine("weights A", "not stated", "32 from 0.001 to 10, relative to standardised features"),
    SetUpLine("scales eps", "not stated", "32 in the linear range of Algorithm 1, at each feature"),
    SetUpLine("coordinates", "not stated; two are shown", "2"),
    SetUpLine("norm of a coordinate", "not stated", "the sum of pi_i psi(i)^2 is 1"),
    SetUpLine(
        "reference map and its scale",
        "that of the clean roll Y; in the figure at eps_0 of Y",
        "the same: all pairs of the 2000 rows of Y, at eps_0 of Y",
    ),
    SetUpLine(
        "eq. StdN",
        "features times their standard deviations, as printed; eps = 1",
        "as printed; also divided by them, as 'whitening' in Section 5.2; eps = 1",
    ),
    SetUpLine("k-NN scaling", "that of its reference, self-tuning", "self-tuning"),
    SetUpLine("neighbour r of self-tuning", "not stated", "7"),
)
FAVOURABLE = (
    "Features in the order of Algorithm 3; after Algorithm 2, the scale of the map chosen again by "
    "Algorithm 1; among the many minima of Algorithm 2, the one at the largest d_eps; the "
    "dimension 3 of the space of Y, or the one that DANCo estimates from the noisy roll"
)


def _claim(
    name: str,
    words: str,
    quotation: str,
    place: str,
    reading: str,
    favourable: str,
    threshold: Threshold,
    judge: Callable[[Tables], Sequence[Trial]],
) -> Claim:
    return Claim(name, words, quotation, place, reading, favourable, SET_UP, threshold, judge)


CLAIMS = (
    _claim(
        "order_matters",
        "What Algorithm 2 gives depends on the order of features",
        (
            "Due to the greedy nature of the algorithm, its performance depends on the order of "
            "the D features"
        ),
        "Section 3.2, below Algorithm 2",
        (
            "The errors of the embedding, Procrustes errors that ignore its size, differ between "
            "the given order and that of Algorithm 3: the mean of the absolute difference over "
            f"the {FULL.papers_others} rolls with both orders."
        ),
        "None is needed.",
        Threshold(
            f"Procrustes errors of the two orders differ by {APART:g} or more",
            OF_US,
            0.04,
            "in the difference of errors",
            "errors go from 0 to 1; a difference below 0.01 is negligible",
        ),
        depends,
    ),
    _claim(
        "roll_more_precise",
        "Algorithm 2 embeds the noisy Swiss roll better than other ways",
        (
            "It is evident that Algorithm 2 is able to extract a more precise embedding than the "
            "alternative scaling schemes"
        ),
        "Section 4.1.1, below the mean square error",
        (
            "The mean square error of Algorithm 2 is below that of each of the other four ways, "
            "with features in the given order: the section names Algorithms 1 and 2, not 3."
        ),
        f"{FAVOURABLE}; an error that ignores the size of the embedding.",
        Threshold(
            "a lower error than each other way",
            OF_PAPER,
            0.1,
            "in the difference of errors from the best other way",
            "coordinates are of the order of 1, and so is the error of an embedding that shows "
            "nothing",
        ),
        more_precise,
    ),
    _claim(
        "roll_neglects_noise",
        "Algorithm 2 neglects the features of noise",
        (
            "it emphasizes the coordinates which are essential for the embedding and neglects the "
            "coordinates which were contaminated by noise"
        ),
        "Section 4.1.1, last sentence",
        "After scaling, features of noise make up a small share of all squared distances.",
        f"{FAVOURABLE}.",
        Threshold(
            f"a share of at most {LITTLE:g}; as standardised features the noise has 0.33 to 0.91",
            OF_US,
            0.15,
            "in the share of the squared distances",
            "features that make up a quarter of the squared distances are not neglected",
        ),
        neglects,
    ),
)
