"""Evidence of a result: read-only, and convertible to JSON and pandas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas

from .._attributes import frozen
from .._optional_packages import optional_module
from .._validation import check_kind

__all__ = ["Evidence", "as_frame", "plain"]


class Evidence(Mapping[str, Any]):
    """A read-only mapping with read-only arrays."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        check_kind(values, Mapping, "evidence")
        self._values = {key: _unchangeable(value) for key, value in values.items()}

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Evidence({self._values})"

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return Evidence, (self._values,)  # through the constructor, as in `Rebuilt`


def _unchangeable(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return frozen(value)
    if isinstance(value, Mapping):
        return Evidence(value)
    return tuple(map(_unchangeable, value)) if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """The value for JSON: lists instead of arrays, None instead of NaN and infinity."""
    if isinstance(value, np.ndarray):
        return [plain(entry) for entry in value.tolist()]
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def as_frame(rows: Iterable[Mapping[str, Any]], caller: str) -> pandas.DataFrame:
    """Rows as a pandas data frame; without pandas, an error states what to install."""
    made = optional_module("pandas", f"{caller} needs pandas", '"kernelscale[io]"').DataFrame
    frame: pandas.DataFrame = made(list(rows))
    return frame
