"""Checks of scales, counts, names, switches and memory limits."""

from __future__ import annotations

import numbers
import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from .arrays import as_array
from .limits import LARGEST_COUNT, LARGEST_SCALE, SMALLEST_SAMPLE, SMALLEST_SCALE
from .shown import shown

__all__ = [
    "check_count",
    "check_indices",
    "check_kind",
    "check_memory",
    "check_name",
    "check_name_list",
    "check_not_negative",
    "check_positive",
    "check_sample_size",
    "check_scale",
    "check_scales",
    "check_seed",
    "check_share",
    "check_switch",
]

_LARGEST_SEED = 2**32 - 1  # the largest seed that NumPy's RandomState accepts
_UNITS = {"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12}
_UNITS |= {"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40}


def check_scales(scales: Any, *, name: str = "scales") -> np.ndarray:
    """Return `scales` as a sorted float64 array of shape (n_scales,), in squared data units."""
    try:
        array = np.atleast_1d(as_array(scales, name))
    except ValueError:
        raise ValueError(
            f"{name} must be a flat list of numbers, but {shown(scales)} was given."
        ) from None
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} must be numbers, but {array.dtype} was given.")
    array = array.astype(np.float64)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(
            f"{name} must be a non-empty list of numbers, but its shape is {array.shape}."
        )
    bad = ~((array >= SMALLEST_SCALE) & (array <= LARGEST_SCALE))
    if bad.any():
        raise ValueError(
            f"{name} must be positive and finite, from {SMALLEST_SCALE:g} to {LARGEST_SCALE:g}, "
            f"but {array[bad][0]} was given."
        )
    return np.sort(array)


def check_positive(value: Any, name: str) -> float:
    """Return a positive finite number; raise an error otherwise."""
    number = _as_float(value)
    if not 0 < number < np.inf:
        raise ValueError(f"{name} must be a positive finite number, but {shown(value)} was given.")
    return number


def check_not_negative(value: Any, name: str) -> float:
    """Return a finite number of at least 0; raise an error otherwise."""
    number = _as_float(value)
    if not 0 <= number < np.inf:
        raise ValueError(f"{name} must be at least 0 and finite, but {shown(value)} was given.")
    return number


def check_scale(value: Any, name: str) -> float:
    """Return a scale from `SMALLEST_SCALE` to `LARGEST_SCALE`; raise an error otherwise."""
    number = check_positive(value, name)
    if not SMALLEST_SCALE <= number <= LARGEST_SCALE:
        raise ValueError(
            f"{name} must be a positive finite number from {SMALLEST_SCALE:g} to "
            f"{LARGEST_SCALE:g}, but {shown(value)} was given; rescale the data."
        )
    return number


def check_count(value: Any, name: str, *, smallest: int = 1, largest: int | None = None) -> int:
    """Return an integer between `smallest` and `largest`; raise an error otherwise."""
    whole = isinstance(value, numbers.Integral) and value is not True and value is not False
    number = int(value) if whole else smallest - 1
    if not smallest <= number <= (LARGEST_COUNT if largest is None else largest):
        allowed = f"from {smallest} to {largest or LARGEST_COUNT}"
        if largest is None and number < smallest:
            allowed = f"of at least {smallest}"
        raise ValueError(f"{name} must be an integer {allowed}, but {shown(value)} was given.")
    return number


def check_indices(indices: Any, name: str, size: int) -> np.ndarray:
    """Return different integers from 0 to `size` - 1; raise an error otherwise."""
    try:
        found = [check_count(index, name, smallest=0, largest=size - 1) for index in indices]
    except (TypeError, ValueError):
        found = []
    if not found or len({*found}) < len(found):
        raise ValueError(
            f"{name} must be one or more different whole numbers from 0 to {size - 1}, but "
            f"{shown(indices)} was given."
        )
    return np.array(found)


def check_sample_size(n_sample: Any) -> int | str | None:
    """Return a number of rows to sample, "auto", or None for all rows."""
    if n_sample is None or (isinstance(n_sample, str) and n_sample == "auto"):
        return n_sample
    try:
        return check_count(n_sample, "n_sample", smallest=SMALLEST_SAMPLE)
    except ValueError:
        raise ValueError(
            f"n_sample must be 'auto', None for all rows or an integer of at least "
            f"{SMALLEST_SAMPLE}, but {shown(n_sample)} was given."
        ) from None


def check_seed(random_state: Any) -> Any:
    """Return a valid argument of scikit-learn's `check_random_state`; raise an error otherwise."""
    if random_state is None or isinstance(random_state, np.random.RandomState):
        return random_state
    try:
        return check_count(random_state, "random_state", smallest=0, largest=_LARGEST_SEED)
    except ValueError:
        raise ValueError(
            f"random_state must be None, a RandomState of NumPy or an integer from 0 to "
            f"{_LARGEST_SEED}, but {shown(random_state)} was given, which cannot be used to seed."
        ) from None


def check_share(value: Any, name: str) -> float:
    """Return a number from 0 to 1; raise an error otherwise."""
    number = _as_float(value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1, but {shown(value)} was given.")
    return number


def check_name(name: Any, allowed: Iterable[str], what: str) -> str:
    """Return an allowed name; for any other name, the error lists the allowed names."""
    if not isinstance(name, str) or name not in allowed:
        raise ValueError(
            f"{what} must be one of {', '.join(allowed)}, but {shown(name)} was given."
        )
    return name


def check_name_of_kind(given: Any, allowed: Iterable[str], kind: type, what: str) -> str:
    """Return an allowed name; if an object is passed, the error names its missing attributes."""
    if isinstance(given, str):
        return check_name(given, allowed, what)
    wanted = [name for name in (*kind.__annotations__, *vars(kind)) if not name.startswith("_")]
    lacking = [name for name in wanted if not hasattr(given, name)]
    wrong = f"which lacks {', '.join(lacking)}" if lacking else "which is a class, not an object"
    raise ValueError(
        f"{what} must be one of {', '.join(allowed)}, or an object with {', '.join(wanted)}, but "
        f"{shown(given)} was given, {wrong}."
    )


def check_switch(value: Any, name: str) -> bool:
    """Return True or False; raise an error otherwise."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False, but {shown(value)} was given.")
    return bool(value)


def check_name_list(names: Any, what: str) -> list[str]:
    """Return one name or several names as a list; raise an error otherwise."""
    try:
        found = [names] if isinstance(names, str) else list(names)
    except TypeError:
        found = [None]
    # The names of unnamed columns are integers.
    if isinstance(names, bytes) or not all(isinstance(n, (str, numbers.Integral)) for n in found):
        raise TypeError(
            f"{what} must be a list of names, each a string, but {shown(names)} was given."
        )
    return list(map(str, found))


def check_kind(value: Any, kind: type | tuple[type, ...], name: str) -> Any:
    """Return an object of one of the classes; for any other object, the error names the classes."""
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        raise TypeError(
            f"{name} must be a {' or a '.join(each.__name__ for each in kinds)}, but "
            f"{shown(value)} was given."
        )
    return value


def check_memory(limit: Any) -> int:
    """Return a byte count from a number of bytes or a string such as "512 MiB"."""
    number = _as_float(limit)
    if isinstance(limit, str):
        match = re.fullmatch(r"\s*(\d+\.?\d*(?:e\d+)?)\s*([a-z]*)\s*", limit.lower())
        if match and match[2] in _UNITS:
            number = float(match[1]) * _UNITS[match[2]]
    if not 0 < number < np.inf:
        raise ValueError(
            f"memory_limit must be a number of bytes, a string such as '512 MiB', or 'auto', "
            f"but {shown(limit)} was given."
        )
    return int(number)


def _as_float(value: Any) -> float:
    """The value of a real number; NaN for True, False and other objects."""
    if not isinstance(value, numbers.Real) or value is True or value is False:
        return float("nan")
    try:
        return float(value)
    except OverflowError:  # an integer of hundreds of digits
        return float("inf")
