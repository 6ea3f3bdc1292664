"""Whether to trust an estimate from nearest neighbours, told without knowing the truth.

Whoever looks at nearest neighbours sees noise where it is larger than the distance between them,
and counts its directions; a single estimate shows no sign of that. It shows elsewhere. Noise of
one size leaves a flat tail of principal variances, and without its directions the estimate falls
(`noise_floor`); round clusters leave one too, and are told apart (`round_clusters`). And farther
neighbours give another dimension than nearer ones, under curvature too, while in a flat piece of a
manifold all give the same once they are compared with solid balls (`ladder_calibration`).

Thresholds were chosen on one half of the cases of ``python -m benchmarks.dimension_trust`` and
tried on the other; docs/dimension.md has the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...results import Dimension
from ..calibration.ladder_of_balls import calibrated_ladder
from ..calibration.signatures_of_balls import LARGEST_DIMENSION
from ..noise_floor import NoiseFloor, find_noise_floor, without_noise
from ..round_clusters import is_of_clusters
from ..sample import Sample
from .gride import Ladder, scale_ladder
from .levina_bickel import LevinaBickel
from .two_nn import TwoNN

__all__ = ["CrossCheck", "cross_check"]

FARTHEST_NEIGHBOR = 16  # of the ladder: four scales
MOST_ABOVE_FLOOR = 0.15  # of the estimate without the noise: by how much more is too much
LEAST_RANGE = 0.06  # of the logarithms of dimensions at several scales, with any number of rows,
RANGE_OF_ONE_ROW = 3.0  # and over the square root of that number: each has an error of 1/sqrt(N)
ABOVE_FLOOR = "without the noise floor"


class CrossCheck(NamedTuple):
    """What stands against an estimate.

    Attributes
    ----------
    flags : tuple of str
        "noise floor", "scales disagree": what the estimate itself does not see.
    caveat : str
        The same in sentences, and what the estimate's own flags mean; empty where nothing does.
    evidence : dict
        What was compared: ``others``, estimates by name; ``scales``, the dimension at neighbours 1
        and 2, 2 and 4, ... as solid balls of that dimension would read, with their distances;
        ``noise_floor``.
    """

    flags: tuple[str, ...]
    caveat: str
    evidence: dict[str, Any]


def cross_check(
    sample: Sample,
    found: Dimension,
    estimate: Callable[[Sample], Dimension],
    copies_left: bool = False,
) -> CrossCheck:
    """Compare an estimate with what is above the noise, with other scales and other estimators.

    Parameters
    ----------
    sample : Sample
        The points the estimate is of, two dimensions or more.
    found : Dimension
        The estimate.
    estimate : callable
        The same estimate of another sample.
    copies_left : bool
        Whether rows that may be copies of one another decide the estimate.

    Examples
    --------
    A line in forty features, each with a little noise.

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
    scales = np.nan_to_num(scales, nan=LARGEST_DIMENSION)  # a reading beyond all balls
    others = {
        each.method: each._estimate(sample).continuous
        for each in (TwoNN(), LevinaBickel())
        if sample.n_samples >= each._fewest_rows()
    }
    if floor.n_directions and not is_of_clusters(sample, floor, farthest):
        above = estimate(sample.replaced(without_noise(sample.points, floor)))
        others[ABOVE_FLOOR] = above.continuous
    doubts = dict(_doubts(sample, found, floor, others, ladder, scales))
    said = [*_by_flags(sample, found, copies_left), *doubts.values()]
    evidence = {"distances": ladder.distances[: len(scales)], "dimensions": scales}
    return CrossCheck(
        tuple(doubts),
        " ".join([*said, _what_others_say(others)]) if said else "",
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
    """A flag and a sentence for each thing that stands against the estimate."""
    above = others.get(ABOVE_FLOOR, found.continuous)
    if abs(found.continuous - above) > MOST_ABOVE_FLOOR * above:
        yield (
            "noise floor",
            f"{floor.n_directions} principal directions have the same small spread (sd "
            f"{floor.sd:.3g}), as noise has; without them the estimate is {above:.3g} and not "
            f"{found.continuous:.3g}.",
        )
    if np.ptp(np.log(scales)) > LEAST_RANGE + RANGE_OF_ONE_ROW / np.sqrt(sample.n_samples):
        yield (
            "scales disagree",
            f"The dimension is {scales[0]:.3g} at distance {ladder.distances[0]:.3g} and "
            f"{scales[-1]:.3g} at distance {ladder.distances[-1]:.3g}: noise, curvature or "
            f"clusters make it depend on the scale.",
        )


def _by_flags(sample: Sample, found: Dimension, copies_left: bool) -> Iterator[str]:
    """Sentences for flags of the estimate that put it in doubt."""
    if "discrete data" in found.flags:
        yield "Many rows have two nearest others at the same distance, so ties decide the estimate."
    if copies_left:
        yield "Rows that may repeat one another but for noise decide the estimate."
    if "saturated" in found.flags and found.continuous < sample.rank:
        yield f"Balls are known up to {LARGEST_DIMENSION} dimensions, and the data may have more."
    elif "saturated" in found.flags and sample.rank == sample.n_samples - 1:
        yield (
            f"So few rows, {sample.n_samples}, span {sample.rank} dimensions at most, and the data "
            f"may have more."
        )


def _what_others_say(others: dict[str, float]) -> str:
    said = [f"{name} {dimension:.3g}" for name, dimension in others.items()]
    return f"Other estimates: {', '.join(said)}."
