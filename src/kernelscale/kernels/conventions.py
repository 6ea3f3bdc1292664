"""The Gaussian kernel in the words of other packages.

The package knows one convention, ``K_ij = exp(-r_ij / (2 epsilon))`` with r the squared Euclidean
distance. Every other package's convention is converted here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .._validation import check_name, check_positive, check_scale

__all__ = ["CONVENTIONS", "from_convention", "to_convention"]


class Convention(NamedTuple):
    """How another package writes the same kernel."""

    formula: str
    from_epsilon: Callable[[float], float]
    to_epsilon: Callable[[float], float]


CONVENTIONS: dict[str, Convention] = {
    "pydiffmap": Convention("exp(-d^2 / (4 epsilon))", lambda e: e / 2, lambda v: 2 * v),
    "datafold": Convention("exp(-d^2 / (2 epsilon))", lambda e: e, lambda v: v),
    "scikit-learn gamma": Convention(
        "exp(-gamma d^2)", lambda e: 1 / (2 * e), lambda v: 1 / (2 * v)
    ),
    "scikit-learn length_scale": Convention(
        "exp(-d^2 / (2 length_scale^2))", lambda e: e**0.5, lambda v: v**2
    ),
    "megaman": Convention("exp(-d^2 / radius^2)", lambda e: (2 * e) ** 0.5, lambda v: v**2 / 2),
    "R diffusionMap": Convention("exp(-d^2 / eps.val)", lambda e: 2 * e, lambda v: v / 2),
}
"""The same kernel in the words of other packages, by package name."""


def to_convention(epsilon: float, package: str) -> float:
    """The number another package needs for ``exp(-r / (2 epsilon))``.

    Parameters
    ----------
    epsilon : float
        Our scale, a squared distance.
    package : str
        A key of `CONVENTIONS`, which holds each package's formula.

    Returns
    -------
    float
        Its value, in the units of its formula: a squared distance, a length or one over a square.

    Raises
    ------
    ValueError
        If `epsilon` is not positive or the package is not known.

    Examples
    --------
    pyDiffMap divides by 4 epsilon where we divide by 2, so it needs half our number.

    >>> to_convention(3.0, "pydiffmap")
    1.5
    """
    return _convention(package).from_epsilon(check_scale(epsilon, "epsilon"))


def from_convention(value: float, package: str) -> float:
    """Our epsilon for a number in another package's convention; undoes `to_convention`.

    Parameters
    ----------
    value : float
        The other package's number.
    package : str
        As in `to_convention`.

    Returns
    -------
    float
        The scale of ``exp(-r / (2 epsilon))``, a squared distance.

    Raises
    ------
    ValueError
        If `value` is not positive, the package is not known, or epsilon is beyond float64.

    Examples
    --------
    A scale found with pyDiffMap is doubled; a length scale of scikit-learn's is squared.

    >>> from_convention(1.5, "pydiffmap")
    3.0
    >>> from_convention(1.5, "scikit-learn length_scale")
    2.25
    """
    try:
        epsilon = _convention(package).to_epsilon(check_positive(value, "value"))
    except OverflowError:
        epsilon = float("inf")
    return check_scale(epsilon, f"epsilon, which is what {value!r} of {package} comes to,")


def _convention(package: str) -> Convention:
    return CONVENTIONS[check_name(package, CONVENTIONS, "package")]
