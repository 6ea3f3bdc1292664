"""Files that are written whole or not at all, and checked before the work for them."""

from __future__ import annotations

import contextlib
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["atomic_file", "check_writable", "path_text", "user_path"]


def path_text(path: Any, name: str = "path", *others: str) -> str:
    """The text of a path that is called `name`; `others` are what else is allowed.

    Raises
    ------
    TypeError, ValueError
        If it is no path, or one that no file can have.
    """
    text = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(text, str):
        allowed = " or ".join(("the name of a file, a str or a Path", *others))
        raise TypeError(f"{name} must be {allowed}, but {path!r} was given.")
    if "\0" in text:
        raise ValueError(f"{name} must be the name of a file, but {text!r} has a null character.")
    return text


def user_path(path: str | os.PathLike[str], name: str = "path", *others: str) -> Path:
    """A path whose tilde at the beginning is replaced by a home folder.

    It is called `name`; `others` are what else is allowed.

    Raises
    ------
    FileNotFoundError
        If the user of the home folder is unknown.
    TypeError, ValueError
        As from `path_text`.
    """
    try:
        return Path(path_text(path, name, *others)).expanduser()
    except RuntimeError:
        raise FileNotFoundError(
            f"{str(path)!r} begins in the home folder of an unknown user; write the "
            f"name of the folder instead."
        ) from None


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a file that could not be written, and leave no trace.

    Raises
    ------
    OSError
        If the folder does not exist or cannot be written to, or the path is a folder, a device, a
        pipe, or a file that may not be changed.
    """
    temporary = _temporary_beside(_destination(path))
    try:
        temporary.touch(exist_ok=False)
        temporary.unlink()
    except OSError as error:
        raise PermissionError(
            f"{str(path)!r} cannot be written: {error.strerror or error} in its folder."
        ) from None


@contextmanager
def atomic_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A temporary file in the same folder; what is written there is moved into place at the end.

    If anything fails before, the old file, if there was one, is still there. The new one takes
    over its mode, and its owner and group as far as they may be given away; without an old one the
    user's umask decides. What a symbolic link points to is replaced, not the link; another hard
    link keeps the old content.

    Raises
    ------
    OSError
        If the file cannot be written; the message names it.

    Examples
    --------
    The disk is full halfway; nothing is left of the attempt.

    >>> import pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> with atomic_file(pathlib.Path(folder.name, "answer.txt")) as temporary:
    ...     _ = temporary.write_text("half of the ans")
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
        ...
    OSError: '...answer.txt' cannot be written: No space left on device.
    >>> list(pathlib.Path(folder.name).iterdir())
    []
    >>> folder.cleanup()
    """
    file = _destination(path)
    temporary = _temporary_beside(file)
    try:
        old = file.stat() if file.exists() else None
        temporary.touch(0o666 if old is None else 0o600, exist_ok=False)
        yield temporary
        if old is not None:
            _make_like(old, temporary)
        temporary.replace(file)
    except OSError as error:
        if error.filename not in (None, str(temporary), temporary):
            raise  # of another file, which it names
        reason = (error.strerror or str(error)).rstrip(".")
        raise OSError(f"{str(path)!r} cannot be written: {reason}.") from error
    finally:
        temporary.unlink(missing_ok=True)


def _destination(path: str | os.PathLike[str]) -> Path:
    """The file that a path leads to, through all links; refuse what cannot be written so."""
    name = path_text(path)
    file = Path(os.path.realpath(user_path(name)))
    if file.is_symlink():  # as only a circle of links is, after all that
        raise FileNotFoundError(f"{name!r} is a link that leads in a circle, and to no file.")
    if file.is_dir():
        raise IsADirectoryError(f"{name!r} is a folder; give the name of a file in it.")
    if not file.parent.is_dir():
        raise NotADirectoryError(f"{name!r} cannot be written: there is no such folder.")
    if file.exists() and not file.is_file():
        raise FileExistsError(f"{name!r} is a device or a pipe; give the name of a file.")
    if file.exists() and not os.access(file, os.W_OK):
        raise PermissionError(f"{name!r} cannot be written: it is a file that may only be read.")
    return file


def _make_like(old: os.stat_result, new: Path) -> None:
    """Give a file the owner, group and mode of another, as far as the system allows."""
    for user, group in ((-1, old.st_gid), (old.st_uid, -1)):
        with contextlib.suppress(OSError, AttributeError):  # without the right, or on Windows
            os.chown(new, user, group)
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if new.stat().st_gid != old.st_gid:
        mode &= ~stat.S_IRWXG  # meant for another group
    new.chmod(mode)


def _temporary_beside(file: Path) -> Path:
    return file.with_name(f".{file.name}.{uuid.uuid4().hex}.tmp")
