"""The length scale and the noise of the kernel of a Gaussian process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, KernelOperator

__all__ = ["ridge_of_process", "with_length_scale"]

JITTER = 1e-6  # noise up to this share of the signal's variance only stabilises the solver


def with_length_scale(kernel: Any, length_scale: float, *, fixed: bool) -> Any:
    """A copy of the kernel in which the RBF has this length scale, fixed or as an initial value.

    If the process optimises its length scale, the bounds are widened to include the initial value.

    Raises
    ------
    ValueError
        If the kernel contains no RBF, or more than one.

    Examples
    --------
    The noise term is unchanged.

    >>> from sklearn.gaussian_process.kernels import WhiteKernel
    >>> with_length_scale(RBF() + WhiteKernel(0.5), 3.0, fixed=True)
    RBF(length_scale=3) + WhiteKernel(noise_level=0.5)
    """
    kernel = _default() if kernel is None else clone(kernel)
    prefix = _prefix_of_rbf(kernel)
    rbf = kernel.get_params()[prefix[:-2]] if prefix else kernel
    bounds = "fixed" if fixed else _widened(rbf.length_scale_bounds, length_scale)
    # There may be a length scale for each feature; all get the same initial value.
    start = np.full_like(rbf.length_scale, length_scale, dtype=float)
    given = {"length_scale": start if start.ndim else length_scale, "length_scale_bounds": bounds}
    return kernel.set_params(**{f"{prefix}{name}": value for name, value in given.items()})


def ridge_of_process(process: Any) -> float | None:
    """The noise in units of the signal's variance; None if it is negligible.

    The noise is `alpha` of the process plus the noise terms of the kernel. The kernel value of a
    point with itself includes the noise terms; the kernel value of two different points at the same
    place does not. So the noise terms are the difference of these two values.
    """
    kernel = _default() if process.kernel is None else process.kernel
    prefix = _prefix_of_rbf(kernel)
    point = np.zeros((1, np.size(kernel.get_params()[f"{prefix}length_scale"])))
    signal = float(kernel(point, point)[0, 0])
    noise = float(kernel.diag(point)[0]) - signal + float(np.mean(process.alpha))
    return noise / signal if noise > JITTER * signal else None


def _default() -> Any:
    """The default kernel of scikit-learn's processes."""
    return ConstantKernel(1.0, "fixed") * RBF(1.0, "fixed")


def _prefix_of_rbf(kernel: Any) -> str:
    """The prefix of the parameters of the only RBF."""
    found = list(_prefixes(kernel))
    if len(found) != 1:
        raise ValueError(
            f"The kernel of a Gaussian process must contain exactly one RBF, alone or in sums and "
            f"products, to take a bandwidth, but {kernel} has {len(found) or 'none'}."
        )
    return found[0]


def _prefixes(covariance: Any, prefix: str = "") -> Iterator[str]:
    if isinstance(covariance, KernelOperator):
        yield from _prefixes(covariance.k1, f"{prefix}k1__")
        yield from _prefixes(covariance.k2, f"{prefix}k2__")
    elif type(covariance) is RBF:  # Matern is a subclass of RBF, but not a Gaussian kernel
        yield prefix


def _widened(bounds: Any, length_scale: float) -> Any:
    """The bounds, widened to include a length scale."""
    if isinstance(bounds, str):  # "fixed"
        return bounds
    low, high = np.asarray(bounds, dtype=float).T
    wide = np.stack([np.minimum(low, length_scale), np.maximum(high, length_scale)], axis=-1)
    return tuple(wide.tolist()) if wide.ndim == 1 else wide
