"""Regrets of every choice of a scale on every manifold of a group.

The regret is the best score over all scales minus the score at the chosen scale.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kernelscale.data import PointCloud
from kernelscale.results import Bandwidth

from .rules import CHOICES, Choice
from .sample import Sample
from .scores import SCORES, ScoreCurve, score_curve, score_kernel
from .sets import Manifold


@dataclass(frozen=True)
class Measurement:
    """Scores of sample `number` of a manifold at many scales, and the result of each choice.

    `scales` has the scale of each choice, and `regrets` its regret in each score. If a choice is a
    kernel with several scales, its scale is NaN. Its regret is then negative if the kernel scores
    better than every single scale.
    """

    manifold: str
    number: int
    curve: ScoreCurve
    scales: dict[str, float]
    regrets: dict[str, np.ndarray]


def measure(manifold: str, number: int, sample: Sample) -> Measurement:
    """Score one sample at all scales and find the regret of every choice."""
    cloud = PointCloud(sample.points, n_threads=1)
    curve = score_curve(sample, cloud)
    found = {
        name: _scale_and_regret(choose, cloud, sample, curve) for name, choose in CHOICES.items()
    }
    scales = {name: scale for name, (scale, _) in found.items()}
    regrets = {name: regret for name, (_, regret) in found.items()}
    return Measurement(manifold, number, curve, scales, regrets)


def _scale_and_regret(
    choose: Choice, cloud: PointCloud, sample: Sample, curve: ScoreCurve
) -> tuple[float, np.ndarray]:
    chosen = choose(cloud)
    if isinstance(chosen, Bandwidth):
        return float("nan"), curve.best - score_kernel(sample, chosen)
    return chosen, curve.regret(chosen)


def measure_all(manifolds: Iterable[Manifold], n_seeds: int, quick: bool) -> list[Measurement]:
    """Measure every sample of the given manifolds."""
    found = []
    for manifold in manifolds:
        samples = manifold.samples(n_seeds, quick)
        found += [measure(manifold.name, i, sample) for i, sample in enumerate(samples)]
        print(f"measured {manifold.name}", file=sys.stderr, flush=True)
    return found


def mean_regrets(measurements: list[Measurement], name: str) -> dict[str, np.ndarray]:
    """Mean regret of one choice in each score, by manifold."""
    manifolds = dict.fromkeys(m.manifold for m in measurements)
    return {
        manifold: np.mean([m.regrets[name] for m in measurements if m.manifold == manifold], axis=0)
        for manifold in manifolds
    }


def write_csv(path: Path, measurements: dict[str, list[Measurement]]) -> None:
    """Write one line for each sample and choice."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["group", "manifold", "number", "rule", "epsilon", *SCORES])
        for group, found in measurements.items():
            for m in found:
                for name, regrets in m.regrets.items():
                    writer.writerow([group, m.manifold, m.number, name, m.scales[name], *regrets])
