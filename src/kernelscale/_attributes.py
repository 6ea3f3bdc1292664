"""Constant attributes: read-only arrays, and properties computed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, Generic, TypeVar, overload

import numpy as np

from ._validation import as_numeric

__all__ = ["Rebuilt", "cached_property", "frozen"]

Value = TypeVar("Value")


def frozen(array: Any) -> np.ndarray:
    """A read-only float64 copy, so that the arrays of a result cannot be changed."""
    copy = np.array(as_numeric(array, "an array of the result"), dtype=np.float64)
    copy.flags.writeable = False
    return copy


class Rebuilt:
    """Base of frozen dataclasses that are copied and unpickled through their constructor.

    The constructor makes the arrays read-only. Without it, copied arrays would be writable.
    """

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}  # type: ignore[arg-type]
        return partial(type(self), **values), ()


class cached_property(Generic[Value]):  # noqa: N801 (named like that of functools)
    """`functools.cached_property` without its lock.

    Before Python 3.12 all objects of a class share one lock, so two threads cannot compute a
    property of two objects at the same time. Without the lock, two threads may both compute the
    property of one object; they get the same result.
    """

    def __init__(self, function: Callable[[Any], Value]) -> None:
        self._function = function
        self.__doc__ = function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> cached_property[Value]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> cached_property[Value] | Value:
        if instance is None:
            return self
        value = vars(instance)[self._name] = self._function(instance)
        return value
