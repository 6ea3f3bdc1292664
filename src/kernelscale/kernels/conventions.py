"""Parameters of the Gaussian kernel in other packages.

This package uses one convention, ``K_ij = exp(-r_ij / (2 epsilon))`` with r the squared Euclidean
distance. Conventions of other packages are converted only in this module.

Where the packages define the kernel:

- R kernlab: `rbfdot` in R/kernels.R, ``exp(sigma (2 x'y - x'x - y'y))``.
- GPyTorch: `RBFKernel` in gpytorch/kernels/rbf_kernel.py, which divides points by `lengthscale`.
- R destiny: `no_censoring` in R/diffusionmap.r, ``exp(-d2 / (2 sigma^2))`` with a single sigma.
- dmaps: `set_kernel_bandwidth`, which takes the square root of its argument, and `compute` in
  dmaps/diffusion_map.cpp.
- alibi-detect: `GaussianRBF` in alibi_detect/utils/pytorch/kernels.py, used by `MMDDrift`.
- hyppo: `compute_kern` in hyppo/tools/common.py, used by `MMD` and `Hsic`; it passes `gamma` to
  scikit-learn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .._validation import check_name, check_positive, check_scale

__all__ = ["CONVENTIONS", "from_convention", "to_convention"]


class Convention(NamedTuple):
    """The Gaussian kernel in another package.

    Attributes
    ----------
    formula : str
        The formula, with the name of its parameter.
    from_epsilon, to_epsilon : callable
        Functions that compute the parameter from epsilon, and epsilon from the parameter.
    """

    formula: str
    from_epsilon: Callable[[float], float]
    to_epsilon: Callable[[float], float]


def _as_gamma(formula: str) -> Convention:
    return Convention(formula, lambda epsilon: 1 / (2 * epsilon), lambda gamma: 1 / (2 * gamma))


def _as_length(formula: str) -> Convention:
    return Convention(formula, lambda epsilon: epsilon**0.5, lambda length: length**2)


def _as_share(formula: str, share: float) -> Convention:
    return Convention(formula, lambda epsilon: share * epsilon, lambda value: value / share)


CONVENTIONS: dict[str, Convention] = {
    "pydiffmap": _as_share("exp(-d^2 / (4 epsilon))", 0.5),
    "datafold": _as_share("exp(-d^2 / (2 epsilon))", 1.0),
    "dmaps": _as_share("exp(-d^2 / (2 eps))", 1.0),
    "scikit-learn gamma": _as_gamma("exp(-gamma d^2)"),
    "scikit-learn length_scale": _as_length("exp(-d^2 / (2 length_scale^2))"),
    "gpytorch": _as_length("exp(-d^2 / (2 lengthscale^2))"),
    "hyppo": _as_gamma("exp(-gamma d^2)"),
    "alibi-detect": _as_length("exp(-d^2 / (2 sigma^2))"),
    "megaman": Convention("exp(-d^2 / radius^2)", lambda e: (2 * e) ** 0.5, lambda v: v**2 / 2),
    "R diffusionMap": _as_share("exp(-d^2 / eps.val)", 2.0),
    "R destiny": _as_length("exp(-d^2 / (2 sigma^2))"),
    "R kernlab": _as_gamma("exp(-sigma d^2)"),
}
"""Conventions by package name."""


def to_convention(epsilon: float, package: str) -> float:
    """The parameter of another package for ``exp(-r / (2 epsilon))``.

    Parameters
    ----------
    epsilon : float
        The scale in this package, a squared distance.
    package : str
        Name of the package; docs/conventions.md lists the names and formulas.

    Returns
    -------
    float
        The parameter, in the units of its formula: a squared distance, a length, or the inverse of
        a squared distance.

    Raises
    ------
    ValueError
        If `epsilon` is not positive or the package is not known.

    Examples
    --------
    pyDiffMap divides by 4 epsilon and this package by 2 epsilon, so pyDiffMap needs half the
    number.

    >>> to_convention(3.0, "pydiffmap")
    1.5

    Two packages for R call their parameter sigma, but define it differently.

    >>> to_convention(4.0, "R destiny"), to_convention(4.0, "R kernlab")
    (2.0, 0.125)
    """
    return _convention(package).from_epsilon(check_scale(epsilon, "epsilon"))


def from_convention(value: float, package: str) -> float:
    """The epsilon for a parameter of another package; the inverse of `to_convention`.

    Parameters
    ----------
    value : float
        The parameter of the other package.
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
    A scale of pyDiffMap is doubled; a length scale of scikit-learn is squared.

    >>> from_convention(1.5, "pydiffmap")
    3.0
    >>> from_convention(1.5, "scikit-learn length_scale")
    2.25
    """
    try:
        epsilon = _convention(package).to_epsilon(check_positive(value, "value"))
    except OverflowError:
        epsilon = float("inf")
    return check_scale(epsilon, f"epsilon, converted from {value!r} of {package},")


def _convention(package: str) -> Convention:
    return CONVENTIONS[check_name(package, CONVENTIONS, "package")]
