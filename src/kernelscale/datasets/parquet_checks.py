"""Whether a Parquet file is what its writer wrote: checksums, and a footer that says things twice.

Pages of data have a checksum where the writer gave them one; the footer, which says what the
table is, has none, but Arrow's writers note most of it once more.
"""

from __future__ import annotations

import base64
import importlib
import inspect
from collections.abc import Callable
from typing import Any

from .errors import DataError

__all__ = ["check_footer", "page_checksums"]

NOTE = b"ARROW:schema"  # what Arrow's writers note of names and types, beside Parquet's own
PANDAS = b"pandas"  # which columns are its index, in the note once more


def check_footer(source: str, footer: Any) -> None:
    """Refuse a footer that differs from the note: in names, in what is text, or an index.

    Raises
    ------
    DataError
        If it does.
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
            f"{source} is damaged: what it says of its columns is not what its writer noted of "
            f"them; save it again."
        )


def page_checksums(function: Callable[..., Any], option: str) -> dict[str, bool]:
    """The option that asks for checksums of pages, where this pyarrow has it (15 and later)."""
    return {option: True} if option in inspect.signature(function).parameters else {}
