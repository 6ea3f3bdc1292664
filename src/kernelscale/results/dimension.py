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
    """An estimate of the intrinsic dimension, with evidence for and against it.

    Attributes
    ----------
    method : str
        Name of the method.
    dimension : int
        The dimension as a whole number.
    continuous : float
        The estimate before rounding.
    reason : str
        Interpretation of the numbers, in plain English.
    sd : float or None
        Standard deviation of the estimate over subsamples of the rows. It does not include bias:
        noise and curvature shift all subsamples alike.
    pointwise : ndarray of shape (n_samples,) or None
        The estimate around each row; NaN for rows that were dropped.
    flags : tuple of str
        Evidence against the estimate, such as "saturated" or "discrete data".
    n_samples : int
        Number of distinct rows used.
    evidence : mapping
        Other quantities that the method computed.
    caveat : str
        Reasons against the estimate, and the estimates of other methods; empty without evidence
        against it.
    trusted : bool or None
        False if there is evidence against the estimate: noise, a disagreement between scales, or
        many equal distances. Otherwise True; None if the method does not check these.

    Examples
    --------
    The estimate for a plane in four features.

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
        """The dimension, its numbers, and the evidence against it."""
        sd = "" if self.sd is None else f", .sd = {self.sd:.2g}"
        against = [*self.flags, *["not to be trusted"] * (self.trusted is False)]
        said = "".join(f", {words}" for words in against)
        return (
            f"<Dimension by {self.method}: .dimension = {self.dimension}, "
            f".continuous = {self.continuous:.4g}{sd}{said}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The estimate ready for JSON."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self)}
