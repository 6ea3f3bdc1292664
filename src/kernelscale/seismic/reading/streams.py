"""Reading of traces by ObsPy; its warnings about missing samples become errors."""

from __future__ import annotations

import glob
import importlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..._optional_packages import optional_module
from ..._warnings import filtered
from ..recordings import RecordingError
from .packed_files import unpacked

__all__ = ["obspy_package", "read_segments", "reason_of"]

# Phrases in ObsPy's warnings about missing samples. Its other warnings, about codes, word orders or
# headers of a manufacturer, do not mean that samples are missing.
MISSING = "|".join(
    (
        "truncated",
        "unexpected end",
        "will not be read",
        "exceeds buflen",
        "not a seed record",
        "corrupt",
        "integrity check",  # the last sample of a compressed record is wrong
        "mismatching byte size",
        "non-contiguous",
        "shouldn't happen",  # a block in the format WIN is shorter than its header states
        "read incorrectly",
    )
)
# ObsPy's name for the format of a pickled Stream, and a name in the first bytes of such a file.
PICKLE, PICKLED = "PICKLE", b"obspy.core.stream"
# A harmless warning for SAC files whose interval is not a whole number of microseconds.
SPACING = "Sample spacing read from SAC"


def obspy_package() -> Any:
    """The package ObsPy.

    Raises
    ------
    ImportError
        If it cannot be imported.
    """
    return optional_module("obspy", "Reading seismic files needs ObsPy", '"kernelscale[seismic]"')


def read_segments(path: Path) -> list[Any]:
    """The traces that ObsPy reads from a file, or from all files that are packed in the file.

    Raises
    ------
    RecordingError
        If a file cannot be read completely.
    ImportError
        If ObsPy cannot be imported.
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
            # The name is escaped, because ObsPy takes it for a pattern.
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

    The format is not left to ObsPy, because it would also try to read the file as a pickle, which
    may run code.
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
            raise ValueError("it is a pickle of ObsPy, which may run code; save it as miniSEED")
    raise ValueError("ObsPy does not read its format")


def reason_of(error: Exception) -> str:
    """The message of an error of ObsPy, as part of a sentence."""
    reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    if reason.startswith("Cannot open file"):  # ObsPy opened the file, but found no record
        return "it holds no complete record"
    return reason


@contextmanager
def _missing_is_an_error() -> Iterator[None]:
    """Context in which ObsPy's warnings about missing samples are errors."""
    with (
        filtered("ignore", Warning, SPACING, module=r"obspy\.io"),
        filtered("error", Warning, f"(?s:.*)({MISSING})", module=r"obspy\.io"),
    ):
        yield


def _check_whole(file: Path, segments: Iterable[Any]) -> None:
    """Refuse miniSEED that ends within a record, which ObsPy often reads without a warning.

    Traces of other formats, such as ObsPy's text, may have headers of miniSEED without records.
    """
    known = [segment.stats.get("mseed", {}).get("record_length") for segment in segments]
    lengths = [length for length in known if length]
    n_bytes = file.stat().st_size
    if lengths and n_bytes % min(lengths):
        raise ValueError(
            f"it is truncated: its {n_bytes} bytes are not a multiple of the record length, "
            f"{min(lengths)}"
        )
