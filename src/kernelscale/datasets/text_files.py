"""Tables in text files, read by pandas in the detected dialect."""

from __future__ import annotations

import codecs
import csv
import gzip
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np

from .._warnings import filtered
from .column_entries import has_decimal_comma, is_number
from .columns import NAMELESS, Table, counted_from_0
from .data_frames import from_frame, required
from .dialects import Dialect, encodings, sniff
from .errors import DataError, listed
from .file_options import WHITE_SPACE, FileOptions

__all__ = ["names_of_rows", "note_on_no_names", "notes_on_names", "opened", "read_text"]

# The dialect is detected from this number of bytes, and from this number of lines after them.
_SAMPLE, _LINES = 1 << 16, 10
GZIP = b"\x1f\x8b"
GUESSED = ("cp1252", "latin-1")
KINDS = {",": "CSV", "\t": "TSV"}
USED = ("separator", "decimal", "encoding", "header")


def read_text(source: str, path: Path, options: FileOptions, usual: str = "") -> Table:
    """The table in a text file; `usual` is the separator of its extension."""
    options.check_used(source, *USED)
    pandas = required("pandas", KINDS.get(usual, "text"))
    with opened(path) as file:
        start = file.read(_SAMPLE)
        start += b"".join(islice(file, _LINES))
    tried = (options.encoding,) if options.encoding else encodings(start)
    for encoding in tried:
        try:
            sample = codecs.getincrementaldecoder(encoding)().decode(start)
            sample = sample if len(start) < _SAMPLE else sample.rpartition("\n")[0] or sample
            dialect = sniff(source, sample.lstrip("\ufeff"), usual or ",", options)
            table = _read(pandas, source, path, encoding, dialect)
            table = table if options.header is None else replace(table, notes=())
        except UnicodeError:
            continue
        return replace(table, notes=(*_notes(source, encoding, dialect, usual), *table.notes))
    raise DataError(
        f"{source} is not text in {' or '.join(tried)}; state its encoding with "
        f"--encoding (encoding= in Python), such as latin-1."
    )


def opened(path: Path) -> IO[bytes]:
    """A file opened in binary mode, unpacked if its name or its first bytes indicate gzip."""
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    if path.suffix.lower() != ".gz" and not packed:
        return path.open("rb")
    unpacked: Any = gzip.open(path)  # noqa: SIM115  # the caller closes it
    return unpacked


def _read(pandas: Any, source: str, path: Path, encoding: str, dialect: Dialect) -> Table:
    options = {
        "sep": r"\s+" if dialect.separator == WHITE_SPACE else dialect.separator,
        "decimal": dialect.decimal,
        "encoding": encoding,
        "skipinitialspace": True,
        "skiprows": dialect.comments,
        **_exact_numbers(pandas),
    }
    try:
        with opened(path) as file:  # pandas would change repeated names
            names = pandas.read_csv(
                file, header=None, nrows=1, dtype=str, keep_default_na=False, **options
            ).iloc[0]
        names = [""] * dialect.row_names + [str(name).strip().lstrip("\ufeff") for name in names]
        given = {"names": range(len(names))} if dialect.row_names else {}
        # If lines have more fields than the first line has names, pandas cuts them and only warns.
        with opened(path) as file, filtered("error", pandas.errors.ParserWarning):
            frame = pandas.read_csv(
                file,
                header=0 if dialect.header else None,
                index_col=False,
                low_memory=False,
                **given,
                **options,
            )
    except pandas.errors.EmptyDataError:
        raise DataError(f"{source} is empty; a table of at least one row is needed.") from None
    except pandas.errors.ParserWarning:
        raise DataError(
            f"{source} has {len(names)} names in its first line, but other lines have more fields; "
            f"every line needs the same number."
        ) from None
    except pandas.errors.ParserError as error:
        reason = str(error).rpartition("C error: ")[2].strip()
        raise DataError(
            f"{source} is not a regular table ({reason}); every line needs as many fields as the "
            f"first, with quotes around those that hold the separator."
        ) from error
    place = partial(_line, path, encoding, dialect)
    if not dialect.header:
        note = note_on_no_names(source, names)
        return replace(from_frame(source, frame, None), place=place, notes=note)
    return _named(source, frame, names, dialect, place)


