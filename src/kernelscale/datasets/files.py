"""Your own data: a file becomes a numeric matrix, or one sentence says why it cannot.

There is one reader for each kind of file, and it does nothing but bring out the columns and their
names; what makes a matrix of them is in `columns`.
"""

from __future__ import annotations

import importlib
import os
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from sklearn.utils import Bunch

from .columns import (
    NUMERIC_KINDS,
    ColumnError,
    DataError,
    Table,
    complete_labels,
    is_number,
    listed,
)
from .mfeat import load_mfeat

__all__ = ["ColumnError", "DataError", "read_table"]

_BUNDLED = {"mfeat": load_mfeat}


def read_table(
    path: str | os.PathLike[str], label: str | None = None, drop: str | Iterable[str] = ()
) -> Bunch:
    r"""Read a data file into a numeric matrix and, if it has them, labels.

    Parameters
    ----------
    path : str or path-like
        A file whose extension says what it is, or ``"mfeat"`` for the bundled digits:

        - ``.csv``, ``.tsv`` (also with ``.gz`` after it): text in UTF-8, names in the first line.
        - ``.parquet``: a table of plain columns.
        - ``.npy``: a numeric array of shape (n_samples, n_features). Columns go by their number,
          from ``"0"``.
        - ``.npz``: such an array ``X`` and, if there, labels ``y`` and ``feature_names``.

        CSV, TSV and Parquet need the extra: ``pip install "kernelscale[io]"``.
    label : str, optional
        Name of the column that holds the labels; it is then no feature, and a file's own ``y`` is
        set aside.
    drop : str or iterable of str, default ()
        Names of columns to leave out, such as row numbers. No column is left out unasked.

    Returns
    -------
    Bunch
        data : ndarray of shape (n_samples, n_features), float64
            The features, finite, in the units of the file. Booleans are 0 and 1.
        target : ndarray of shape (n_samples,) or None
            The labels: numbers, booleans or strings. Never missing.
        feature_names : list of str or None
            Names of the columns of `data`; None if the file has none.
        source : str
            `path` as given.

    Raises
    ------
    DataError
        If the file cannot be read, has no rows, or has a missing, infinite or non-numeric entry; if
        a column named is not there or a name is there twice; if labels are missing.
    FileNotFoundError
        If there is neither a file nor a bundled set of this name.
    ImportError
        If the format needs a package that is not installed.

    Examples
    --------
    Three flowers in a file: two measures, and the species as the label.

    >>> import pathlib, tempfile
    >>> from kernelscale.datasets import read_table
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "flowers.csv")
    >>> _ = path.write_text("length,width,species\n5.1,3.5,setosa\n6.3,3.3,iris\n4.9,3.0,setosa")
    >>> flowers = read_table(path, label="species")
    >>> flowers.data
    array([[5.1, 3.5],
           [6.3, 3.3],
           [4.9, 3. ]])
    >>> flowers.target
    array(['setosa', 'iris', 'setosa'], dtype='<U6')

    Without saying what the species is for, it is a column that is not numeric.

    >>> read_table(path)
    Traceback (most recent call last):
        ...
    kernelscale.datasets.columns.DataError: ... column 'species' is not numeric, ...
    >>> folder.cleanup()
    """
    source = os.fspath(path)
    dropped = [drop] if isinstance(drop, str) else [str(name) for name in drop]
    if label is not None and str(label) in dropped:
        raise ColumnError(
            f"column {str(label)!r} of {source} is asked for as the label and to be dropped; "
            f"only one of them is possible."
        )
    table = _read(source)
    if label is not None:
        table = table.labelled_by(str(label))
    table = table.without(dropped)
    return Bunch(
        data=table.matrix(),
        target=table.target,
        feature_names=list(table.columns) if table.is_named else None,
        source=source,
    )


