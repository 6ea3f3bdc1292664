"""The scale at which log S grows fastest with log eps, where S is the kernel's sum."""

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
from ..subsampling import sampled_evidence, sentence_on_sample

__all__ = ["LargestSlope"]


@dataclass(frozen=True)
class LargestSlope(Rule):
    """``eps = argmax d_eps``, the scale at which log S is steepest over log eps.

    The rule is from Berry, Giannakis and Harlim (2015); pyDiffMap calls it "bgh". S is the sum of
    the kernel, and the slope of log S is d_eps / 2. It is computed by a formula (paper's eq. deA),
    not as a finite difference. Near-duplicates make the slope large at scales far below the useful
    range, so the maximum is taken over the useful range only.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Examples
    --------
    Points in a square: the largest d_eps is a little below 2.

    >>> import numpy as np
    >>> bandwidth = LargestSlope()(np.random.default_rng(0).uniform(size=(500, 2)))
    >>> round(float(bandwidth.criterion.max()), 1)
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
        reason = (
            f"The kernel's sum grows fastest at this scale, as for data of dimension "
            f"{found.value:.2f}."
        )
        if not found.interior:
            reason += " The optimum lies at an end of the range searched."
        evidence = {}
        if cloud.sampled is not None:
            errors = {
                "epsilon": cloud.sampled.error_of(lambda left: _steepest(left, curve.epsilon)),
                "dimension": float(cloud.sampled.estimate([found.scale]).dimension_error[0]),
            }
            evidence = sampled_evidence(cloud.sampled.n_rows, **errors)
            evidence["criterion_errors"] = curve.dimension_error
            reason += sentence_on_sample(cloud, cloud.sampled.n_rows, f"{errors['epsilon']:.2g}")
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
    """The scale that the rule chooses without one group of the rows drawn."""
    return refined_maximum(
        scales, left.dimension(scales), left.dimension, tolerance=1e-4, together=True
    ).scale
