"""Answers that carry their evidence: frozen, plain, readable without the code that made them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas

from ._frozen import Rebuilt, frozen
from ._pictured import Pictured
from ._validation import check_kind, check_positive
from .data_checks import Note
from .kernels import Kernel
from .kernels.kernel import check_is_kernel

__all__ = [
    "Bandwidth",
    "Comparison",
    "ComparisonRow",
    "Dimension",
    "Evidence",
    "ScaleCurve",
    "as_frame",
    "plain",
]


NO_NUMBER = (
    "A Bandwidth is no number; take its .gamma (for SVC, KernelPCA, ...), .epsilon (of "
    "exp(-d^2 / (2 epsilon))) or .length_scale (for Gaussian processes)."
)


class Evidence(Mapping[str, Any]):
    """A mapping that cannot be changed, nor the arrays in it."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        check_kind(values, Mapping, "evidence")
        self._values = {key: _unchangeable(value) for key, value in values.items()}

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Evidence({self._values})"

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return Evidence, (self._values,)  # through the constructor, as in `Rebuilt`


def _unchangeable(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return frozen(value)
    if isinstance(value, Mapping):
        return Evidence(value)
    return tuple(map(_unchangeable, value)) if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """The same value made of what JSON knows: no arrays, NaN and infinity as None."""
    if isinstance(value, np.ndarray):
        return [plain(entry) for entry in value.tolist()]
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


@dataclass(frozen=True, eq=False, repr=False)
class Bandwidth(Pictured, Rebuilt):
    """A chosen scale, how it was chosen, and the kernel that uses it.

    Attributes
    ----------
    rule : str
        Name of the rule that chose.
    epsilon : float or None
        The scale in ``K_ij = exp(-r_ij / (2 epsilon))``, a squared distance; None for a kernel
        with one scale a point (self-tuned), or of another form.
    kernel : Kernel
        The kernel at that scale.
    reason : str
        Why this scale, in plain English.
    scales, scores : ndarray of shape (n_scales,)
        Scales searched, ascending, and the score of each; empty where a rule has a formula. Those
        of a kernel that is no Gaussian are no epsilons, and ``evidence["kernel_scale"]`` is the
        one chosen.
    score_name : str
        What the scores are.
    interior : bool or None
        Whether the optimum lies inside the range searched; None where nothing was searched.
    interval : tuple of float, or None
        How repeatable the choice is: smallest and largest of `epsilon` and the scales that the
        rule gave on random parts of the rows, where it was asked to look. It is no confidence
        interval.
    evidence : mapping
        Anything else the rule saw.
    as_good : tuple of float, or None
        How much it matters: the ends of the range of epsilons around `epsilon` that do as well, as
        far as the data tell; the rule says by what. None where it cannot tell.
    notes : tuple of Note
        What was seen in the data before, such as a feature that decides all distances, and what
        helps; empty where nothing was, or nobody looked.

    Raises
    ------
    ValueError, TypeError
        If `epsilon` is neither None nor a positive finite number, or `kernel` is no `Kernel`.

    Examples
    --------
    One answer in the units of three trades, with the reason for it.

    >>> from kernelscale import select_bandwidth
    >>> bandwidth = select_bandwidth([[0.0], [1.0], [3.0]], rule="max_min", factor=4.0)
    >>> bandwidth.epsilon, bandwidth.length_scale, bandwidth.gamma
    (16.0, 4.0, 0.03125)
    >>> print(bandwidth.reason)
    4 times the squared distance of row 2, the loneliest, to its nearest neighbour.

    It is no number, and says which of them it has.

    >>> bandwidth
    <Bandwidth by max_min: .epsilon = 16, .gamma = 0.03125, .length_scale = 4, 1 of .notes>
    >>> float(bandwidth)
    Traceback (most recent call last):
        ...
    TypeError: A Bandwidth is no number; take its .gamma (for SVC, KernelPCA, ...), ...
    """

    rule: str
    epsilon: float | None
    kernel: Kernel
    reason: str
    scales: np.ndarray = field(default_factory=lambda: frozen([]))
    scores: np.ndarray = field(default_factory=lambda: frozen([]))
    score_name: str = ""
    interior: bool | None = None
    interval: tuple[float, float] | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    as_good: tuple[float, float] | None = None
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        if self.epsilon is not None:
            object.__setattr__(self, "epsilon", check_positive(self.epsilon, "epsilon"))
        object.__setattr__(self, "scales", frozen(self.scales))
        object.__setattr__(self, "scores", frozen(self.scores))
        object.__setattr__(self, "evidence", Evidence(self.evidence))
        check_is_kernel(self.kernel)

    def __repr__(self) -> str:
        """The rule and the numbers by the names that hold them: scikit-learn's errors show it."""
        if self.epsilon is None:
            said = f"{self.kernel.name} kernel, .epsilon = None"
        else:
            names = ("epsilon", "gamma", "length_scale")
            said = ", ".join(f".{name} = {getattr(self, name):.4g}" for name in names)
        notes = f", {len(self.notes)} of .notes" if self.notes else ""
        return f"<Bandwidth by {self.rule}: {said}{notes}>"

    def __float__(self) -> float:
        raise TypeError(NO_NUMBER)

    def __array_ufunc__(self, *args: Any, **options: Any) -> Any:
        raise TypeError(NO_NUMBER)

    @property
    def gamma(self) -> float | None:
        """1 / (2 epsilon), as in scikit-learn's SVC, KernelPCA, SpectralClustering, Nystroem."""
        return None if self.epsilon is None else 1 / (2 * self.epsilon)

    @property
    def length_scale(self) -> float | None:
        """sqrt(epsilon), as in the RBF kernel of Gaussian processes; in units of the data."""
        return None if self.epsilon is None else float(np.sqrt(self.epsilon))

    @property
    def scales_are_epsilons(self) -> bool:
        """Whether `scales` are those of a Gaussian, and not of another kernel."""
        return self.epsilon is not None and "kernel_scale" not in self.evidence

    @property
    def as_good_in_words(self) -> str:
        """The range `as_good`, and where the search ended before it did; empty without one.

        Examples
        --------
        The search ended at 8, where the score was still as good.

        >>> from kernelscale import Bandwidth
        >>> from kernelscale.kernels import Gaussian
        >>> found = Bandwidth("mine", 4.0, Gaussian(4.0), "Why.", [1, 2, 4, 8], as_good=(1.5, 8.0))
        >>> found.as_good_in_words
        '1.5 to 8 or more'
        """
        if self.as_good is None:
            return ""
        low, high = self.as_good
        ends = self.scales[[0, -1]] if len(self.scales) else (0.0, np.inf)
        less, more = " or less" * bool(low <= ends[0]), " or more" * bool(high >= ends[1])
        return f"{low:.3g}{less} to {high:.3g}{more}"

    def to_dict(self) -> dict[str, Any]:
        """Everything but the kernel, ready for JSON."""
        values = {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.name != "kernel"}
        notes = [note.to_dict() for note in self.notes]
        return {**values, "gamma": self.gamma, "length_scale": self.length_scale, "notes": notes}


@dataclass(frozen=True, eq=False, repr=False)
class ScaleCurve(Pictured, Rebuilt):
    """The sum of the kernel and the dimension it implies, as functions of the scale.

    Attributes
    ----------
    epsilon : ndarray of shape (n_scales,)
        Scales, ascending, squared distances.
    S : ndarray of shape (n_scales,)
        ``sum_ij exp(-r_ij / (2 eps))``, from N at small scales to N^2 at large ones.
    dimension : ndarray of shape (n_scales,)
        ``d_eps = sum_ij r_ij K_ij / (eps S)`` = 2 d log S / d log eps (paper's eq. deA).
    n_samples : int
        Number of points N.
    S_error, dimension_error : ndarray of shape (n_scales,) or None
        Standard errors, where S and d_eps are estimated from some rows.
    n_sample : int or None
        How many rows that were.

    Examples
    --------
    A hundred points on a line: at the smallest scale each counts itself alone, at the largest
    nearly every pair counts, and somewhere between they look one-dimensional.

    >>> import numpy as np
    >>> from kernelscale import scale_curve
    >>> curve = scale_curve(np.arange(100.0)[:, None])
    >>> curve.S[[0, -1]].round()
    array([ 100., 9990.])
    >>> round(float(curve.dimension.max()), 1)
    1.0
    """

    epsilon: np.ndarray
    S: np.ndarray
    dimension: np.ndarray
    n_samples: int
    S_error: np.ndarray | None = None
    dimension_error: np.ndarray | None = None
    n_sample: int | None = None

    def __post_init__(self) -> None:
        for name in ("epsilon", "S", "dimension", "S_error", "dimension_error"):
            values = getattr(self, name)
            object.__setattr__(self, name, None if values is None else frozen(values))

    def __repr__(self) -> str:
        """The range of scales, and the largest dimension on it."""
        steepest = int(np.nan_to_num(self.dimension).argmax())
        low, high, at = (f"{epsilon:.4g}" for epsilon in self.epsilon[[0, -1, steepest]])
        return (
            f"<ScaleCurve of {self.n_samples} points: {len(self.epsilon)} scales from {low} to "
            f"{high}, largest .dimension {self.dimension[steepest]:.3g} at .epsilon {at}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The curve ready for JSON."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self)}


