"""The scale at which log S rises fastest over log eps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...data import PointCloud
from ...engine.sampled_pairs import LeftOut
from ...kernels.gaussian import Gaussian
from ...results import Bandwidth
from ..maximum import refined_maximum
from ..rule import Rule
from ..subsampling import about_sample, sampled_evidence

__all__ = ["LargestSlope"]


@dataclass(frozen=True)
class LargestSlope(Rule):
    """``eps = argmax d_eps``, the steepest point of log S against log eps.

    Berry, Giannakis and Harlim (2015), as in pyDiffMap's "bgh". The slope is exact here (d_eps / 2,
    paper's eq. deA) and no finite difference, and the maximum is over the useful range, so that the
    slope of a pair of near-duplicates far below it does not count.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Examples
    --------
    Points in a square of side 1: the steepest slope is that of a set of nearly two dimensions.

    >>> import numpy as np
    >>> bandwidth = LargestSlope()(np.random.default_rng(0).uniform(size=(500, 2)))
    >>> round(float(bandwidth.scores.max()), 1)
    1.8
    """

    name: ClassVar[str] = "largest_slope"

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        curve = cloud.curve()
        found = refined_maximum(
            curve.epsilon,
            curve.dimension,
            lambda scales: cloud.curve(scales).dimension,
            tolerance=1e-6,
            together=True,
        )
        reason = f"log S rises fastest here, as for a set of dimension {found.score:.2f}."
        if not found.interior:
            reason += " The optimum lies at the edge of the range searched."
        evidence = {}
        if cloud.sampled is not None:
            errors = {
                "epsilon": cloud.sampled.error_of(lambda left: _steepest(left, curve.epsilon)),
                "dimension": float(cloud.sampled.estimate([found.scale]).dimension_error[0]),
            }
            evidence = sampled_evidence(cloud.sampled.n_rows, **errors)
            evidence["score_errors"] = curve.dimension_error
            reason += about_sample(cloud, cloud.sampled.n_rows, f"{errors['epsilon']:.2g}")
        return Bandwidth(
            self.name,
            found.scale,
            Gaussian(found.scale),
            reason,
            curve.epsilon,
            curve.dimension,
            "implied dimension",
            found.interior,
            evidence=evidence,
        )


def _steepest(left: LeftOut, scales: np.ndarray) -> float:
    """The scale of the rule without one group of the rows drawn."""
    return refined_maximum(
        scales, left.dimension(scales), left.dimension, tolerance=1e-4, together=True
    ).scale
