"""The bound of Theorem 3.2 for real classes, at the scale of the largest eigengap of P."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sklearn.preprocessing import StandardScaler

from benchmarks.labels.sets import BUNDLED
from kernelscale import perturbation_bound, select_bandwidth
from kernelscale.theory.bounds import PerturbationBound

IMAGES = ("digits",)  # their features are not standardised


def at_largest_eigengap(names: Sequence[str]) -> Iterator[tuple[str, PerturbationBound]]:
    """Name of each set, and its bound at the scale of the largest eigengap of P."""
    for name in names:
        X, y = BUNDLED[name]()
        X = X if name in IMAGES else StandardScaler().fit_transform(X)
        epsilon = select_bandwidth(X, y, rule="spectral").epsilon
        yield name, perturbation_bound(X, y, epsilon)
