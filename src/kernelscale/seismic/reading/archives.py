"""Recordings in a NumPy archive: `load_recordings` and `save_recordings`."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ..._validation import check_switch
from ...array_files import ArrayFileError, read_arrays
from ...atomic_files import atomic_file, check_writable, user_path
from ..recordings import RecordingError, Recordings, check_to_write
from .waveform_faults import fault_of

__all__ = ["load_recordings", "save_recordings"]

_OF_THE_FILE = ("waveforms", "components", "fs", "station")
_OF_EVENTS = ("time", "lat", "lon", "depth_km", "mag")


def load_recordings(path: str | os.PathLike[str], *, skip_bad: bool = False) -> Recordings:
    """Read recordings from a NumPy archive.

    Parameters
    ----------
    path : str or path-like
        A file ``.npz`` with the arrays ``waveforms`` of shape (n_events, n_components, n_samples),
        or (n_events, n_samples) for one component, and ``fs``, samples per second. Optional arrays
        are ``components`` (names) and ``station`` (latitude and longitude in degrees). Other arrays
        with one entry for each event become columns of ``events``.
    skip_bad : bool
        Whether events with NaN, infinity, or a clipped, flat or zero-filled component are skipped
        and listed; otherwise they are an error.

    Returns
    -------
    Recordings
        Waveforms in float64.

    Raises
    ------
    RecordingError
        If the file cannot be used, or an event is faulty; with `skip_bad`, if all are faulty.
    OSError
        If the file cannot be opened.

    Examples
    --------
    Recordings are saved and loaded again.

    >>> import tempfile
    >>> waveforms = np.random.default_rng(0).normal(size=(2, 1, 50))
    >>> recordings = Recordings(waveforms, 20.0, ("Z",), {"mag": np.array([2.0, 3.1])})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_recordings(recordings, f"{folder}/two.npz")
    ...     load_recordings(f"{folder}/two.npz").events
    {'mag': array([2. , 3.1])}
    """
    check_switch(skip_bad, "skip_bad")
    arrays = _arrays(user_path(path))
    waveforms = _waveforms(path, arrays)
    rate, names = float(arrays["fs"].item()), _component_names(path, arrays, waveforms.shape[1])
    events = _known_of_events(path, arrays, len(waveforms))
    faults = {n: why for n, event in enumerate(waveforms) if (why := _fault(event, names, rate))}
    skipped = tuple((f"{path}, event {number}", why) for number, why in faults.items())
    if skipped and (not skip_bad or len(faults) == len(waveforms)):
        raise RecordingError(f"{skipped[0][0]}: {skipped[0][1]}")
    good = np.setdiff1d(np.arange(len(waveforms)), list(faults)).astype(np.int64)
    return Recordings(
        waveforms[good],
        rate,
        names,
        {name: values[good] for name, values in events.items()},
        _station(path, arrays),
        skipped,
        tuple(f"{path}, event {number}" for number in good.tolist()),
    )


def save_recordings(recordings: Recordings, path: str | os.PathLike[str]) -> None:
    """Write recordings to a file that `load_recordings` reads.

    Parameters
    ----------
    recordings : Recordings
        The recordings; their list ``skipped`` is not written.
    path : str or path-like
        The file ``.npz``. It is written completely or not at all.

    Raises
    ------
    ValueError, TypeError
        If `recordings` is not `Recordings`, or has columns of events that cannot be written.
    OSError
        If the file cannot be written.

    Examples
    --------
    The file holds plain arrays.

    >>> import tempfile
    >>> recordings = Recordings(np.ones((2, 1, 50)), 20.0, ("Z",))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_recordings(recordings, f"{folder}/two.npz")
    ...     sorted(np.load(f"{folder}/two.npz").files)
    ['components', 'fs', 'waveforms']
    """
    check_to_write(recordings, _OF_THE_FILE)
    check_writable(path)
    arrays: dict[str, Any] = {
        "waveforms": recordings.waveforms,
        "components": np.array(recordings.components),
        "fs": np.array(float(recordings.sampling_rate)),
        **recordings.events,
    }
    if recordings.station is not None:
        arrays["station"] = np.array(recordings.station)
    with atomic_file(path) as temporary, zipfile.ZipFile(temporary, "w") as archive:
        # numpy.savez is not used, because it would mistake an array called "file" for its own
        # argument.
        for name, values in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.asanyarray(values), allow_pickle=False)


def _arrays(path: Path) -> dict[str, np.ndarray]:
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {str(path)!r}.")
    try:
        return read_arrays(path)
    except ArrayFileError as error:
        raise RecordingError(
            f"{path} is not a complete archive of plain NumPy arrays ({error.reason}); write it "
            f"with numpy.savez or save_recordings."
        ) from error


def _waveforms(path: Any, arrays: dict[str, np.ndarray]) -> np.ndarray:
    missing = [name for name in ("waveforms", "fs") if name not in arrays]
    if missing:
        raise RecordingError(
            f"{path} has no array {' and no '.join(missing)}; waveforms of shape (n_events, "
            f"n_components, n_samples) and fs, samples per second, are needed."
        )
    waveforms, rate = arrays["waveforms"], arrays["fs"]
    if rate.size != 1 or rate.dtype.kind not in "fiu" or not 0 < float(rate.item()) < np.inf:
        raise RecordingError(
            f"{path} has fs = {_shown(rate)}; one positive sampling rate is needed."
        )
    if waveforms.ndim == 2:
        waveforms = waveforms[:, None]
    if waveforms.ndim != 3 or waveforms.size == 0 or waveforms.dtype.kind not in "fiu":
        raise RecordingError(
            f"{path} has waveforms of {waveforms.dtype} and shape {waveforms.shape}; numbers of "
            f"shape (n_events, n_components, n_samples) are needed."
        )
    return waveforms.astype(np.float64)


def _component_names(path: Any, arrays: dict[str, np.ndarray], number: int) -> tuple[str, ...]:
    given = arrays.get("components", np.arange(number))
    decoded = (name.decode("latin-1") if isinstance(name, bytes) else name for name in given.flat)
    names = tuple(map(str, decoded))
    if given.shape != (number,):
        raise RecordingError(
            f"{path} names {given.size} components, but its waveforms have {number}; each "
            f"component needs one name."
        )
    if len(set(names)) < number:
        raise RecordingError(
            f"{path} has two components of the same name: {', '.join(names)}; give each its own "
            f"name."
        )
    return names


def _known_of_events(
    path: Any, arrays: dict[str, np.ndarray], n_events: int
) -> dict[str, np.ndarray]:
    """Arrays with one entry for each event; known columns (`_OF_EVENTS`) must have that length."""
    others = {name: values for name, values in arrays.items() if name not in _OF_THE_FILE}
    for name in _OF_EVENTS:
        if name in others and others[name].shape != (n_events,):
            raise RecordingError(
                f"{path} has {name} of shape {others[name].shape} for {n_events} events; one entry "
                f"for each event is needed."
            )
    return {name: values for name, values in others.items() if values.shape == (n_events,)}


def _station(path: Any, arrays: dict[str, np.ndarray]) -> tuple[float, float] | None:
    if "station" not in arrays:
        return None
    station = arrays["station"]
    if station.size != 2 or station.dtype.kind not in "fiu" or not np.isfinite(station).all():
        raise RecordingError(
            f"{path} has station = {_shown(station)}; its latitude and longitude in degrees are "
            f"needed instead."
        )
    latitude, longitude = map(float, station.flat)
    return latitude, longitude


def _shown(array: np.ndarray) -> str:
    return " ".join(repr(array).split())  # The message has to be one line.


def _fault(components: np.ndarray, names: tuple[str, ...], rate: float) -> str:
    """The fault of an event's waveforms, as text; empty if there is no fault."""
    for name, samples in zip(names, components, strict=True):
        fault = fault_of(samples, rate)
        if fault:
            return f"component {name} {fault}; leave the event out."
    return ""
