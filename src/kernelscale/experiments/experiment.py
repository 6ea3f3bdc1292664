"""What an experiment is: what the paper says, what is expected, and a function that measures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..engine.progress import Progress

__all__ = ["Experiment", "Row", "Tables"]

Row = dict[str, Any]
"""One line of a table: finite numbers, truth values, texts or None by the names of the columns."""
Tables = dict[str, list[Row]]
"""Tables by name, the summary first; all rows of a table have the same columns."""


@dataclass(frozen=True)
class Experiment:
    """One experiment of the paper.

    Attributes
    ----------
    name : str
        What it goes by on the command line.
    source : str
        Figure or section of the paper.
    claim : str
        What the paper says.
    expected : str
        What is expected to come out.
    data : str
        Data it needs.
    minutes : float
        Running time on two processors.
    run : callable
        Called as ``run(quick, progress)`` it returns the tables; quick is for a look in seconds.
        It gives the same numbers every time.
    files : tuple of str
        Names of the files it reads in the folder of real data, if it finds them.

    Examples
    --------
    One that throws a coin.

    >>> import numpy as np
    >>> def throw(quick, progress):
    ...     heads = np.random.default_rng(0).integers(2, size=10 if quick else 1000)
    ...     return {"summary": [{"throws": len(heads), "share": float(heads.mean())}]}
    >>> coin = Experiment(
    ...     "coin", "none", "A coin is fair.", "A share near a half.", "none", 0.01, throw
    ... )
    >>> coin.run(True, print)["summary"][0]["throws"]
    10
    """

    name: str
    source: str
    claim: str
    expected: str
    data: str
    minutes: float
    run: Callable[[bool, Progress], Tables]
    files: tuple[str, ...] = ()
