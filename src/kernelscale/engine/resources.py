"""What a computation may use: memory, threads, an arithmetic, an executor, a listener.

Public functions and estimators take these five as separate arguments, as scikit-learn does.
Internally they are one object, checked once.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from typing import Any

from .._validation import check_count, check_memory
from .arithmetic.gpu import cupy_devices
from .arithmetic.registry import arithmetic_named
from .executors import Executor, executor_named, sends
from .machine.free_memory import default_memory_limit
from .progress import Progress, ProgressEvent, listener_of
from .tile import Arithmetic

__all__ = [
    "DEFAULT_MEMORY_LIMIT",
    "Resources",
    "arithmetic_in_use",
    "available_devices",
    "available_threads",
]

DEFAULT_MEMORY_LIMIT = "auto"


def available_threads() -> int:
    """Number of processors on which this process may run: the default number of threads.

    Returns
    -------
    int
        Number of processors in its affinity mask or, on systems without such masks, in the machine.

    Examples
    --------
    There is at least one processor.

    >>> available_threads() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def arithmetic_in_use() -> str:
    """The arithmetic that ``arithmetic="auto"`` selects on this machine.

    Returns
    -------
    str
        "reference", or "compiled" with the instruction set that was chosen for this processor; or
        "gpu" with its devices, if KERNELSCALE_ARITHMETIC names it.

    Raises
    ------
    ValueError
        If the environment names an arithmetic or an instruction set (KERNELSCALE_INSTRUCTION_SET)
        that does not exist.

    Examples
    --------
    If the package was installed without a compiler, it is "reference", which uses NumPy.

    >>> arithmetic_in_use().split()[0] in ("reference", "compiled")
    True
    """
    return str(arithmetic_named("auto"))


def available_devices() -> list[str]:
    """Graphics processors that ``arithmetic="gpu"`` computes on.

    Returns
    -------
    list
        Their names; empty if CuPy cannot be imported, or finds no device or no driver.

    Examples
    --------
    Without a device, ``arithmetic="gpu"`` raises an error that names what to install.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import KernelSums
    >>> if not available_devices():
    ...     try:
    ...         reduce([[0.0], [1.0]], KernelSums([1.0]), arithmetic="gpu")
    ...     except (ImportError, RuntimeError) as error:
    ...         assert "arithmetic='gpu' needs" in str(error)
    """
    try:
        return [device.name for device in cupy_devices()]
    except (ImportError, RuntimeError):
        return []


@dataclass(frozen=True)
class Resources:
    """What a computation may use.

    Parameters
    ----------
    memory_limit : int or str
        Number of bytes allowed beyond the data themselves, or a text such as "512 MiB"; kept as a
        number. By default ("auto") half of the memory that is free now, and at least 1 GiB.
    executor : {"threads", "serial", "dask"} or Executor
        Where tiles run.
    arithmetic : {"auto", "reference", "compiled", "gpu"} or Arithmetic
        How a tile is computed.
    n_threads : int, optional
        Number of threads of the executor; by default the result of `available_threads`.
    progress : bool or callable, optional
        True for bars on stderr, or a function of a `ProgressEvent`; kept as a function or None.

    Raises
    ------
    ValueError
        If the limit is not an amount of memory, a name is not known, `n_threads` is not a positive
        integer, or the environment names an arithmetic or an instruction set that does not exist.
    TypeError
        If `progress` is neither a bool nor callable.
    ImportError
        If the compiled arithmetic is named but was not built, or "gpu" is named without CuPy.
    RuntimeError
        If "gpu" finds no device.

    Examples
    --------
    The limit is kept in bytes, and an option that is not valid raises an error at once.

    >>> Resources(memory_limit="1 KiB").memory_limit
    1024
    >>> Resources(n_threads=0)
    Traceback (most recent call last):
        ...
    ValueError: n_threads must be an integer of at least 1, but 0 was given.
    """

    memory_limit: int | str = DEFAULT_MEMORY_LIMIT
    executor: str | Executor = "threads"
    arithmetic: str | Arithmetic = "auto"
    n_threads: int | None = None
    progress: Progress | bool | None = None

    def __post_init__(self) -> None:
        limit = self.memory_limit
        n_bytes = default_memory_limit() if limit == "auto" else check_memory(limit)
        object.__setattr__(self, "memory_limit", n_bytes)
        executor = executor_named(self.executor)
        if sends(executor):
            executor.check()
        arithmetic_named(self.arithmetic)
        if self.n_threads is not None:
            check_count(self.n_threads, "n_threads")
        object.__setattr__(self, "progress", listener_of(self.progress))

    @classmethod
    def of(cls, estimator: Any) -> Resources:
        """The resources of an estimator, from its attributes of the same names."""
        return cls(**{field.name: getattr(estimator, field.name) for field in fields(cls)})

    def quiet(self, taken: int = 0) -> Resources:
        """A copy without a listener, with a memory limit that is lower by `taken` bytes."""
        return replace(self, progress=None, memory_limit=self.bytes_allowed - taken)

    @property
    def bytes_allowed(self) -> int:
        """The memory limit in bytes."""
        return int(self.memory_limit)

    @property
    def n_workers(self) -> int:
        """Largest number of workers: `n_threads`, or all available threads."""
        return available_threads() if self.n_threads is None else int(self.n_threads)

    @property
    def listener(self) -> Progress | None:
        """The function that gets progress events, or None."""
        return listener_of(self.progress)

    def report(self, stage: str, done: int, total: int) -> None:
        """Send the progress of a stage to the listener, if there is one."""
        if self.listener is not None:
            self.listener(ProgressEvent(stage, done, total))
