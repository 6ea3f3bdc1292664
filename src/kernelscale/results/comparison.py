"""All rules on one data set, side by side."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

from ..data_checks.note import Note
from .bandwidth import Bandwidth
from .curve import ScaleCurve
from .evidence import as_frame, plain
from .pictured import Pictured

__all__ = ["Comparison", "ComparisonRow"]


@dataclass(frozen=True)
class ComparisonRow:
    """The scale that one rule chooses, with numbers that are computed identically for all rules.

    Attributes
    ----------
    rule : str
        Name of the rule.
    epsilon, gamma, length_scale : float or None
        The scale in three conventions; see `Bandwidth`.
    position : float or None
        Position of log epsilon in the useful range: 0 if the kernel is nearly the identity, 1 if it
        is nearly all ones. None for a kernel that is not a Gaussian with one scale.
    implied_dimension : float or None
        d_eps at this scale; None if `position` is None.
    n_connected_components : int or None
        Number of components of a neighbour graph. Its edges connect each row to its 16 nearest
        neighbours; components are then joined by the shortest links, and edges with K_ij < 1e-8 are
        removed. Exact duplicates count as one point. None if the rows are read in blocks.
    effective_neighbors : float or None
        Number of other points that the kernel of a typical point reaches: exp(entropy) of a row of
        the operator P without its diagonal, median over at most 1000 rows. P is the kernel matrix
        with each row divided by its sum.
    eigengap : float or None
        Gap between eigenvalues of P: lambda_{N_C} - lambda_{N_C + 1} with N_C classes, and
        1 - lambda_2 without labels. None for more than 5000 rows, for rows that are read in blocks,
        or if a decomposition does not fit the memory limit.
    participation : float or None
        The smallest number of rows that carry one of the leading diffusion coordinates, that is, at
        which the coordinate is far from 0 (`DiffusionMap.participation_`). The leading coordinates
        are the first two or, with N_C > 3 classes, the first N_C - 1. None if `eigengap` is None.
    seconds : float
        Time for the rule and the numbers of its row. If several rules share a computation, its time
        counts for the first of these rules.
    reading : str
        Interpretation of the numbers, or the reason why the rule chooses no scale.
    bandwidth : Bandwidth or None
        The result of the rule with its evidence; None if it chooses no scale.
    as_good : bool or None
        Whether the scale is in the range of scales that are as good as the recommended scale; None
        without such a range, or for a kernel that is not a Gaussian with one scale.

    Examples
    --------
    The median heuristic on fifty points on a line: its kernel reaches most of the 49 others.

    >>> import numpy as np
    >>> from kernelscale import compare
    >>> row = compare(np.arange(50.0)[:, None], rules="median")["median"]
    >>> print(row.reading)
    a typical row reaches most others (82%)
    >>> round(row.effective_neighbors)
    40
    """

    rule: str
    epsilon: float | None = None
    gamma: float | None = None
    length_scale: float | None = None
    position: float | None = None
    implied_dimension: float | None = None
    n_connected_components: int | None = None
    effective_neighbors: float | None = None
    eigengap: float | None = None
    participation: float | None = None
    seconds: float = 0.0
    reading: str = ""
    bandwidth: Bandwidth | None = field(default=None, repr=False, compare=False)
    as_good: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """The numbers of the row, ready for JSON, without the rule's own evidence."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.name != "bandwidth"}


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Pictured):
    """The scales of all rules for one data set, with a recommendation.

    Attributes
    ----------
    rows : tuple of ComparisonRow
        A row for each rule, smallest scale first. Rules whose kernel has no single scale come next,
        and rules that choose no scale come last.
    recommended : Bandwidth
        The scale to use, unless you have a reason to use another scale.
    recommendation : str
        The recommended scale and the reason for it, in words.
    curve : ScaleCurve
        Sum of the kernel and implied dimension over the useful range.
    n_samples, n_features, n_classes : int
        Size of the data; 0 classes without labels.
    notes : tuple of Note
        Faults of the data, with advice.
    connected_from : float or None
        The epsilon below which the graph of nearest neighbours has several components (see
        `ComparisonRow.n_connected_components`); None if the rows are read in blocks.

    Examples
    --------
    Two rules for points without labels. One rule needs labels, and its row states this. The rule
    "auto" is added, because it gives the recommendation.

    >>> import numpy as np
    >>> from kernelscale import compare
    >>> comparison = compare(np.arange(50.0)[:, None], rules=["probabilistic", "median"])
    >>> [(row.rule, row.epsilon) for row in comparison.rows]
    [('auto', 1.07), ('median', 225.0), ('probabilistic', None)]
    >>> print(comparison["probabilistic"].reading)
    The rule 'probabilistic' needs a label for each row; pass y.
    """

    rows: tuple[ComparisonRow, ...]
    recommended: Bandwidth
    recommendation: str
    curve: ScaleCurve
    n_samples: int
    n_features: int
    n_classes: int = 0
    notes: tuple[Note, ...] = ()
    connected_from: float | None = None

    def __getitem__(self, rule: str) -> ComparisonRow:
        """The row of one rule, by name."""
        for row in self.rows:
            if row.rule == rule:
                return row
        raise KeyError(
            f"{rule!r} was not compared; the rules are {', '.join(r.rule for r in self.rows)}."
        )

    @property
    def how_much_it_matters(self) -> str:
        """The range `as_good` in words, and how many rules choose a scale in it.

        The text is empty if the range is not known.
        """
        judged = [row for row in self.rows if row.as_good is not None]
        if not judged:
            return ""
        n_inside = sum(bool(row.as_good) for row in judged)
        said = f"Scales from {self.recommended.as_good_in_words} are as good as the recommended one"
        if n_inside == len(judged) > 1:
            return (
                f"{said}: all {n_inside} rules choose such a scale, so the choice matters little "
                f"here."
            )
        return f"{said}: {n_inside} of {len(judged)} rules choose such a scale (marked =)."

    def __repr__(self) -> str:
        """The table: the scale of each rule, and its interpretation."""
        lines = [
            f"{row.rule:<20} {'-' if row.epsilon is None else format(row.epsilon, '.4g'):>10}"
            f"{'=' if row.as_good else ' '} {row.reading}"
            for row in self.rows
        ]
        last = [self.recommendation, self.how_much_it_matters]
        return "\n".join([f"{'rule':<20} {'epsilon':>10}  reading", *lines, *filter(None, last)])

    def to_dict(self) -> dict[str, Any]:
        """The whole comparison ready for JSON."""
        return {
            "n_samples": self.n_samples,
            "n_features": self.n_features,
            "n_classes": self.n_classes,
            "rows": [row.to_dict() for row in self.rows],
            "recommended": self.recommended.to_dict(),
            "recommendation": self.recommendation,
            "how_much_it_matters": self.how_much_it_matters,
            "curve": self.curve.to_dict(),
            "connected_from": self.connected_from,
            "notes": [note.to_dict() for note in self.notes],
        }

    def to_frame(self) -> pandas.DataFrame:
        """The table as a pandas data frame with the rule as index; needs kernelscale[io].

        Raises
        ------
        ImportError
            If pandas cannot be imported.
        """
        frame = as_frame((row.to_dict() for row in self.rows), "Comparison.to_frame")
        return frame.set_index("rule")