@dataclass(frozen=True, eq=False, repr=False)
class Dimension(Pictured, Rebuilt):
    """An intrinsic dimension, how it was estimated, and how far to trust it.

    Attributes
    ----------
    method : str
        Name of the method.
    dimension : int
        The dimension as a whole number.
    continuous : float
        The estimate before rounding.
    reason : str
        What the figures mean, in plain English.
    sd : float or None
        Spread of the estimate over subsamples of the rows, as a standard deviation. It knows
        nothing of bias: noise and curvature move all subsamples alike.
    pointwise : ndarray of shape (n_samples,) or None
        The estimate around each row; NaN for rows that were dropped.
    flags : tuple of str
        What stands against the answer, such as "saturated" or "discrete data".
    n_samples : int
        Distinct rows that were used.
    evidence : mapping
        What the method saw.
    caveat : str
        Why the answer is not to be trusted, and what other estimates say; empty where nothing was
        found against it.
    trusted : bool or None
        False where the noise floor, the scales or ties speak against the answer; None where the
        method does not look for that.

    Examples
    --------
    What an estimate says of a plane in four features.

    >>> import numpy as np
    >>> from kernelscale import estimate_dimension
    >>> plane = np.random.default_rng(0).uniform(size=(500, 2)) @ [[1, 0, 2, 1], [0, 1, 1, 3]]
    >>> found = estimate_dimension(plane)
    >>> found.method, found.dimension, bool(abs(found.continuous - 2) < 0.2)
    ('danco', 2, True)
    """

    method: str
    dimension: int
    continuous: float
    reason: str
    sd: float | None = None
    pointwise: np.ndarray | None = None
    flags: tuple[str, ...] = ()
    n_samples: int = 0
    evidence: Mapping[str, Any] = field(default_factory=dict)
    caveat: str = ""
    trusted: bool | None = None

    def __post_init__(self) -> None:
        if self.pointwise is not None:
            object.__setattr__(self, "pointwise", frozen(self.pointwise))
        object.__setattr__(self, "evidence", Evidence(self.evidence))

    def __repr__(self) -> str:
        """The dimension, its figures, and what stands against it."""
        sd = "" if self.sd is None else f", .sd = {self.sd:.2g}"
        against = [*self.flags, *["not to be trusted"] * (self.trusted is False)]
        said = "".join(f", {words}" for words in against)
        return (
            f"<Dimension by {self.method}: .dimension = {self.dimension}, "
            f".continuous = {self.continuous:.4g}{sd}{said}>"
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer ready for JSON."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self)}


@dataclass(frozen=True)
class ComparisonRow:
    """What one rule says about the data, measured the same way for every rule.

    Attributes
    ----------
    rule : str
        Name of the rule.
    epsilon, gamma, length_scale : float or None
        The scale in three units.
    position : float or None
        Place of log epsilon between the ends of the useful range: 0 where rows are nearly alone,
        1 where the kernel is nearly all ones. None of a kernel that is no Gaussian of one scale.
    implied_dimension : float or None
        d_eps at that scale, of Gaussians too.
    n_components : int or None
        Connected components of the graph of the 16 nearest neighbours and the shortest links
        between its parts, edges K_ij >= 1e-8; exact duplicates count as one point.
    effective_neighbors : float or None
        Median of exp(entropy) of a row of P without its diagonal: how many points a point sees.
    eigengap : float or None
        lambda_{N_C} - lambda_{N_C + 1} with N_C classes, 1 - lambda_2 without labels; None above
        5000 rows, or where a decomposition does not fit the memory limit.
    participation : float or None
        How many rows carry the one of the first two diffusion coordinates, or of the first
        N_C - 1, that fewest do (`DiffusionMap.participation_`); None where the eigengap is.
    seconds : float
        Time the rule and the figures of its row took; what rules share is counted for the first
        that needs it.
    reading : str
        What the figures mean, or why the rule cannot answer.
    bandwidth : Bandwidth or None
        The rule's answer with its evidence; None where it cannot answer.
    as_good : bool or None
        Whether the scale lies in the range of scales that are as good as the recommended one; None
        where no such range is known, or the kernel is no Gaussian of one scale.

    Examples
    --------
    The median heuristic on fifty points in a row: a point sees most of the 49 others.

    >>> import numpy as np
    >>> from kernelscale import compare
    >>> row = compare(np.arange(50.0)[:, None], rules="median")["median"]
    >>> print(row.reading)
    a point sees most others (82%)
    >>> round(row.effective_neighbors)
    40
    """

    rule: str
    epsilon: float | None = None
    gamma: float | None = None
    length_scale: float | None = None
    position: float | None = None
    implied_dimension: float | None = None
    n_components: int | None = None
    effective_neighbors: float | None = None
    eigengap: float | None = None
    participation: float | None = None
    seconds: float = 0.0
    reading: str = ""
    bandwidth: Bandwidth | None = field(default=None, repr=False, compare=False)
    as_good: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        """The figures of the row ready for JSON, without the rule's own evidence."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.name != "bandwidth"}


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Pictured):
    """What every rule says about one data set, side by side, with a recommendation.

    Attributes
    ----------
    rows : tuple of ComparisonRow
        One a rule, smallest scale first; rules that cannot answer come last.
    recommended : Bandwidth
        The scale to use if you have no reason to prefer another.
    recommendation : str
        Which scale, and why.
    curve : ScaleCurve
        Sum of the kernel and implied dimension over the useful range.
    n_samples, n_features, n_classes : int
        Size of the data; 0 classes where there were no labels.
    notes : tuple of Note
        What was seen in the data before any rule was asked, and what helps.
    connected_from : float or None
        The epsilon below which the graph of nearest neighbours falls into parts (see
        `ComparisonRow.n_components`); None where no rule has an answer.

    Examples
    --------
    Two rules asked about points without labels: the one that needs labels says so, and "auto" is
    asked too, since it is what is recommended.

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
        """The last line: which scales are as good, and how many rules say one; empty if unknown."""
        told = [row for row in self.rows if row.as_good is not None]
        if not told:
            return ""
        n_inside = sum(bool(row.as_good) for row in told)
        said = f"Scales from {self.recommended.as_good_in_words} are as good"
        if n_inside == len(told) > 1:
            return f"{said}: all {n_inside} rules lie inside, so it hardly matters here which."
        return f"{said}: {n_inside} of {len(told)} rules lie inside (=)."

    def __repr__(self) -> str:
        """The table at a glance: each rule's scale and what it means."""
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
            If pandas is not installed.
        """
        frame = as_frame((row.to_dict() for row in self.rows), "Comparison.to_frame")
        return frame.set_index("rule")


def as_frame(rows: Iterable[Mapping[str, Any]], caller: str) -> pandas.DataFrame:
    """Rows as a pandas data frame, or a sentence that says what to install."""
    try:
        import pandas
    except ImportError:
        raise ImportError(
            f'{caller} needs pandas; install it with: pip install "kernelscale[io]"'
        ) from None
    return pandas.DataFrame(list(rows))
