"""The default rule: the class eigengap with labels, joined nearest neighbours without.

What was measured to choose it, and its constants, stands in docs/choosing.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from .._validation import check_count
from ..kernels import Gaussian
from ..neighbors import components, spanning_forest
from ..point_cloud import PointCloud
from ..results import Bandwidth
from .diagnostics import component_sizes
from .log_sum import find_plateaus, widest_plateau
from .rule import Rule
from .search import NoOptimumError
from .spectral import Spectral
from .subsampling import interval_around, random_parts

__all__ = ["Auto"]

N_NEIGHBORS = 7
JOINED_SHARE = 0.99  # rows that edges have to join, of those the neighbour graph joins
STRONG_EDGE = 0.1  # kernel value at which two points count as joined
LARGEST_RAISE = 100.0  # beyond this factor strays, not gaps, are what is being joined
STRAYS = 0.05  # of the smallest class: eigenvectors spread over fewer rows see no classes
SINGLE = 1.5  # and over so few, none that has more than twice as many
PART_ROWS = 500
LARGEST_PART = 0.8  # of the rows


@dataclass(frozen=True)
class Auto(Rule):
    """The default: right for the task as far as labels tell, and hardly ever without an answer.

    With labels, `Spectral`, unless its gap parts a few strays from all the rest. Without, the
    typical squared distance to neighbour 7, raised to where kernel values of at least 0.1 join
    99 % of the rows, unless that takes more than a factor of 100: then a few strays are far off,
    and a scale that reached them would blur all else. Exact duplicates count once,
    whatever `duplicates` says. The plateau of log S (`LogSum`) is reported beside it.

    Parameters
    ----------
    n_subsamples : int
        Random parts of the data on which the rule is repeated; the smallest and the largest
        of all answers, that on all rows among them, are the `interval`. 0 to leave it out.
    duplicates : "auto", "once" or "each"
        How copies of rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `n_subsamples` is no integer of at least 0.

    Examples
    --------
    A spiral sampled at random. The scale follows the spacing of the points along it and not the
    distance between its turns, so the walk knows the way.

    >>> import numpy as np
    >>> angle = np.sort(np.random.default_rng(0).uniform(0, 6 * np.pi, 400))
    >>> spiral = np.c_[angle * np.cos(angle), angle * np.sin(angle)]
    >>> bandwidth = Auto()(spiral)
    >>> bool(bandwidth.length_scale < np.pi)
    True
    """

    n_subsamples: int = 10
    name: ClassVar[str] = "auto"
    uses_labels: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count(self.n_subsamples, "n_subsamples", smallest=0)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        if not cloud.n_classes:
            return self._by_neighbors(cloud)
        try:
            bandwidth = self._by_classes(cloud)
        except NoOptimumError as error:
            why = str(error)
        else:
            if bandwidth.interior and not (strays := _strays(bandwidth.evidence)):
                return bandwidth
            gap = f"The eigengap after {cloud.n_classes} eigenvalues, one a class,"
            why = f"{gap} has no optimum inside the range."
            if bandwidth.interior:
                why = f"{gap} is largest where it parts {strays} from all the rest."
        unlabelled = self._by_neighbors(cloud)
        return replace(unlabelled, reason=f"{why} {unlabelled.reason}")

    def _by_classes(self, cloud: PointCloud) -> Bandwidth:
        bandwidth = Spectral().choose(cloud)
        interval = bandwidth.interval
        n_rows = max(min(PART_ROWS, cloud.n_samples // 2), 2 * cloud.n_classes)
        # Parts that are nearly the whole would agree whatever the rule is worth.
        if interval is None and self.n_subsamples and n_rows <= LARGEST_PART * cloud.n_samples:
            parts = random_parts(cloud, n_rows, self.n_subsamples)
            assert bandwidth.epsilon is not None
            chosen = [epsilon for part in parts if (epsilon := _largest_gap(part)) is not None]
            interval = interval_around(bandwidth.epsilon, chosen) if chosen else None
        return replace(
            bandwidth, rule=self.name, interval=interval, reason=f"spectral: {bandwidth.reason}"
        )

    def _by_neighbors(self, cloud: PointCloud) -> Bandwidth:
        graph = _NeighborGraph(cloud.distinct)
        chosen = graph.scale(np.arange(graph.n_samples))
        repeats = [graph.scale(rows).epsilon for rows in self._halves(graph.n_samples)]
        plateau = widest_plateau(find_plateaus(cloud, cloud.curve()))
        kernel = Gaussian(chosen.epsilon)
        reason = " ".join(
            [
                chosen.reason,
                *_about_duplicates(cloud.n_samples, graph.n_samples),
                _connectedness(len(component_sizes(cloud, kernel))),
                _beside_plateau(chosen.epsilon, plateau.low, plateau.high),
            ]
        )
        return Bandwidth(
            self.name,
            chosen.epsilon,
            kernel,
            reason,
            interval=interval_around(chosen.epsilon, repeats) if repeats else None,
            evidence={
                "nearest_neighbors": chosen.near,
                "joining": chosen.joining,
                "plateau": vars(plateau),
                "subsamples": repeats,
            },
        )

    def _halves(self, n_samples: int) -> Iterator[np.ndarray]:
        """Random halves of the rows."""
        random = np.random.default_rng(0)
        for _ in range(self.n_subsamples):
            yield np.sort(random.choice(n_samples, -(-n_samples // 2), replace=False))


def _strays(evidence: Mapping[str, Any]) -> str:
    """Whom the eigenvectors before the gap part from the rest, if these are strays, not classes.

    Measured on nine real sets the widest spread over at least 0.14 of the smallest class, though
    some of the others had single rows in mind.
    """
    spread, smallest = evidence["spread"], evidence["smallest_class"]
    few = max(STRAYS * smallest, min(SINGLE, smallest / 2))
    return f"about {round(spread)} row(s)" if spread < few else ""


def _largest_gap(part: PointCloud) -> float | None:
    """The spectral rule's scale of a part, if it has one."""
    try:
        return Spectral().choose(part).epsilon
    except NoOptimumError:
        return None


