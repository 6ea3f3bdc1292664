"""A table too large to load: its features, read a block of rows at a time where they are used."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ..atomic_files import path_text
from ..stored_rows import StoredRows, opened
from ..stored_rows.files import is_stored_in_blocks, is_zarr, opened_parquet
from .columns import asked_names
from .errors import DataError

__all__ = ["open_table"]


def open_table(
    path: str | os.PathLike[str],
    drop: str | Iterable[str] = (),
    features: Iterable[str] | None = None,
    *,
    numeric_only: bool = False,
) -> StoredRows:
    """The features of a Parquet file, a folder of such files, or a Zarr array, none of them read.

    The result takes the place of the points in `select_bandwidth`, `scale_curve`, `compare` and the
    estimators of dimension, which read a block of rows where they need it. Without `drop` and
    `features` the path itself is enough.

    Parameters
    ----------
    path : str or path-like
        A file that ends in ``.parquet``, read a row group at a time; a folder of such files, in
        the order of their names; or a folder that holds a Zarr array, read a chunk at a time.
    drop : str or iterable of str, default ()
        Names of columns to leave out, such as labels. What pandas stored as its index is no
        feature.
    features : iterable of str, optional
        Names of the columns that are features, in the order wanted, where not all are.
    numeric_only : bool, default False
        Whether columns that are not numeric are left out instead of refused.

    Returns
    -------
    StoredRows
        It has a `shape`, gives rows as an array does (``rows[:5]``), and becomes an array by
        ``numpy.asarray``.

    Raises
    ------
    DataError
        If the file cannot be read, has no rows or features, or a column is not there or not
        numeric.
    FileNotFoundError
        If there is none of this name.
    ImportError
        If the format needs a package that is not installed.

    Examples
    --------
    Two features and the labels in a file of two blocks.

    >>> import pathlib, tempfile
    >>> import pandas
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "flowers.parquet")
    >>> table = {"length": [5.1, 6.3, 4.9], "width": [3.5, 3.3, 3.0], "species": ["a", "b", "a"]}
    >>> pandas.DataFrame(table).to_parquet(path, row_group_size=2)
    >>> flowers = open_table(path, drop="species")
    >>> flowers.shape, flowers[1:]
    ((3, 2), array([[6.3, 3.3],
           [4.9, 3. ]]))
    >>> folder.cleanup()
    """
    source = path_text(path)
    if not is_stored_in_blocks(source):
        raise DataError(
            f"{source} is not read in blocks: that takes a file ending in .parquet, a folder of "
            f"such files, or a Zarr array; read_table reads other tables whole."
        )
    left_out = asked_names(drop, "drop")
    wanted = None if features is None else asked_names(features, "features", least=1)
    try:
        if not is_zarr(source):
            return opened_parquet(source, left_out, wanted, numeric_only)
        if left_out or wanted:
            raise DataError(f"{source} has no names of columns, so none can be chosen by name.")
        rows: StoredRows = opened(source)
    except DataError:
        raise
    except ValueError as error:
        raise DataError(str(error)) from error
    return rows
