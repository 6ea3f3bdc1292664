"""Executors by name; an executor decides where tiles (blocks of all pairs) are computed."""

from typing import TypeGuard

from ..._validation import check_name_of_kind
from .dask import DaskExecutor
from .protocol import Executor, Sender
from .serial import Serial
from .threads import Threads

__all__ = ["EXECUTORS", "DaskExecutor", "Executor", "Sender", "executor_named", "sends"]

EXECUTORS: dict[str, Executor] = {
    "serial": Serial(),
    "threads": Threads(),
    "dask": DaskExecutor(),  # uses the default client
}
"""The executors by name."""


def executor_named(name: str | Executor) -> Executor:
    """The executor with this name; an object that implements `Executor` is returned unchanged.

    Raises
    ------
    ValueError
        If the name is not known, or the object lacks a method.
    """
    # Names are checked first: checking an object against a protocol takes longer than computing a
    # small tile.
    if not isinstance(name, (str, type)) and isinstance(name, Executor):
        return name
    return EXECUTORS[check_name_of_kind(name, EXECUTORS, Executor, "executor")]


def sends(executor: Executor) -> TypeGuard[Sender]:
    """Whether the workers of this executor share no memory with the caller."""
    return hasattr(executor, "runs")  # a check against the whole protocol would take too long
