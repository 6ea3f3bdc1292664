"""Groups of neighbouring rows of a sparse graph, which become the rows of a coarser graph."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

__all__ = ["aggregates"]

# Weakest link within a group, relative to the geometric mean of both rows' strongest links.
WEAKEST_LINK = 0.1


def aggregates(L: csr_array) -> np.ndarray:
    """Index of the group of each row, counted from 0, of shape (n_samples,).

    Leaders are chosen such that no strong link joins two leaders; each other row joins the leader
    to which it has the strongest link. A row without strong links forms a group by itself.

    Parameters
    ----------
    L : csr_array of shape (n_samples, n_samples)
        A symmetric matrix with a positive diagonal, whose negative values off the diagonal are
        links.
    """
    strongest = np.maximum(np.maximum.reduceat(-L.data, L.indptr[:-1]), np.finfo(float).tiny)
    inverse_root = 1 / np.sqrt(strongest)
    rows = np.repeat(np.arange(L.shape[0], dtype=L.indices.dtype), np.diff(L.indptr))
    strength = -L.data * inverse_root[rows] * inverse_root[L.indices]
    strong = strength >= WEAKEST_LINK
    rows, others, strength = rows[strong], L.indices[strong], strength[strong]
    leads = _leaders(L.shape[0], rows, others)
    joins = leads[others] & ~leads[rows]
    rows, others, strength = rows[joins], others[joins], strength[joins]
    strongest_last = np.lexsort((strength, rows))
    group = np.cumsum(leads, dtype=L.indices.dtype) - 1
    group[rows[strongest_last]] = group[
        others[strongest_last]
    ]  # Of several assignments to one entry, NumPy keeps the last.
    return group


def _leaders(n_rows: int, rows: np.ndarray, others: np.ndarray) -> np.ndarray:
    """A maximal set of rows without links among them (Luby 1986); `rows` must be ascending."""
    rank = np.random.default_rng(0).permutation(n_rows)
    leads, free = np.zeros(n_rows, dtype=bool), np.ones(n_rows, dtype=bool)
    while free.any():
        rival = np.full(n_rows, -1)
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        if len(starts):
            rival[rows[starts]] = np.maximum.reduceat(rank[others], starts)
        new = free & (rank > rival)
        leads |= new
        free &= ~new
        free[rows[new[others]]] = False
        still = free[rows] & free[others]
        rows, others = rows[still], others[still]
    return leads
