"""Chains of scales eps, eps/2, eps/4, ...: each kernel value is the square of the one before it.

So a chain needs only one exponential for each pair. Squaring doubles the relative error; therefore
the length of chains is limited.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = ["LONGEST_OF_FLOAT32", "LONGEST_OF_FLOAT64", "Chains", "chained", "rates_of"]

LONGEST_OF_FLOAT32, LONGEST_OF_FLOAT64 = 6, 8
SAME = 1e-13  # a ratio of scales that differs from 2 by less than this counts as 2


def rates_of(scales: Any) -> np.ndarray:
    """``-1 / (2 eps)``, finite also for scales that underflow to 0."""
    with np.errstate(divide="ignore", over="ignore"):
        return np.maximum(-0.5 / np.asarray(scales, dtype=np.float64), -np.finfo(np.float64).max)


class Chains(NamedTuple):
    """Scales in chains.

    Attributes
    ----------
    rates : ndarray of shape (n_chains,)
        ``-1 / (2 eps)`` of the largest scale of each chain.
    lengths : ndarray of shape (n_chains,)
        Number of scales in each chain.
    order : ndarray of shape (n_scales,)
        Indices of the scales: those of the first chain, then those of the second, ...
    """

    rates: np.ndarray
    lengths: np.ndarray
    order: np.ndarray


def chained(scales: np.ndarray, longest: int) -> Chains:
    """Split scales, given in any order, greedily into chains of at most `longest` scales.

    Examples
    --------
    The scales 4, 2 and 1 form a chain; 5 forms a chain by itself.

    >>> rates, lengths, order = chained(np.array([1.0, 5.0, 4.0, 2.0]), longest=8)
    >>> rates, lengths, order
    (array([-0.1  , -0.125]), array([1, 3]), array([1, 2, 3, 0]))
    """
    descending = np.argsort(-scales, kind="stable").tolist()
    free = dict.fromkeys(descending)
    members: list[list[int]] = []
    for start in descending:
        if start not in free:
            continue
        chain = [start]
        del free[start]
        while len(chain) < longest:
            half = scales[chain[-1]] / 2
            following = next((k for k in free if abs(scales[k] - half) <= SAME * half), None)
            if following is None:
                break
            chain.append(following)
            del free[following]
        members.append(chain)
    return Chains(
        rates_of(scales[[chain[0] for chain in members]]),
        np.array([len(chain) for chain in members], dtype=np.int64),
        np.concatenate(members),
    )
