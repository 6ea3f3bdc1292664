"""Tables that are too large to load: features are read a block of rows at a time."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ..atomic_files import path_text
from ..stored_rows import StoredRows, opened
from ..stored_rows.files import is_stored_in_blocks, is_zarr, opened_parquet
from .columns import names_given
from .errors import DataError

__all__ = ["open_table"]


def open_table(
    path: str | os.PathLike[str],
    drop: str | Iterable[str] = (),
    features: Iterable[str] | None = None,
    *,
    numeric_only: bool = False,
) -> StoredRows:
    """Open the features of a Parquet file, a folder of such files, or a Zarr array, to read later.

    The result can be passed as points to `select_bandwidth`, `scale_curve`, `compare` and the
    estimators of dimension, which read blocks of rows when needed. If all columns are features,
    these functions also accept the path itself.

    Parameters
    ----------
    path : str or path-like
        A file whose name ends in ``.parquet``, which is read a row group at a time; a folder of
        such files, which are read in the order of their names; or a folder that holds a Zarr array,
        which is read a chunk at a time.
    drop : str or iterable of str, default ()
        Names of columns to drop, such as labels. An index that pandas stored is not a feature.
    features : iterable of str, optional
        Names of the columns that are features, in the desired order; by default all.
    numeric_only : bool, default False
        Whether columns that are not numeric are skipped; otherwise they raise an error.

    Returns
    -------
    StoredRows
        The rows: they have a `shape`, can be indexed like an array (``rows[:5]``), and
        ``numpy.asarray`` reads them.

    Raises
    ------
    DataError
        If the file cannot be read, has no rows or features, or a column does not exist or is not
        numeric.
    FileNotFoundError
        If there is no such file.
    ImportError
        If the format needs a package that cannot be imported.

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
            f"{source} cannot be read in blocks; this needs a file ending in .parquet, a folder of "
            f"such files, or a Zarr array; read_table reads other tables."
        )
    dropped = names_given(drop, "drop")
    wanted = None if features is None else names_given(features, "features", least=1)
    try:
        if not is_zarr(source):
            return opened_parquet(source, dropped, wanted, numeric_only)
        if dropped or wanted:
            raise DataError(f"{source} has no names of columns, so none can be chosen by name.")
        rows: StoredRows = opened(source)
    except DataError:
        raise
    except ValueError as error:
        raise DataError(str(error)) from error
    return rows
