"""The paper's three criteria at each scale of a grid, and the scale that each criterion chooses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...bandwidth.eigen.class_criteria import class_separation, within_class_probability
from ...bandwidth.rules.geometric import Geometric
from ...bandwidth.rules.probabilistic import Probabilistic
from ...bandwidth.rules.spectral import Spectral
from ...data import PointCloud
from ...markov.eigenpairs import Eigenpairs
from ..harness.tables import Row
from .resolved_scales import SHARE, Resolution, resolution

__all__ = ["CRITERIA", "Criteria", "chosen_scales", "criteria_over_scales", "embedding_rows"]

CRITERIA = ("rho_P", "rho_Psi", "Ge")
DIGITS = 5  # number of decimals of coordinates in tables for pictures


class Criteria(NamedTuple):
    """The criteria and the eigenpairs at each scale of a grid.

    `all_values` has an array of shape (n_scales,) for each of `CRITERIA`. `resolutions` states for
    each scale whether rho_Psi counts there; no other criterion depends on coordinates. `pairs` has
    the eigenpairs at each scale.
    """

    all_values: dict[str, np.ndarray]
    resolutions: list[Resolution]
    pairs: list[Eigenpairs]

    def counted(self, share: float | None) -> dict[str, np.ndarray]:
        """The criteria; rho_Psi is NaN if it is infinite, or if the scale does not count.

        `share`, one of the `RULES` of `resolved_scales`, determines which scales count.
        """
        counts = [each.counts(share) for each in self.resolutions]
        known = np.where(counts, self.all_values["rho_Psi"], np.nan)
        return self.all_values | {"rho_Psi": np.where(np.isinf(known), np.nan, known)}

    def in_coordinates(self, codes: np.ndarray, n_components: int) -> Criteria:
        """The criteria with rho_Psi in `n_components` coordinates.

        The eigenpairs have to include one more than these coordinates.
        """

        def separation(at_scale: Eigenpairs) -> float:
            return class_separation(at_scale, codes, n_components).ratio

        seen = [resolution(each, codes, n_components, separation) for each in self.pairs]
        ratios = np.array([each.figure for each in seen])
        return Criteria(self.all_values | {"rho_Psi": ratios}, seen, self.pairs)

    @property
    def values(self) -> dict[str, np.ndarray]:
        """The criteria at all scales, but rho_Psi at resolved scales only; it is NaN at others."""
        return self.counted(SHARE)


def criteria_over_scales(cloud: PointCloud, scales: np.ndarray, n_components: int) -> Criteria:
    """All three criteria at the given scales.

    Parameters
    ----------
    cloud : PointCloud
        Points with their classes.
    scales : ndarray of shape (n_scales,)
        Squared distances, ascending.
    n_components : int
        Number of diffusion coordinates of rho_Psi.

    Returns
    -------
    Criteria
        The criteria and the eigenpairs: the trivial pair, and max(n_components + 1, n_classes)
        other pairs at each scale.

    Examples
    --------
    Two clusters are 100 apart. At a scale far below their widths, nearly all kernel mass of a row
    is on the row itself, and rho_Psi does not count. At a scale between their widths and their
    distance, rho_P and Ge are near 1.

    >>> X = np.r_[np.linspace(0, 1, 20), np.linspace(100, 101, 20)][:, None]
    >>> cloud = PointCloud(X, np.repeat([0, 1], 20))
    >>> found = criteria_over_scales(cloud, np.array([1e-5, 1.0]), n_components=2).values
    >>> found["rho_P"].round(2), found["Ge"].round(1), np.isnan(found["rho_Psi"])
    (array([0.  , 0.95]), array([0. , 0.9]), array([ True, False]))
    """
    n_pairs = max(n_components + 1, cloud.n_classes)
    # Scales are visited in descending order, as each starts from the next larger scale's
    # eigenpairs.
    pairs = [cloud.continuation.at(scale, n_pairs) for scale in scales.tolist()[::-1]][::-1]
    curves = {
        "rho_P": within_class_probability(cloud.class_row_sums(scales), cloud.codes),
        "Ge": np.array([each.eigengap(cloud.n_classes) for each in pairs]),
    }
    return Criteria(curves, [], pairs).in_coordinates(cloud.codes, n_components)


def chosen_scales(cloud: PointCloud, n_components: int) -> dict[str, float]:
    """The scale at which each criterion is largest, by the name of the criterion."""
    rules = (Probabilistic(), Geometric(n_components), Spectral())
    # The epsilon of these rules is never None, although its type allows None.
    scales = [float(rule.choose(cloud).epsilon or np.nan) for rule in rules]
    return dict(zip(CRITERIA, scales, strict=True))


def embedding_rows(
    pairs: list[Eigenpairs], scales: np.ndarray, labels: list[str], panel: str
) -> list[Row]:
    """Two diffusion coordinates of every point at every scale, for a picture under a slider.

    The sign of each coordinate is chosen to match the coordinate at the next larger scale.
    """
    rows: list[Row] = []
    last = None
    for scale, each in sorted(zip(scales.tolist(), pairs, strict=True), reverse=True):
        coordinates = each.embedding(2)
        if last is not None:
            coordinates = coordinates * np.where((coordinates * last).sum(axis=0) < 0, -1, 1)
        last = coordinates
        for point, (x, y) in enumerate(coordinates.round(DIGITS).tolist()):
            place = {"panel": panel, "scale": scale, "point": point}
            rows.append({**place, "x": x, "y": y, "label": labels[point]})
    return sorted(rows, key=lambda row: (row["scale"], row["point"]))
