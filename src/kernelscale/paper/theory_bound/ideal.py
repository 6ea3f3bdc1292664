"""The ideal case: a kernel with one block for each class, and 0 between classes."""

from __future__ import annotations

import numpy as np

from ...kernels.gaussian import Gaussian
from ...theory.class_distances import D_class, D_gap
from ..harness.tables import Row

__all__ = ["ideal_case"]

N_PER_CLASS = 20
NEARLY_ONE = 1e-9


def ideal_case(n_classes: int) -> Row:
    """Eigenvalues of the operator with one block for each class, and distances between indicators.

    Examples
    --------
    As many eigenvalues are 1 as there are classes; their eigenvectors are constant on each class.

    >>> row = ideal_case(3)
    >>> row["eigenvalues_one"], row["within"] < 1e-9, row["D_gap"], row["D_class"]
    (3, True, 2.0, 0.0)
    """
    random = np.random.default_rng(n_classes)
    codes = np.repeat(np.arange(n_classes), N_PER_CLASS)
    points = random.standard_normal((len(codes), 3))
    squared = ((points[:, None] - points) ** 2).sum(axis=2)
    kernel = Gaussian(float(squared.max())).from_squared_distances(squared)
    kernel[codes[:, None] != codes] = 0.0
    roots = np.sqrt(kernel.sum(axis=1))
    values, vectors = np.linalg.eigh(kernel / roots[:, None] / roots)
    leading = vectors[:, values > 1 - NEARLY_ONE] / roots[:, None]
    spread = max(float(np.ptp(leading[codes == code], axis=0).max()) for code in range(n_classes))
    indicators = (codes[:, None] == np.arange(n_classes)).astype(float)
    return {
        "n_classes": n_classes,
        "eigenvalues_one": leading.shape[1],
        "next_eigenvalue": float(values[-n_classes - 1]),
        "within": spread / float(np.abs(leading).max()),
        "D_gap": D_gap(indicators, codes),
        "D_class": D_class(indicators, codes),
    }
