"""The norm of W-hat in one draw of the mixture: around eps_Ge, and from D_Class to D_Gap.

W-hat is the paper's name for the kernel with its values within classes set to 0.
"""

from __future__ import annotations

import numpy as np

from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...theory.class_distances import D_class, D_gap
from ...theory.perturbation_norm import perturbation_norm
from ..harness.tables import Row

__all__ = ["SLIGHT", "SMALL", "norms_of_draw", "signed_norms"]

SMALL = 1.2  # the norm is also measured over a range whose ends have this ratio
SMALLEST_NORM = 1e-300  # replaces 0, because the norm underflows for classes far apart
SLIGHT = 0.1  # a relative change of the norm is slight if it is at most this
OCTAVE = 128  # so many ratios of two scales around eps_Ge are tried for each factor of 2
WIDEST = 4.0  # the largest of these ratios


def norms_of_draw(cloud: PointCloud, eps_Ge: float) -> Row:
    """The norm around eps_Ge, and how much it grows from D_Class to D_Gap."""
    return _around_gap(cloud, eps_Ge) | _over_assumed_range(cloud)


def _around_gap(cloud: PointCloud, scale: float) -> Row:
    """``||W-hat||_F`` at eps_Ge, and its change from a scale below eps_Ge to a scale above it.

    The columns:

    - `W`: the norm at eps_Ge;
    - `W_share`: this norm divided by the largest possible norm;
    - `W_change`: the change of the norm between scales with the ratio 2, divided by `W`;
    - `W_change_small`: the change between scales with the ratio `SMALL`, divided by `W`;
    - `W_change_share`: the change between scales with the ratio 2, divided by the largest possible
      norm;
    - `W_change_signed`: the change between scales with the ratio 2 of the norm with -W^(l,l) within
      classes, divided by this norm at eps_Ge;
    - `W_slight`: the largest ratio of two scales, at most `WIDEST`, between which the norm changes
      slightly, that is, by at most `SLIGHT` of `W`.
    """
    n_first, n_second = np.bincount(cloud.codes).tolist()
    largest = float(2 * n_first * n_second) ** 0.5  # where all kernel values are 1
    around = scale * np.array([2**-0.5, SMALL**-0.5, 1.0, SMALL**0.5, 2**0.5])
    norms = perturbation_norm(cloud.points, cloud.codes, around)
    low, below, middle, above, high = norms.tolist()
    signed_low, signed, signed_high = signed_norms(cloud, around[::2], norms[::2]).tolist()
    return {
        "W": middle,
        "W_change": (high - low) / middle,
        "W_change_small": (above - below) / middle,
        "W_change_signed": (signed_high - signed_low) / signed,
        "W_share": middle / largest,
        "W_change_share": (high - low) / largest,
        "W_slight": _slight(cloud, scale, middle),
    }


def signed_norms(cloud: PointCloud, scales: np.ndarray, norms: np.ndarray) -> np.ndarray:
    """The norms of W-hat at some scales if W-hat has -W^(l,l) within classes (eq. EQWMAT).

    W^(l,l) is read as the diagonal matrix of what each row loses to other classes: the sum of the
    kernel over their rows. `norms` are the norms with 0 within classes.

    Examples
    --------
    The kernel between the classes is the same for each of the 2 pairs. The rows lose 1, 1 and 2
    times its value.

    >>> cloud = PointCloud([[0.0], [0.0], [1.0]], [0, 0, 1])
    >>> norms = perturbation_norm(cloud.points, cloud.codes, np.array([1.0]))
    >>> (signed_norms(cloud, np.array([1.0]), norms) / norms) ** 2
    array([2.5])
    """
    between = cloud.codes[:, None] != cloud.codes
    r = cloud.squared_distances
    lost = [np.where(between, Gaussian(eps).from_squared_distances(r), 0).sum(1) for eps in scales]
    signed: np.ndarray = np.sqrt(norms**2 + np.square(lost).sum(axis=1))
    return signed


def _slight(cloud: PointCloud, scale: float, norm: float) -> float:
    """The largest ratio of two scales around a scale between which the norm changes slightly.

    The norm grows with the scale, so its change grows with the ratio.
    """
    ratios = 2 ** (np.arange(1 + OCTAVE * np.log2(WIDEST)) / OCTAVE)
    at = scale * np.concatenate([ratios**-0.5, ratios**0.5])
    low, high = np.split(perturbation_norm(cloud.points, cloud.codes, at), 2)
    return float(ratios[high - low <= SLIGHT * norm].max())


def _over_assumed_range(cloud: PointCloud) -> Row:
    """The norm ``||W-hat||_F`` at the scale D_Gap divided by that at the scale D_Class.

    D_Gap is the smallest squared distance between classes, and D_Class the largest within a class.
    The result is None if D_Class is not below D_Gap.
    """
    width, gap = (each(cloud.points, cloud.codes) for each in (D_class, D_gap))
    if width >= gap:
        return {"W_growth": None}
    low, high = perturbation_norm(cloud.points, cloud.codes, np.array([width, gap])).tolist()
    return {"W_growth": high / max(low, SMALLEST_NORM)}
