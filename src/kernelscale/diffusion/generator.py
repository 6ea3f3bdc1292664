"""Eigenvalues of the operator that a walk tends to, in units of the data."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaincc, gammainccinv
from sklearn.utils.validation import check_is_fitted

from .._estimators import of_host
from .._validation import check_kind
from ..neighbor_graphs import GraphExtension
from .diffusion_map import DiffusionMap

__all__ = ["generator_eigenvalues"]

MOST_CUT = 0.05  # of the mean square of steps, by which eigenvalues come out too small


def generator_eigenvalues(diffusion_map: DiffusionMap) -> np.ndarray:
    """Eigenvalues of ``-L``, with L the operator that the walk tends to as rows grow many.

    ``L f = lap f + (2 - 2 alpha) grad f . grad log q``, q the density of the rows: the
    Laplace-Beltrami operator for alpha = 1, the generator of the diffusion with stationary density
    q for alpha = 1/2 (Coifman and Lafon 2006; Berry and Harlim 2016). A step of the walk has
    variance s along each direction, and takes the time s / 2, so they are ``2 (1 - lambda) / s``.

    Parameters
    ----------
    diffusion_map : DiffusionMap
        A fitted map whose kernel is a `VariableGaussian`, or one of all pairs with a Gaussian. A
        graph of neighbours may take away at most 5 % of the mean square of the steps, and so may
        `kept_mass`, at about 0.995.

    Returns
    -------
    ndarray
        One for each of its `eigenvalues_`, of shape (n_components,), in units of one over a
        squared distance, of features as they are scaled.

    Raises
    ------
    TypeError
        If it is no `DiffusionMap`.
    ValueError
        If it is not fitted, or the limit for its kernel is not known or its steps are cut.

    Examples
    --------
    On a circle of radius 1 they are 1 and 4, twice each, however unevenly points lie on it.

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
    """Refuse a truncated kernel whose tails may have had too much of the mean square of steps.

    Of a Gaussian tail of some mass that is most in one dimension, so for that it is counted.
    """
    cut = float(gammaincc(3 / 2, float(gammainccinv(1 / 2, omitted))))
    if cut > MOST_CUT:
        raise ValueError(
            f"kept_mass has left out {omitted:.2g} of a row's kernel mass, so steps may lack "
            f"{cut:.1%} of their mean square, and the eigenvalues would be off by as much; take a "
            f"larger kept_mass."
        )


def _check_length_of_steps(graph: GraphExtension) -> None:
    """Refuse a graph whose edges end before the steps of its kernel do, for all that is known."""
    cut = graph.kernel.share_cut(graph.radii)
    if cut is None:
        raise ValueError(
            f"The length of steps on a graph of neighbours is not known, so neither are the "
            f"eigenvalues for {graph.kernel!r}; fit the map of all pairs (neighbors=None) with "
            f"one Gaussian, or any with bandwidth='variable_bandwidth'."
        )
    if cut > MOST_CUT:
        raise ValueError(
            f"Steps to {graph.n_neighbors} neighbours lack {cut:.1%} of their mean square, and the "
            f"eigenvalues would be off by as much; take more neighbors, or a scale at which a row "
            f"sees fewer of them."
        )
