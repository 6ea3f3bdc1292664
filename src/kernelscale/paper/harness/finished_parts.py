"""Finished parts of an experiment in a folder, so that a stopped run can continue.

A part has the results of a few repeats of a measurement. `parts_kept_in` sets the folder, and
`measure_repeats` reads and writes the parts there. A part is a JSON file of numbers and text, so
that reading another user's file runs no code.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ...atomic_files import atomic_file

__all__ = ["KeptValues", "digest", "parts_kept_in", "results_in_parts"]

Call = TypeVar("Call")

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
    """A context in which `results_in_parts` reads finished parts from `kept`, and adds new ones."""
    token = _parts.set((kept, map(PART.format, range(10**5))))
    try:
        yield
    finally:
        _parts.reset(token)


def results_in_parts(
    parts: Sequence[Sequence[Call]], run: Callable[[list[Call]], Iterator[Any]]
) -> Iterator[list[Any]]:
    """The results of the calls of each part, read if the part is finished, else computed and kept.

    Arrays and tuples become lists, and keys become text, as in a JSON file. This also happens if no
    folder is set, so that resumed and uninterrupted runs give the same results.

    Parameters
    ----------
    parts : sequence of sequences
        The calls of each part.
    run : callable
        Makes the calls in a list, and yields their results in this order. It gets the calls of all
        parts that are not finished at once, so that no processor waits for the end of a part.
    """
    kept, names = _parts.get() or (None, iter(()))
    places = [next(names, "") for _ in parts]
    finished = [
        _finished(kept, place, len(calls)) for place, calls in zip(places, parts, strict=True)
    ]
    missing = [calls for part, calls in zip(finished, parts, strict=True) if not part]
    running = run([call for calls in missing for call in calls])
    for place, calls, part in zip(places, parts, finished, strict=True):
        if not part:
            found = _next_with_warnings(running, len(calls))
            part = json.loads(json.dumps(found, default=_listed))
            if kept is not None:
                kept.keep(place, part)
        results, notes = part
        for note in notes:
            warnings.warn(note, stacklevel=2)
        yield results


def _finished(kept: KeptValues | None, name: str, n_results: int) -> Any:
    """The results of a finished part and their warnings; None if there is no such part."""
    part: Any = None if kept is None else kept.read(name)
    return part if _is_part(part, n_results) else None


def _is_part(part: Any, n_results: int) -> bool:
    """Whether a value has so many results, and their warnings."""
    return (
        isinstance(part, list)
        and len(part) == 2
        and all(isinstance(values, list) for values in part)
        and len(part[0]) == n_results
        and all(isinstance(note, str) for note in part[1])
    )


def _next_with_warnings(running: Iterator[Any], n_results: int) -> tuple[list[Any], list[str]]:
    """The next results and their warnings, which are given again when the part is read."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        results = list(islice(running, n_results))
    return results, [str(warning.message) for warning in caught]


def _listed(value: Any) -> Any:
    """An array as nested lists, or a NumPy number as a Python number."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{value!r} is not a plain number, text or array, so it cannot be kept.")
