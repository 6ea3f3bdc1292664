"""Number of runs in which the default method removes all features of noise."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from kernelscale import ManifoldScaler
from kernelscale.datasets import make_noisy_swiss_roll


def roll(n_informative: int, n_noise: int) -> Callable[[int, int], np.ndarray]:
    """A Swiss roll in informative features, and features of noise of the same variance."""
    return lambda n_rows, seed: (
        make_noisy_swiss_roll(n_rows, n_informative, n_noise, noise_sd=70.0, random_state=seed).data
    )


def curved(n_dims: int, n_informative: int, n_noise: int) -> Callable[[int, int], np.ndarray]:
    """Sines of random mixtures of uniform parameters, and features of Gaussian noise."""
    return lambda n_rows, seed: curved_with_parameters(
        n_dims, n_informative, n_noise, n_rows, seed
    )[0]


def curved_with_parameters(
    n_dims: int, n_informative: int, n_noise: int, n_rows: int, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Rows of `curved`, and the parameters of each row."""
    random = np.random.default_rng(seed)
    directions = random.normal(scale=1.5, size=(n_dims, n_informative))
    parameters = random.uniform(size=(n_rows, n_dims))
    informative = np.sin(parameters @ directions + random.uniform(0, 2 * np.pi, n_informative))
    return np.c_[informative, random.normal(size=(n_rows, n_noise))], parameters


SETTINGS: dict[str, tuple[int, int, Callable[[int, int], np.ndarray]]] = {
    "Swiss roll, 10 + 10": (2, 10, roll(10, 10)),
    "Swiss roll, 3 + 30": (2, 3, roll(3, 30)),
    "Swiss roll, 10 + 100": (2, 10, roll(10, 100)),
    "5 dimensions, 20 + 20": (5, 20, curved(5, 20, 20)),
    "10 dimensions, 20 + 20": (10, 20, curved(10, 20, 20)),
    "10 dimensions, 12 + 30": (10, 12, curved(10, 12, 30)),
}


def lines(n_rows: int, n_seeds: int) -> Iterator[str]:
    """A table in Markdown, with a row for each setting.

    A feature counts as removed if its standard deviation, after scaling, is less than a tenth of
    the median of the informative features.
    """
    yield f"\n| {n_rows} rows | runs without noise | informative features kept |\n|---|---|---|"
    for name, (n_dims, n_informative, draw) in SETTINGS.items():
        clean, kept = [], []
        for seed in range(n_seeds):
            X = draw(n_rows, seed)
            weights = ManifoldScaler(n_dims).fit(X).scale_ * X.std(axis=0)
            level = 0.1 * np.median(weights[:n_informative])
            clean.append(weights[n_informative:].max() < level)
            kept.append(np.mean(weights[:n_informative] > level))
        yield f"| {name} | {sum(clean)} of {n_seeds} | {100 * np.mean(kept):.1f} % |"
