"""The paper's three criteria as functions of eigenpairs or row sums and labels."""

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

SEPARATED = 1e-12  # of the whole spread: narrower classes are single points to float64


class Separation(NamedTuple):
    """rho_Psi at one scale.

    `ratio` is D_a / sum_c D_c. `separated` says that every class is a single point to rounding,
    and the ratio infinite. `arbitrary` says that there are more components than coordinates, so
    which of them are told apart is a choice; `localized` that fewer rows carry one of the
    coordinates than `markov.fewest_rows` requires, and than the smallest class has.
    """

    ratio: float
    separated: bool
    arbitrary: bool
    localized: bool

    @property
    def resolved(self) -> bool:
        """Whether the coordinates show the data: neither arbitrary nor localized."""
        return not (self.arbitrary or self.localized)


def class_separation(pairs: Eigenpairs, codes: np.ndarray, n_components: int) -> Separation:
    """``rho_Psi = D_a / sum_c D_c`` in diffusion coordinates (paper's eq. SigOpt).

    Parameters
    ----------
    pairs : Eigenpairs
        `n_components` at least, beside the trivial one.
    codes : ndarray of shape (n_samples,)
        Class of each row, 0 to n_classes - 1.
    n_components : int
        Leading coordinates taken.
    """
    coordinates = pairs.embedding(n_components)
    counts = np.bincount(codes)
    members = codes == np.arange(len(counts))[:, None]
    centres = members @ coordinates / counts[:, None]
    deviations = ((coordinates - centres[codes]) ** 2).sum(axis=1)
    within = float((np.bincount(codes, weights=deviations) / counts).sum())
    whole = float(((coordinates - coordinates.mean(axis=0)) ** 2).sum(axis=1).mean())
    n_connected = int(np.count_nonzero(pairs.values > 1 - NEARLY_ONE))  # components
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

    Rows of P are normalised with the diagonal, which is then not in the sum.

    Parameters
    ----------
    sums : RowSumsByClass
        Off-diagonal row sums, arrays of shape (n_samples, n_scales).
    codes : ndarray of shape (n_samples,)
        Class of each row.
    balanced : bool
        Average within each class first, so that classes of any size count alike.

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
    """``rho_P`` from rows drawn class by class, and its standard error, each (n_scales,).

    Parameters
    ----------
    sums : RowSumsByClass
        Off-diagonal row sums of the rows drawn.
    codes : ndarray of shape (n_samples,)
        Class of each row of the data.
    sample : ClassSample
        The rows drawn. A class of which all rows were drawn adds nothing to the error.
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
