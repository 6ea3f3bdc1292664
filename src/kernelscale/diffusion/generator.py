"""Eigenvalues of the generator L: for many rows, the operator P is about ``I + (s / 2) L``."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaincc, gammainccinv
from sklearn.utils.validation import check_is_fitted

from .._estimators import of_host
from .._validation import check_kind
from ..neighbor_graphs import GraphExtension
from .diffusion_map import DiffusionMap

__all__ = ["generator_eigenvalues"]

# Largest share of the walk's mean squared step that a truncated kernel may omit. The relative error
# of the eigenvalues equals the omitted share.
MOST_CUT = 0.05


def generator_eigenvalues(diffusion_map: DiffusionMap) -> np.ndarray:
    """Eigenvalues of ``-L``, with L the limit of ``2 (P - I) / s`` for many rows.

    P is the operator of the map. A step of its walk has variance s along each direction and takes
    the time s / 2, so the eigenvalues are ``2 (1 - lambda) / s``. The limit is
    ``L f = lap f + (2 - 2 alpha) grad f . grad log q``, where q is the density of the rows. L is
    the Laplace-Beltrami operator for alpha = 1, and the generator of the diffusion with stationary
    density q for alpha = 1/2 (Coifman and Lafon 2006; Berry and Harlim 2016).

    Parameters
    ----------
    diffusion_map : DiffusionMap
        A fitted map with a `VariableGaussian` kernel, or a map of all pairs with a Gaussian. If
        the kernel is truncated, by a graph of neighbours or by `kept_mass`, at most 5 % of the mean
        squared step may be missing; a `kept_mass` of about 0.995 is enough.

    Returns
    -------
    ndarray
        Eigenvalues of ``-L``, of shape (n_components,), one for each of `eigenvalues_`. Their unit
        is 1 / distance^2, with distances between rows of scaled features.

    Raises
    ------
    TypeError
        If `diffusion_map` is not a `DiffusionMap`.
    ValueError
        If the map is not fitted, the limit for its kernel is not known, or too much of the mean
        squared step is missing.

    Examples
    --------
    On a circle of radius 1 the eigenvalues are 1 and 4, twice each, for any density of the points.

    >>> import numpy as np
    >>> share = np.arange(1000) / 1000
    >>> angle = 2 * np.pi * share + 0.5 * np.sin(2 * np.pi * share)
    >>> circle = np.c_[np.cos(angle), np.sin(angle)]
    >>> fitted = DiffusionMap(4, "variable_bandwidth", alpha=1.0).fit(circle)
    >>> generator_eigenvalues(fitted).round(1)
    array([1., 1., 4., 4.])
    """
    check_kind(diffusion_map, DiffusionMap, "diffusion_map")
    check_is_fitted(diffusion_map)
    values = of_host(diffusion_map).eigenvalues_
    found: np.ndarray = 2 * (1 - values) / _step_variance(diffusion_map)
    return found


def _step_variance(diffusion_map: DiffusionMap) -> float:
    extension = diffusion_map._extension
    variance = extension.kernel.step_variance
    if isinstance(extension, GraphExtension):
        _check_length_of_steps(extension)
    if diffusion_map.omitted_mass_:
        _check_omitted_mass(diffusion_map.omitted_mass_)
    if variance is None:
        raise ValueError(
            f"The limit of the operator of {extension.kernel!r} is not known; fit the map with one "
            f"Gaussian, or with bandwidth='variable_bandwidth'."
        )
    return variance


def _check_omitted_mass(omitted: float) -> None:
    """Refuse a truncated kernel whose omitted tails may hold too much of the mean squared step.

    A Gaussian tail of a given mass holds a share of the mean squared step that is largest in one
    dimension. So the share in one dimension is an upper bound.
    """
    cut = float(gammaincc(3 / 2, float(gammainccinv(1 / 2, omitted))))
    if cut > MOST_CUT:
        raise ValueError(
            f"kept_mass has omitted {omitted:.2g} of a row's kernel mass, so up to {cut:.1%} of "
            f"the mean squared step is missing, and the eigenvalues would err by as much; take a "
            f"larger kept_mass."
        )


def _check_length_of_steps(graph: GraphExtension) -> None:
    """Refuse a graph whose edges miss too much, or an unknown share, of the mean squared step."""
    cut = graph.kernel.share_cut(graph.radii)
    if cut is None:
        raise ValueError(
            f"The length of steps on a graph of neighbours with {graph.kernel!r} is not known, so "
            f"the eigenvalues have no unit; fit the map of all pairs (neighbors=None) with one "
            f"Gaussian, or a map with bandwidth='variable_bandwidth'."
        )
    if cut > MOST_CUT:
        raise ValueError(
            f"Without steps beyond {graph.n_neighbors} neighbours, {cut:.1%} of the mean squared "
            f"step is missing, and the eigenvalues would err by as much; take more neighbors or a "
            f"smaller scale."
        )
