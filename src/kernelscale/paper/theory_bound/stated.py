"""Both sides of Theorem 3.2 as it is stated: the distance of right eigenvectors of P.

The theorem is about the leading right eigenvectors Psi-bar of P-bar, which are the indicators of
the classes, and Psi-tilde of P-tilde = D^-1 K; the eigenvalues in the bound are those of P-tilde.
Its proof is about the symmetric matrices A, which `perturbation_bound` computes.

W-hat is the difference between the kernel K and the kernel K-bar, which is 0 between classes.
Eq. EQWMAT has -W^(l,l) in the blocks of W-hat within classes. The paper does not state what W^(l,l)
is. Two readings are computed:

- It is 0, because K-bar has the blocks of the kernel K.
- It is a diagonal matrix: for each row of class l, the sum of the kernel over the rows of other
  classes. Then every row of W-hat sums to 0, and K-bar and K have the same row sums. Therefore
  A-tilde is similar to P-tilde, as the proof needs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...data import PointCloud
from ...kernels.gaussian import Gaussian
from ...markov.dense import leading_eigenpairs

__all__ = ["Stated", "eigenspace_distance", "stated_sides"]

ROUNDING = 1e-12  # a smaller eigengap may be a rounding error


class Stated(NamedTuple):
    """Both sides of the theorem, with the eigengap Ge of P.

    `gap` is the eigengap. The other fields are None if it is 0 up to rounding:

    - `distance`: ``||sin Theta||_F`` of the leading right eigenvectors of P-bar and P-tilde;
    - `bound`: the bound if W-hat is 0 within classes;
    - `signed`: the bound if W-hat has -W^(l,l) within classes;
    """

    gap: float
    distance: float | None
    bound: float | None
    signed: float | None


def stated_sides(cloud: PointCloud, epsilon: float, norm: float) -> Stated:
    """Both sides of the theorem at one scale.

    Parameters
    ----------
    cloud : PointCloud
        Points with their classes.
    epsilon : float
        The scale.
    norm : float
        The norm of the kernel between classes.

    Examples
    --------
    Two classes have the width 1 and are 4 apart. The kernel between them is small, and so is the
    distance of the eigenspaces. With -W^(l,l) in the blocks the bound is a little larger.

    >>> cloud = PointCloud([[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1])
    >>> found = stated_sides(cloud, epsilon=1.0, norm=0.0005)
    >>> 0 < found.distance < found.bound < found.signed < 0.01
    True
    """
    K = Gaussian(epsilon).from_squared_distances(cloud.squared_distances)
    pairs = leading_eigenpairs(K, cloud.n_classes)
    gap = pairs.eigengap(cloud.n_classes)
    if gap <= ROUNDING:
        return Stated(gap, None, None, None)
    same = cloud.codes[:, None] == cloud.codes
    within = np.where(same, K, 0.0).sum(axis=1)
    lost = np.where(same, 0.0, K).sum(axis=1)
    signed_norm = float(np.sqrt(norm**2 + np.square(lost).sum()))
    return Stated(
        gap,
        eigenspace_distance(pairs.vectors[:, : cloud.n_classes], cloud.codes),
        norm * float((1 / within).sum()) / gap,
        signed_norm * float((1 / (within + lost)).sum()) / gap,
    )


def eigenspace_distance(vectors: np.ndarray, codes: np.ndarray) -> float:
    """``||sin Theta||_F`` between the space of the vectors and that of the classes' indicators."""
    basis, _ = np.linalg.qr(vectors)
    members = codes == np.arange(codes.max() + 1)[:, None]
    means = members @ basis / members.sum(axis=1)[:, None]
    return float(np.linalg.norm(basis - means[codes]))
