"""`Skipped`: lists skipped files and events, or raises an error if faults are not skipped."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from typing import TypeVar

from ..recordings import RecordingError
from .channels import ALL, NAMES

__all__ = ["Skipped"]

# The component of each channel code in the networks K-NET and KiK-net.
_DIRECTIONS = {"UD": "Z", "NS": "N", "EW": "E"}

Result = TypeVar("Result")


class Skipped:
    """Skipped files and events, each with its reason; without `skip`, a fault is an error.

    A channel that is not a component of a seismometer is not a fault, and is always skipped.
    """

    def __init__(self, skip: bool) -> None:
        self.skip = skip
        self.skipped: list[tuple[str, str]] = []
        self.files_of_ignored: dict[str, list[str]] = {}
        self.names_in: dict[str, list[str]] = {}

    def skip_or_raise(self, name: str, why: str) -> None:
        """Skip a file or an event for a reason, or raise the reason as an error."""
        if not self.skip:
            raise RecordingError(why)
        self.skipped.append((name, why))

    def without(self, read: Callable[[], Result], name: str) -> Result | None:
        """The result of `read`, or None if it raises an error and faults are skipped."""
        try:
            return read()
        except RecordingError as error:
            if not self.skip:
                raise
            self.skipped.append((name, str(error)))
            return None

    def ignore(self, channels: Iterable[str], file: str, others: Iterable[str] = ()) -> None:
        """Add channels of a file that record no component; `others` are its other channels."""
        for channel in channels:
            self.files_of_ignored.setdefault(channel, []).append(file)
            self.names_in[file] = [*channels, *others]

    def hint(self) -> str:
        """The end of a message: a hint that the first skipped channel may have a wrong code."""
        if not self.files_of_ignored:
            return ""
        channel, files = next(iter(self.files_of_ignored.items()))
        codes = sorted({name.rpartition(".")[2] for name in self.names_in[files[0]]})
        typed = ",".join(f"{name}={code}" for name, code in _as_components(codes))
        return (
            f"; channel {channel} in {files[0]} was skipped, because its code is not the code of a "
            f"component of a seismometer; if it is a component, give channel_map (such as --map "
            f"{shlex.quote(typed)})"
        )

    def copy(self) -> Skipped:
        """A copy; files and events that it skips are not added to the original."""
        other = Skipped(self.skip)
        other.skipped = list(self.skipped)
        other.files_of_ignored, other.names_in = self.files_of_ignored, self.names_in
        return other

    def listed(self) -> tuple[tuple[str, str], ...]:
        """Skipped files, events and channels, each with its reason."""
        channels = [
            (f"channel {channel}", _reason_of_channel(channel, files))
            for channel, files in self.files_of_ignored.items()
        ]
        return (*self.skipped, *channels)


def _as_components(codes: list[str]) -> list[tuple[str, str]]:
    """A component for each code: by its letters if possible for all, otherwise Z, N, E in turn."""
    named = [_DIRECTIONS.get(code.upper().rstrip("12"), code.upper()[-1:]) for code in codes]
    if set(named) <= set(NAMES) and len(set(named)) == len(named):
        return sorted(zip(named, codes, strict=True), key=lambda pair: NAMES.index(pair[0]))
    return list(zip(ALL, codes, strict=False))


def _reason_of_channel(channel: str, files: list[str]) -> str:
    others = f" and {len(files) - 1} other files" if len(files) > 1 else ""
    return (
        f"channel {channel} in {files[0]}{others} is not a component of a seismometer, so it is "
        f"not used."
    )
