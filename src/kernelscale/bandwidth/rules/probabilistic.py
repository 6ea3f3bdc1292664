"""The scale at which a random step most probably stays within the class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..._validation import check_switch
from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...results import Bandwidth
from ..eigen.class_criteria import sampled_probability, within_class_probability
from ..kernel_family import KernelOfScale, family_of, grid_option, kernel_option
from ..maximum import refined_maximum
from ..rule import Rule
from ..subsampling import about_sample, sampled_evidence

__all__ = ["Probabilistic"]


@dataclass(frozen=True)
class Probabilistic(Rule):
    """``eps = argmax rho_P``, the within-class transition probability (paper's eq. rhop).

    ``rho_P = (1/N) sum_i sum_{j != i, same class} P_ij``: at small scales a step stays where it
    is, at large ones it goes anywhere. No eigendecomposition is needed.

    Parameters
    ----------
    balanced : bool
        Average within each class first, so that a small class counts as much as a large one.
    scales : array-like, optional
        Candidate scales; by default a grid of ratio sqrt(2) over the useful range.
    kernel : callable, optional
        Makes the kernel of a scale, as in `Spectral`.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `balanced` is no truth value or a scale not positive; when called, if there are no
        labels.

    Examples
    --------
    Two clusters 100 apart, of 20 points each: at the best scale a step almost surely ends in the
    same cluster, at any of its points alike, and so at another one with probability 19/20.

    >>> import numpy as np
    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> bandwidth = Probabilistic()(X, np.repeat([0, 1], 20))
    >>> round(bandwidth.evidence["score"], 2)
    0.95
    """

    balanced: bool = False
    scales: Any = field(default=None, repr=False)
    kernel: KernelOfScale = field(default=Gaussian, repr=False)
    name: ClassVar[str] = "probabilistic"
    needs_labels: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_switch(self.balanced, "balanced")
        object.__setattr__(self, "scales", grid_option(self.scales))
        kernel_option(self.kernel)

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        family, sample = family_of(cloud, self.kernel), cloud.sampled_by_class
        errors: dict[float, float] = {}

        def score_of(scales: np.ndarray) -> np.ndarray:
            sums = family.class_row_sums(scales)
            if sample is None:
                return within_class_probability(sums, cloud.codes, self.balanced)
            scores, found = sampled_probability(sums, cloud.codes, sample, self.balanced)
            errors.update(zip(scales.tolist(), found.tolist(), strict=True))
            return scores

        scales = family.candidate_scales() if self.scales is None else np.array(self.scales)
        found = refined_maximum(scales, score_of(scales), score_of, together=True)
        reason = (
            f"A random step leads to another row of the same class most often here, of the scales "
            f"tried: {found.score:.0%} of the time{', classes alike' if self.balanced else ''}."
        )
        if not found.interior:
            reason += " The optimum lies at the edge of the range searched."
        evidence: dict[str, Any] = {"score": found.score}
        if sample is not None:
            n_rows, error = len(sample.rows), errors[found.scale]
            reason += about_sample(cloud, n_rows, f"{error:.2g} of rho_P")
            evidence |= sampled_evidence(n_rows, score=error)
            evidence["score_errors"] = np.array([errors[scale] for scale in found.scales.tolist()])
        return family.bandwidth(
            self.name,
            found.scale,
            reason,
            found.scales,
            found.scores,
            "within-class probability rho_P",
            found.interior,
            evidence=evidence,
        )