def _read(source: str) -> Table:
    if source in _BUNDLED:
        bundled = _BUNDLED[source]()
        return _from_arrays(source, bundled.data, bundled.target, bundled.feature_names)
    path = Path(source).expanduser()
    if not path.exists():
        raise FileNotFoundError(
            f"There is no file {source!r}; give the path of a file ending in {_extensions()}, "
            f"or the name of a bundled set: {listed(_BUNDLED)}."
        )
    if not path.is_file():
        raise DataError(f"{source} is not a file; give the path of one ending in {_extensions()}.")
    for extension, read in _READERS.items():
        if path.name.lower().endswith(extension):
            return _opened(source, path, read)
    raise DataError(
        f"{source} has the extension {path.suffix!r}, which names no format known here; "
        f"files ending in {_extensions()} can be read."
    )


def _opened(source: str, path: Path, read: Callable[[str, Path], Table]) -> Table:
    try:
        if path.stat().st_size == 0:
            raise DataError(f"{source} is empty; a table of at least one row is needed.")
        return read(source, path)
    except DataError:
        raise
    except UnicodeDecodeError as error:
        raise DataError(f"{source} is not text in UTF-8; save it in that encoding.") from error
    # What the libraries below raise for a file that is damaged or of another format.
    except (OSError, EOFError, ValueError, zlib.error) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise DataError(
            f"{source} cannot be read as its extension says ({reason}); "
            f"save it again or correct the extension."
        ) from error


def _read_csv(source: str, path: Path) -> Table:
    return _read_text(source, path, kind="CSV", separator=",")


def _read_tsv(source: str, path: Path) -> Table:
    return _read_text(source, path, kind="TSV", separator="\t")


def _read_text(source: str, path: Path, *, kind: str, separator: str) -> Table:
    pandas = _required("pandas", kind)
    options = {"sep": separator, "skipinitialspace": True}
    try:
        # By themselves, because pandas renames a name that comes twice.
        names = pandas.read_csv(
            path, header=None, nrows=1, dtype=str, keep_default_na=False, **options
        ).iloc[0]
        with warnings.catch_warnings():
            # pandas would only warn before it cuts lines that are longer than the names.
            warnings.simplefilter("error", pandas.errors.ParserWarning)
            frame = pandas.read_csv(path, index_col=False, low_memory=False, **options)
    except pandas.errors.EmptyDataError:
        raise DataError(f"{source} is empty; a table of at least one row is needed.") from None
    except pandas.errors.ParserWarning:
        raise DataError(
            f"{source} has lines of more fields than its first line has names ({len(names)}); "
            f"every line needs as many."
        ) from None
    except pandas.errors.ParserError as error:
        reason = str(error).rpartition("C error: ")[2].strip()
        raise DataError(
            f"{source} is not a regular table ({reason}); every line needs as many fields as the "
            f"first, with quotes around those that hold the separator."
        ) from error
    _check_separator(source, list(names), separator)
    _check_header(source, list(names))
    return _from_frame(source, frame, names)


def _check_separator(source: str, names: list[str], separator: str) -> None:
    """Refuse a single column whose name is plainly a line of another separator."""
    others = [other for other in (",", ";", "\t", "|") if other != separator]
    used = [other for other in others if len(names) == 1 and other in names[0]]
    if used:
        raise DataError(
            f"{source} seems to be separated by {used[0]!r}, but {separator!r} is needed in a "
            f"file of this extension; save it with that separator."
        )


def _check_header(source: str, names: list[str]) -> None:
    """Refuse a first row of data in the place of names; whole numbers may well be names."""
    if all(map(is_number, names)) and not all(name.isdecimal() for name in names):
        raise DataError(
            f"{source} has numbers in its first line ({listed(names)}), where the names of the "
            f"columns are expected; put a line of names first."
        )


def _read_parquet(source: str, path: Path) -> Table:
    pandas = _required("pandas", "Parquet")
    parquet = _required("pyarrow.parquet", "Parquet")
    _check_names(source, parquet.read_schema(path).names)  # pandas is obscure about repeated ones
    frame = pandas.read_parquet(path, engine="pyarrow")
    return _from_frame(source, frame, frame.columns)


