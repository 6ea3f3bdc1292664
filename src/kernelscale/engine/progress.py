"""Progress as events: the engine says how far it is, and whoever listens decides how to show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Progress", "ProgressEvent"]


@dataclass(frozen=True)
class ProgressEvent:
    """One step of a longer computation.

    Attributes
    ----------
    stage : str
        What is being done, such as "distances" or "eigenvalues".
    done, total : int
        Steps finished and steps in all; ``done == total`` closes the stage.

    Examples
    --------
    Any function of one event can listen, such as a list's `append`. Two points make one tile.

    >>> from kernelscale.engine import KernelSums, reduce
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
