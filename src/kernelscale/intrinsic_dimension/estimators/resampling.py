"""Which rows make random parts of a sample: a few of a fixed size, or complementary halves."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from ..._validation import check_seed

__all__ = ["halves", "subsamples"]


def subsamples(n_rows: int, size: int, n_parts: int, random_state: Any) -> list[np.ndarray]:
    """Row numbers of random parts, each drawn without replacement."""
    random = check_random_state(check_seed(random_state))
    return [random.choice(n_rows, size, replace=False) for _ in range(n_parts)]


def halves(n_rows: int, n_splits: int, random_state: Any) -> list[np.ndarray]:
    """Row numbers of both halves of random splits, one after the other.

    Examples
    --------
    Of five rows one is left out of each split.

    >>> first, second = halves(5, n_splits=1, random_state=0)
    >>> np.sort(np.concatenate([first, second]))
    array([0, 2, 3, 4])
    """
    random = check_random_state(check_seed(random_state))
    size = n_rows // 2
    orders = [random.permutation(n_rows) for _ in range(n_splits)]
    return [half for order in orders for half in (order[:size], order[-size:])]
