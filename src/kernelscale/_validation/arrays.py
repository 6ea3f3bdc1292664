"""Conversion of an argument to an array; only arrays and lists are iterated over."""

from __future__ import annotations

import numbers
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

import numpy as np
from scipy import sparse

from .array_libraries import NUMPY, array_kind, on_host

__all__ = ["as_array"]

_PROTOCOLS = ("__array__", "__array_interface__", "__array_struct__")
_LISTS = (list, tuple, range, deque)
_DEEPEST = 4  # deepest nesting of lists that is checked; arrays here have at most three dimensions


def as_array(values: Any, name: str, dtype: Any = None) -> np.ndarray:
    """An argument as a NumPy array of any shape and type.

    NumPy would iterate over any object with a length and items. With an AnnData object, whose rows
    are views of the object, this takes hours. So only lists, single values, and objects with an
    array protocol are converted. Arrays on a device are copied to the host.

    Raises
    ------
    TypeError
        If it is not an array, list, data frame or single value, or cannot be converted.
    ValueError
        If its rows differ in length, or an integer is too large for `dtype`.
    """
    values = on_host(values, name)
    if not _is_array(values) and not _is_list(values) and not _is_entry(values):
        raise TypeError(_about(values, name, name))
    if isinstance(values, _LISTS):
        strange = _strange_entry(values)
        if strange is not None:
            raise TypeError(_about(strange, f"an entry of {name}", "entry"))
        if len(values) and array_kind(values[0]) != NUMPY:  # a list of arrays of another library
            values = [on_host(entry, f"an entry of {name}") for entry in values]
    try:
        return np.asarray(values, dtype)
    except (ValueError, TypeError, RuntimeError, AttributeError, NotImplementedError) as error:
        if _is_array(values):
            raise TypeError(
                f"{name} is {_article(values)}, which cannot be converted to NumPy: {error}"
            ) from None
        raise ValueError(
            f"{name} must be a table of numbers with rows of equal length, but the lengths differ."
        ) from None
    except OverflowError:
        raise ValueError(f"{name} holds an integer too large for {np.dtype(dtype)}.") from None


def _is_array(values: Any) -> bool:
    if isinstance(values, type) or _holds_tables(values):
        return False
    return isinstance(values, memoryview) or any(hasattr(values, each) for each in _PROTOCOLS)


def _holds_tables(values: Any) -> bool:
    """Whether the class has `X` and `obsm`, as AnnData has; columns of these names do not count."""
    return hasattr(type(values), "X") and hasattr(type(values), "obsm")


def _is_list(values: Any) -> bool:
    # An `array.array` of the standard library counts as a list; NumPy reads its buffer.
    return isinstance(values, _LISTS) or type(values).__module__ == "array"


def _is_entry(value: Any) -> bool:
    """Whether a value is a single entry, which becomes an array without dimensions."""
    return value is None or isinstance(value, (numbers.Number, str, bytes))


def _strange_entry(values: Iterable[Any], depth: int = 0) -> Any:
    """The first entry, at any depth, that NumPy would iterate over although it is not a list."""
    # It is enough to check one entry of each type.
    kinds = {type(entry): entry for entry in values}
    strange = next((entry for entry in kinds.values() if _is_iterated(entry)), None)
    if strange is not None or depth == _DEEPEST or not any(issubclass(k, _LISTS) for k in kinds):
        return strange
    lists = (entry for entry in values if isinstance(entry, _LISTS))
    found = (_strange_entry(entry, depth + 1) for entry in lists)
    return next((entry for entry in found if entry is not None), None)


def _is_iterated(value: Any) -> bool:
    """Whether NumPy would iterate over a value although it is not a list."""
    items = hasattr(type(value), "__len__") and hasattr(type(value), "__getitem__")
    known = any(kind(value) for kind in (_is_array, _is_list, _is_entry))
    return items and not known and not isinstance(value, Mapping) and not sparse.issparse(value)


def _about(values: Any, what: str, name: str) -> str:
    return (
        f"{what} must be an array, a list or a data frame, but {_article(values)} was given; "
        f"{_instead(values, name)}."
    )


def _article(values: Any) -> str:
    name = type(values).__name__
    return f"{'an' if name[:1] in 'AEIOaeio' else 'a'} {name}"


def _instead(values: Any, name: str) -> str:
    """What to pass instead, as a clause."""
    if _holds_tables(values):
        return (
            f"pass one of its tables, {name}.X or an entry of {name}.obsm, or pass the whole "
            f"object to kernelscale.anndata.diffmap, select_bandwidth or compare"
        )
    if isinstance(values, PurePath):
        return "read the file first, as with numpy.load or pandas.read_csv"
    if isinstance(values, Mapping):
        return f"pass a data frame of its columns, such as pandas.DataFrame({name})"
    if isinstance(values, Iterable) and not isinstance(values, type):
        return f"pass list({name}) or numpy.array(list({name}))"
    return "pass the numbers themselves"
