"""Files with a byte changed, or cut short: is each refused by name, or read as what it was?

`python -m benchmarks.damaged_files` tries 5,000: models, tables, recordings, results folders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .kinds import KINDS, Kind
from .watched import watched

__all__ = ["REFUSED", "SAME", "SAYS", "WRONG", "Tries", "damaged", "try_kinds", "verdict"]

REFUSED, SAME, SAYS, WRONG = "refused", "same", "as its bytes say", "WRONG"


def try_kinds(names: Iterable[str], share: float, seed: int) -> Iterator[tuple[str, Counter, list]]:
    """Each kind's counts of verdicts, and what was wrong where anything was.

    Parameters
    ----------
    names : iterable of str
        Of `KINDS`.
    share : float
        Of each kind's number of files; one file at least.
    seed : int
        Of what is damaged, where and how.
    """
    for name in names:
        number = max(1, round(share * KINDS[name].n_files))
        verdicts = list(watched(Tries(name, seed), number))
        counts = Counter(found.partition(":")[0] for found in verdicts)
        yield name, counts, [found for found in verdicts if found.startswith(WRONG)]


class Tries:
    """One kind's files, in the process that reads them: called with a number, it tries one."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed

    def start(self, folder: Path) -> None:
        """Write the whole files, and read them once."""
        self.kind, self.folder = KINDS[self.name], folder
        self.kind.write(folder)
        self.whole = _contents(folder)
        self.answer = self.kind.read(folder)

    def __call__(self, number: int) -> str:
        random = np.random.default_rng([self.seed, list(KINDS).index(self.name), number])
        _restore(self.folder, self.whole)
        file = self.folder / random.choice(list(self.whole))
        content = self.whole[str(file.relative_to(self.folder))]
        file.write_bytes(damaged(content, random))
        found = verdict(self.kind, self.folder, file, self.answer)
        return f"{found}: {file.name}, {number}"


def damaged(content: bytes, random: np.random.Generator) -> bytes:
    """A file with a bit or a byte changed, or without its end."""
    place = int(random.integers(len(content)))
    way = random.random()
    if way < 0.15:
        return content[:place]
    changed = bytearray(content)
    if way < 0.75:
        changed[place] ^= 1 << int(random.integers(8))
    else:
        changed[place] = (changed[place] + int(random.integers(1, 256))) % 256
    return bytes(changed)


def verdict(kind: Kind, folder: Path, file: Path, answer: dict[str, Any]) -> str:
    """What came of reading: a refusal, the same answer, what the bytes say, or what is wrong."""
    try:
        found = kind.read(folder)
    except ValueError as error:
        text = str(error)
        sentence = file.name in text and text.endswith(".") and "\n" not in text
        return REFUSED if sentence else f"{WRONG}: no sentence with the file's name: {error!r}"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is no refusal
        return f"{WRONG}: {error!r}"
    if _agree(found, answer, 0.0):
        return SAME
    if kind.says is not None and _agree(found, _said(kind, folder), 1e-12):
        return SAYS
    return f"{WRONG}: another answer"


def _said(kind: Kind, folder: Path) -> dict[str, Any]:
    try:
        return kind.says(folder)
    except (ValueError, LookupError, TypeError) as error:
        return {"unreadable": error}


def _agree(one: dict[str, Any], other: dict[str, Any], tolerance: float) -> bool:
    return one.keys() == other.keys() and all(
        _are_close(np.asarray(one[name]), np.asarray(other[name]), tolerance) for name in one
    )


def _are_close(one: np.ndarray, other: np.ndarray, tolerance: float) -> bool:
    if one.shape != other.shape or one.dtype.kind != other.dtype.kind:
        return False
    if one.dtype.kind != "f":
        return bool((one == other).all())
    return np.allclose(one, other, rtol=tolerance, atol=0, equal_nan=True)


def _contents(folder: Path) -> dict[str, bytes]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def _restore(folder: Path, whole: dict[str, bytes]) -> None:
    """All files as they were, and no other."""
    for name in _contents(folder).keys() - whole.keys():
        (folder / name).unlink()
    for name, content in whole.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
