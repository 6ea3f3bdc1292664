"""Rows drawn at random; the same seed gives the same rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine.sampled_pairs import N_GROUPS, group_edges

__all__ = ["ClassSample", "drawn_by_class", "drawn_in_strata", "drawn_rows"]


def drawn_rows(n_samples: int, n_rows: int, seed: int = 0) -> np.ndarray:
    """Indices of random rows, without replacement, of shape (n_rows,).

    The indices are divided into consecutive groups, which give standard errors (see `group_edges`),
    and ascend within each group. If `n_rows` is increased with the same seed, all rows that were
    drawn before are drawn again.
    """
    drawn = np.random.default_rng(seed).permutation(n_samples)[:n_rows]
    edges = group_edges(n_rows)
    return np.concatenate([np.sort(group) for group in np.split(drawn, edges[1:-1])])


def drawn_in_strata(
    like: np.ndarray, n_rows: int, n_groups: int = N_GROUPS, seed: int = 0
) -> np.ndarray:
    """Indices of random rows, the same number from each stratum of rows with similar values.

    Parameters
    ----------
    like : ndarray of shape (n_samples,)
        Values by which rows are sorted and cut into strata.
    n_rows : int
        Number of rows to draw, a multiple of `n_groups`: each group gets one row from every
        stratum.
    n_groups : int
        Number of groups into which the drawn rows are divided.
    seed : int
        Seed of the random numbers.

    Examples
    --------
    Two of six rows, one with a small and one with a large value; odd indices have the large values.

    >>> np.sort(drawn_in_strata(np.array([1, 9, 2, 8, 3, 7]), n_rows=2, n_groups=1) % 2)
    array([0, 1])
    """
    random = np.random.default_rng(seed)
    n_strata = n_rows // n_groups
    # A few random rows are removed first. The strata then have equal sizes, so every row is drawn
    # with the same probability.
    kept = random.permutation(len(like))[len(like) % n_strata :]
    strata = kept[np.argsort(like[kept], kind="stable")].reshape(n_strata, -1)
    drawn = random.permuted(strata, axis=1)[:, :n_groups]
    return np.sort(drawn.T).ravel()


class ClassSample(NamedTuple):
    """Rows drawn by class.

    Attributes
    ----------
    rows : ndarray of shape (n_rows,)
        Indices of the rows drawn, ascending.
    n_members : ndarray of shape (n_classes,)
        Number of rows of each class in the data.
    n_drawn : ndarray of shape (n_classes,)
        Number of rows drawn from each class.
    """

    rows: np.ndarray
    n_members: np.ndarray
    n_drawn: np.ndarray


def drawn_by_class(codes: np.ndarray, n_rows: int, seed: int = 0) -> ClassSample:
    """About `n_rows` random rows, in proportion to the sizes of the classes.

    At least two rows of each class are drawn; of a class with one row, that row.

    Examples
    --------
    Half of a class of six rows, and both rows of a class of two.

    >>> drawn_by_class(np.array([0, 0, 0, 1, 1, 0, 0, 0]), n_rows=4).n_drawn
    array([3, 2])
    """
    random = np.random.default_rng(seed)
    n_members = np.bincount(codes)
    shares = np.rint(n_rows * n_members / len(codes)).astype(int)
    n_drawn = np.minimum(np.maximum(shares, 2), n_members)
    by_class = np.split(np.argsort(codes, kind="stable"), np.cumsum(n_members)[:-1])
    drawn = [
        random.choice(members, n, replace=False)
        for members, n in zip(by_class, n_drawn, strict=True)
    ]
    return ClassSample(np.sort(np.concatenate(drawn)), n_members, n_drawn)
