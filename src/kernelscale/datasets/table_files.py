"""`read_table` reads a data file of the user into a numeric matrix.

Each format has a reader, which returns the columns and their names; the module `columns` makes a
matrix of the features.
"""

from __future__ import annotations

import os
import warnings
import zlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from sklearn.utils import Bunch

from ..atomic_files import path_text, user_path
from ..stored_rows.files import is_stored_in_blocks
from .arff import read_arff
from .column_selection import Selection
from .columns import Table
from .data_frames import read_feather, read_parquet
from .errors import DataError, DataWarning, listed
from .file_options import FileOptions
from .h5ad_files import read_h5ad
from .json_lines import read_json
from .mfeat import load_mfeat
from .numpy_files import from_arrays, read_numpy
from .standard_input import standard_input
from .text_files import read_text
from .workbooks import read_xlsx

__all__ = ["READERS", "read_table", "table_of"]

_BUNDLED = {"mfeat": load_mfeat}
Reader = Callable[[str, Path, FileOptions], Table]


def read_table(
    path: str | os.PathLike[str],
    label: str | None = None,
    drop: str | Iterable[str] = (),
    features: Iterable[str] | None = None,
    groups: str | None = None,
    *,
    color: str | None = None,
    ids: str | Iterable[str] = (),
    numeric_only: bool = False,
    missing: str = "refuse",
    separator: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    use_rep: str | None = None,
) -> Bunch:
    r"""Read a data file into a numeric matrix and, if it has them, labels.

    Parameters
    ----------
    path : str or path-like
        A file, whose extension gives the format, or ``"mfeat"`` for the bundled digits:

        - ``.csv``, ``.tsv``, ``.txt``, ``.dat`` (also followed by ``.gz``): text. The separator,
          the decimal sign, the encoding, and whether the first line has names are detected; a
          warning states those that differ from what the extension implies. A first column without
          a name is an index if it numbers the rows from 0 or 1, or has a different name for each
          row, as pandas and R write it.
        - ``.jsonl``, ``.ndjson``, ``.json``: an object for each row; each line holds one object, or
          one array holds all objects.
        - ``.xlsx``: the first sheet, with the names of the columns in its first row, unless that
          row holds data.
        - ``.arff``: numbers and nominal attributes.
        - ``.parquet``, ``.feather``: plain columns. Columns that pandas stored as its index are an
          index.
        - ``.h5ad``: the entry `use_rep` of an AnnData; columns of ``obs`` are not features, but
          may be labels, groups or colours.
        - ``.npy``: a numeric array of shape (n_samples, n_features). The names of the columns are
          their numbers, from ``"0"``.
        - ``.npz``: such an array ``X`` and, if present, labels ``y`` and ``feature_names``.

        ``"-"`` is standard input. Its format is the one that its first bytes indicate, otherwise
        text.

        All formats except NumPy's and ARFF need the extra: ``pip install "kernelscale[io]"``;
        ``.h5ad`` needs ``"kernelscale[anndata]"``.

        A damaged file is refused if its format shows the damage: ``.npz`` and ``.gz`` files have
        checksums, and Parquet files have them if their writer added them, as this package does
        (with pyarrow 15 or later). In plain text, ``.npy`` and other Parquet files a changed digit
        is not detected.
    label : str, optional
        Name of the column that holds the labels; it is then not a feature, and replaces ``y`` of
        the file.
    drop : str or iterable of str, default ()
        Names of columns to drop, such as row numbers. An index is dropped too, unless another
        parameter names it. Text that is not the name of a column is read as several names separated
        by commas.
    features : iterable of str, optional
        Names of the columns that are features, in the desired order; by default all. For a file
        without names of columns, pass their numbers; if names are passed, all columns are taken in
        the order of the file.
    groups : str, optional
        Name of the column that holds the group of each row, such as the patient; it is then not a
        feature.
    color : str, optional
        Name of a column that only gives the colours of a picture; it is not a feature.
    ids : str or iterable of str, default ()
        Names of columns that name the rows; they are not features.
    numeric_only : bool, default False
        Whether columns that are not numeric are skipped with a warning; otherwise they raise an
        error.
    missing : {'refuse', 'drop', 'median'}, default 'refuse'
        What to do with missing values: raise an error, drop the rows with missing or infinite
        values, or replace each missing value of a feature by the median of its column. In text "?",
        "-", "--" and "." are missing numbers, in addition to the marks that pandas recognises.
    separator, decimal, encoding, header : optional
        The dialect of text, instead of the detected one: the separator (one character, or comma,
        semicolon, tab, space), "." or ",", the name of an encoding in Python, and whether the first
        line holds names.
    use_rep : str, optional
        The entry of an ``.h5ad`` file that holds the features: a key of ``obsm`` or ``layers``, or
        ``"X"``; by default ``"X_pca"``, or ``"X"`` if there is no ``"X_pca"`` and at most 50 genes.

    Returns
    -------
    Bunch
        data : ndarray of shape (n_samples, n_features), float64
            The features, finite, in the units of the file. Booleans are 0 and 1.
        target : ndarray of shape (n_samples,) or None
            The labels: numbers, booleans or strings, none of them missing.
        feature_names : list of str or None
            Names of the columns of `data`; None if the file has none.
        columns : list of str
            The names of the columns of `data`, or their numbers in the file if it has no names.
        groups : ndarray of shape (n_samples,) or None
            The column that `groups` names, of the same types as `target`.
        color : ndarray of shape (n_samples,) or None
            The column that `color` names, of the same types as `target`.
        ids : dict of str to ndarray of shape (n_rows,)
            Names of all rows of the file: its index, and the columns in `ids`.
        rows : ndarray of shape (n_samples,)
            Indices in the file of the rows of `data`, counted from 0.
        n_rows : int
            Number of rows of the file.
        place : callable
            Function from the index of a row in the file to its position, such as ``"line 2"``.
        source : str
            `path` as given.

    Raises
    ------
    DataError
        If the file cannot be read, has no rows, or has a missing, infinite or non-numeric entry; if
        a named column does not exist or a name is repeated; if labels are missing.
    FileNotFoundError
        If there is neither a file nor a bundled data set of this name.
    TypeError
        If the path or the names of columns have a wrong type.
    ImportError
        If the format needs a package that cannot be imported.

    Warns
    -----
    DataWarning
        If an index is dropped, a column without a name is a feature, the names are numbers, columns
        or rows are skipped, or a detected property is not what the extension implies.

    Examples
    --------
    Three flowers: two measurements, and the species as the label.

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

    Without `label` the species is a feature that is not numeric.

    >>> read_table(path)
    Traceback (most recent call last):
        ...
    kernelscale.datasets.errors.DataError: ... column 'species' is not numeric, ...
    >>> folder.cleanup()
    """
    source = path_text(path)
    of_rows = {"groups": groups, "label": label, "color": color}
    selection = Selection.checked(of_rows, ids, drop, features, numeric_only, missing)
    options = FileOptions(separator, decimal, encoding, header, use_rep).checked()
    with standard_input(source) as (name, file):
        found, notes = selection.of(table_of(name, file, options))
    for note in notes:
        warnings.warn(note, DataWarning, stacklevel=2)
    found.source = source
    return found


