"""What an experiment is: what the paper says, what measures it, and what shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ...engine.progress import Progress
from .claim import Claim, judged
from .tables import Tables

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ...reports.page.curve_panels import Shade

__all__ = [
    "FINDINGS",
    "SET_UPS",
    "TRIALS",
    "VERDICTS",
    "Draw",
    "Experiment",
    "Measured",
    "Sliders",
    "why_skipped",
]

Draw = Callable[["Figure", Tables], None]
"""Draws tables on an empty figure; the first line of its docstring stands under the picture."""
VERDICTS, TRIALS, SET_UPS, FINDINGS = "verdicts", "trials", "set_ups", "findings"
"""Names of the tables on claims of the paper, and of those that are found beyond them."""


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
    claims : tuple of Claim
        What the paper says, each with the judge of the evidence, or of the tables where there is no
        other evidence.
    find : callable, optional
        Called as ``find(evidence)`` it returns findings of ours, rows of `findings.finding`.
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
    claims: tuple[Claim, ...] = ()
    find: Callable[[Any], list[Any]] | None = None
    drawings: Mapping[str, Draw] = field(default_factory=dict)
    sliders: Sliders = Sliders()

    def run(self, quick: bool, progress: Progress) -> Tables:
        """Measure and judge; verdicts stand after the summary. Quick samples give no verdict."""
        tables, evidence = self.measured(quick, progress)
        if quick or why_skipped(tables):
            return tables
        (name, summary), *others = tables.items()
        return {name: summary, **self.judged(evidence), **dict(others)}

    def measured(self, quick: bool, progress: Progress) -> Measured:
        """The tables and the evidence, which are the tables where there is no other."""
        found = self.measure(quick, progress)
        return found if isinstance(found, Measured) else Measured(found, found)

    def judged(self, evidence: Any) -> Tables:
        """The tables of verdicts and findings, without those that would be empty."""
        findings = [] if self.find is None else self.find(evidence)
        return {**judged(self.claims, evidence), **({FINDINGS: findings} if findings else {})}