def _read_numpy(source: str, path: Path) -> Table:
    try:
        with path.open("rb") as file:
            loaded = np.load(file, allow_pickle=False)
            if isinstance(loaded, np.ndarray):
                return _from_arrays(source, loaded)
            if "X" not in loaded.files:
                raise DataError(
                    f"{source} has no array 'X' but {listed(loaded.files)}; X of shape "
                    f"(n_samples, n_features) is needed, and y and feature_names are read."
                )
            wanted = [name for name in ("X", "y", "feature_names") if name in loaded.files]
            return _from_arrays(source, **{name: loaded[name] for name in wanted})
    except DataError:
        raise
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        raise DataError(
            f"{source} is not made of plain NumPy arrays; save arrays of numbers or text with "
            f"numpy.save or numpy.savez (pickled objects are never loaded: they can run code)."
        ) from error


_READERS: dict[str, Callable[[str, Path], Table]] = {
    ".csv": _read_csv,
    ".csv.gz": _read_csv,
    ".tsv": _read_tsv,
    ".tsv.gz": _read_tsv,
    ".parquet": _read_parquet,
    ".npy": _read_numpy,
    ".npz": _read_numpy,
}


def _required(module: str, kind: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(
            f"reading {kind} files needs {module.partition('.')[0]}; "
            f'install it with: pip install "kernelscale[io]"'
        ) from None


def _from_frame(source: str, frame: Any, names: Iterable[Any]) -> Table:
    """Columns of a pandas data frame, under the names the file has."""
    names = [str(name) for name in names]
    _check_names(source, names)
    if len(frame) == 0:
        raise DataError(f"{source} has columns but no rows; at least one row is needed.")
    columns = (_plain(frame.iloc[:, position]) for position in range(len(names)))
    return Table(source, dict(zip(names, columns, strict=True)))


def _plain(column: Any) -> np.ndarray:
    """A pandas column as a NumPy array: what is not plainly numeric as objects."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in NUMERIC_KINDS:
        return column.to_numpy()
    entries = np.array(column, dtype=object)
    entries[column.isna().to_numpy()] = None
    return entries


def _from_arrays(
    source: str,
    X: np.ndarray,
    y: np.ndarray | None = None,
    feature_names: Any = None,
) -> Table:
    if X.ndim != 2:
        raise DataError(
            f"{source} holds an array of shape {X.shape}; two dimensions, rows by features, "
            f"are needed."
        )
    if len(X) == 0:
        raise DataError(f"{source} has no rows (its shape is {X.shape}); at least one is needed.")
    if X.dtype.kind not in NUMERIC_KINDS:
        raise DataError(f"{source} holds an array of type {X.dtype}; real numbers are needed.")
    named = range(X.shape[1]) if feature_names is None else np.ravel(feature_names)
    names = [str(name) for name in named]
    if len(names) != X.shape[1]:
        raise DataError(
            f"{source} has {len(names)} feature_names for {X.shape[1]} columns of X; "
            f"one a column is needed."
        )
    _check_names(source, names)
    if y is not None:
        y = complete_labels(_one_a_row(source, y, len(X)), f"array 'y' of {source}")
    return Table(source, dict(zip(names, X.T, strict=True)), y, feature_names is not None)


def _one_a_row(source: str, y: np.ndarray, n_rows: int) -> np.ndarray:
    if y.shape not in [(n_rows,), (n_rows, 1)]:
        raise DataError(
            f"{source} has an array y of shape {y.shape} for {n_rows} rows of X; "
            f"one label a row is needed."
        )
    return y.reshape(n_rows)


def _check_names(source: str, names: Iterable[str]) -> None:
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise DataError(
            f"{source} has more than one column called {listed(repeated)}; "
            f"every column needs a name of its own."
        )


def _extensions() -> str:
    *first, last = _READERS
    return f"{', '.join(first)} or {last}"
