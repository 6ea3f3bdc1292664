"""A chosen scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from .._attributes import Rebuilt, frozen
from .._validation import check_positive
from ..data_checks.note import Note
from ..kernels.kernel import Kernel, check_is_kernel
from .evidence import Evidence, plain
from .pictured import Pictured

__all__ = ["Bandwidth"]

NO_NUMBER = (
    "A Bandwidth is not a number; take its .gamma (for SVC, KernelPCA, ...), .epsilon (of "
    "exp(-d^2 / (2 epsilon))) or .length_scale (for Gaussian processes)."
)


@dataclass(frozen=True, eq=False, repr=False)
class Bandwidth(Pictured, Rebuilt):
    """A chosen scale, how it was chosen, and the kernel that uses it.

    Attributes
    ----------
    rule : str
        Name of the rule.
    epsilon : float or None
        The scale in ``K_ij = exp(-r_ij / (2 epsilon))``, a squared distance; None for a kernel with
        one scale for each point (self-tuned) or of another form.
    kernel : Kernel
        The kernel at this scale.
    reason : str
        The reason for this scale, in plain English.
    scales, criterion : ndarray of shape (n_scales,)
        Scales searched, ascending, and the criterion at each; empty if the rule has a formula. For
        a kernel that is not a Gaussian these scales are not epsilons, and
        ``evidence["kernel_scale"]`` is the chosen scale.
    criterion_name : str
        Name of the criterion.
    interior : bool or None
        Whether the optimum is inside the range searched; None if the rule has a formula.
    interval : tuple of float, or None
        The smallest and the largest scale among `epsilon` and the scales that the rule chooses on
        subsamples of the rows; None without subsamples. It is not a confidence interval.
    evidence : mapping
        Other quantities that the rule computed.
    as_good : tuple of float, or None
        Ends of the range around `epsilon` in which every scale is as good as `epsilon` for the
        data. Each rule defines "as good" itself; None if it defines no such range.
    notes : tuple of Note
        Faults of the data, such as a feature that decides all distances, with advice; empty if no
        faults were found or the data were not checked.

    Raises
    ------
    ValueError, TypeError
        If `epsilon` is not a positive finite number or None, `kernel` is not a `Kernel`, or
        `evidence` is not a mapping.

    Examples
    --------
    A scale in three conventions, with the reason for the choice.

    >>> from kernelscale import select_bandwidth
    >>> bandwidth = select_bandwidth([[0.0], [1.0], [3.0]], rule="max_min", factor=4.0)
    >>> bandwidth.epsilon, bandwidth.length_scale, bandwidth.gamma
    (16.0, 4.0, 0.03125)
    >>> print(bandwidth.reason)
    4 times the squared distance of row 2 to its nearest neighbour, the largest of all rows.

    A bandwidth is not a number, but its attributes are numbers.

    >>> bandwidth
    <Bandwidth by max_min: .epsilon = 16, .gamma = 0.03125, .length_scale = 4, 1 of .notes>
    >>> float(bandwidth)
    Traceback (most recent call last):
        ...
    TypeError: A Bandwidth is not a number; take its .gamma (for SVC, KernelPCA, ...), ...
    """

    rule: str
    epsilon: float | None
    kernel: Kernel
    reason: str
    scales: np.ndarray = field(default_factory=lambda: frozen([]))
    criterion: np.ndarray = field(default_factory=lambda: frozen([]))
    criterion_name: str = ""
    interior: bool | None = None
    interval: tuple[float, float] | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    as_good: tuple[float, float] | None = None
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        if self.epsilon is not None:
            object.__setattr__(self, "epsilon", check_positive(self.epsilon, "epsilon"))
        object.__setattr__(self, "scales", frozen(self.scales))
        object.__setattr__(self, "criterion", frozen(self.criterion))
        object.__setattr__(self, "evidence", Evidence(self.evidence))
        check_is_kernel(self.kernel)

    def __repr__(self) -> str:
        """The rule and the scales, with the names of the attributes."""
        if self.epsilon is None:
            said = f"{self.kernel.name} kernel, .epsilon = None"
        else:
            names = ("epsilon", "gamma", "length_scale")
            said = ", ".join(f".{name} = {getattr(self, name):.4g}" for name in names)
        notes = f", {len(self.notes)} of .notes" if self.notes else ""
        return f"<Bandwidth by {self.rule}: {said}{notes}>"

    def __float__(self) -> float:
        raise TypeError(NO_NUMBER)

    def __array_ufunc__(self, *args: Any, **options: Any) -> Any:
        raise TypeError(NO_NUMBER)

    @property
    def gamma(self) -> float | None:
        """1 / (2 epsilon), as in scikit-learn's SVC, KernelPCA, SpectralClustering, Nystroem."""
        return None if self.epsilon is None else 1 / (2 * self.epsilon)

    @property
    def length_scale(self) -> float | None:
        """sqrt(epsilon), as in the RBF kernel of Gaussian processes; in units of the data."""
        return None if self.epsilon is None else float(np.sqrt(self.epsilon))

    @property
    def scales_are_epsilons(self) -> bool:
        """Whether `scales` are epsilons of a Gaussian."""
        return self.epsilon is not None and "kernel_scale" not in self.evidence

    @property
    def as_good_in_words(self) -> str:
        """The range `as_good` as text, with "or more" or "or less" where the search ended.

        The text is empty if there is no such range.

        Examples
        --------
        The largest scale searched is 8, and it is in the range, so the range may extend further.

        >>> from kernelscale import Bandwidth
        >>> from kernelscale import Gaussian
        >>> found = Bandwidth("mine", 4.0, Gaussian(4.0), "Why.", [1, 2, 4, 8], as_good=(1.5, 8.0))
        >>> found.as_good_in_words
        '1.5 to 8 or more'
        """
        if self.as_good is None:
            return ""
        low, high = self.as_good
        ends = self.scales[[0, -1]] if len(self.scales) else (0.0, np.inf)
        less, more = " or less" * bool(low <= ends[0]), " or more" * bool(high >= ends[1])
        return f"{low:.3g}{less} to {high:.3g}{more}"

    def to_dict(self) -> dict[str, Any]:
        """All fields except the kernel, ready for JSON."""
        values = {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.name != "kernel"}
        notes = [note.to_dict() for note in self.notes]
        return {**values, "gamma": self.gamma, "length_scale": self.length_scale, "notes": notes}
