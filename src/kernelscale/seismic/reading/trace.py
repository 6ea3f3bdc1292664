"""`Trace`, one component of one station from one file."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

__all__ = ["IN_MEMORY", "Trace"]

IN_MEMORY = "the Stream given"  # the file name of traces that were passed as objects


def _none() -> np.ndarray:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Trace:
    """One component of one station from one file.

    Attributes
    ----------
    file : str
        Name of the file.
    station : str
        Network and station.
    channel : str
        Network, station, location and channel, separated by dots.
    component : str
        Z, N, E, V, L or T.
    rate : float
        Samples per second.
    start : float
        Time of the first sample, in seconds since 1970.
    samples : ndarray of shape (n_samples,)
        Samples; NaN in gaps and where the file has two different values for one time.
    calibration : float
        ObsPy's calibration factor, if the format has one; samples are not multiplied by it.
    disputed : ndarray of int of shape (n_disputed,)
        Indices of the samples for which the file has two different values.
    """

    file: str
    station: str
    channel: str
    component: str
    rate: float
    start: float
    samples: np.ndarray
    calibration: float = 1.0
    disputed: np.ndarray = field(default_factory=_none)

    @property
    def end(self) -> float:
        """Time of the sample that would follow the last sample."""
        return self.start + len(self.samples) / self.rate
