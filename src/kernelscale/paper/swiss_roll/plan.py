"""Settings of the noise, and numbers of rows and repeats."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["FULL", "MANY_UNITS", "N_DIMS", "N_INFORMATIVE", "ONE_UNIT", "QUICK", "Plan", "Setting"]

N_DIMS, N_INFORMATIVE = 2, 10
ONE_UNIT, MANY_UNITS = "one", "differ by 10^3"


class Setting(NamedTuple):
    """One setting of the noise.

    `n_samples` is the number of rows, `noise` the noise level in standard deviations of an
    informative feature, `n_noise` the number of noise features, and `units` the kind of units.
    """

    n_samples: int
    noise: float
    n_noise: int
    units: str


class Plan(NamedTuple):
    """Settings and numbers of repeats of the tables `map`, `paper`, `counts` and `within_roll`.

    The table `map` has rolls of `n_samples` rows, with each of `noises` and each of
    `noise_features` (numbers of features of noise). Each setting has `n_repeats` rolls. Algorithm
    2, which takes long, is run on the first `n_algorithms` of them.

    The tables `paper` and `counts` have rolls of `papers_samples` rows. In `paper`, the noise
    levels are `papers_noises`, with `papers_repeats` rolls, and `strong_noises`, with the first
    `strong_repeats` of them. The paper's ways in their plain reading are run on all rolls, and the
    favourable readings on the first `papers_others`. Only the first `papers_few` have Algorithm 2
    with weights of raw features and, at strong noise, the readings whose weights depend on the
    noise. In `counts`, the numbers of noise features are `counts`, the noise level is
    `counts_noise`, and the numbers of rolls `counts_repeats`.

    The table `within_roll` has `orders_rolls` rolls of `orders_samples` rows, each with
    `random_orders` random orders of its features, and a few others.

    Algorithm 2 tries `n_tried` weights and as many scales for each feature; None is its default.
    There are `n_jobs` processes.
    """

    n_samples: int
    noises: Sequence[float]
    noise_features: Sequence[int]
    n_repeats: int
    n_algorithms: int
    papers_samples: int
    papers_repeats: int
    papers_others: int
    papers_few: int
    papers_noises: Sequence[float]
    strong_noises: Sequence[float]
    strong_repeats: int
    counts: Sequence[int]
    counts_noise: float
    counts_repeats: Sequence[int]
    orders_samples: int
    orders_rolls: int
    random_orders: int
    n_tried: int | None
    n_jobs: int | None

    @property
    def of_map(self) -> list[Setting]:
        """Settings of the table `map`."""
        return [
            Setting(self.n_samples, noise, n_noise, units)
            for units, n_noise, noise in itertools.product(
                (ONE_UNIT, MANY_UNITS), self.noise_features, self.noises
            )
        ]

    @property
    def of_paper(self) -> list[Setting]:
        """Settings of the table `paper`."""
        return [
            Setting(self.papers_samples, noise, N_INFORMATIVE, ONE_UNIT)
            for noise in (*self.papers_noises, *self.strong_noises)
        ]

    @property
    def of_counts(self) -> list[Setting]:
        """Settings of the table `counts`."""
        return [Setting(self.papers_samples, self.counts_noise, n, ONE_UNIT) for n in self.counts]

    @property
    def of_orders(self) -> Setting:
        """The setting of the table `within_roll`; its noise level changes no map."""
        return Setting(self.orders_samples, self.counts_noise, N_INFORMATIVE, ONE_UNIT)


FULL = Plan(
    n_samples=400,
    noises=(0.0, 0.2, 1.0, 5.0),
    noise_features=(5, 30),
    n_repeats=5,
    n_algorithms=2,
    papers_samples=2000,
    papers_repeats=40,
    papers_others=8,
    papers_few=4,
    papers_noises=(0.1, 1.0, 3.0),
    strong_noises=(10.0, 30.0),
    strong_repeats=16,
    counts=(5, 30, 100),
    counts_noise=1.0,
    counts_repeats=(4, 4, 3),
    orders_samples=500,
    orders_rolls=20,
    random_orders=5,
    n_tried=None,
    n_jobs=None,
)
QUICK = Plan(
    n_samples=80,
    noises=(0.2, 2.0),
    noise_features=(1,),
    n_repeats=2,
    n_algorithms=2,
    papers_samples=100,
    papers_repeats=4,
    papers_others=3,
    papers_few=2,
    papers_noises=(0.3,),
    strong_noises=(5.0,),
    strong_repeats=3,
    counts=(2,),
    counts_noise=0.3,
    counts_repeats=(2,),
    orders_samples=60,
    orders_rolls=2,
    random_orders=2,
    n_tried=3,
    n_jobs=1,
)
