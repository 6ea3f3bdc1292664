"""Files that appear whole or not at all, checked before the work whose answer they are to hold."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["check_writable", "whole_file"]


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a file that could not be written, and leave no trace.

    Raises
    ------
    OSError
        If the folder does not exist or cannot be written to, or the path is a folder.
    """
    file = Path(path).expanduser()
    name = str(path)
    if file.is_dir():
        raise IsADirectoryError(f"{name!r} is a folder; give the name of a file in it.")
    if not file.parent.is_dir():
        raise NotADirectoryError(f"{name!r} cannot be written: there is no such folder.")
    temporary = _temporary_beside(file)
    try:
        temporary.touch(exist_ok=False)
        temporary.unlink()
    except OSError as error:
        raise PermissionError(
            f"{name!r} cannot be written: {error.strerror or error} in its folder."
        ) from None


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A temporary name in the same folder; what is written there is moved into place at the end.

    If anything fails before, the old file, if there was one, is still there.

    Examples
    --------
    The disk is full halfway; nothing is left of the attempt.

    >>> import pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> with whole_file(pathlib.Path(folder.name, "answer.txt")) as temporary:
    ...     _ = temporary.write_text("half of the ans")
    ...     raise OSError("No space left on device")
    Traceback (most recent call last):
        ...
    OSError: No space left on device
    >>> list(pathlib.Path(folder.name).iterdir())
    []
    >>> folder.cleanup()
    """
    file = Path(path).expanduser().resolve()  # what a link points to is replaced, not the link
    temporary = _temporary_beside(file)
    try:
        yield temporary
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


def _temporary_beside(file: Path) -> Path:
    return file.with_name(f".{file.name}.{uuid.uuid4().hex}.tmp")
