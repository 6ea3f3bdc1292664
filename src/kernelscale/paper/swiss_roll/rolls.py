"""Noisy Swiss rolls of a setting."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...datasets.synthetic import make_noisy_swiss_roll
from .plan import MANY_UNITS, N_INFORMATIVE, Setting

__all__ = ["made"]


def made(setting: Setting, seed: int) -> tuple[Any, np.ndarray]:
    """The roll, and its features with noise added and units changed."""
    roll = make_noisy_swiss_roll(
        setting.n_samples, N_INFORMATIVE, setting.n_noise, noise_sd=1.0, random_state=seed
    )
    points = roll.data.copy()
    points[:, N_INFORMATIVE:] *= setting.noise * np.median(points[:, :N_INFORMATIVE].std(axis=0))
    if setting.units == MANY_UNITS:
        random = np.random.default_rng(seed)
        points *= 10 ** random.uniform(-1.5, 1.5, points.shape[1])
    return roll, points
