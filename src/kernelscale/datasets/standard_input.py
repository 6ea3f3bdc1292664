"""A table from standard input, as a temporary file."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["STDIN", "STDIN_NAME", "standard_input"]

STDIN, STDIN_NAME = "-", "Standard input"
_FORMATS = {  # extension of each format, by the first bytes of its files
    b"PAR1": ".parquet",
    b"ARROW1": ".feather",
    b"\x93NUMPY": ".npy",
    b"\x89HDF": ".h5ad",
    b"\x1f\x8b": ".txt.gz",
    b"{": ".jsonl",
    b"[": ".json",
    b"@": ".arff",
}


@contextmanager
def standard_input(source: str) -> Iterator[tuple[str, str]]:
    """Context that yields the name that messages use for a source, and the path of its file."""
    if source != STDIN:
        yield source, source
        return
    content = sys.stdin.buffer.read()
    with tempfile.TemporaryDirectory(prefix="kernelscale-") as folder:
        path = Path(folder, f"table{_extension(content)}")
        path.write_bytes(content)
        yield STDIN_NAME, str(path)


def _extension(content: bytes) -> str:
    if content.startswith(b"PK"):  # Both .npz and .xlsx files are zip archives.
        return ".npz" if b".npy" in content[:100] else ".xlsx"
    found = (extension for start, extension in _FORMATS.items() if content.startswith(start))
    return next(found, ".txt")
