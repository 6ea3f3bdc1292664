"""The kernel truncated to the nearest neighbours of each row."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from ..engine.statistics import Neighbors
from ..kernels.kernel import Kernel
from ..markov.sparse.graph import compact

__all__ = ["neighbor_lists", "starts_of", "truncated_kernel"]


def neighbor_lists(neighbors: Neighbors) -> csr_array:
    """Lists of neighbours as a sparse matrix of squared distances; each row is in its own list.

    Parameters
    ----------
    neighbors : Neighbors
        The nearest other rows of each row.

    Returns
    -------
    csr_array of shape (n_samples, n_samples)
        For each row an entry of 0 with itself, and an entry with each of its neighbours.

    Examples
    --------
    The second row is the nearest neighbour of the third row, but not the reverse.

    >>> nearest = Neighbors(np.array([[1.0], [1.0], [4.0]]), np.array([[1], [0], [1]]))
    >>> neighbor_lists(nearest).toarray()
    array([[0., 1., 0.],
           [1., 0., 0.],
           [0., 4., 0.]])
    """
    n_samples, n_neighbors = neighbors.indices.shape
    ends = np.column_stack([np.arange(n_samples), neighbors.indices])
    r = np.column_stack([np.zeros(n_samples), neighbors.squared_distances])
    first = np.arange(n_samples + 1) * (n_neighbors + 1)
    return compact(csr_array((r.ravel(), ends.ravel(), first), shape=(n_samples, n_samples)))


def starts_of(lists: csr_array) -> np.ndarray:
    """The row of each stored entry, in the order of the entries."""
    return np.repeat(np.arange(lists.shape[0]), np.diff(lists.indptr))


def truncated_kernel(lists: csr_array, kernel: Kernel) -> csr_array:
    """Kernel values of pairs in which one row is in the other's list; 0 for all other pairs.

    Parameters
    ----------
    lists : csr_array of shape (n_samples, n_samples)
        Squared distances of each row to the rows in its list, which include the row itself.
    kernel : Kernel
        A kernel of these rows.

    Returns
    -------
    csr_array of shape (n_samples, n_samples)
        Symmetric; values of 0 are not stored.

    Examples
    --------
    Three rows on a line: the outer two are neighbours of the middle row, but not of each other.

    >>> from kernelscale.kernels.graph_kernels import Unit
    >>> nearest = Neighbors(np.array([[1.0], [1.0], [4.0]]), np.array([[1], [0], [1]]))
    >>> truncated_kernel(neighbor_lists(nearest), Unit()).toarray()
    array([[1., 1., 0.],
           [1., 1., 1.],
           [0., 1., 1.]])
    """
    values = kernel.edge_values(starts_of(lists), lists.indices, lists.data)
    directed = csr_array((values, lists.indices, lists.indptr), shape=lists.shape, copy=True)
    directed.sort_indices()
    return csr_array(directed.maximum(directed.T))
