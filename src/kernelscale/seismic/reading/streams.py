"""Traces read by ObsPy, and which of its warnings mean that samples are missing."""

from __future__ import annotations

import glob
import importlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..._warnings import filtered
from ..recordings import RecordingError
from .packed import unpacked

__all__ = ["obspy_package", "read_segments", "reason_of"]

# Words of ObsPy's warnings about bytes and packets that it skipped or did not find. Its other
# warnings (of codes, word orders, headers of a maker) mean no loss of samples.
MISSING = "|".join(
    (
        "truncated",
        "unexpected end",
        "will not be read",
        "exceeds buflen",
        "not a seed record",
        "corrupt",
        "integrity check",  # of samples that were packed: the last is not what it should be
        "mismatching byte size",
        "non-contiguous",
        "shouldn't happen",  # of WIN, a block shorter than it says
        "read incorrectly",
    )
)
# ObsPy's name for the format of a pickled Stream, and a name in the first bytes of such a file.
PICKLE, PICKLED = "PICKLE", b"obspy.core.stream"
# A warning for SAC files whose interval is no whole number of microseconds; nothing is lost.
SPACING = "Sample spacing read from SAC"


def obspy_package() -> Any:
    """The package.

    Raises
    ------
    ImportError
        If it is not installed.
    """
    try:
        return importlib.import_module("obspy")
    except ImportError:
        raise ImportError(
            'Reading seismic files needs ObsPy; install it with: pip install "kernelscale[seismic]"'
        ) from None


def read_segments(path: Path) -> list[Any]:
    """ObsPy's traces of a file in any format it reads, or of all files that are packed in it.

    Raises
    ------
    RecordingError
        If one cannot be read, or not as a whole.
    ImportError
        If ObsPy is not installed.
    """
    read = obspy_package().read
    try:
        return [
            segment for name, file in unpacked(path) for segment in _read_whole(read, name, file)
        ]
    except Exception as error:
        raise RecordingError(f"{path} cannot be read as waveforms ({reason_of(error)}).") from error


def _read_whole(read: Any, name: str, file: Path) -> list[Any]:
    try:
        with _missing_is_an_error():
            # Characters of a pattern are part of the name.
            options = {"format": _format_of(file), "check_compression": False}
            segments = list(read(glob.escape(str(file)), **options))
        _check_whole(file, segments)
    except Exception as error:
        if not name:
            raise
        raise ValueError(f"{name} in it: {reason_of(error)}") from error
    return segments


def _format_of(file: Path) -> str:
    """ObsPy's name for the format of a file: the first of its formats that matches.

    ObsPy itself also tries to read the file as a pickle, and so runs code that a pickle may hold.
    """
    base = importlib.import_module("obspy.core.util.base")
    for name, entry in base.ENTRY_POINTS["waveform"].items():
        if name != PICKLE:
            plugin = f"obspy.plugin.waveform.{entry.name}"
            is_own = base.buffered_load_entry_point(entry.dist.name, plugin, "isFormat")
            if is_own(str(file)):
                return str(name)
    with file.open("rb") as content:
        if PICKLED in content.read(100):
            raise ValueError("it is a pickle of ObsPy's, which may run code; save it as miniSEED")
    raise ValueError("its format is none that ObsPy reads")


def reason_of(error: Exception) -> str:
    """The message of an error of ObsPy, as a part of a sentence."""
    reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    if reason.startswith("Cannot open file"):  # ObsPy did open it, but could not read
        return "it holds no whole record"
    return reason


@contextmanager
def _missing_is_an_error() -> Iterator[None]:
    """Context in which a warning of ObsPy about missing samples is an error."""
    with (
        filtered("ignore", Warning, SPACING, module=r"obspy\.io"),
        filtered("error", Warning, f"(?s:.*)({MISSING})", module=r"obspy\.io"),
    ):
        yield


def _check_whole(file: Path, segments: Iterable[Any]) -> None:
    """Refuse miniSEED that ends within a record: ObsPy reads it up to there, often silently.

    Traces of other formats, such as ObsPy's text, may have headers of miniSEED without a record.
    """
    known = [segment.stats.get("mseed", {}).get("record_length") for segment in segments]
    lengths = [length for length in known if length]
    n_bytes = file.stat().st_size
    if lengths and n_bytes % min(lengths):
        raise ValueError(
            f"it is cut short: its {n_bytes} bytes are no whole records of {min(lengths)}"
        )
