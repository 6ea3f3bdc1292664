"""Kernels and rules such as a user writes; `exponents` is the only method of the kernels."""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist

from kernelscale import Bandwidth, Kernel, Scaled
from kernelscale.bandwidth import Rule
from kernelscale.kernels.registry import KERNELS


@dataclass(frozen=True)
class Laplacian(Kernel):
    length: float
    name = "laplacian"
    positive_definite = True

    def exponents(self, r):
        return -np.sqrt(r) / self.length


@dataclass(frozen=True)
class ByLaplacian(Rule):
    name = "by_laplacian"

    def _choose(self, cloud):
        length = float(np.sqrt(cloud.nearest(5).squared_distances[:, -1]).mean())
        return Bandwidth(self.name, None, Laplacian(length), "Mean distance to the fifth.")


@dataclass(frozen=True)
class Ball(Kernel):
    """A kernel that is 1 within a radius and 0 beyond it, which is not positive definite."""

    radius: float
    name = "ball"

    def exponents(self, r):
        return np.where(r <= self.radius**2, 0.0, -np.inf)


CENTRES = np.array([[0.0, 0, 0], [6, 0, 0], [0, 6, 0]])


Y = np.arange(120) % 3


X = np.random.default_rng(0).normal(size=(120, 3)) + CENTRES[Y]


NEW = X[:20] + 0.3


LENGTH = ByLaplacian()(X).kernel.length


def naive(X, length):
    return np.exp(-cdist(X, X) / length)


def eigenvalues(K):
    """Eigenvalues of the operator in descending order."""
    roots = np.sqrt(K.sum(axis=1))
    return np.linalg.eigvalsh(K / roots / roots[:, None])[::-1]


CLASSES = {"Kernel", *(kernel.__name__ for kernel in KERNELS.values()), Scaled.__name__}
