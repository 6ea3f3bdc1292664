"""The pieces that the graph of a kernel falls into, counted and told."""

from __future__ import annotations

import numpy as np

from .._warnings import warn_caller
from ..neighbors import WEAKEST_EDGE

__all__ = ["ConnectivityWarning", "sizes_of_components"]


class ConnectivityWarning(UserWarning):
    """The graph of the kernel has fallen into pieces."""


def sizes_of_components(parts: np.ndarray, advice: str) -> np.ndarray:
    """Rows in each component, largest first; a warning, with advice, if there are several.

    Parameters
    ----------
    parts : ndarray of shape (n_samples,)
        Number of each row's component.
    advice : str
        What would join them.
    """
    sizes = np.sort(np.bincount(parts))[::-1]
    if len(sizes) > 1:
        named = ", ".join(map(str, sizes[:5])) + (", ..." if len(sizes) > 5 else "")
        warn_caller(
            f"The graph falls into {len(sizes)} pieces of {named} rows (edges K_ij >= "
            f"{WEAKEST_EDGE:g}), so leading coordinates tell pieces apart and show no shape; "
            f"{advice}.",
            ConnectivityWarning,
        )
    return sizes
