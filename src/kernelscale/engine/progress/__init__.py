"""Events that report progress, and listeners: functions that are called with each event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

__all__ = ["Progress", "ProgressEvent", "listener_of"]


@dataclass(frozen=True)
class ProgressEvent:
    """One step of a longer computation.

    Attributes
    ----------
    stage : str
        The work, such as "distances" or "eigenvalues".
    done, total : int
        Number of finished steps and of all steps; ``done == total`` closes the stage.

    Examples
    --------
    Any function of one event is a listener, such as the method `append` of a list. Two points make
    one tile.

    >>> from kernelscale.engine.passes import reduce
    >>> from kernelscale.engine.statistics import KernelSums
    >>> heard = []
    >>> _ = reduce([[0.0], [1.0]], KernelSums([1.0]), progress=heard.append)
    >>> heard
    [ProgressEvent(stage='distances', done=1, total=1)]
    """

    stage: str
    done: int
    total: int


Progress = Callable[[ProgressEvent], None]
"""A listener: any function of one event. It runs in the calling thread."""


def listener_of(progress: Any) -> Progress | None:
    """The listener for an argument `progress`: a function is returned unchanged, True gives bars.

    For False and None there is no listener, and the result is None.

    Raises
    ------
    TypeError
        If the argument is none of these.
    """
    if progress is None or progress is False:
        return None
    if progress is True:
        # Imported here: Rich takes long to import, and only bars need it.
        bars: Progress = import_module(f"{__name__}.bars").begin()
        return bars
    if callable(progress):
        listener: Progress = progress
        return listener
    raise TypeError(
        f"progress must be callable, or True for bars on stderr, but {progress!r} was given."
    )
