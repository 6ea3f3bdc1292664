"""The kernel that is 1 everywhere: the edges of a graph of neighbours, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from .kernel import Kernel, squares_given

__all__ = ["Unit"]


@dataclass(frozen=True)
class Unit(Kernel):
    """The kernel that is 1 whatever the distance, for graphs whose edges all weigh the same.

    Parameters
    ----------
    metric : str or Metric
        As of the Gaussian.

    Raises
    ------
    ValueError
        If the metric is not known.

    Examples
    --------
    Near or far is all one.

    >>> Unit()([[0.0], [9.0]])
    array([[1., 1.],
           [1., 1.]])
    """

    name: ClassVar[str] = "unit"

    def exponents(self, r: np.ndarray) -> np.ndarray:
        return np.zeros(squares_given(r).shape)

    @property
    def typical_scale(self) -> None:
        """None: it never falls."""
        return

    @property
    def scale_in_words(self) -> str:
        return "every edge weighs 1"
