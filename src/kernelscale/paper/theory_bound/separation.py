"""How well the classes of one draw are separated, at each scale from D_Class to D_Gap.

The corollary of Theorem 3.2 is about these scales, and about an embedding in N_C coordinates: the
leading eigenvectors, among them the constant one. Each measure here but the second is 0 in the
ideal case, so the smallest value is the best:

- ``D_Class / D_Gap`` of the embedding: Section 3.3.2 formulates separation by these two;
- the same in N_C coordinates without the constant one, as eq. Psi numbers them;
- ``1 / rho_Psi``: the spread within the classes divided by the total spread;
- the distance of Theorem 3.2, divided by the largest possible one;
- the share of rows whose nearest other row is of another class.

With two classes, the embedding has only one coordinate that is not constant. Then no measure but
the second depends on the norm of the eigenvectors, nor on whether they are multiplied by their
eigenvalues.
"""

from __future__ import annotations

import numpy as np

from ...bandwidth.eigen.class_criteria import class_separation
from ...bandwidth.rules.spectral import Spectral
from ...data import PointCloud
from ...theory.class_distances import D_class, D_gap
from ...theory.perturbation_norm import perturbation_norm
from ..harness.tables import Row
from ..shared.accuracy_at_scale import nearest_is_right
from .cases import rounding_of
from .stated import eigenspace_distance

__all__ = ["FAR", "OTHER", "scale_of_largest_gap", "separation_over_scales"]

FAR = 10.0  # D_Class << D_Gap if D_Gap is at least this multiple of D_Class
# Assumption 1 holds in a narrow range around eps_Ge, so the grid has these multiples of eps_Ge too.
AROUND = 2.0 ** (np.array([-2, -1, 0, 1, 2]) / 16)
OTHER = 2.0  # a multiple of eps_Ge, around which there are as many scales, for comparison
POINT = 1e-12  # if its spread is below this share, a class is a point up to rounding


def scale_of_largest_gap(cloud: PointCloud) -> float:
    """The scale eps_Ge, at which the eigengap Ge is largest."""
    return float(Spectral().choose(cloud).epsilon or np.nan)  # It is never None.


def separation_over_scales(cloud: PointCloud, ratio: float) -> list[Row]:
    """A row for each scale from D_Class to D_Gap; no row if D_Gap is below `FAR` times D_Class.

    Parameters
    ----------
    cloud : PointCloud
        Points with their classes.
    ratio : float
        Ratio of each scale of the grid to the scale before it; there are more scales near eps_Ge
        and near `OTHER` times eps_Ge.

    Examples
    --------
    Two classes have the width 1 and are 9 apart. The smaller the scale, the nearer is the embedding
    to the ideal case.

    >>> cloud = PointCloud([[0.0], [1.0], [10.0], [11.0]], [0, 0, 1, 1])
    >>> rows = separation_over_scales(cloud, ratio=4.0)
    >>> ratios = [row["width_over_gap"] for row in rows]
    >>> ratios == sorted(ratios), ratios[-1] < 0.1
    (True, True)
    """
    width, gap = (each(cloud.points, cloud.codes) for each in (D_class, D_gap))
    if gap < FAR * width:
        return []
    around = scale_of_largest_gap(cloud) * np.outer([1.0, OTHER], AROUND)
    scales = np.unique(np.append(cloud.candidate_scales(ratio), around))
    scales = scales[(width < scales) & (scales < gap)]
    norms = perturbation_norm(cloud.points, cloud.codes, scales)
    return [
        {"scale": scale, "W": norm, **_separation(cloud, scale)}
        for scale, norm in zip(scales.tolist(), norms.tolist(), strict=True)
    ]


def _separation(cloud: PointCloud, scale: float) -> Row:
    """Ge and the five measures at one scale; rounding errors are the least values of each."""
    n_classes, codes = cloud.n_classes, cloud.codes
    pairs = cloud.eigenpairs(scale, n_classes)
    vectors = pairs.vectors[:, :n_classes]
    coordinates = vectors * pairs.values[:n_classes]
    gap = pairs.eigengap(n_classes)
    width_over_gap, without_constant = (
        D_class(each, codes) / D_gap(each, codes)
        for each in (coordinates, pairs.embedding(n_classes))
    )
    # The constant coordinate changes no distance, so it is left out of rho_Psi.
    spread = 1 / class_separation(pairs, codes, n_classes - 1).ratio
    distance = max(eigenspace_distance(vectors, codes), rounding_of(gap))
    right = nearest_is_right(coordinates, codes, np.arange(cloud.n_samples))
    return {
        "Ge": gap,
        "width_over_gap": max(width_over_gap, POINT),
        "without_constant": max(without_constant, POINT),
        "spread": max(spread, POINT),
        "distance": distance / n_classes**0.5,
        "error": float(1 - right.mean()),
    }
