"""Where tiles run."""

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
    "dask": DaskExecutor(),  # of the default client
}
"""The executors by name."""


def executor_named(name: str | Executor) -> Executor:
    """The executor of this name, or the object itself.

    Raises
    ------
    ValueError
        If there is none of this name, or the object lacks something.
    """
    # Most are names, and looking for all that a protocol asks takes longer than a small tile.
    if not isinstance(name, (str, type)) and isinstance(name, Executor):
        return name
    return EXECUTORS[check_name_of_kind(name, EXECUTORS, Executor, "executor")]


def sends(executor: Executor) -> TypeGuard[Sender]:
    """Whether workers share no memory with the caller."""
    return hasattr(executor, "runs")  # a look at all that a protocol asks takes too long
