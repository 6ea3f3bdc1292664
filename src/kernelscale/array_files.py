"""Reading of NumPy's NPY and NPZ files, with a check of every byte; each error is one sentence.

`numpy.load` does not check the checksum of an array if a damaged header makes the array shorter,
and its errors depend on the damage. Here all bytes of an array are read before its header is used.
If the file has a checksum, the bytes are compared with it. Extra bytes in or between arrays are
errors, and nothing is ever unpickled. The size of the file bounds the memory that is used, whatever
its headers state.

An NPY file has no checksum, so a changed digit is not detected; an NPZ file has checksums.
"""

from __future__ import annotations

import ast
import math
import os
import re
import struct
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

import numpy as np

__all__ = ["ArrayFileError", "array_names", "holds_one_array", "read_array", "read_arrays"]

MAGIC = b"\x93NUMPY"
# Format of the header's length, and encoding of the header, by version.
_VERSIONS = {(1, 0): ("<H", "latin1"), (2, 0): ("<I", "latin1"), (3, 0): ("<I", "utf-8")}
_KEYS = {"descr", "fortran_order", "shape"}
_LONG = re.compile(r"(?<=\d)L(?=[,)])")  # a long integer in a header that Python 2 wrote
# Largest number of characters of a header. NumPy warns that Python's parser may take very long on a
# longer header.
LONGEST_HEADER = 10_000

_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the compressions that NumPy uses
MOST_DEFLATED = 1032  # largest ratio of original to compressed size: two bits can encode 258 bytes
_END = struct.Struct("<4s16xH")  # the last record of a zip, without a comment
# Flag of a zip member whose data are followed by a record of sizes, and the largest number of bytes
# of that record.
_DESCRIBED_AFTER, _LONGEST_DESCRIPTION = 0x8, 24
_CHUNK = 1 << 20


class ArrayFileError(ValueError):
    """A file that is damaged or does not hold plain NumPy arrays.

    Attributes
    ----------
    path : Path or Traversable
        The file.
    reason : str
        The reason, worded so that it can follow a colon.
    """

    def __init__(self, path: Any, reason: str) -> None:
        super().__init__(path, reason)  # with both arguments, the error can be pickled
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path} is damaged or not made of plain NumPy arrays: {self.reason}."


def holds_one_array(path: Any) -> bool:
    """Whether a file begins like an NPY file."""
    with path.open("rb") as file:
        return bool(file.read(len(MAGIC)) == MAGIC)


def read_array(path: Any) -> np.ndarray:
    """The array of an NPY file.

    Parameters
    ----------
    path : Path or Traversable
        The file.

    Raises
    ------
    ArrayFileError
        If it is truncated or damaged, holds objects, or has bytes after the array.
    OSError
        If it cannot be opened.

    Examples
    --------
    The header states two numbers, but the file has one.

    >>> import pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "two.npy")
    >>> np.save(path, np.array([1.0, 2.0]))
    >>> _ = path.write_bytes(path.read_bytes()[:-8])
    >>> read_array(path)
    Traceback (most recent call last):
        ...
    kernelscale.array_files.ArrayFileError: ... the header promises 16 bytes, but 8 follow.
    >>> folder.cleanup()
    """
    with path.open("rb") as file, _errors_name(path):
        n_bytes = file.seek(0, os.SEEK_END)
        file.seek(0)
        return _array(_whole(file, n_bytes))


def array_names(path: Any) -> tuple[str, ...]:
    """Names of the arrays in an NPZ file, in the order of the file; the arrays are not read.

    Raises
    ------
    ArrayFileError
        If it is not an archive or is damaged.
    OSError
        If it cannot be opened.
    """
    with _members(path) as (_, members):
        return tuple(members)


def read_arrays(path: Any, names: Iterable[str] | None = None) -> dict[str, np.ndarray]:
    """Arrays of an NPZ file by name.

    Parameters
    ----------
    path : Path or Traversable
        The file.
    names : iterable of str, optional
        Names of the arrays to read; all arrays by default.

    Raises
    ------
    ArrayFileError
        If the file or one of these arrays is damaged, an array is missing, repeated or holds
        objects, or there are extra bytes.
    OSError
        If it cannot be opened.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "data.npz")
    >>> np.savez(path, X=np.eye(2), y=np.array([0, 1]))
    >>> read_arrays(path, ["y"])
    {'y': array([0, 1])}
    >>> folder.cleanup()
    """
    with _members(path) as (archive, members):
        wanted = list(members if names is None else names)
        missing = [name for name in wanted if name not in members]
        if missing:
            raise ValueError(f"it has no array {missing[0]!r}")
        return {name: _array_of(archive, name, members[name]) for name in wanted}


@contextmanager
def _errors_name(path: Any) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # errors of zipfile and NumPy depend on the damage
        reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        raise ArrayFileError(path, reason) from error


