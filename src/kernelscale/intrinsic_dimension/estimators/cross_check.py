"""Whether to trust an estimate from nearest neighbours, without knowing the true dimension.

If noise is larger than the distance between nearest neighbours, the estimate counts directions of
noise. Two comparisons show this. First, noise of equal variance in many directions makes the
smallest principal variances nearly equal, and without these directions the estimate is lower
(`noise_floor`). Round clusters have such variances too, but their neighbour graph has several
components. Second, on a flat manifold without noise the dimension, calibrated on solid balls, is
the same at all scales (`scale_ladder`). With noise or curvature, farther neighbours give another
dimension than nearer neighbours.

The thresholds were chosen on one half of the cases of ``python -m benchmarks.dimension_trust`` and
tested on the other half. docs/dimension.md states how many verdicts are right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...results import Dimension
from ..calibration.ball_ladders import calibrated_ladder
from ..calibration.ball_signatures import LARGEST_DIMENSION
from ..noise_floor import NoiseFloor, find_noise_floor, is_of_clusters, without_noise
from ..sample import Sample
from ..scale_ladder import Ladder, scale_ladder
from .levina_bickel import LevinaBickel
from .two_nn import TwoNN

__all__ = ["CrossCheck", "cross_check"]

FARTHEST_NEIGHBOR = 16  # the largest rank of a neighbour; there are four scales
# An estimate is doubted if it differs by more than this share from the estimate without noise.
MOST_ABOVE_FLOOR = 0.15
# The scales disagree if, for N rows, the range of the logarithms of the dimensions over the scales
# exceeds LEAST_RANGE + RANGE_OF_ONE_ROW / sqrt(N). That from
# neighbours 1 and 2 has a standard error of 1 / sqrt(N).
LEAST_RANGE, RANGE_OF_ONE_ROW = 0.06, 3.0
ABOVE_FLOOR = "without the noise floor"


class CrossCheck(NamedTuple):
    """The evidence against an estimate.

    Attributes
    ----------
    flags : tuple of str
        The reasons to doubt the estimate: "noise floor", "scales disagree".
    caveat : str
        Sentences on these reasons and on flags of the estimate itself; empty if there are none.
    evidence : dict
        - `others`: other estimates by name;
        - `scales`: the dimensions from neighbours 1 and 2, 2 and 4, ..., calibrated on solid balls,
          and the mean distance to the farther of the two neighbours;
        - `noise_floor`: the fields of the `NoiseFloor`.
    """

    flags: tuple[str, ...]
    caveat: str
    evidence: dict[str, Any]


def cross_check(
    sample: Sample,
    found: Dimension,
    estimate: Callable[[Sample], Dimension],
    duplicates_left: bool = False,
) -> CrossCheck:
    """Compare an estimate with estimates without noise, at other scales and by other methods.

    Parameters
    ----------
    sample : Sample
        The points of the estimate; their rank is at least 2.
    found : Dimension
        The estimate.
    estimate : callable
        Applies the same method to another sample.
    duplicates_left : bool
        Whether possible near-duplicates determine the estimate.

    Examples
    --------
    A line in forty features with a little noise.

    >>> from kernelscale.intrinsic_dimension import DANCo
    >>> random = np.random.default_rng(0)
    >>> line = random.uniform(-1, 1, (300, 1)) @ random.normal(size=(1, 40))
    >>> sample, danco = Sample(line + 0.05 * random.normal(size=(300, 40))), DANCo()
    >>> check = cross_check(sample, danco.estimate(sample), danco.estimate)
    >>> check.flags, round(check.evidence["others"]["without the noise floor"])
    (('noise floor', 'scales disagree'), 1)
    """
    floor = find_noise_floor(sample.points)
    farthest = min(FARTHEST_NEIGHBOR, 2 ** max(1, int(np.log2(sample.n_samples / 3))))
    ladder = scale_ladder(sample.nearest(farthest).squared_distances)
    scales = calibrated_ladder(ladder.dimensions, sample.n_samples)
    # NaN means an estimate above that for the ball of the highest dimension in the table.
    scales = np.nan_to_num(scales, nan=LARGEST_DIMENSION)
    others = {
        each.method: each._estimate(sample).continuous
        for each in (TwoNN(), LevinaBickel())
        if sample.n_samples >= each._fewest_rows()
    }
    neighbors = sample.nearest(farthest).indices
    if floor.n_directions and not is_of_clusters(sample.points, neighbors, floor):
        above = estimate(sample.replaced(without_noise(sample.points, floor)))
        others[ABOVE_FLOOR] = above.continuous
    doubts = dict(_doubts(sample, found, floor, others, ladder, scales))
    sentences = [*_on_flags(sample, found, duplicates_left), *doubts.values()]
    evidence = {"distances": ladder.distances[: len(scales)], "dimensions": scales}
    return CrossCheck(
        tuple(doubts),
        " ".join([*sentences, _on_others(others)]) if sentences else "",
        {"others": others, "scales": evidence, "noise_floor": floor._asdict()},
    )


def _doubts(
    sample: Sample,
    found: Dimension,
    floor: NoiseFloor,
    others: dict[str, float],
    ladder: Ladder,
    scales: np.ndarray,
) -> Iterator[tuple[str, str]]:
    """A flag and a sentence for each comparison that contradicts the estimate."""
    above = others.get(ABOVE_FLOOR, found.continuous)
    if abs(found.continuous - above) > MOST_ABOVE_FLOOR * above:
        yield (
            "noise floor",
            f"{floor.n_directions} principal directions have the same small standard deviation "
            f"({floor.sd:.3g}), as noise has; without them the estimate is {above:.3g} instead of "
            f"{found.continuous:.3g}.",
        )
    if np.ptp(np.log(scales)) > LEAST_RANGE + RANGE_OF_ONE_ROW / np.sqrt(sample.n_samples):
        yield (
            "scales disagree",
            f"The dimension is {scales[0]:.3g} at distance {ladder.distances[0]:.3g} but "
            f"{scales[-1]:.3g} at distance {ladder.distances[-1]:.3g}, because of noise, curvature "
            f"or clusters.",
        )


def _on_flags(sample: Sample, found: Dimension, duplicates_left: bool) -> Iterator[str]:
    """Sentences for flags of the estimate that make it doubtful."""
    if "discrete data" in found.flags:
        yield (
            "The two nearest neighbours of many rows are at the same distance, so ties determine "
            "the estimate."
        )
    if duplicates_left:
        yield "Rows that may be near-duplicates determine the estimate."
    if "saturated" in found.flags and found.continuous < sample.rank:
        yield (
            f"The calibration ends at {LARGEST_DIMENSION} dimensions, and the data may have more."
        )
    elif "saturated" in found.flags and sample.rank == sample.n_samples - 1:
        yield (
            f"{sample.n_samples} rows span at most {sample.rank} dimensions, and the data may have "
            f"more."
        )


def _on_others(others: dict[str, float]) -> str:
    listed = [f"{name} {dimension:.3g}" for name, dimension in others.items()]
    return f"Other estimates: {', '.join(listed)}."
