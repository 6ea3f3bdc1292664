"""Files packed in an archive (tar, zip) or compressed (gz, bz2)."""

from __future__ import annotations

import bz2
import gzip
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

__all__ = ["may_hold_waveforms", "unpacked"]

_NO_WAVEFORMS = {".csv", ".xml", ".qml", ".quakeml", ".txt", ".md", ".json", ".npz", ".png", ".pdf"}


def may_hold_waveforms(name: str) -> bool:
    """Whether a file in a folder or an archive is read, judged by its name.

    Examples
    --------
    A recording, and a text that describes it.

    >>> may_hold_waveforms("day/a.mseed"), may_hold_waveforms("day/readme.txt")
    (True, False)
    """
    path = PurePosixPath(name)
    return not path.name.startswith(".") and path.suffix.lower() not in _NO_WAVEFORMS


def unpacked(path: Path) -> Iterator[tuple[str, Path]]:
    """Name and path of each file in a packed file; for any other file, "" and the given path.

    ObsPy can unpack files too, but it reads truncated archives without an error. An unpacked file
    exists only until the next file is yielded.
    """
    held = _members(path)
    first = next(held, None)
    if first is None:
        yield "", path
        return
    with TemporaryDirectory() as folder:
        file = Path(folder, "0")  # a fixed name, because names in an archive may be unsafe
        for name, content in (first, *held):
            file.write_bytes(content)
            yield name, file


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of the files in a packed file; nothing for any other file."""
    if tarfile.is_tarfile(path):
        yield from _of_tar(path)
    elif zipfile.is_zipfile(path):
        yield from _of_zip(path)
    elif path.suffix.lower() == ".gz":
        yield path.stem, gzip.decompress(path.read_bytes())
    elif path.suffix.lower() == ".bz2":
        yield path.stem, bz2.decompress(path.read_bytes())


def _of_tar(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            # Some files of waveforms are mistaken for a tar archive of empty files.
            if file is not None and member.size and may_hold_waveforms(member.name):
                yield member.name, file.read()


def _of_zip(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        if b"obspy_no_uncompress" in archive.comment:  # an archive in ObsPy's own format
            return
        for member in archive.infolist():
            if member.file_size and may_hold_waveforms(member.filename):
                yield member.filename, archive.read(member)
