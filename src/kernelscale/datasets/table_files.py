"""Your own data: a file becomes a numeric matrix, or one sentence says why it cannot.

There is one reader for each kind of file, and it does nothing but bring out the columns and their
names; what makes a matrix of them is in `columns`.
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
        A file whose extension says what it is, or ``"mfeat"`` for the bundled digits:

        - ``.csv``, ``.tsv``, ``.txt``, ``.dat`` (also with ``.gz`` after it): text. How it is
          written is found out: what stands between fields, a decimal comma, the encoding, and
          whether the first line has names; a warning says what the extension does not. A first
          column that has no name and counts the rows from 0 or 1, or names each, as pandas and R
          write it, is an index.
        - ``.jsonl``, ``.ndjson``, ``.json``: an object a row, one a line or in one array.
        - ``.xlsx``: the first sheet, names in its first row.
        - ``.arff``: numbers and nominal attributes.
        - ``.parquet``, ``.feather``: plain columns. Those that pandas stored as its index are one.
        - ``.h5ad``: ``X`` of an AnnData, or an entry of its ``obsm``; columns of ``obs`` are no
          features, but may be labels, groups or colours.
        - ``.npy``: a numeric array of shape (n_samples, n_features). Columns go by their number,
          from ``"0"``.
        - ``.npz``: such an array ``X`` and, if there, labels ``y`` and ``feature_names``.

        ``"-"`` is standard input, in any of the formats that its first bytes show, or text.

        All but NumPy's and ARFF need the extra: ``pip install "kernelscale[io]"``; ``.h5ad`` needs
        ``"kernelscale[anndata]"``.

        A damaged file is refused where its format shows the damage: ``.npz`` and ``.gz`` have
        checksums, and so has Parquet whose writer gave it some, as ours does (with pyarrow 15 or
        later). In plain text, ``.npy`` and other Parquet a changed digit makes another table,
        which is read as it stands.
    label : str, optional
        Name of the column that holds the labels; it is then no feature, and a file's own ``y`` is
        set aside.
    drop : str or iterable of str, default ()
        Names of columns to leave out, such as row numbers. Unasked, only an index is left out,
        with a warning; it may still be the label. A name that no column has may be several with
        commas between.
    features : iterable of str, optional
        Names of the columns that are features, in the order wanted, where not all are. Of a
        file without names, their numbers; asked for by name, all its columns as they come.
    groups : str, optional
        Name of the column that says which rows belong together, such as those of one patient; it
        is then no feature.
    color : str, optional
        Name of a column that only colours a picture; it is no feature.
    ids : str or iterable of str, default ()
        Names of columns that name the rows; they are no features.
    numeric_only : bool, default False
        Whether columns that are not numeric are left out, with a warning, instead of refused.
    missing : {'refuse', 'drop', 'median'}, default 'refuse'
        What becomes of rows in which a value is missing: an error, they are left out (also those
        with an infinite value), or features get the median of the column. Of text, "?", "-", "--"
        and "." are missing numbers, beside those that pandas knows.
    separator, decimal, encoding, header : optional
        How text is written, where that is not found out: what stands between fields (one
        character, or comma, semicolon, tab, space), "." or ",", a name that Python knows, and
        whether the first line holds names.
    use_rep : str, optional
        The entry of ``obsm`` of an ``.h5ad`` file that holds the features.

    Returns
    -------
    Bunch
        data : ndarray of shape (n_samples, n_features), float64
            The features, finite, in the units of the file. Booleans are 0 and 1.
        target : ndarray of shape (n_samples,) or None
            The labels: numbers, booleans or strings. Never missing.
        feature_names : list of str or None
            Names of the columns of `data`; None if the file has none.
        columns : list of str
            The same, or their numbers in the file.
        groups : ndarray of shape (n_samples,) or None
            What that column holds, likewise.
        color : ndarray of shape (n_samples,) or None
            What that column holds, likewise.
        ids : dict of str to ndarray of shape (n_rows,)
            What names all the rows of the file: its index, and the columns asked for.
        rows : ndarray of shape (n_samples,)
            Which rows of the file these are, counted from 0.
        n_rows : int
            How many rows the file has.
        place : callable
            Says of a row of the file, counted from 0, where it is, such as ``"line 2"``.
        source : str
            `path` as given.

    Raises
    ------
    DataError
        If the file cannot be read, has no rows, or has a missing, infinite or non-numeric entry; if
        a column named is not there or a name is there twice; if labels are missing.
    FileNotFoundError
        If there is neither a file nor a bundled set of this name.
    TypeError
        If the path or the names of columns are none.
    ImportError
        If the format needs a package that is not installed.

    Warns
    -----
    DataWarning
        If an index is left out, a column without a name is a feature, the names are numbers, or
        `features` leaves columns out.

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
    kernelscale.datasets.errors.DataError: ... column 'species' is not numeric, ...
    >>> folder.cleanup()
    """
    source = path_text(path)
    of_rows = {"groups": groups, "label": label, "color": color}
    asked = Selection.checked(of_rows, ids, drop, features, numeric_only, missing)
    options = FileOptions(separator, decimal, encoding, header, use_rep).checked()
    with standard_input(source) as (name, file):
        found, notes = asked.of(table_of(name, file, options))
    for note in notes:
        warnings.warn(note, DataWarning, stacklevel=2)
    found.source = source
    return found


def table_of(source: str, file: str, options: FileOptions, *, condensed: bool = False) -> Table:
    """The table of a file, which messages call `source`.

    `condensed` says whether an array of one dimension is the condensed distances of all pairs.
    """
    if file in _BUNDLED:
        options.check_used(source)
        bundled = _BUNDLED[file]()
        return from_arrays(source, bundled.data, bundled.target, bundled.feature_names)
    path = user_path(file)
    if not source or not path.exists():  # the path "" is the current folder
        raise FileNotFoundError(
            f"There is no file {source!r}; give the path of a file ending in {_extensions()}, "
            f"or the name of a bundled set: {listed(_BUNDLED)}."
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
        raise DataError(f"{source} is not text in UTF-8; save it in that encoding.") from error
    # What the libraries below raise for a file that is damaged or of another format.
    except (OSError, EOFError, ValueError, zlib.error) as error:
        reason = " ".join(str(error).split()).rstrip(".")
        raise DataError(
            f"{source} cannot be read as its extension says ({reason}); "
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
"""Who reads a file, by the end of its name."""


def _extensions() -> str:
    *first, last = [name for name in READERS if not name.endswith(".gz")]
    return f"{', '.join(first)} or {last} (text also with .gz after it)"
