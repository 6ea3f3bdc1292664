"""Finished parts of an experiment kept in a folder, so that it goes on where it was stopped.

Whoever runs an experiment says where, and `measure_repeats` finds it there: experiments themselves
know nothing of it. A part is a file that is whole or not there; one that was damaged later does not
match the digest before it and is computed again.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from ..whole_files import whole_file

__all__ = ["FinishedParts", "finished_parts", "parts_kept_in"]

DIGEST_BYTES = hashlib.sha256().digest_size
_NUMPY_ARRAYS = {"_reconstruct", "scalar", "ndarray", "dtype", "_frombuffer"}


class FinishedParts:
    """Results by the order in which they were asked for, in a folder or nowhere.

    Parameters
    ----------
    folder : Path or None
        Made when the first result is kept.

    Examples
    --------
    What was computed once is read the next time.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> for _ in range(2):
    ...     parts = FinishedParts(Path(folder.name))
    ...     parts.next_result(lambda: print("computing") or 42)
    computing
    42
    42
    >>> folder.cleanup()
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder, self._n_asked = folder, 0

    def next_result(self, compute: Callable[[], Any]) -> Any:
        """The result that comes next: as kept, or computed and kept."""
        number, self._n_asked = self._n_asked, self._n_asked + 1
        if self._folder is None:
            return compute()
        path = self._folder / f"part-{number:05d}.pickle"
        text = _undamaged(path)
        if text is not None:
            result, notes = _restored(text)
        else:
            result, notes = _with_warnings(compute)
            self._keep((result, notes), path)
        for note in notes:
            warnings.warn(note, stacklevel=2)
        return result

    def _keep(self, part: tuple[Any, list[str]], path: Path) -> None:
        text = pickle.dumps(part)
        try:
            _restored(text)
        except pickle.UnpicklingError:
            return  # of a kind that would not be read
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as temporary:
            temporary.write_bytes(hashlib.sha256(text).digest() + text)


def _undamaged(path: Path) -> bytes | None:
    """What follows the digest in a file, if there is one and it matches."""
    if not path.is_file():
        return None
    content = path.read_bytes()
    digest, text = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    return text if hashlib.sha256(text).digest() == digest else None


def _with_warnings(compute: Callable[[], Any]) -> tuple[Any, list[str]]:
    """A result and what was warned of, which is said again when it is read."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        result = compute()
    return result, [str(warning.message) for warning in caught]


_current: ContextVar[FinishedParts | None] = ContextVar("finished_parts", default=None)


@contextmanager
def parts_kept_in(folder: Path) -> Iterator[None]:
    """Inside, finished parts are read from and kept in the folder."""
    token = _current.set(FinishedParts(folder))
    try:
        yield
    finally:
        _current.reset(token)


def finished_parts() -> FinishedParts:
    """Where finished parts are; outside of `parts_kept_in` none are kept."""
    return _current.get() or FinishedParts(None)


class _Restorer(pickle.Unpickler):
    """Reads results of experiments and nothing else: a file from elsewhere can run no code."""

    def find_class(self, module: str, name: str) -> Any:
        of_experiments = module.startswith(f"{__package__}.")
        of_numpy = module.startswith("numpy") and name in _NUMPY_ARRAYS
        found = super().find_class(module, name) if of_experiments or of_numpy else None
        if found is None or not (of_numpy or isinstance(found, type)):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a result.")
        return found


def _restored(text: bytes) -> Any:
    return _Restorer(io.BytesIO(text)).load()
