"""Finished parts of an experiment in a folder, so that a stopped run can continue.

A part has the results of a few repeats of a measurement. `parts_kept_in` sets the folder, and
`measure_repeats` reads and writes the parts there. A part is a JSON file of numbers and text, so
that reading another user's file runs no code.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import numpy as np

from ...atomic_files import atomic_file

__all__ = ["KeptValues", "digest", "next_result", "parts_kept_in"]

PART = "part-{:05d}"


def digest(values: Any) -> str:
    """SHA-256 of values that JSON can hold, as 64 hexadecimal digits."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


class KeptValues:
    """Values by name in a folder, each in its own atomic file.

    Parameters
    ----------
    folder : Path
        The folder; it is created when the first value is kept.
    facts : dict
        Everything that determines the values. A value that was kept with other facts is not read,
        nor is a damaged or renamed file, because the digest does not match.

    Examples
    --------
    A value that other code computed is not read.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> KeptValues(Path(folder.name), {"code": 1}).keep("answer", [0.5, None])
    >>> [KeptValues(Path(folder.name), {"code": code}).read("answer") for code in (1, 2)]
    [[0.5, None], None]
    >>> folder.cleanup()
    """

    def __init__(self, folder: Path, facts: dict[str, Any]) -> None:
        self._folder, self._facts = folder, facts

    def read(self, name: str) -> Any:
        """The value of this name; None if it is missing, damaged, or was kept with other facts."""
        path = self._path(name)
        try:
            kept = json.loads(path.read_bytes()) if path.is_file() else {}
            return kept["value"] if kept["digest"] == self._digest(name, kept["value"]) else None
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return None

    def keep(self, name: str, value: Any) -> None:
        """Write a value that JSON can hold; it replaces an earlier value of this name."""
        self._folder.mkdir(parents=True, exist_ok=True)
        kept = {"digest": self._digest(name, value), "value": value}
        with atomic_file(self._path(name)) as temporary:
            temporary.write_text(json.dumps(kept), encoding="utf-8")

    def remove_parts(self) -> None:
        """Remove all parts; the kept outcome replaces them."""
        for part in self._folder.glob("part-*.json"):
            part.unlink()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _digest(self, name: str, value: Any) -> str:
        return digest({"name": name, "facts": self._facts, "value": value})


_parts: ContextVar[tuple[KeptValues, Iterator[str]] | None] = ContextVar("parts", default=None)


@contextmanager
def parts_kept_in(kept: KeptValues) -> Iterator[None]:
    """A context in which `next_result` reads finished parts from `kept`, and adds new parts."""
    token = _parts.set((kept, map(PART.format, range(10**5))))
    try:
        yield
    finally:
        _parts.reset(token)


def next_result(compute: Callable[[], Any]) -> Any:
    """The next result, read from a finished part if there is one, else computed and kept.

    Arrays and tuples become lists, and keys become text, as in a JSON file. This also happens if no
    folder is set, so that resumed and uninterrupted runs give the same results.
    """
    kept, names = _parts.get() or (None, iter(("",)))
    name = next(names)
    part: Any = None if kept is None else kept.read(name)
    if not _is_part(part):
        part = json.loads(json.dumps(_with_warnings(compute), default=_listed))
        if kept is not None:
            kept.keep(name, part)
    result, notes = part
    for note in notes:
        warnings.warn(note, stacklevel=2)
    return result


def _is_part(part: Any) -> bool:
    """Whether a value is a result with its warnings."""
    return (
        isinstance(part, list)
        and len(part) == 2
        and isinstance(part[1], list)
        and all(isinstance(note, str) for note in part[1])
    )


def _with_warnings(compute: Callable[[], Any]) -> tuple[Any, list[str]]:
    """A result and its warnings; the warnings are given again when the part is read."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        result = compute()
    return result, [str(warning.message) for warning in caught]


def _listed(value: Any) -> Any:
    """An array as nested lists, or a NumPy number as a Python number."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{value!r} is not a plain number, text or array, so it cannot be kept.")
