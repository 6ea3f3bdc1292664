"""The response of an instrument, taken out of what it recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .._validation import check_path
from .obspy_package import obspy_package
from .recordings import RecordingError

__all__ = ["ground_velocity", "read_inventory"]


def read_inventory(path: Any) -> Any:
    """Responses of a file, as ObsPy holds them.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    RecordingError
        If it is no StationXML.
    """
    obspy = obspy_package()
    if not Path(check_path(path, "response")).is_file():
        raise FileNotFoundError(f"There is no file {str(path)!r} of the instrument's response.")
    try:
        return obspy.read_inventory(str(path))
    except Exception as error:
        raise RecordingError(f"{path} is no StationXML that ObsPy can read ({error}).") from error


def ground_velocity(
    samples: np.ndarray, channel: str, rate: float, start: float, inventory: Any
) -> np.ndarray:
    """Velocity of the ground in m/s, of samples without a gap of one channel.

    Their mean is taken out, for no instrument records how fast it moves on the whole; they are not
    tapered. ObsPy's water level of 60 dB holds where the instrument records next to nothing.

    Raises
    ------
    RecordingError
        If the response is not known.
    """
    obspy = obspy_package()
    network, station, location, code = channel.split(".")
    codes = {"network": network, "station": station, "location": location, "channel": code}
    times = {"sampling_rate": rate, "starttime": obspy.UTCDateTime(start)}
    trace = obspy.Trace(samples.copy(), {**codes, **times})
    try:
        trace.remove_response(inventory=inventory, output="VEL", taper=False)
    except Exception as error:
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise RecordingError(
            f"the response of {channel} cannot be taken out at {trace.stats.starttime} ({reason})."
        ) from error
    return np.asarray(trace.data, dtype=np.float64)
