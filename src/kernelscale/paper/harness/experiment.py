"""An experiment: the claims of the paper, the function that measures them, and the pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ...engine.progress import Progress
from .claim import Claim
from .claim_tables import judged
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
"""A function that draws tables on an empty figure; its docstring's first line is the caption."""
VERDICTS, TRIALS, SET_UPS, FINDINGS = "verdicts", "trials", "set_ups", "findings"
"""Names of the three tables on claims, and of the table of findings."""


class Measured(NamedTuple):
    """The tables of a run, and the evidence by which claims are judged (often the tables)."""

    tables: Tables
    evidence: Any


def why_skipped(tables: Tables) -> str | None:
    """Why an experiment was skipped, from the table of `data_folder.skipped`; None if it ran."""
    summary = next(iter(tables.values()), [])
    return summary[0].get("skipped") if summary else None


def _no_shade(tables: Tables, panel: str | None) -> Shade | None:
    return None


@dataclass(frozen=True)
class Sliders:
    """Tables that the page shows with a slider over the scale, one slider for each panel.

    Attributes
    ----------
    embeddings : str, optional
        Name of a table of points at each scale, with the columns `scale`, `point`, `x`, `y` and
        `label`, and `panel` if there are several panels.
    curves : str, optional
        Name of a table of curves over the scale, with the columns `scale`, `curve` and `value`,
        and `panel` if each panel has its own curves.
    shade : callable
        ``shade(tables, panel)`` returns the ranges of scales to be shown grey, with the reason;
        None if there are none.
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
        Name of the experiment on the command line.
    source : str
        Figure or section of the paper.
    claim : str
        What the paper claims.
    expected : str
        The expected result.
    data : str
        The data that the experiment needs.
    minutes : float
        Running time on two processors, in minutes.
    measure : callable
        ``measure(quick, progress)`` returns tables, the summary first, or `Measured`. If `quick` is
        True, samples are small and the call takes seconds. Every call gives the same numbers.
    files : tuple of str
        Names of the files that the experiment reads from the folder of real data.
    claims : tuple of Claim
        The claims. They are judged by the evidence, or by the tables if there is no evidence.
    find : callable, optional
        ``find(evidence)`` returns a list of `Finding`.
    drawings : mapping of str to callable
        A function for each picture, by the name of the picture.
    sliders : Sliders
        Names of the tables that the page shows with a slider.

    Examples
    --------
    An experiment that throws a coin.

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
        """The summary, then the tables of `judged` (not in a quick run), then all other tables."""
        tables, evidence = self.measured(quick, progress)
        if quick or why_skipped(tables):
            return tables
        (name, summary), *others = tables.items()
        return {name: summary, **self.judged(evidence), **dict(others)}

    def measured(self, quick: bool, progress: Progress) -> Measured:
        """The tables and the evidence; the tables are the evidence if there is no other."""
        found = self.measure(quick, progress)
        return found if isinstance(found, Measured) else Measured(found, found)

    def judged(self, evidence: Any) -> Tables:
        """The tables of verdicts, trials, set-ups and findings; empty tables are dropped."""
        findings = [] if self.find is None else self.find(evidence)
        return {**judged(self.claims, evidence), **({FINDINGS: findings} if findings else {})}
