"""Warnings of a map: components, far rows, localized coordinates, rounding."""

from __future__ import annotations

import numpy as np

from .._warnings import warn_caller
from ..markov.out_of_sample.averages import SMALLEST_MASS
from ..markov.participation import fewest_rows, participation, weights_of_rows
from ..neighbor_graphs.edges import WEAKEST_EDGE

__all__ = [
    "MapWarning",
    "localized_coordinates",
    "rounding_level",
    "sizes_of_components",
    "warn_of_far_rows",
    "warn_of_localized",
    "warn_of_rounding",
    "warn_of_scales_at_rounding",
]


class MapWarning(UserWarning):
    """A warning that coordinates of a map do not show the data or that an option has no effect.

    The warning is about components of the graph, localized coordinates, coordinates that are
    rounding noise, new rows far from all training rows, or a `kept_mass` that saves nothing. Its
    message names the coordinates, rows or option concerned.
    """


def sizes_of_components(component_of: np.ndarray, advice: str) -> np.ndarray:
    """Number of rows in each component, largest first; warns if there are several.

    Parameters
    ----------
    component_of : ndarray of shape (n_samples,)
        Index of each row's component.
    advice : str
        How to connect the components, as the last clause of the warning.
    """
    sizes = np.sort(np.bincount(component_of))[::-1]
    if len(sizes) > 1:
        named = _named(sizes)
        warn_caller(
            f"The graph has {len(sizes)} components of {named} rows (edges K_ij >= "
            f"{WEAKEST_EDGE:g}), so the leading coordinates only separate components; {advice}.",
            MapWarning,
        )
    return sizes


def warn_of_far_rows(mass: np.ndarray, of: str = "training rows") -> None:
    """Warn of rows whose kernel mass is too small, because they are far from all other rows.

    The kernel mass is the sum of the kernel over the rows that `of` describes in the message.
    """
    far = np.flatnonzero(mass < SMALLEST_MASS)
    if len(far):
        named = _named(far)
        warn_caller(
            f"{len(far)} of {len(mass)} row(s) ({named}) have kernel mass below "
            f"{SMALLEST_MASS:g}: they are too far from the {of} for this bandwidth, so they "
            f"get the coordinates of the nearest of these.",
            MapWarning,
        )


# Number of coordinates that are checked: in ordinary data too, later coordinates are far from 0 for
# a few rows only.
LEADING = 10


def localized_coordinates(vectors: np.ndarray, stationary: np.ndarray) -> np.ndarray:
    """For each coordinate, whether its participation is below `markov.fewest_rows`.

    The participation is the effective number of rows on which the coordinate is far from 0.
    """
    localized: np.ndarray = participation(vectors, stationary) < fewest_rows(len(vectors))
    return localized


def warn_of_localized(
    values: np.ndarray, vectors: np.ndarray, stationary: np.ndarray, advice: str
) -> None:
    """Warn of localized leading coordinates, and name the rows on which they are far from 0.

    Coordinates whose eigenvalues are rounding errors get another warning. `advice` is a clause that
    says what brings these rows nearer to the others.
    """
    values, vectors = values[:LEADING], vectors[:, :LEADING]
    localized = localized_coordinates(vectors, stationary)
    localized &= np.abs(values) > rounding_level(len(vectors))
    if not localized.any():
        return
    numbers, rows = np.flatnonzero(localized), _carriers(vectors[:, localized], stationary)
    warn_caller(
        f"{len(numbers)} of {len(values)} leading coordinate(s) ({_named(numbers)}, "
        f"counted from 0) are localized: each is far from 0 at fewer than "
        f"{fewest_rows(len(vectors)):.3g} of {len(vectors)} rows, row(s) {_named(rows)}, and "
        f"only separates these from the rest; drop the rows if they are outliers, or {advice}, "
        f"which may bring them nearer.",
        MapWarning,
    )


def _carriers(vectors: np.ndarray, stationary: np.ndarray) -> np.ndarray:
    """The rows on which a localized coordinate is far from 0.

    These are the rows whose share of the coordinate's sum of squares, weighted by `stationary`, is
    at least half of 1 / participation.
    """
    weights = weights_of_rows(vectors, stationary)
    carrying = weights >= 0.5 / participation(vectors, stationary)
    return np.flatnonzero(carrying.any(axis=1))


def _named(numbers: np.ndarray) -> str:
    return ", ".join(map(str, numbers[:5])) + (", ..." if len(numbers) > 5 else "")


def rounding_level(n_samples: int) -> float:
    """The magnitude of rounding errors in eigenvalues of an operator on n_samples rows."""
    return n_samples * float(np.finfo(np.float64).eps)


def warn_of_rounding(values: np.ndarray, n_samples: int) -> None:
    """Warn of coordinates whose eigenvalues are rounding errors."""
    level = rounding_level(n_samples)
    noise = np.flatnonzero(np.abs(values) <= level)
    if not len(noise):
        return
    named = _named(noise)
    warn_caller(
        f"{len(noise)} of {len(values)} coordinate(s) ({named}, counted from 0) are rounding "
        f"noise: their eigenvalues are at most {level:.2g}, the rounding error of float64 with "
        f"{n_samples} rows; take a smaller bandwidth or fewer components.",
        MapWarning,
    )


def warn_of_scales_at_rounding(epsilon: np.ndarray, smallest: np.ndarray, n_samples: int) -> None:
    """Warn of scales at which the smallest eigenvalue in use is a rounding error.

    `epsilon` holds all scales, ascending; `smallest` holds the smallest eigenvalue in use at each.
    """
    level = rounding_level(n_samples)
    noise = epsilon[smallest <= level]
    if len(noise):
        warn_caller(
            f"At {len(noise)} of {len(epsilon)} scale(s), of which the smallest is "
            f"{noise[0]:.3g}, a coordinate is rounding noise: its eigenvalue is at most "
            f"{level:.2g}, the rounding error of float64 with {n_samples} rows.",
            MapWarning,
        )
