"""Kernels of neighbour graphs with many eigenvalues near 1."""

import numpy as np
from scipy.sparse import csr_array, eye
from scipy.spatial import KDTree


def roll(n_samples, seed=0):
    random = np.random.default_rng(seed)
    angle = 1.5 * np.pi * (1 + 2 * random.uniform(size=n_samples))
    return np.c_[angle * np.cos(angle), 21 * random.uniform(size=n_samples), angle * np.sin(angle)]


def mixture(n_samples, seed=0):
    random = np.random.default_rng(seed)
    centres = random.normal(size=(8, 20))
    return centres[np.arange(n_samples) % 8] + random.normal(size=(n_samples, 20))


def ring(n_samples, seed=0):
    angle = 2 * np.pi * np.sort(np.random.default_rng(seed).uniform(size=n_samples))
    return np.c_[np.cos(angle), np.sin(angle)]


GRAPHS = {"roll": roll, "mixture": mixture, "ring": ring}


def neighbor_kernel(X, n_neighbors):
    """The self-tuned kernel of the graph of nearest neighbours."""
    distances, others = KDTree(X).query(X, n_neighbors + 1)
    rows = np.repeat(np.arange(len(X)), n_neighbors)
    distances, others = distances[:, 1:], others[:, 1:].ravel()
    scales = distances[:, -1]
    weights = np.exp(-(distances.ravel() ** 2) / (scales[rows] * scales[others]))
    K = csr_array((weights, (rows, others)), shape=(len(X), len(X)))
    return csr_array(K.maximum(K.T) + eye(len(X), format="csr"))
