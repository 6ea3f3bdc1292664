"""The shortest links between the components of a graph of neighbours."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from ..engine.statistics import Neighbors
from ..markov.sparse.graph import compact
from .edges import Edges, linked
from .truncated import starts_of

__all__ = ["linked_lists"]


def linked_lists(
    lists: csr_array,
    radii: np.ndarray,
    nearest_outside: Callable[[np.ndarray], Neighbors],
    longest: float = np.inf,
) -> csr_array:
    """Lists of neighbours with the shortest links between components added, until it is one.

    A link counts as no longer than a neighbour would be: its squared distance is at most the
    geometric mean of those from its two ends to their k-th neighbours. Otherwise a kernel of local
    scales would hardly see it, and the components would be as far apart as before.

    Parameters
    ----------
    lists : csr_array of shape (n_samples, n_samples)
        Squared distances, as of `neighbor_lists`.
    radii : ndarray of shape (n_samples,)
        Squared distance of each row to its k-th neighbour.
    nearest_outside : callable
        For the number of each row's component, the nearest row of another one, as in
        `neighbors.linked`.
    longest : float
        As a multiple of that geometric mean: what is longer joins nothing, as a kernel of local
        scales does not see it.

    Returns
    -------
    csr_array of shape (n_samples, n_samples)
        The lists, each link in the list of one of its ends.

    Examples
    --------
    Two pairs on a line, 9 apart: their nearest rows are joined, as if they were 1 apart.

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
    seen = known
    if np.isfinite(longest):
        seen = known.chosen(known.lengths <= longest * _usual(radii, known.starts, known.ends))
    edges = linked(lists.shape[0], seen, nearest_outside)
    starts, ends, r = edges.chosen(slice(len(seen.starts), None))
    if not len(starts):
        return lists
    # Two components may have found the same link, each from its end.
    kept = np.unique(np.sort([starts, ends], axis=0), axis=1, return_index=True)[1]
    starts, ends = starts[kept], ends[kept]
    r = np.minimum(r[kept], _usual(radii, starts, ends))
    pairs, links = (each[0] * len(radii) + each[1] for each in (known, (starts, ends)))
    known = known.chosen(
        ~np.isin(pairs, links)
    )  # the link replaces an edge that was too long to count
    entries = [
        np.concatenate(pair)
        for pair in zip((known.lengths, known.starts, known.ends), (r, starts, ends), strict=True)
    ]
    return compact(csr_array((entries[0], (entries[1], entries[2])), shape=lists.shape))


def _usual(radii: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The geometric mean of two squared radii; no product over- or underflows."""
    return np.sqrt(radii[starts]) * np.sqrt(radii[ends])
