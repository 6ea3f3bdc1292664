"""The shortest links between the components of a graph of neighbours."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from ..engine.statistics import Neighbors
from ..markov.sparse.graph import compact
from .edges import Edges, linked
from .truncation import starts_of

__all__ = ["linked_lists"]


def linked_lists(
    lists: csr_array,
    radii: np.ndarray,
    nearest_outside: Callable[[np.ndarray], Neighbors],
    longest: float = np.inf,
) -> csr_array:
    """Connect a graph: add the shortest links between its components to lists of neighbours.

    If the squared length of a link exceeds the geometric mean of the squared distances of its two
    ends to their k-th neighbours, this mean replaces it. A kernel with local scales would be nearly
    0 on a longer link, so the components would stay separate.

    Parameters
    ----------
    lists : csr_array of shape (n_samples, n_samples)
        Squared distances, as from `neighbor_lists`.
    radii : ndarray of shape (n_samples,)
        Squared distance of each row to its k-th neighbour.
    nearest_outside : callable
        Takes the index of each row's component, and returns the nearest row of another component,
        as in `edges.linked`.
    longest : float
        An edge connects its ends if its squared length is at most `longest` times the geometric
        mean above. A kernel with local scales is nearly 0 on longer edges.

    Returns
    -------
    csr_array of shape (n_samples, n_samples)
        The lists; each link is in the list of one of its ends.

    Examples
    --------
    Two pairs of rows on a line: the rows at 1 and 10 are linked, and the link gets the length 1.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import NearestOthers
    >>> from kernelscale.neighbor_graphs import neighbor_lists
    >>> points, ones = np.array([[0.0], [1.0], [10.0], [11.0]]), np.ones(4)
    >>> lists = neighbor_lists(Neighbors(ones[:, None], np.array([[1], [0], [3], [2]])))
    >>> def nearest_outside(component_of):
    ...     return reduce(points, NearestOthers(groups=component_of))
    >>> linked_lists(lists, ones, nearest_outside).toarray()
    array([[0., 1., 0., 0.],
           [1., 0., 1., 0.],
           [0., 0., 0., 1.],
           [0., 0., 1., 0.]])
    """
    known = Edges(starts_of(lists), lists.indices, lists.data)
    connecting = known
    if np.isfinite(longest):
        connecting = known.chosen(
            known.lengths <= longest * _mean_radius(radii, known.starts, known.ends)
        )
    edges = linked(lists.shape[0], connecting, nearest_outside)
    starts, ends, r = edges.chosen(slice(len(connecting.starts), None))
    if not len(starts):
        return lists
    # Two components may have found the same link, from both of its ends.
    kept = np.unique(np.sort([starts, ends], axis=0), axis=1, return_index=True)[1]
    starts, ends = starts[kept], ends[kept]
    r = np.minimum(r[kept], _mean_radius(radii, starts, ends))
    pairs, links = (each[0] * len(radii) + each[1] for each in (known, (starts, ends)))
    # A link replaces an edge that was too long to connect its ends.
    known = known.chosen(~np.isin(pairs, links))
    entries = [
        np.concatenate(pair)
        for pair in zip((known.lengths, known.starts, known.ends), (r, starts, ends), strict=True)
    ]
    return compact(csr_array((entries[0], (entries[1], entries[2])), shape=lists.shape))


def _mean_radius(radii: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The geometric mean of two squared radii, without overflow or underflow."""
    return np.sqrt(radii[starts]) * np.sqrt(radii[ends])
