"""Two criteria of the paper for the separation of classes.

rho_Psi is computed from diffusion coordinates, and rho_P from sums along the rows of the kernel.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...data.drawn_rows import ClassSample
from ...engine.statistics import RowSumsByClass
from ...markov.eigenpairs import NEARLY_ONE, Eigenpairs
from ...markov.participation import fewest_rows, participation

__all__ = [
    "Separation",
    "class_separation",
    "sampled_probability",
    "within_class_probability",
]

# If the spread within classes is less than this share of the total spread, every class is a point
# up to rounding.
SEPARATED = 1e-12


class Separation(NamedTuple):
    """rho_Psi at one scale.

    Attributes
    ----------
    ratio : float
        ``D_a / sum_c D_c``, as in `class_separation`.
    separated : bool
        Whether every class is a single point up to rounding, so that the ratio is infinite.
    arbitrary : bool
        Whether the graph has more components than the coordinates can separate, so that the
        coordinates are not unique.
    localized : bool
        Whether a coordinate is far from 0 for fewer rows than `fewest_rows` requires, and for fewer
        rows than the smallest class has.
    """

    ratio: float
    separated: bool
    arbitrary: bool
    localized: bool

    @property
    def resolved(self) -> bool:
        """Whether the ratio is meaningful: the coordinates are neither arbitrary nor localized."""
        return not (self.arbitrary or self.localized)


def class_separation(pairs: Eigenpairs, codes: np.ndarray, n_components: int) -> Separation:
    """``rho_Psi = D_a / sum_c D_c`` in diffusion coordinates (paper's eq. SigOpt).

    D_a is the mean squared distance of all rows from their centre, and D_c is the mean squared
    distance of the rows of class c from the centre of that class.

    Parameters
    ----------
    pairs : Eigenpairs
        The trivial eigenpair (eigenvalue 1, constant vector), and at least `n_components` others.
    codes : ndarray of shape (n_samples,)
        Class of each row, 0 to n_classes - 1.
    n_components : int
        Number of leading coordinates.
    """
    coordinates = pairs.embedding(n_components)
    counts = np.bincount(codes)
    members = codes == np.arange(len(counts))[:, None]
    centres = members @ coordinates / counts[:, None]
    deviations = ((coordinates - centres[codes]) ** 2).sum(axis=1)
    within = float((np.bincount(codes, weights=deviations) / counts).sum())
    whole = float(((coordinates - coordinates.mean(axis=0)) ** 2).sum(axis=1).mean())
    n_connected = int(np.count_nonzero(pairs.values > 1 - NEARLY_ONE))  # number of components
    separated = within < SEPARATED * whole
    carried = participation(pairs.vectors[:, 1 : n_components + 1], pairs.stationary)
    localized = bool((carried < min(fewest_rows(len(codes)), counts.min())).any())
    return Separation(
        ratio=np.inf if separated else whole / within,
        separated=separated,
        arbitrary=n_connected > n_components + 1,
        localized=localized,
    )


def within_class_probability(
    sums: RowSumsByClass, codes: np.ndarray, balanced: bool = False
) -> np.ndarray:
    """``rho_P``, the mean probability of a step to another row of the same class (eq. rhop).

    The diagonal of P counts in the normalisation of its rows, but not in this probability.

    Parameters
    ----------
    sums : RowSumsByClass
        Off-diagonal row sums, arrays of shape (n_samples, n_scales).
    codes : ndarray of shape (n_samples,)
        Class of each row.
    balanced : bool
        Whether probabilities are averaged within each class first, so that all classes have the
        same weight.

    Returns
    -------
    ndarray of shape (n_scales,)
    """
    probability = sums.within / (1 + sums.all)
    if not balanced:
        return probability.mean(axis=0)
    counts = np.bincount(codes)
    members = codes == np.arange(len(counts))[:, None]
    return (members @ probability / counts[:, None]).mean(axis=0)


def sampled_probability(
    sums: RowSumsByClass, codes: np.ndarray, sample: ClassSample, balanced: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """``rho_P`` from rows drawn class by class, and its standard error, both of shape (n_scales,).

    Parameters
    ----------
    sums : RowSumsByClass
        Off-diagonal row sums of the rows drawn.
    codes : ndarray of shape (n_samples,)
        Class of each row of the data.
    sample : ClassSample
        The rows drawn. A class whose rows are all drawn adds nothing to the error.
    balanced : bool
        As in `within_class_probability`.
    """
    probability = sums.within / (1 + sums.all)
    drawn, (n_members, n_drawn) = codes[sample.rows], sample[1:]
    members = drawn == np.arange(len(n_members))[:, None]
    means = members @ probability / n_drawn[:, None]
    squares = members @ (probability - means[drawn]) ** 2
    left = (1 - n_drawn / n_members) / (n_drawn * np.maximum(n_drawn - 1, 1))
    weights = np.full(len(n_members), 1 / len(n_members)) if balanced else n_members / len(codes)
    return weights @ means, np.sqrt((weights**2 * left) @ squares)
