"""The kernel of similarities that were given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..metrics import Metric
from .kernel import Kernel, squares_given

__all__ = ["Given"]


@dataclass(frozen=True)
class Given(Kernel):
    """Similarities as they were given, in the place of a function of distances.

    Parameters
    ----------
    metric : str or Metric
        "affinity", for that is what it is called with.

    Raises
    ------
    ValueError
        If the metric is not known.

    Examples
    --------
    What goes in comes out.

    >>> Given()([[1.0, 0.25]])
    array([[1.  , 0.25]])
    """

    metric: str | Metric = field(default="affinity", kw_only=True, repr=False)
    name: ClassVar[str] = "given"

    def exponents(self, r: np.ndarray) -> np.ndarray:
        """Logarithms of the similarities `r`."""
        with np.errstate(divide="ignore"):  # minus infinity is no defect
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
