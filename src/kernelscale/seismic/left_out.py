"""What cannot be used: raised at once, or listed and left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .recordings import RecordingError

__all__ = ["LeftOut"]

Answer = TypeVar("Answer")


class LeftOut:
    """Bad files and events, each with its sentence, where they are to be skipped."""

    def __init__(self, skip: bool) -> None:
        self.skip = skip
        self.left_out: list[tuple[str, str]] = []

    def without(self, read: Callable[[], Answer], name: str) -> Answer | None:
        """What `read` gives, or None where it cannot be used."""
        try:
            return read()
        except RecordingError as error:
            if not self.skip:
                raise
            self.left_out.append((name, str(error)))
            return None
