"""The scales of the three criteria, and how far apart they are, on the mixture and other data.

The paper claims in general that the three scales are similar. Therefore they are also compared on
the spirals and on the digits of its section on classification.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from ...bandwidth.rules.standardized import inverse_deviations
from ...data import PointCloud
from ...datasets.mfeat import load_mfeat
from ...engine.progress import Progress
from ..harness.repeats import measure_repeats
from ..harness.tables import Row
from ..shared.accuracy_at_scale import nearest_is_right
from ..shared.criteria_over_scales import CRITERIA, chosen_scales, criteria_over_scales
from ..shared.scale_rules import scale_of_rho_Psi
from ..shared.spirals import GAPS, NOISE_SDS, spiral_cloud

__all__ = [
    "OTHER_COORDINATES",
    "OtherPlan",
    "name_of_spirals",
    "on_other_classes",
    "three_scales",
]

ON_SPIRALS, ON_DIGITS = 2, 4  # numbers of coordinates, those of the paper's figures
OTHER_COORDINATES = (1, 3, 4)  # numbers of coordinates of rho_Psi in other readings
UNITS = ("raw", "z-scored")
RATIO = 2**0.5  # of neighbouring scales, as in the rules


class OtherPlan(NamedTuple):
    """Sizes of the other data sets.

    A spiral has `n_per_class` rows in each class, and `n_draws` draws of it are measured. The
    handwritten digits have `n_per_digit` rows of each digit.
    """

    n_per_class: int
    n_draws: int
    n_per_digit: int


def three_scales(cloud: PointCloud, n_components: int) -> Row:
    """The scale of each criterion, and how far apart the scales are.

    Parameters
    ----------
    cloud : PointCloud
        Points with their classes.
    n_components : int
        Number of diffusion coordinates of rho_Psi.

    Returns
    -------
    dict
        - `eps_rho_P`, `eps_rho_Psi` and `eps_Ge`: the scale of each criterion;
        - `factor`: the largest of these scales divided by the smallest;
        - `range_share`: log(`factor`) divided by log(largest / smallest useful scale);
        - `range_share_of_two`: `range_share` computed from the scales of Ge and rho_Psi only;
        - `range_share_1`, `range_share_3` and `range_share_4`: `range_share` with rho_Psi in 1, 3
          or 4 coordinates;
        - `range_share_largest`: `range_share` with the scale of the largest value of rho_Psi, even
          at an end of the range;
        - `accuracy_spread`: rows are classified by the nearest other row in `n_components`
          coordinates; the largest minus the smallest accuracy at the three scales;
        - `Ge_kept`: the smallest Ge at the three scales, divided by Ge at eps_Ge.

    Examples
    --------
    Two clusters are 1 wide and 100 apart. From the scale 1 to 100^2 / 10 each criterion is nearly
    constant.

    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> found = three_scales(PointCloud(X, np.repeat([0, 1], 20)), n_components=2)
    >>> found["Ge_kept"] > 0.9
    True
    """
    # Most coordinates first: their eigenpairs, which the cloud keeps, serve all other criteria.
    by_count = {n: scale_of_rho_Psi(cloud, n) for n in sorted(OTHER_COORDINATES, reverse=True)}
    chosen = chosen_scales(cloud, n_components)
    n_pairs = max(cloud.n_classes, n_components)
    pairs = [cloud.continuation.at(scale, n_pairs) for scale in chosen.values()]
    gaps = [each.eigengap(cloud.n_classes) for each in pairs]
    rows = np.arange(cloud.n_samples)
    accuracies = [
        nearest_is_right(each.embedding(n_components), cloud.codes, rows).mean() for each in pairs
    ]
    return {
        **{f"eps_{name}": scale for name, scale in chosen.items()},
        "factor": max(chosen.values()) / min(chosen.values()),
        "range_share": _range_share(cloud, [*chosen.values()]),
        "range_share_of_two": _range_share(cloud, [chosen["Ge"], chosen["rho_Psi"]]),
        **{
            f"range_share_{n}": _range_share(cloud, [chosen["rho_P"], chosen["Ge"], by_count[n]])
            for n in OTHER_COORDINATES
        },
        "range_share_largest": _range_share(
            cloud, [chosen["rho_P"], chosen["Ge"], _largest_rho_Psi(cloud, n_components)]
        ),
        "accuracy_spread": float(max(accuracies) - min(accuracies)),
        "Ge_kept": float(min(gaps) / gaps[CRITERIA.index("Ge")]),
    }


def _largest_rho_Psi(cloud: PointCloud, n_components: int) -> float:  # noqa: N802
    """The scale of the largest value of rho_Psi on the grid of the rules."""
    scales = cloud.candidate_scales(RATIO)
    values = criteria_over_scales(cloud, scales, n_components).all_values["rho_Psi"]
    return float(scales[np.nanargmax(values)])


def _range_share(cloud: PointCloud, scales: list[float]) -> float:
    """log(largest / smallest of the scales) divided by log(largest / smallest useful scale)."""
    low, high = cloud.scale_range
    return float(np.log(max(scales) / min(scales)) / np.log(high / low))


def on_other_classes(plan: OtherPlan, progress: Progress, n_jobs: int | None) -> list[Row]:
    """A row for each draw of each spiral, and for the digits with raw and z-scored features."""
    kinds = [*product(NOISE_SDS, GAPS)]
    spirals = measure_repeats(
        _OnSpirals(plan.n_per_class), kinds, plan.n_draws, progress, n_jobs=n_jobs
    )
    # One process is used, because each process would need memory for a copy of the digits.
    digits = measure_repeats(_OnDigits(plan.n_per_digit), UNITS, 1, progress, n_jobs=1)
    return [row for of_kind in (*spirals, *digits) for row in of_kind]


def name_of_spirals(noise_sd: float, gap: float) -> str:
    """The name of these spirals in the column `data`."""
    return f"spirals, noise sd {noise_sd:.2g}, gap {gap:g}"


class _OnSpirals:
    """Compares the scales on one draw of a spiral with a given noise level and gap."""

    def __init__(self, n_per_class: int) -> None:
        self.n_per_class = n_per_class

    def __call__(self, kind: tuple[float, float], seed: int) -> Row:
        noise_sd, gap = kind
        found = three_scales(spiral_cloud(self.n_per_class, noise_sd, gap, seed), ON_SPIRALS)
        return {"data": name_of_spirals(noise_sd, gap), "seed": seed, **found}


class _OnDigits:
    """Compares the scales on the digits, with raw features or with standard deviation 1."""

    def __init__(self, n_per_digit: int) -> None:
        self.n_per_digit = n_per_digit

    def __call__(self, unit: str, seed: int) -> Row:
        X, y = load_mfeat(return_X_y=True)
        rows = np.flatnonzero(np.arange(len(y)) % 200 < self.n_per_digit)  # 200 rows of each digit
        points = X[rows] if unit == "raw" else X[rows] * inverse_deviations(X[rows])
        found = three_scales(PointCloud(points, y[rows]), ON_DIGITS)
        return {"data": f"{len(rows)} digits, {unit}", "seed": seed, **found}
