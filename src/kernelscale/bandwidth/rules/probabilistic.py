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
from ..subsampling import sampled_evidence, sentence_on_sample

__all__ = ["Probabilistic"]


@dataclass(frozen=True)
class Probabilistic(Rule):
    """``eps = argmax rho_P``, the within-class transition probability (paper's eq. rhop).

    ``rho_P = (1/N) sum_i sum_{j != i, same class} P_ij`` is small at small scales, where P_ii is
    nearly 1, and at large ones, where a step leads to any class. No eigendecomposition is needed.

    Parameters
    ----------
    balanced : bool
        Whether probabilities are averaged within each class first, so that a small class counts as
        much as a large one.
    scales : array-like, optional
        Candidate scales; by default a geometric grid of ratio sqrt(2) over the useful range.
    kernel : callable, optional
        Makes a kernel from a scale, as in `Spectral`.
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Raises
    ------
    ValueError
        If `balanced` is not a boolean, or a scale is not positive; when the rule is called, if
        there are no labels.

    Examples
    --------
    Two clusters of 20 points, 100 apart. At the best scale a step leads to each point of its
    cluster with nearly the same probability 1/20, so it leads to another point with probability
    19/20.

    >>> import numpy as np
    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> bandwidth = Probabilistic()(X, np.repeat([0, 1], 20))
    >>> round(bandwidth.evidence["criterion"], 2)
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

        def criterion(scales: np.ndarray) -> np.ndarray:
            sums = family.class_row_sums(scales)
            if sample is None:
                return within_class_probability(sums, cloud.codes, self.balanced)
            values, of_values = sampled_probability(sums, cloud.codes, sample, self.balanced)
            errors.update(zip(scales.tolist(), of_values.tolist(), strict=True))
            return values

        scales = family.candidate_scales() if self.scales is None else np.array(self.scales)
        found = refined_maximum(scales, criterion(scales), criterion, together=True)
        reason = (
            f"Of the scales tried, this one gives the largest probability that a random step leads "
            f"to another row of the same class: {found.value:.0%} on average"
            f"{', with equal weights of classes' if self.balanced else ''}."
        )
        if not found.interior:
            reason += " The optimum lies at an end of the range searched."
        evidence: dict[str, Any] = {"criterion": found.value}
        if sample is not None:
            n_rows, error = len(sample.rows), errors[found.scale]
            reason += sentence_on_sample(cloud, n_rows, f"{error:.2g} for rho_P")
            evidence |= sampled_evidence(n_rows, criterion=error)
            at_scales = [errors[scale] for scale in found.scales.tolist()]
            evidence["criterion_errors"] = np.array(at_scales)
        return family.bandwidth(
            self.name,
            found.scale,
            reason,
            found.scales,
            found.values,
            "within-class probability rho_P",
            found.interior,
            evidence=evidence,
        )