class _Scale(NamedTuple):
    """The unlabelled choice between two scales, and why."""

    epsilon: float
    near: float
    joining: float
    reason: str


class _NeighborGraph:
    """What the unlabelled rule reads from a cloud without duplicates, ready for any rows of it.

    Neighbours and connections are those among all points; rows only say whose are counted.
    """

    def __init__(self, cloud: PointCloud) -> None:
        self.n_samples = cloud.n_samples
        self.n_neighbors = min(N_NEIGHBORS, cloud.n_samples - 1)
        self.near = cloud.nearest(self.n_neighbors).squared_distances[:, -1]
        self.parts = components(self.n_samples, cloud.neighbor_edges)
        self.forest = spanning_forest(self.n_samples, cloud.neighbor_edges)

    def scale(self, rows: np.ndarray) -> _Scale:
        """The larger of neighbour distance and joining scale, within reason."""
        near = float(np.median(self.near[rows]))
        joining = self._joining_length(rows) / (-2 * np.log(STRONG_EDGE))
        with np.errstate(all="ignore"):  # rows that float64 can hardly tell apart
            raised = float(np.float64(joining) / near)
        typical = f"the typical squared distance to neighbour {self.n_neighbors}"
        if joining <= near:
            return _Scale(near, near, joining, f"By neighbours: {typical}.")
        if joining <= LARGEST_RAISE * near:
            reason = (
                f"By neighbours: raised to {raised:.3g} times {typical} so that it joins "
                f"{JOINED_SHARE:.0%} of the rows."
            )
            return _Scale(joining, near, joining, reason)
        reason = (
            f"By neighbours: {typical}; joining {JOINED_SHARE:.0%} of the rows would take "
            f"{raised:.3g} times that, more than {LARGEST_RAISE:g} times."
        )
        return _Scale(near, near, joining, reason)

    def _joining_length(self, rows: np.ndarray) -> float:
        """Smallest squared edge length that joins the stated share of some rows.

        Where the neighbour graph has several parts, each is to be joined in itself: none of its
        edges could join them to each other.
        """
        if len(self.forest.lengths) == 0:
            return 0.0
        first, last = 0, len(self.forest.lengths) - 1
        while first < last:  # bisection: longer edges never join less
            middle = (first + last) // 2
            groups = components(self.n_samples, self.forest.chosen(slice(0, middle + 1)))
            if _joined_share(groups[rows], self.parts[rows]) >= JOINED_SHARE:
                last = middle
            else:
                first = middle + 1
        return float(self.forest.lengths[first])


def _joined_share(groups: np.ndarray, parts: np.ndarray) -> float:
    """Share of points that lie in the largest group of their part."""
    sizes = np.bincount(groups)
    largest = np.zeros(parts.max() + 1, dtype=int)
    np.maximum.at(largest, parts, sizes[groups])
    return float(largest.sum() / len(parts))


def _about_duplicates(n_samples: int, n_distinct: int) -> list[str]:
    if n_distinct == n_samples:
        return []
    return [f"Of the {n_samples} rows {n_distinct} are distinct, and only these count."]


def _connectedness(n_components: int) -> str:
    if n_components == 1:
        return "All rows stay connected."
    return f"Far groups or strays stay apart, {n_components} parts in all."


def _beside_plateau(epsilon: float, low: float, high: float) -> str:
    place = "below" if epsilon < low else "above" if epsilon > high else "inside"
    return f"It lies {place} the range where log S rises linearly, {low:.3g} to {high:.3g}."