def table_of(source: str, file: str, options: FileOptions, *, condensed: bool = False) -> Table:
    """The table in a file, which messages call `source`.

    If `condensed`, an array of one dimension holds the condensed distances of all pairs.
    """
    if file in _BUNDLED:
        options.check_used(source)
        bundled = _BUNDLED[file]()
        return from_arrays(source, bundled.data, bundled.target, bundled.feature_names)
    path = user_path(file)
    if not source or not path.exists():  # an empty path would mean the current folder
        raise FileNotFoundError(
            f"There is no file {source!r}; give the path of a file ending in {_extensions()}, "
            f"or the name of a bundled data set: {listed(_BUNDLED)}."
        )
    if not path.is_file():
        raise DataError(
            f"{source} is not a file; give the path of one ending in {_extensions()}."
            + " A folder of Parquet files or a Zarr array is read in blocks, by open_table or with "
            "--n-sample." * is_stored_in_blocks(path)
        )
    for extension, read in READERS.items():
        if path.name.lower().endswith(extension):
            if read is read_numpy:
                read = partial(read_numpy, condensed=condensed)
            return _opened(source, path, read, options)
    raise DataError(
        f"{source} has the extension {path.suffix!r}, which names no format known here; "
        f"files ending in {_extensions()} can be read."
    )


def _opened(source: str, path: Path, read: Reader, options: FileOptions) -> Table:
    try:
        if path.stat().st_size == 0:
            raise DataError(f"{source} is empty; a table of at least one row is needed.")
        return read(source, path, options)
    except DataError:
        raise
    except UnicodeDecodeError as error:
        encoding = options.encoding or "UTF-8"
        raise DataError(f"{source} is not text in {encoding}; save it in that encoding.") from error
    # Libraries raise these errors if a file is damaged or has another format.
    except (OSError, EOFError, ValueError, zlib.error) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise DataError(
            f"{source} cannot be read in the format of its extension ({reason}); "
            f"save it again or correct the extension."
        ) from error


_TEXT: dict[str, Reader] = {
    ".csv": partial(read_text, usual=","),
    ".tsv": partial(read_text, usual="\t"),
    ".txt": read_text,
    ".dat": read_text,
    ".jsonl": read_json,
    ".ndjson": read_json,
    ".json": read_json,
    ".arff": read_arff,
}
READERS: dict[str, Reader] = {
    **{name: read for extension, read in _TEXT.items() for name in (extension, f"{extension}.gz")},
    ".xlsx": read_xlsx,
    ".parquet": read_parquet,
    ".feather": read_feather,
    ".h5ad": read_h5ad,
    ".npy": read_numpy,
    ".npz": read_numpy,
}
"""The reader of each extension."""


def _extensions() -> str:
    *first, last = [name for name in READERS if not name.endswith(".gz")]
    return f"{', '.join(first)} or {last} (text also with .gz after it)"