def _named(source: str, frame: Any, names: list[str], dialect: Dialect, place: Any) -> Table:
    """The table of a file whose first line has names."""
    # If lines end in a separator, the last column has no name and no entries.
    kept = [k for k, name in enumerate(names) if name or _holds_any(frame.iloc[:, k])]
    if not kept:
        raise DataError(
            f"{source} has no column with a name or a value; at least one such column is needed."
        )
    if len(kept) < len(names):
        frame, names = frame.iloc[:, kept], [names[k] for k in kept]
    table = from_frame(source, frame, names)
    if dialect.decimal == ",":
        columns = {name: _with_full_stops(column) for name, column in table.columns.items()}
        table = replace(table, columns=columns)
    notes = notes_on_names(source, names)
    return replace(table, index=names_of_rows(table), notes=notes, place=place)


def _holds_any(column: Any) -> bool:
    return bool(column.notna().any() or not len(column))


def _with_full_stops(column: np.ndarray) -> np.ndarray:
    """A column of text with decimal commas replaced by full stops."""
    if column.dtype.kind != "O":
        return column
    entries = [e.replace(",", ".") if has_decimal_comma(e) else e for e in column]
    return np.array(entries, dtype=object)


def _exact_numbers(pandas: Any) -> dict[str, str]:
    """The option to read exact numbers; by default pandas before 3.1 errs in the last digit."""
    major, minor = map(int, pandas.__version__.split(".")[:2])
    return {} if (major, minor) >= (3, 1) else {"float_precision": "round_trip"}


def _notes(source: str, encoding: str, dialect: Dialect, usual: str) -> list[str]:
    """Notes on the detected dialect, if the extension does not imply it."""
    notes = []
    separator = "blanks" if dialect.separator == WHITE_SPACE else repr(dialect.separator)
    if (usual and dialect.separator != usual) or dialect.decimal == ",":
        commas = " and a comma in fractions" * (dialect.decimal == ",")
        notes.append(f"{source} is read with {separator} between fields{commas}.")
    if encoding in GUESSED:
        notes.append(
            f"{source} is not text in UTF-8, so it is read as {encoding}; if names look wrong, "
            f"state the encoding with --encoding."
        )
    return notes


def note_on_no_names(source: str, names: list[str]) -> tuple[str, ...]:
    """A note that the first row is read as data."""
    more = ", ..." * (len(names) > 3)
    return (
        f"{source} has data in its first line ({listed(names[:3])}{more}), so its columns are "
        f"numbered from '0'; if the first line holds names, add --header.",
    )


def notes_on_names(source: str, names: list[str]) -> tuple[str, ...]:
    """A note on names of columns that may be data."""
    fractions = [name for name in names if is_number(name) and not name.isdecimal()]
    numeric = [name for name in names if is_number(name)]
    cure = "if it holds data, add --no-header"
    if numeric and len(numeric) == len([name for name in names if name]):
        return (
            f"{source} has whole numbers in its first line ({listed(names)}), which are read as "
            f"the names of the columns; {cure}.",
        )
    if not fractions:
        return ()
    return (
        f"{source} has {listed(fractions)} in its first line, which is read as the names of "
        f"the columns; {cure}.",
    )


def names_of_rows(table: Table) -> tuple[str, ...]:
    """The index: the first column, if it has no name of its own and numbers or names the rows."""
    name, column = next(iter(table.columns.items()))
    if name not in NAMELESS:
        return ()
    if column.dtype.kind == "O":
        texts = all(isinstance(entry, str) for entry in column)
        return (name,) if texts and len(set(column)) == len(column) else ()
    if column.dtype.kind not in "iuf":
        return ()
    counted = np.sort(column) - np.arange(len(column))
    return (name,) if counted[0] in (0, 1) and not np.ptp(counted) else ()


def _line(path: Path, encoding: str, dialect: Dialect, row: int) -> str:
    """The position of a row in the file: the line in which it begins."""
    wanted = row + dialect.header
    with opened(path) as file:
        lines = codecs.getreader(encoding)(file)
        for _ in range(dialect.comments):
            next(lines)
        for number, start in enumerate(_starts(lines, dialect.separator)):
            if number == wanted:
                return f"line {start + dialect.comments}"
    return counted_from_0(row)


def _starts(lines: Iterator[str], separator: str) -> Iterator[int]:
    """The number of the line, from 1, in which each record begins; blank lines are skipped."""
    reader, start = csv.reader(lines, delimiter=separator), 1
    for fields in reader:
        if any(field.strip() for field in fields) or len(fields) > 1:
            yield start
        start = reader.line_num + 1
