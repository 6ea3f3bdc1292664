"""Places of the sources of rows, such as earthquakes, for a map next to the embedding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._validation import as_array, as_numeric, check_name_list, shown

__all__ = ["SourceMap"]


@dataclass(frozen=True, eq=False)
class SourceMap:
    """Places and names of the sources of rows, and the place of the station.

    Attributes
    ----------
    places : array-like of shape (n_samples, 2)
        Kilometres east and north of a common point; NaN for an unknown place.
    station : tuple of float, optional
        Place of the station, in kilometres east and north of the same point.
    names : sequence of str, optional
        Name of each source, such as its time; by default the number of its row.

    Raises
    ------
    ValueError, TypeError
        If places, station or names are not valid, no place is known, or names and places differ in
        number.

    Examples
    --------
    Two sources, 3 km east and 4 km north of the station.

    >>> SourceMap([[3.0, 0.0], [0.0, 4.0]], station=(0.0, 0.0)).distances
    array([3., 4.])
    """

    places: Any
    station: tuple[float, float] | None = None
    names: Sequence[str] | None = None

    def __post_init__(self) -> None:
        places = as_numeric(self.places, "places").astype(float)
        if places.ndim != 2 or places.shape[1] != 2 or np.isinf(places).any():
            raise ValueError(
                f"Places of sources must be finite kilometres east and north, or NaN, of shape "
                f"(n_samples, 2), but {_given(places)} were given."
            )
        if np.isnan(places).any(axis=1).all():
            raise ValueError("No place of a source is known; at least one is needed for a map.")
        if self.station is not None and not _is_place(self.station):
            raise ValueError(
                f"The station must be two finite numbers, kilometres east and north, but "
                f"{shown(self.station)} was given."
            )
        names = [f"row {k}" for k in range(len(places))]
        if self.names is not None:
            names = check_name_list(self.names, "names")
        if len(names) != len(places):
            raise ValueError(
                f"names must have one entry for each of {len(places)} sources, but {len(names)} "
                f"were given."
            )
        places[np.isnan(places).any(axis=1)] = np.nan
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "names", tuple(map(str, names)))

    @property
    def is_known(self) -> np.ndarray:
        """Whether the place of each source is known."""
        known: np.ndarray = ~np.isnan(self.places[:, 0])
        return known

    @property
    def distances(self) -> np.ndarray:
        """Distances in kilometres from the station; without a station, from the common point."""
        return np.hypot(*(self.places - (self.station or (0.0, 0.0))).T)

    def of(self, rows: np.ndarray) -> SourceMap:
        """The sources of some rows."""
        assert self.names is not None
        return SourceMap(self.places[rows], self.station, [self.names[row] for row in rows])

    def about_the_middle(self) -> SourceMap:
        """The same places relative to the mean of the known places."""
        middle = np.nanmean(self.places, axis=0)
        station = None
        if self.station is not None:
            station = (self.station[0] - middle[0], self.station[1] - middle[1])
        return SourceMap(self.places - middle, station, self.names)


def _given(places: np.ndarray) -> str:
    infinite = np.isinf(places).any()
    return f"infinite numbers of shape {places.shape}" if infinite else str(places.shape)


def _is_place(station: Any) -> bool:
    place = as_array(station, "station")
    return place.shape == (2,) and place.dtype.kind in "iuf" and bool(np.isfinite(place).all())
