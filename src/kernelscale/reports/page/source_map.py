"""Where samples come from, in kilometres: what the map beside their embedding shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._validation import as_array, as_numeric, check_name_list, shown

__all__ = ["SourceMap"]


@dataclass(frozen=True, eq=False)
class SourceMap:
    """Places of samples' sources, the station that recorded them, and their names.

    Attributes
    ----------
    places : array-like of shape (n_samples, 2)
        Kilometres east and north of any one point; NaN where a place is not known.
    station : tuple of float, optional
        Kilometres east and north of the same point.
    names : sequence of str, optional
        What each source is called, such as its time; the number of its row by default.

    Raises
    ------
    ValueError, TypeError
        If these are no places, none is known, or there is not one name a place.

    Examples
    --------
    Two sources three kilometres east and four north of the station.

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
            raise ValueError(f"{len(names)} names were given for {len(places)} sources.")
        places[np.isnan(places).any(axis=1)] = np.nan
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "names", tuple(map(str, names)))

    @property
    def is_known(self) -> np.ndarray:
        """Whether each source has a place."""
        known: np.ndarray = ~np.isnan(self.places[:, 0])
        return known

    @property
    def distances(self) -> np.ndarray:
        """Kilometres from the station; from where places are counted if that is not known."""
        return np.hypot(*(self.places - (self.station or (0.0, 0.0))).T)

    def of(self, rows: np.ndarray) -> SourceMap:
        """The same of some rows alone."""
        assert self.names is not None
        return SourceMap(self.places[rows], self.station, [self.names[row] for row in rows])

    def about_the_middle(self) -> SourceMap:
        """The same, counted from the mean of the places that are known."""
        middle = np.nanmean(self.places, axis=0)
        station = None
        if self.station is not None:
            station = (self.station[0] - middle[0], self.station[1] - middle[1])
        return SourceMap(self.places - middle, station, self.names)


def _given(places: np.ndarray) -> str:
    return f"infinite ones of shape {places.shape}" if np.isinf(places).any() else str(places.shape)


def _is_place(station: Any) -> bool:
    place = as_array(station, "station")
    return place.shape == (2,) and place.dtype.kind in "iuf" and bool(np.isfinite(place).all())
