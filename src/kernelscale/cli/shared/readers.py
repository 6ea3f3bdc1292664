"""Reading of data into a `Table`, by a registered reader or by the reader of tables."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..registration import READERS
from . import options

if TYPE_CHECKING:
    from ...metrics.metric import Metric
    from .data_table import Table
    from .reading_options import Reading

__all__ = ["Sources", "files_in", "reads_any_source"]


class Sources(NamedTuple):
    """The registered readers: `readers` holds the module of each, with its options as typed."""

    readers: tuple[tuple[ModuleType, Any], ...]

    def table(
        self,
        data: str,
        label: str | None,
        reading: Reading,
        standardize: bool,
        metric: str | Metric,
        *,
        in_blocks: bool = False,
    ) -> Table:
        """DATA, read by the first registered reader that accepts it, or otherwise as a table.

        A file that is stored in blocks is always read as a table.
        """
        from ...stored_rows.files import is_stored_in_blocks
        from . import table_reading

        for reader, typed in self.readers:
            if reader.takes(data, typed) and not is_stored_in_blocks(data):
                read: Table = reader.table(data, typed, label, reading, standardize, metric)
                return read
        for reader, typed in self.readers:
            reader.refuse(data, typed)
        return table_reading.read(
            data, label, reading, standardize, metric=metric, in_blocks=in_blocks
        )


def reads_any_source(run: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator that adds the options of all readers to a function, as parameter `sources`."""
    readers = [READERS.load(name) for name in READERS.registered]
    added = [inspect.signature(reader.options, eval_str=True).parameters for reader in readers]

    def group(**typed: Any) -> Sources:
        found = [
            (reader, reader.options(**{name: typed[name] for name in own}))
            for reader, own in zip(readers, added, strict=True)
        ]
        return Sources(tuple(found))

    together = [each for own in added for each in own.values()]
    by_name = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in together]
    group.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
    return options.takes("sources", group)(run)


def files_in(folder: Path) -> list[Path]:
    """The files that registered readers would read in a folder."""
    readers = map(READERS.load, READERS.registered)
    return [path for reader in readers for path in reader.files_in(folder)]
