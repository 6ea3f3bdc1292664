"""Methods that scale the features of a noisy Swiss roll, and scores of maps of the scaled data."""

from __future__ import annotations

import warnings
from collections.abc import Callable

import numpy as np

from benchmarks.auto_constants.scores import neighbor_regression
from kernelscale import DiffusionMap, ManifoldScaler
from kernelscale.datasets import make_noisy_swiss_roll

# Number of informative features, number of features of noise, standard deviation of the noise.
SETTINGS = {
    "10 + 10, sd 1": (10, 10, 1.0),
    "10 + 10, sd 20": (10, 10, 20.0),
    "10 + 10, sd 70": (10, 10, 70.0),
    "10 + 10, sd 350": (10, 10, 350.0),
    "5 + 30, sd 70": (5, 30, 70.0),
}
CHOICES = ("first", "peak", "plateau", "least_deformation")
Scaling = Callable[[np.ndarray, int], np.ndarray]


def _fitted(**options: object) -> Scaling:
    def scale(X: np.ndarray, n_informative: int) -> np.ndarray:
        return ManifoldScaler(2, **options).fit(X).scale_  # type: ignore[arg-type]

    return scale


def _known(X: np.ndarray, n_informative: int) -> np.ndarray:
    return np.where(np.arange(X.shape[1]) < n_informative, 1 / X.std(axis=0), 0.0)


METHODS: dict[str, tuple[Scaling, object]] = {
    "raw, MaxMin": (lambda X, n: np.ones(X.shape[1]), "max_min"),
    "standardised, MaxMin": (lambda X, n: 1 / X.std(axis=0), "max_min"),
    "joint (default)": (_fitted(), 1.0),
    "joint, MaxMin": (_fitted(), "max_min"),
    "paper's Alg. 2 and 3, eps = 1": (_fitted(target="paper", method="greedy"), 1.0),
    **{
        f"greedy, calibrated, {choice}, MaxMin": (
            _fitted(method="greedy", choice=choice),
            "max_min",
        )
        for choice in CHOICES
    },
    "informative features known, standardised, MaxMin": (_known, "max_min"),
}


def measure(method: str, setting: str, n_rows: int, seed: int) -> tuple[float, float, float]:
    """R^2 from 2 coordinates, R^2 from 10 coordinates, and a ratio.

    R^2 is that of predictions of the parameters of the roll. The ratio is the largest standard
    deviation of a scaled feature of noise, divided by the median of the standard deviations of
    scaled informative features.
    """
    n_informative, n_noise, sd = SETTINGS[setting]
    roll = make_noisy_swiss_roll(n_rows, n_informative, n_noise, noise_sd=sd, random_state=seed)
    scaling, bandwidth = METHODS[method]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # maps of disconnected graphs are scored like all others
        scale = scaling(roll.data, n_informative)
        found = DiffusionMap(10, bandwidth, neighbors=None).fit(roll.data * scale).embedding_
    spread = scale * roll.data.std(axis=0)
    ratio = spread[n_informative:].max() / max(np.median(spread[:n_informative]), 1e-300)
    few, many = (neighbor_regression(found[:, :n], roll.parameters) for n in (2, 10))
    return few, many, ratio
