"""Detection of damaged Parquet files, by checksums and by comparing two copies of the footer.

Pages of data have checksums if the writer added them. The footer, which describes the table, has
none, but writers based on Arrow store most of it a second time.
"""

from __future__ import annotations

import base64
import importlib
import inspect
from collections.abc import Callable
from typing import Any

from .errors import DataError

__all__ = ["check_footer", "page_checksums"]

NOTE = b"ARROW:schema"  # the key of Arrow's copy of the names and types of the columns
PANDAS = b"pandas"  # the key of the names of pandas' index columns, which the copy has too


def check_footer(source: str, footer: Any) -> None:
    """Refuse a footer that differs from Arrow's copy in names, in text columns, or in the index.

    Raises
    ------
    DataError
        If the two differ.
    """
    note = (footer.metadata or {}).get(NOTE)
    if note is None:
        return
    pyarrow = importlib.import_module("pyarrow")
    noted = pyarrow.ipc.read_schema(pyarrow.py_buffer(base64.b64decode(note)))
    found = footer.schema.to_arrow_schema()
    pairs = zip(found.types, noted.types, strict=False)
    text_lost = any(one == pyarrow.binary() and one != other for one, other in pairs)
    same_index = (noted.metadata or {}).get(PANDAS) == footer.metadata.get(PANDAS)
    if found.names != noted.names or text_lost or not same_index:
        raise DataError(
            f"{source} is damaged: its two descriptions of the columns differ; save it again."
        )


def page_checksums(function: Callable[..., Any], option: str) -> dict[str, bool]:
    """The option for checksums of pages, if pyarrow has it (15 and later)."""
    return {option: True} if option in inspect.signature(function).parameters else {}
