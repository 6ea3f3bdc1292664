"""The set-up of the claims about the rotated digit, as the paper states it and as it is here."""

from __future__ import annotations

from ..harness.claim import SetUpLine
from .plan import FULL

__all__ = ["SET_UP", "SET_UP_OF_BREAKS"]

MOST = FULL.draws[FULL.smallest_noise]
NOISY = [draws for noise, draws in FULL.draws.items() if noise > 0]
FAST = sorted({draws.fast for draws in NOISY})
FEWEST = min(draws.plain for draws in NOISY)
OTHERS = sorted({draws.standardised for draws in NOISY if draws.standardised})
DRAWS = (
    f"{FAST[0]} to {FAST[-1]} of each variance; of Algorithm 2, whose search takes long, {FEWEST} "
    f"to {MOST.plain}; with weights of standardised components {OTHERS[0]} to {OTHERS[-1]} at "
    "fewer levels (numbers chosen after most of these were known), of readings "
    f"that are tried at two levels {MOST.few}, at random angles {FULL.at_random}. The images take "
    "turns, and a share is of all images. Without noise each image is measured once"
)

SET_UP = (
    SetUpLine("image", "not stated, one 6 of MNIST", f"{FULL.n_images} 6s of MNIST"),
    SetUpLine("brightness", "0 to 1", "0 to 1"),
    SetUpLine(
        "angles",
        "320, uniformly sampled over [0, 2 pi]; not stated whether at random",
        "320, evenly spaced; independent random ones as another reading",
    ),
    SetUpLine("noise in each pixel", "normal, mean 0", "normal, mean 0"),
    SetUpLine(
        "variances of the noise",
        "not stated, except one: 0.5",
        f"{len(FULL.draws)} from 0 to {max(FULL.draws) ** 2:g}, the smallest above 0 "
        f"{FULL.smallest_noise**2:g}",
    ),
    SetUpLine("draws of noise", "not stated", DRAWS),
    SetUpLine("features that are scaled", "50 principal components", "50 principal components"),
    SetUpLine("order of features", "not stated", "by variance, as given; also Algorithm 3"),
    SetUpLine(
        "dimension d-hat of Algorithm 2",
        "not stated: given or by DANCo",
        "1, that of a circle; favourable: 2, that of its plane, and DANCo's estimate",
    ),
    SetUpLine(
        "weights A",
        "grid not stated; of raw features, as printed",
        "32 from 0.001 to 10, relative to raw features, here principal components; in other "
        "readings relative to standardised ones",
    ),
    SetUpLine("scales eps", "not stated", "32 in the linear range of Algorithm 1, at each feature"),
    SetUpLine(
        "minimum of abs(d_eps - d) in step 7",
        "the smallest value on the grid; ties not stated",
        "the smallest value on the grid; of equal values that with the smallest weight, as a "
        "reading of this",
    ),
    SetUpLine("coordinates", "2", "2"),
    SetUpLine("measure", "variance of the normalised radius", "the same, and R^2 of the angle"),
    SetUpLine("value that counts as a circle", "not stated", "below 1/8, that of a filled disc"),
)

SET_UP_OF_BREAKS = (
    *SET_UP,
    SetUpLine("features of eps_0", "not stated", "all pixels"),
    SetUpLine(
        "eq. StdN",
        "features times their standard deviations, as printed",
        "as printed; in other readings divided by them, as 'whitening' in Section 5.2",
    ),
)
