"""Rows with classes: two real sets, and one in which 95 % of the features are noise."""

from __future__ import annotations

import numpy as np

from benchmarks import data_folder
from kernelscale.datasets import load_mfeat, make_noisy_swiss_roll

N_QUARTERS = 4


def satellite() -> tuple[np.ndarray, np.ndarray]:
    """Spectra of 3 x 3 pixels as 36 features, and six kinds of ground as classes."""
    arrays = data_folder.load("satellite")
    return arrays["X"], arrays["y"]


def noisy_roll() -> tuple[np.ndarray, np.ndarray]:
    """A roll in 10 features and 190 features of equally wide noise; classes: quarters of theta."""
    roll = make_noisy_swiss_roll(4000, 10, 190, noise_sd=70.0, random_state=0)
    theta = roll.parameters[:, 0]
    ends = np.quantile(theta, np.arange(1, N_QUARTERS) / N_QUARTERS)
    return roll.data, np.searchsorted(ends, theta)


SETS = {
    "satellite": satellite,
    "mfeat": lambda: load_mfeat(return_X_y=True),
    "roll, 95 % noise": noisy_roll,
}
IN_FOLDER = ("satellite",)
N_DIMS = {"roll, 95 % noise": 2}
"""Known dimensions; the dimension of other sets is estimated by `multiscale`."""
