"""Weights that are smaller for correlated features.

Standardised features that are correlated stretch the data: ten that follow one direction of a
manifold stretch it tenfold. The weights undo that as far as a weight for each feature can.
"""

from __future__ import annotations

import numpy as np

from ..engine.machine.blas import one_blas_thread

__all__ = ["shared_weights"]


def shared_weights(sample: np.ndarray) -> np.ndarray:
    """Squared weights of features: 1 over the sum of squared correlations with all features.

    The sum is ``sum_m R_lm^2``, R being the correlations: 1 for a feature that is correlated with
    no other, m for each of m copies, so that the copies together weigh as much as one feature. The
    work grows with the number of features, not with that of pairs.

    Parameters
    ----------
    sample : ndarray of shape (n_samples, n_features)
        Features, in any units.

    Returns
    -------
    ndarray of shape (n_features,)
        Squared weights of the standardised features, from 1 / n_features to 1.
    """
    centred = sample - sample.mean(axis=0)
    lengths = np.linalg.norm(centred, axis=0)
    unit = centred / np.where(lengths > 0, lengths, 1.0)
    with one_blas_thread():
        if unit.shape[1] <= len(unit):
            saying = ((unit.T @ unit) ** 2).sum(axis=1)
        else:
            saying = np.einsum("ij,ij->j", unit, (unit @ unit.T) @ unit)
    return 1 / np.maximum(saying, 1.0)  # it is below 1 for a constant feature
