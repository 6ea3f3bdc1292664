"""The kernel sum and the implied dimension over scales."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from .._attributes import Rebuilt, frozen
from .evidence import plain
from .pictured import Pictured

__all__ = ["ScaleCurve"]


@dataclass(frozen=True, eq=False, repr=False)
class ScaleCurve(Pictured, Rebuilt):
    """The sum of the kernel and the dimension it implies, as functions of the scale.

    Attributes
    ----------
    epsilon : ndarray of shape (n_scales,)
        Scales, ascending; their unit is that of squared distances.
    S : ndarray of shape (n_scales,)
        ``sum_ij exp(-r_ij / (2 eps))``, from N at small scales to N^2 at large scales.
    dimension : ndarray of shape (n_scales,)
        ``d_eps = sum_ij r_ij K_ij / (eps S)`` = 2 d log S / d log eps (paper's eq. deA).
    n_samples : int
        Number of points N.
    S_error, dimension_error : ndarray of shape (n_scales,) or None
        Standard errors, if S and d_eps are estimated from a sample of the rows.
    n_sample : int or None
        Number of rows of this sample; None if all rows are used.

    Examples
    --------
    A hundred points on a line. At the smallest scale S is nearly the sum of the diagonal, and at
    the largest scale nearly the number of all pairs. The dimension rises to 1 between them.

    >>> import numpy as np
    >>> from kernelscale import scale_curve
    >>> curve = scale_curve(np.arange(100.0)[:, None])
    >>> curve.S[[0, -1]].round()
    array([ 100., 9990.])
    >>> round(float(curve.dimension.max()), 1)
    1.0
    """

    epsilon: np.ndarray
    S: np.ndarray
    dimension: np.ndarray
    n_samples: int
    S_error: np.ndarray | None = None
    dimension_error: np.ndarray | None = None
    n_sample: int | None = None

    def __post_init__(self) -> None:
        for name in ("epsilon", "S", "dimension", "S_error", "dimension_error"):
            values = getattr(self, name)
            object.__setattr__(self, name, None if values is None else frozen(values))

    def __repr__(self) -> str:
        """The range of scales, and the largest dimension on it."""
        steepest = int(np.nan_to_num(self.dimension).argmax())
        low, high, at = (f"{epsilon:.4g}" for epsilon in self.epsilon[[0, -1, steepest]])
        return (
            f"<ScaleCurve of {self.n_samples} points: {len(self.epsilon)} scales from {low} to "
            f"{high}, largest .dimension {self.dimension[steepest]:.3g} at .epsilon {at}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The curve ready for JSON."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self)}
