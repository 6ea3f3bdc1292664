"""Coordinates that a few rows carry, named: they show these rows and no shape."""

from __future__ import annotations

import numpy as np

from .._warnings import warn_caller
from ..markov import fewest_rows, participation
from ..markov.participation import weights_of_rows
from .rounding import rounding_level

__all__ = ["LocalizedCoordinateWarning", "localized_coordinates", "warn_of_localized"]

LEADING = 10  # coordinates: later ones oscillate so fast that few rows of ordinary data hold them


class LocalizedCoordinateWarning(UserWarning):
    """Some coordinates are carried by a few rows and say nothing of the others."""


def localized_coordinates(vectors: np.ndarray, stationary: np.ndarray) -> np.ndarray:
    """Which coordinates fewer than `markov.fewest_rows` rows carry, bools of (n_components,)."""
    localized: np.ndarray = participation(vectors, stationary) < fewest_rows(len(vectors))
    return localized


def warn_of_localized(
    values: np.ndarray, vectors: np.ndarray, stationary: np.ndarray, advice: str
) -> None:
    """Name the leading coordinates, counted from 0, that a few rows carry, and these rows.

    Those whose eigenvalues are rounding have a warning of their own. `advice` says what may bring
    the rows nearer.
    """
    values, vectors = values[:LEADING], vectors[:, :LEADING]
    localized = localized_coordinates(vectors, stationary)
    localized &= np.abs(values) > rounding_level(len(vectors))
    if not localized.any():
        return
    numbers, rows = np.flatnonzero(localized), _carriers(vectors[:, localized], stationary)
    warn_caller(
        f"{len(numbers)} of {len(values)} leading coordinate(s) ({_named(numbers)}, "
        f"counted from 0) are localized: fewer than {fewest_rows(len(vectors)):.3g} of "
        f"{len(vectors)} rows carry each, here row(s) {_named(rows)}, so they tell these from the "
        f"rest and show no shape; leave the rows out if they are outliers, or {advice}, which may "
        f"bring them nearer.",
        LocalizedCoordinateWarning,
    )


def _carriers(vectors: np.ndarray, stationary: np.ndarray) -> np.ndarray:
    """Rows with at least half the weight of one of so many that carry a coordinate alike."""
    weights = weights_of_rows(vectors, stationary)
    carrying = weights >= 0.5 / participation(vectors, stationary)
    return np.flatnonzero(carrying.any(axis=1))


def _named(numbers: np.ndarray) -> str:
    return ", ".join(map(str, numbers[:5])) + (", ..." if len(numbers) > 5 else "")
