"""What an experiment is: what the paper says, what measures it, and what shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ...engine.progress import Progress

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ...reports.page.curve_panels import Shade

__all__ = ["VERDICTS", "Draw", "Experiment", "Measured", "Row", "Sliders", "Tables", "why_skipped"]

Row = dict[str, Any]
"""One line of a table: finite numbers, truth values, texts or None by the names of the columns."""
Tables = dict[str, list[Row]]
"""Tables by name, the summary first; all rows of a table have the same columns."""
Draw = Callable[["Figure", Tables], None]
"""Draws tables on an empty figure; the first line of its docstring stands under the picture."""
VERDICTS = "verdicts"
"""Name of the table of verdicts, which stands on top of the page."""


class Measured(NamedTuple):
    """Tables, and the evidence that claims are judged by, where tables do not hold all of it."""

    tables: Tables
    evidence: Any


def why_skipped(tables: Tables) -> str | None:
    """Why an experiment measured nothing; None if it did. `data_folder.skipped` says it."""
    summary = next(iter(tables.values()), [])
    return summary[0].get("skipped") if summary else None


def _no_shade(tables: Tables, panel: str | None) -> Shade | None:
    return None


@dataclass(frozen=True)
class Sliders:
    """Tables that the page shows with a slider over the scale, one slider a panel.

    Attributes
    ----------
    embeddings : str, optional
        Name of a table of points at each scale, with the columns `scale`, `point`, `x`, `y` and
        `label`, and `panel` where there are several.
    curves : str, optional
        Name of a table of curves over the scale, with the columns `scale`, `curve` and `value`,
        and `panel` where each has its own.
    shade : callable
        Called as ``shade(tables, panel)`` it gives the scales that are grey, and why.
    """

    embeddings: str | None = None
    curves: str | None = None
    shade: Callable[[Tables, str | None], Shade | None] = _no_shade


@dataclass(frozen=True)
class Experiment:
    """One experiment of the paper.

    Attributes
    ----------
    name : str
        What the command line calls it.
    source : str
        Figure or section of the paper.
    claim : str
        What the paper says.
    expected : str
        The expected result.
    data : str
        Data it needs.
    minutes : float
        Running time on two processors.
    measure : callable
        Called as ``measure(quick, progress)`` it returns tables, the summary first, or `Measured`;
        quick is for a look in seconds. It gives the same numbers every time.
    files : tuple of str
        Names of the files it reads in the folder of real data, if they are there.
    judge : callable, optional
        Called as ``judge(evidence)``, or with the tables where there is no other evidence, it
        returns rows of `verdict_row`, one a claim.
    drawings : mapping of str to callable
        What draws each picture of the tables, by the name of the picture.
    sliders : Sliders
        Which tables the page shows with a slider.

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
    measure: Callable[[bool, Progress], Tables | Measured]
    files: tuple[str, ...] = ()
    judge: Callable[[Any], list[Row]] | None = None
    drawings: Mapping[str, Draw] = field(default_factory=dict)
    sliders: Sliders = Sliders()

    def run(self, quick: bool, progress: Progress) -> Tables:
        """Measure and judge; verdicts stand after the summary."""
        found = self.measure(quick, progress)
        tables, evidence = found if isinstance(found, Measured) else (found, found)
        if self.judge is None or why_skipped(tables):
            return tables
        (name, summary), *others = tables.items()
        return {name: summary, VERDICTS: self.judge(evidence), **dict(others)}