@contextmanager
def _members(path: Any) -> Iterator[tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]]:
    """An open archive, and its members by the names of their arrays."""
    with path.open("rb") as file, _errors_name(path), zipfile.ZipFile(file) as archive:
        members = sorted(archive.infolist(), key=lambda member: member.header_offset)
        _check_layout(file, members, archive.start_dir)
        names = [member.filename.removesuffix(".npy") for member in archive.infolist()]
        repeated = [name for name, count in Counter(names).items() if count > 1]
        if repeated:
            raise ValueError(f"it has more than one array {repeated[0]!r}")
        for member in members:
            # Raises an error if the header of the member and the directory name it differently.
            archive.open(member).close()
        yield archive, dict(zip(names, archive.infolist(), strict=True))


def _check_layout(file: IO[bytes], members: list[zipfile.ZipInfo], directory: int) -> None:
    """Raise an error if bytes belong to no member: they may be a member that is not listed."""
    end, after = 0, 0
    starts = [*(member.header_offset for member in members), directory]
    for start, member in zip(starts, [*members, None], strict=True):
        if not 0 <= start - end <= after:
            raise ValueError(f"the bytes between {end} and {start} belong to no member or to two")
        if member is not None:
            file.seek(start + 26)
            end = start + 30 + sum(struct.unpack("<2H", file.read(4))) + member.compress_size
            after = _LONGEST_DESCRIPTION if member.flag_bits & _DESCRIBED_AFTER else 0
    file.seek(-_END.size, os.SEEK_END)
    if _END.unpack(file.read(_END.size)) != (b"PK\x05\x06", 0):
        raise ValueError("there are bytes after its end")


def _array_of(archive: zipfile.ZipFile, name: str, member: zipfile.ZipInfo) -> np.ndarray:
    if member.compress_type not in _COMPRESSIONS:
        raise ValueError(f"array {name!r} has a compression that NumPy does not write")
    if member.file_size > MOST_DEFLATED * member.compress_size:
        raise ValueError(f"array {name!r} cannot be as long as {member.file_size} bytes")
    try:
        with archive.open(member) as stream:
            return _array(_whole(stream, member.file_size))
    except ValueError as error:
        raise ValueError(f"array {name!r}: {error}") from error


def _whole(stream: IO[bytes], n_bytes: int) -> np.ndarray:
    """All bytes of a stream; `zipfile` verifies the checksum when a member is read to its end."""
    content = np.empty(n_bytes, np.uint8)
    filled = 0
    while part := stream.read(_CHUNK):
        content[filled : filled + len(part)] = np.frombuffer(part, np.uint8)
        filled += len(part)
    if filled != n_bytes:
        raise ValueError(f"{n_bytes} bytes are promised, but {filled} are there")
    return content


def _array(content: np.ndarray) -> np.ndarray:
    """The array that the bytes encode; raises an error if there are too few or too many bytes."""
    dtype, shape, order, n_header = _header(content[: LONGEST_HEADER + 12].tobytes())
    if dtype.hasobject:
        raise ValueError("it holds Python objects, which are never loaded: pickles may run code")
    promised, n_bytes = math.prod(shape) * dtype.itemsize, len(content) - n_header
    if promised != n_bytes or dtype.itemsize == 0:
        raise ValueError(f"the header promises {promised} bytes, but {n_bytes} follow")
    array = content[n_header:].view(dtype).reshape(shape, order=order)
    _check_entries(array)
    return np.require(array, requirements="A")


def _header(content: bytes) -> tuple[np.dtype, tuple[int, ...], Any, int]:
    """Type, shape and order of an array, and the number of bytes before its entries."""
    known = _VERSIONS.get((content[6], content[7])) if len(content) > 7 else None
    if known is None or not content.startswith(MAGIC):
        raise ValueError("it does not begin as NumPy's arrays do")
    length, encoding = known
    start = 8 + struct.calcsize(length)
    end = start + struct.unpack_from(length, content, 8)[0]
    if end > len(content):
        raise ValueError("its header is cut short or far too long")
    described = ast.literal_eval(_LONG.sub("", content[start:end].decode(encoding)))
    if not isinstance(described, dict) or described.keys() != _KEYS:
        raise ValueError("its header is not that of an array")
    shape, transposed = described["shape"], described["fortran_order"]
    if type(transposed) is not bool or not _is_shape(shape):
        raise ValueError("its header has no valid shape and order")
    return np.lib.format.descr_to_dtype(described["descr"]), shape, "CF"[transposed], end


def _is_shape(shape: Any) -> bool:
    return isinstance(shape, tuple) and all(type(n) is int and n >= 0 for n in shape)


def _check_entries(array: np.ndarray) -> None:
    """Raise an error for invalid booleans and characters: NumPy's results for them vary."""
    if array.dtype.kind == "b" and (array.view(np.uint8) > 1).any():
        raise ValueError("it has booleans that are neither true nor false")
    if array.dtype.kind == "U":
        codes = np.ravel(array, order="K").view(f"{array.dtype.byteorder}u4")
        if (codes > 0x10FFFF).any():
            raise ValueError("it has text that is not Unicode")
