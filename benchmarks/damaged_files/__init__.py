"""Does reading a damaged file raise an error that names it, or return the intact contents?

`python -m benchmarks.damaged_files` damages and reads files 5,000 times: models, tables,
recordings, and result files of `kernelscale reproduce`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .kinds import KINDS, Kind
from .monitoring import monitored

__all__ = ["REFUSED", "SAME", "SAYS", "WRONG", "DamagedFiles", "damaged", "try_kinds", "verdict"]

REFUSED, SAME, SAYS, WRONG = "refused", "same", "as its bytes say", "WRONG"


def try_kinds(names: Iterable[str], share: float, seed: int) -> Iterator[tuple[str, Counter, list]]:
    """For each kind of file, its name, the counts of verdicts, and the list of wrong verdicts.

    Parameters
    ----------
    names : iterable of str
        Keys of `KINDS`.
    share : float
        Share of each kind's `n_files` that is tried; at least one file is tried.
    seed : int
        Seed of the random choice of the file, of the byte and of the damage.
    """
    for name in names:
        number = max(1, round(share * KINDS[name].n_files))
        verdicts = list(monitored(DamagedFiles(name, seed), number))
        counts = Counter(found.partition(":")[0] for found in verdicts)
        yield name, counts, [found for found in verdicts if found.startswith(WRONG)]


class DamagedFiles:
    """Files of one kind; each call damages one of them and reads it."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed

    def start(self, folder: Path) -> None:
        """Write the intact files, and read them once."""
        self.kind, self.folder = KINDS[self.name], folder
        self.kind.write(folder)
        self.whole = _contents(folder)
        self.result = self.kind.read(folder)

    def __call__(self, number: int) -> str:
        random = np.random.default_rng([self.seed, list(KINDS).index(self.name), number])
        _restore(self.folder, self.whole)
        file = self.folder / random.choice(list(self.whole))
        content = self.whole[str(file.relative_to(self.folder))]
        file.write_bytes(damaged(content, random))
        found = verdict(self.kind, self.folder, file, self.result)
        return f"{found}: {file.name}, {number}"


def damaged(content: bytes, random: np.random.Generator) -> bytes:
    """The content, either truncated or with one bit or one byte changed."""
    place = int(random.integers(len(content)))
    chance = random.random()
    if chance < 0.15:
        return content[:place]
    changed = bytearray(content)
    if chance < 0.75:
        changed[place] ^= 1 << int(random.integers(8))
    else:
        changed[place] = (changed[place] + int(random.integers(1, 256))) % 256
    return bytes(changed)


def verdict(kind: Kind, folder: Path, file: Path, intact: dict[str, Any]) -> str:
    """Verdict on reading a damaged file, by comparison with the result of the intact files."""
    try:
        found = kind.read(folder)
    except ValueError as error:
        text = str(error)
        sentence = file.name in text and text.endswith(".") and "\n" not in text
        return REFUSED if sentence else f"{WRONG}: no sentence with the file's name: {error!r}"
    except Exception as error:  # noqa: BLE001 - any other error is wrong
        return f"{WRONG}: {error!r}"
    if _agree(found, intact, 0.0):
        return SAME
    if kind.read_bytes is not None and _agree(found, _values_in_bytes(kind, folder), 1e-12):
        return SAYS
    return f"{WRONG}: another result"


def _values_in_bytes(kind: Kind, folder: Path) -> dict[str, Any]:
    try:
        return kind.read_bytes(folder)
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
    """Restore all files of the folder, and remove any other file."""
    for name in _contents(folder).keys() - whole.keys():
        (folder / name).unlink()
    for name, content in whole.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
