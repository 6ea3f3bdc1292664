"""An estimated intrinsic dimension."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from .._attributes import Rebuilt, frozen
from .evidence import Evidence, plain
from .pictured import Pictured

__all__ = ["Dimension"]


@dataclass(frozen=True, eq=False, repr=False)
class Dimension(Pictured, Rebuilt):
    """An intrinsic dimension, how it was estimated, and how far to trust it.

    Attributes
    ----------
    method : str
        Name of the method.
    dimension : int
        The dimension as a whole number.
    continuous : float
        The estimate before rounding.
    reason : str
        What the figures mean, in plain English.
    sd : float or None
        Spread of the estimate over subsamples of the rows, as a standard deviation. It knows
        nothing of bias: noise and curvature move all subsamples alike.
    pointwise : ndarray of shape (n_samples,) or None
        The estimate around each row; NaN for rows that were dropped.
    flags : tuple of str
        What stands against the answer, such as "saturated" or "discrete data".
    n_samples : int
        Distinct rows that were used.
    evidence : mapping
        What the method saw.
    caveat : str
        Why the answer is not to be trusted, and what other estimates say; empty where nothing was
        found against it.
    trusted : bool or None
        False where the noise floor, the scales or ties speak against the answer; None where the
        method does not look for that.

    Examples
    --------
    What an estimate says of a plane in four features.

    >>> import numpy as np
    >>> from kernelscale import estimate_dimension
    >>> plane = np.random.default_rng(0).uniform(size=(500, 2)) @ [[1, 0, 2, 1], [0, 1, 1, 3]]
    >>> found = estimate_dimension(plane)
    >>> found.method, found.dimension, bool(abs(found.continuous - 2) < 0.2)
    ('danco', 2, True)
    """

    method: str
    dimension: int
    continuous: float
    reason: str
    sd: float | None = None
    pointwise: np.ndarray | None = None
    flags: tuple[str, ...] = ()
    n_samples: int = 0
    evidence: Mapping[str, Any] = field(default_factory=dict)
    caveat: str = ""
    trusted: bool | None = None

    def __post_init__(self) -> None:
        if self.pointwise is not None:
            object.__setattr__(self, "pointwise", frozen(self.pointwise))
        object.__setattr__(self, "evidence", Evidence(self.evidence))

    def __repr__(self) -> str:
        """The dimension, its figures, and what stands against it."""
        sd = "" if self.sd is None else f", .sd = {self.sd:.2g}"
        against = [*self.flags, *["not to be trusted"] * (self.trusted is False)]
        said = "".join(f", {words}" for words in against)
        return (
            f"<Dimension by {self.method}: .dimension = {self.dimension}, "
            f".continuous = {self.continuous:.4g}{sd}{said}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer ready for JSON."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self)}
