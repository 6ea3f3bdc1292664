"""Eigenpairs of the operator, in the form that all solvers return."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = [
    "NEARLY_ONE",
    "Eigenpairs",
    "oriented",
    "right_eigenpairs",
    "separating_basis",
    "separating_vectors",
]

NEARLY_ONE = 1e-8
"""An eigenvalue above 1 - NEARLY_ONE belongs to a component that is separate from the others."""

ROUNDING = 1e-12  # eigenvalues nearer to 1 than this are 1 up to rounding


@dataclass(frozen=True, eq=False)
class Eigenpairs:
    """Leading eigenpairs of ``P = D^-1 K`` (paper's eq. DefP), the trivial one first.

    Attributes
    ----------
    values : ndarray of shape (n_pairs + 1,)
        Eigenvalues in descending order (of |lambda| for a dense kernel that is not positive
        definite); ``values[0] == 1``.
    vectors : ndarray of shape (n_samples, n_pairs + 1)
        Right eigenvectors with ``sum_i pi_i psi_k(i)^2 = 1`` and ``sum_i pi_i psi_k(i)^3 >= 0``;
        the first is the constant 1.
    stationary : ndarray of shape (n_samples,)
        ``pi_i = D_ii / sum D``, the stationary distribution of P.

    Examples
    --------
    Two rows with a kernel value of 0.5; the value of each row with itself is 1. Their diffusion
    distance is 2/3 after one step, and 2/9 after two steps.

    >>> import numpy as np
    >>> from kernelscale.markov.dense import leading_eigenpairs
    >>> pairs = leading_eigenpairs(np.array([[1.0, 0.5], [0.5, 1.0]]), n_pairs=1)
    >>> pairs.values.round(4), pairs.stationary.round(4)
    (array([1.    , 0.3333]), array([0.5, 0.5]))
    >>> [round(float(np.ptp(pairs.embedding(1, t))), 4) for t in (1, 2)]
    [0.6667, 0.2222]
    """

    values: np.ndarray
    vectors: np.ndarray
    stationary: np.ndarray

    def embedding(self, n_components: int, t: int = 1) -> np.ndarray:
        """Diffusion coordinates ``lambda_k^t psi_k``, of shape (n_samples, n_components)."""
        kept = slice(1, n_components + 1)
        coordinates: np.ndarray = self.vectors[:, kept] * self.values[kept] ** t
        return coordinates

    def eigengap(self, n_classes: int = 1) -> float:
        """Ge = lambda_{N_C} - lambda_{N_C + 1} (paper's eq. GE); lambda_1 is the trivial 1.

        With more than `n_classes` connected components both eigenvalues are 1 and Ge is 0; with
        exactly `n_classes` it is 1 - lambda_{N_C + 1}, the paper's ideal case.
        """
        return float(self.values[n_classes - 1] - self.values[n_classes])


def right_eigenpairs(values: np.ndarray, vectors: np.ndarray, root: np.ndarray) -> Eigenpairs:
    """The leading pairs of P, from those of its symmetric form A; `root` is A's trivial vector."""
    values = np.where(1 - values < ROUNDING, 1.0, values)
    repeated = int(np.count_nonzero(values == 1.0))
    apart = separating_basis(vectors[:, :repeated], root)
    psi = np.column_stack([root, apart, vectors[:, repeated:]]) / root[:, None]
    return Eigenpairs(np.concatenate([[1.0], values]), oriented(psi, root**2), root**2)


def oriented(psi: np.ndarray, stationary: np.ndarray) -> np.ndarray:
    """Right eigenvectors whose signs make the skewness or, if it is 0, the first row positive."""
    skewness = stationary @ (psi * psi * psi)  # This is quicker than psi**3.
    first = psi[0]
    tied = np.abs(skewness) < 1e-8
    return psi * np.where(np.where(tied, first, skewness) < 0, -1.0, 1.0)


def separating_basis(vectors: np.ndarray, root: np.ndarray) -> np.ndarray:
    """The basis of a repeated eigenvalue 1 that separates components, heaviest first.

    If eigenvalue 1 repeats, the graph has several components, and right eigenvectors are constant
    on each. A solver returns an arbitrary basis. The basis returned here depends neither on the
    solver nor on the order of the rows. Its vector k is positive on the k-th heaviest component,
    negative on lighter components, and 0 on heavier components.
    """
    component_of = _constant_components(vectors / root[:, None])
    if component_of is None:
        return vectors
    psi = separating_vectors(np.bincount(component_of, weights=root**2), vectors.shape[1])
    # Combinations of these vectors stay orthogonal to the other vectors of the solver.
    mixture = np.linalg.qr(vectors.T @ (psi[component_of] * root[:, None]))[0]
    separating: np.ndarray = vectors @ mixture
    return separating


def separating_vectors(masses: np.ndarray, n_pairs: int) -> np.ndarray:
    """Right eigenvectors that separate one component after another, (n_connected, n_pairs)."""
    heaviest_first = np.argsort(-masses, kind="stable")
    psi = np.zeros((len(masses), n_pairs))
    for k in range(n_pairs):
        component, others = heaviest_first[k], heaviest_first[k + 1 :]
        mass, rest = masses[component], masses[others].sum()
        psi[component, k] = np.sqrt(rest / (mass * (mass + rest)))
        psi[others, k] = -np.sqrt(mass / (rest * (mass + rest)))
    return psi


def _constant_components(psi: np.ndarray) -> np.ndarray | None:
    """Index of each row's component; None unless psi has one more distinct row than columns."""
    component_of = np.full(len(psi), -1)
    for component in range(psi.shape[1] + 1):
        if (component_of >= 0).all():
            return None
        first = psi[np.argmin(component_of)]
        # Squared distances between components are 1 / mass + 1 / mass', above 2. Within components
        # they are nearly 0.
        component_of[(component_of < 0) & (((psi - first) ** 2).sum(axis=1) < 1e-4)] = component
    return component_of if (component_of >= 0).all() else None
