"""A property computed once for each object, by as many threads at a time as there are objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["cached_property"]

Value = TypeVar("Value")


class cached_property(Generic[Value]):  # noqa: N801 (it stands for that of functools)
    """That of functools without its lock.

    Before Python 3.12 all objects of a class share the lock, so that two threads could not compute
    the same property of two tiles at the same time. Without one two threads may compute that of one
    object twice, to the same value.
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
