"""The range of scales in which the logarithm of the kernel's sum is linear (Algorithm 1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy.optimize import brentq

from ...data import PointCloud
from ...engine.sampled_pairs import LeftOut, SampledPairs
from ...kernels.gaussian import Gaussian
from ...results import Bandwidth, ScaleCurve
from ..rule import Rule
from ..subsampling import sampled_evidence, sentence_on_sample

__all__ = ["LogSum", "Plateau", "find_plateaus", "widest_plateau"]

LEVEL = 0.9  # a plateau ends where d_eps differs from its maximum by more than this factor
SMALLEST_SHARE = 0.5  # a maximum counts if it is at least this share of the largest
SURE = 3.0  # widths that differ by fewer standard errors are not distinguished


@dataclass(frozen=True)
class Plateau:
    """A range of scales over which log S is nearly linear in log eps.

    Attributes
    ----------
    low, high : float
        The ends of the range, squared distances.
    peak : float
        The scale at which d_eps is largest within the plateau.
    dimension : float
        d_eps at the peak.
    interior : bool
        Whether both ends lie inside the range of scales searched.
    """

    low: float
    high: float
    peak: float
    dimension: float
    interior: bool

    @property
    def decades(self) -> float:
        """Width in powers of ten."""
        return float(np.log10(self.high / self.low))


@dataclass(frozen=True)
class LogSum(Rule):
    """``eps_0``, the lower end of the widest plateau of d_eps.

    Singer et al. (2009) take the "maximal linear range" of log S(eps) against log eps, where S is
    the sum of the kernel (paper's Algorithm 1). The slope is exactly d_eps / 2, so the range is a
    plateau of the implied dimension d_eps. A plateau is the interval around a local maximum in
    which d_eps is from 0.9 to 1 / 0.9 times that maximum. A local maximum counts if it is at least
    half of the largest one. The widest plateau in log eps is taken, and all plateaus are in the
    evidence.

    Parameters
    ----------
    duplicates : "auto", "once" or "each"
        How duplicate rows count, as in `Rule`.

    Examples
    --------
    Points on a line: d_eps is 1 at scales above their spacing.

    >>> import numpy as np
    >>> bandwidth = LogSum()(np.arange(500.0)[:, None])
    >>> plateau = bandwidth.evidence["plateau"]
    >>> round(plateau["dimension"], 1), bandwidth.interior
    (1.0, True)
    """

    name: ClassVar[str] = "log_sum"

    def _choose(self, cloud: PointCloud) -> Bandwidth:
        curve = cloud.curve()
        plateaus = find_plateaus(cloud, curve)
        chosen = widest_plateau(plateaus)
        others = [vars(p) for p in plateaus if p is not chosen]
        reason = (
            f"This scale is the lower end of the widest plateau: over {chosen.decades:.2f} decades "
            f"of scales the implied dimension is {chosen.dimension:.2f} to within 10 %"
            + (f"; {len(others)} other plateau(s) are narrower." if others else ".")
            + ("" if chosen.interior else " The plateau reaches an end of the range searched.")
        )
        evidence: dict[str, Any] = {}
        if cloud.sampled is not None:
            errors = _errors(cloud.sampled, curve, chosen)
            evidence = sampled_evidence(cloud.sampled.n_rows, **errors)
            evidence["criterion_errors"] = curve.dimension_error
            in_words = ", ".join(f"{error:.2g} for {name}" for name, error in errors.items())
            reason += sentence_on_sample(cloud, cloud.sampled.n_rows, in_words)
            rivals = _rivals(cloud.sampled, curve, chosen, plateaus)
            evidence["rivals"] = [vars(rival) for rival in rivals]
            reason += "".join(
                f" With all rows the plateau from {rival.low:.3g} to {rival.high:.3g} may be "
                f"wider than this one; the rows drawn are too few to decide."
                for rival in rivals
            )
        return Bandwidth(
            self.name,
            chosen.low,
            Gaussian(chosen.low),
            reason,
            curve.epsilon,
            curve.dimension,
            "implied dimension",
            chosen.interior,
            evidence={
                "plateau": vars(chosen),
                "other_plateaus": others,
                "log_sum": np.log(curve.S),
                **evidence,
            },
        )


def widest_plateau(plateaus: list[Plateau]) -> Plateau:
    """The widest plateau in log eps; of equally wide plateaus, the one at the smallest scales."""
    return max(plateaus, key=lambda plateau: plateau.high / plateau.low)


def _errors(sampled: SampledPairs, curve: ScaleCurve, chosen: Plateau) -> dict[str, float]:
    """Standard errors of the dimension and of the lower end, if that end is inside the range."""
    errors = {"dimension": float(sampled.estimate([chosen.peak]).dimension_error[0])}
    if chosen.low > curve.epsilon[0]:
        errors["epsilon"] = sampled.error_of(lambda left: _on(left, curve, chosen).low)
    return errors


def _rivals(
    sampled: SampledPairs, curve: ScaleCurve, chosen: Plateau, plateaus: list[Plateau]
) -> list[Plateau]:
    """Plateaus that are narrower than the chosen one by less than `SURE` standard errors."""

    def undecided(other: Plateau) -> bool:
        error = sampled.error_of(
            lambda left: _on(left, curve, chosen).decades - _on(left, curve, other).decades
        )
        return chosen.decades - other.decades < SURE * error

    return [other for other in plateaus if other is not chosen and undecided(other)]


def _on(left: LeftOut, curve: ScaleCurve, plateau: Plateau) -> Plateau:
    """The plateau at nearly the same peak, computed without one group of the rows drawn."""
    plateaus = _plateaus(curve.epsilon, left.dimension(curve.epsilon), left.dimension)
    return min(plateaus, key=lambda found: abs(np.log(found.peak / plateau.peak)))


Dimension = Callable[[np.ndarray], np.ndarray]


def find_plateaus(cloud: PointCloud, curve: ScaleCurve) -> list[Plateau]:
    """All plateaus of d_eps over the curve, smallest scale first; there is at least one."""
    return _plateaus(curve.epsilon, curve.dimension, cloud.dimension_at)


def _plateaus(scales: np.ndarray, dimension: np.ndarray, dimension_at: Dimension) -> list[Plateau]:
    padded = np.concatenate([[-np.inf], dimension, [-np.inf]])
    peaks = np.flatnonzero((padded[1:-1] > padded[:-2]) & (padded[1:-1] >= padded[2:]))
    peaks = peaks[dimension[peaks] >= SMALLEST_SHARE * dimension.max()]
    plateaus: list[Plateau] = []
    # The highest of several peaks in an interval defines the plateau, so it comes first.
    for peak in peaks[np.argsort(-dimension[peaks], kind="stable")].tolist():
        if not any(p.low <= scales[peak] <= p.high for p in plateaus):
            plateaus.append(_plateau_around(scales, dimension, dimension_at, peak))
    return sorted(plateaus, key=lambda plateau: plateau.low)


def _plateau_around(
    scales: np.ndarray, dimension: np.ndarray, dimension_at: Dimension, peak: int
) -> Plateau:
    """The interval around a peak in which d_eps is within 10 % of its value at the peak."""
    height = float(dimension[peak])
    lowest, highest = LEVEL * height, height / LEVEL
    outside = np.flatnonzero((dimension < lowest) | (dimension > highest))
    before, after = outside[outside < peak], outside[outside > peak]

    def end(inner: int, outer: int) -> float:
        level = lowest if dimension[outer] < lowest else highest
        return _crossing(dimension_at, scales[inner], scales[outer], level)

    low = end(before[-1] + 1, before[-1]) if len(before) else float(scales[0])
    high = end(after[0] - 1, after[0]) if len(after) else float(scales[-1])
    interior = len(before) > 0 and len(after) > 0
    return Plateau(low, high, float(scales[peak]), height, interior)


def _crossing(dimension_at: Dimension, inner: float, outer: float, level: float) -> float:
    """The scale at which d_eps crosses a level, between two neighbouring scales of the curve."""

    def excess(log_epsilon: float) -> float:
        return float(dimension_at(np.array([np.exp(log_epsilon)]))[0]) - level

    return float(np.exp(brentq(excess, np.log(inner), np.log(outer), xtol=1e-10)))
