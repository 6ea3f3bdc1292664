"""What every way of fitting a map hands over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..kernels import Kernel
from ..markov import Eigenpairs
from ..out_of_sample import Extension
from ..results import Bandwidth

__all__ = ["Fitted"]


@dataclass(frozen=True, eq=False)
class Fitted:
    """A map of rows, whatever it was fitted to: all pairs, a graph, similarities.

    Attributes
    ----------
    bandwidth, kernel
        As the attributes of the map; the kernel without the scaling of features.
    scale : ndarray of shape (n_features,), or None
        What the bandwidth has multiplied the features by.
    pairs : Eigenpairs
        Of the walk on rows.
    parts : ndarray of shape (n_samples,)
        Number of each row's connected component.
    extension : Extension
        What places new rows whose features are scaled.
    n_neighbors, recall
        As `n_neighbors_` and `neighbor_recall_` of the map.
    omitted_mass : float, or None
        As `omitted_mass_` of the map.
    landmarks : ndarray of shape (n_landmarks,), or None
        The rows it was fitted to, whose components `parts` are, where the others were placed.
    """

    bandwidth: Bandwidth
    kernel: Kernel
    scale: np.ndarray | None
    pairs: Eigenpairs
    parts: np.ndarray
    extension: Extension
    n_neighbors: int | None = None
    recall: float | None = None
    omitted_mass: float | None = None
    landmarks: np.ndarray | None = None
