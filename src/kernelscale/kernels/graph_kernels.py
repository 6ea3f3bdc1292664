"""Kernels of graphs: given similarities, or the same weight for every edge."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..metrics.metric import Metric
from .formula import squares_given
from .kernel import Kernel

__all__ = ["Given", "Unit"]


@dataclass(frozen=True)
class Given(Kernel):
    """Given similarities, in place of a function of distances.

    Parameters
    ----------
    metric : str or Metric
        "affinity": the kernel is called with similarities.

    Raises
    ------
    ValueError
        If the metric is not known.

    Examples
    --------
    The values are the given similarities.

    >>> Given()([[1.0, 0.25]])
    array([[1.  , 0.25]])
    """

    metric: str | Metric = field(default="affinity", kw_only=True, repr=False)
    name: ClassVar[str] = "given"

    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the similarities `r`."""
        with np.errstate(divide="ignore"):  # minus infinity is the logarithm of 0
            logarithms: np.ndarray = np.log(squares_given(r))
            return logarithms

    def from_squared_distances(self, r: Any) -> np.ndarray:
        """The similarities `r` themselves."""
        return squares_given(r)

    @property
    def typical_scale(self) -> None:
        """None: there are no distances."""
        return

    @property
    def scale_in_words(self) -> str:
        return "similarities as given"


@dataclass(frozen=True)
class Unit(Kernel):
    """The constant kernel 1, for graphs whose edges have equal weights.

    Parameters
    ----------
    metric : str or Metric
        As for `Gaussian`.

    Raises
    ------
    ValueError
        If the metric is not known.

    Examples
    --------
    The value does not depend on the distance.

    >>> Unit()([[0.0], [9.0]])
    array([[1., 1.],
           [1., 1.]])
    """

    name: ClassVar[str] = "unit"

    def exponents(self, r: np.ndarray) -> np.ndarray:
        return np.zeros(squares_given(r).shape)

    @property
    def typical_scale(self) -> None:
        """None: the kernel is constant."""
        return

    @property
    def scale_in_words(self) -> str:
        return "every edge weighs 1"
