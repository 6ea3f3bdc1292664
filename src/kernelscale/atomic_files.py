"""Atomic files, which are written completely or not at all, and checks that they can be written."""

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
    """Return a path as text.

    Error messages call the path `name`, and state that values described by `others` are allowed
    too.

    Raises
    ------
    TypeError, ValueError
        If it is not a path, or contains a null character.
    """
    text = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(text, str):
        allowed = " or ".join(("the name of a file, a str or a Path", *others))
        raise TypeError(f"{name} must be {allowed}, but {path!r} was given.")
    if "\0" in text:
        raise ValueError(f"{name} must be the name of a file, but {text!r} has a null character.")
    return text


def user_path(path: str | os.PathLike[str], name: str = "path", *others: str) -> Path:
    """A path as a `Path`; a tilde at its beginning is replaced by the home folder.

    Error messages use `name` and `others` as in `path_text`.

    Raises
    ------
    FileNotFoundError
        If the user of the home folder is unknown.
    TypeError, ValueError
        As in `path_text`.
    """
    try:
        return Path(path_text(path, name, *others)).expanduser()
    except RuntimeError:
        raise FileNotFoundError(
            f"{str(path)!r} begins in the home folder of an unknown user; write the "
            f"name of the folder instead."
        ) from None


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise an error if a file could not be written; the file itself is not touched.

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
    """Context with a temporary file beside `path`, which replaces the file at `path` at the end.

    If anything fails before the end, the old file stays unchanged. The new file gets the mode of
    the old file and, as far as permitted, its owner and group; if there is no old file, the mode
    follows the user's umask. A symbolic link stays, and its target is replaced; other hard links
    keep the old content.

    Raises
    ------
    OSError
        If the file cannot be written; the message names it.

    Examples
    --------
    The disk becomes full; the temporary file is removed.

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
            raise  # the error names another file
        reason = (error.strerror or str(error)).rstrip(".")
        raise OSError(f"{str(path)!r} cannot be written: {reason}.") from error
    finally:
        temporary.unlink(missing_ok=True)


def _destination(path: str | os.PathLike[str]) -> Path:
    """The file that a path leads to through all links; raises an error if it cannot be replaced."""
    name = path_text(path)
    file = Path(os.path.realpath(user_path(name)))
    if file.is_symlink():  # links in a circle are still links after they are resolved
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
    """Give a file the owner, group and mode of another file, as far as permitted."""
    for user, group in ((-1, old.st_gid), (old.st_uid, -1)):
        with contextlib.suppress(OSError, AttributeError):  # without permission, or on Windows
            os.chown(new, user, group)
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if new.stat().st_gid != old.st_gid:
        mode &= ~stat.S_IRWXG  # these permissions were for another group
    new.chmod(mode)


def _temporary_beside(file: Path) -> Path:
    return file.with_name(f".{file.name}.{uuid.uuid4().hex}.tmp")
