"""Points for tests of continuation.

Leading eigenvalues of their operator are distinct at large scales and near 1 at small scales.
"""

import numpy as np
from scipy.spatial.distance import cdist

from kernelscale import Gaussian
from kernelscale.markov.continuation import Continuation
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.gaussian_operator import gaussian_operator


def clusters(n_samples=500, n_features=5, n_classes=5, apart=2.0, seed=3):
    random = np.random.default_rng(seed)
    centres = apart * random.normal(size=(n_classes, n_features))
    return centres[np.arange(n_samples) % n_classes] + random.normal(size=(n_samples, n_features))


def spiral(n_samples=500, seed=3):
    random = np.random.default_rng(seed)
    angle = 6 * np.pi * np.sqrt(random.uniform(size=n_samples))
    return np.c_[angle * np.cos(angle), angle * np.sin(angle)] + 0.1 * random.normal(
        size=(n_samples, 2)
    )


DATA = {"clusters": clusters, "spiral": spiral}


def exact_at(X, epsilon, n_pairs):
    return leading_eigenpairs(Gaussian(epsilon)(X), n_pairs)


def continuation_of(X):
    squared = cdist(X, X, "sqeuclidean")
    return Continuation(
        lambda epsilon: gaussian_operator(squared, epsilon),
        lambda epsilon, n_pairs: exact_at(X, epsilon, n_pairs),
        len(X),
    )
