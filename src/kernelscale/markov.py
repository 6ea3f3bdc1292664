"""The random walk on the data, P = D^-1 K, and its leading eigenpairs.

P is similar to the symmetric A = D^-1/2 K D^-1/2, whose eigenvectors are orthogonal and whose
eigenvalues are real; right eigenvectors of P are those of A divided by sqrt(pi). The trivial pair
(eigenvalue 1, the constant vector) is known, so it is deflated exactly: where the graph has
fallen apart eigenvalue 1 repeats, and dropping the first vector a solver returns would drop an
arbitrary mixture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh

from ._validation import check_count, check_kernel
from .engine.blas import one_blas_thread

__all__ = [
    "NEARLY_ONE",
    "Eigenpairs",
    "components_of_kernel",
    "leading_eigenpairs",
    "pairs_of_pieces",
]

NEARLY_ONE = 1e-8
"""An eigenvalue above 1 - NEARLY_ONE belongs to a part of the graph that has fallen off."""

_ROUNDING = 1e-12  # eigenvalues this near to 1 are 1: what float64 leaves of an exact one


@dataclass(frozen=True, eq=False)
class Eigenpairs:
    """Leading eigenpairs of ``P = D^-1 K`` (paper's eq. DefP), the trivial one first.

    Attributes
    ----------
    values : ndarray of shape (n_pairs + 1,)
        Eigenvalues in descending order (of |lambda| for a kernel that is not positive definite);
        ``values[0] == 1``.
    vectors : ndarray of shape (n_samples, n_pairs + 1)
        Right eigenvectors with ``sum_i pi_i psi_k(i)^2 = 1`` and ``sum_i pi_i psi_k(i)^3 >= 0``;
        the first is the constant 1.
    stationary : ndarray of shape (n_samples,)
        ``pi_i = D_ii / sum D``, the walk's stationary distribution.

    Examples
    --------
    A walk on two points that stays twice as often as it steps over: their diffusion distance is
    2/3 after one step and a third of that after another.

    >>> import numpy as np
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
        return self.vectors[:, kept] * self.values[kept] ** t

    def eigengap(self, n_classes: int = 1) -> float:
        """Ge = lambda_{N_C} - lambda_{N_C + 1}, counted from 1 (paper's eq. GE).

        With more than `n_classes` connected components both are 1 and Ge is 0; with exactly that
        many it is 1 - lambda_{N_C + 1}, the paper's ideal case.
        """
        return float(self.values[n_classes - 1] - self.values[n_classes])


def leading_eigenpairs(
    K: np.ndarray, n_pairs: int, *, alpha: float = 0.0, definite: bool = True
) -> Eigenpairs:
    """Leading eigenpairs of the row-normalised kernel, by dense LAPACK.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix with positive row sums.
    n_pairs : int
        Pairs wanted beside the trivial one, from 1 to n_samples - 1.
    alpha : float
        K is first divided by ``(q_i q_j)^alpha`` with q its row sums (Coifman and Lafon 2006).
    definite : bool
        Whether K is positive definite. If not, pairs are ordered by |lambda|.

    Returns
    -------
    Eigenpairs
        Exactly `n_pairs` pairs and the trivial one.

    Raises
    ------
    ValueError
        If `n_pairs` is out of range, or K is no symmetric kernel with positive row sums.

    Examples
    --------
    Two pairs of points that see each other and hardly anything else: after the trivial
    eigenvalue comes one near 1, which tells the pairs apart, then a large gap.

    >>> import numpy as np
    >>> near, far = 0.9, 1e-3
    >>> K = np.array(
    ...     [[1, near, far, far], [near, 1, far, far], [far, far, 1, near], [far, far, near, 1]]
    ... )
    >>> pairs = leading_eigenpairs(K, n_pairs=2)
    >>> pairs.values.round(3)
    array([1.   , 0.998, 0.053])
    >>> np.sign(pairs.vectors[:, 1])
    array([ 1.,  1., -1., -1.])
    """
    K = check_kernel(K)
    n_pairs = check_count(n_pairs, "n_pairs", largest=len(K) - 1)
    A, root = _symmetric_conjugate(K, alpha)
    # Eigenvalues of A lie in [-1, 1]; this moves the trivial one to -2, below all others.
    A -= np.outer(3.0 * root, root)
    with one_blas_thread():
        values, vectors = _largest(A, n_pairs, definite)
    values[1 - values < _ROUNDING] = 1.0
    repeated = int(np.count_nonzero(values == 1.0))
    vectors[:, :repeated] = _parts_told_apart(vectors[:, :repeated], root)
    vectors = np.column_stack([np.ones(len(K)), _oriented(vectors, root)])
    return Eigenpairs(np.concatenate([[1.0], values]), vectors, root**2)


def pairs_of_pieces(K: np.ndarray, n_pairs: int, *, alpha: float = 0.0) -> Eigenpairs | None:
    """Eigenpairs of a kernel in more pieces than there are pairs wanted: all eigenvalues are 1.

    A solver would return any `n_pairs` of them. Here each takes off one piece, heaviest first.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        As in `leading_eigenpairs`, as are the others.
    n_pairs : int
        Pairs wanted beside the trivial one.
    alpha : float
        Power of the density that is taken out.

    Returns
    -------
    Eigenpairs
        The pairs and the trivial one; None where the kernel is not in as many pieces, to 1e-12 of
        their weight.

    Examples
    --------
    Three pieces of 3, 2 and 1 rows; the first of the two pairs tells the largest from the others.

    >>> import numpy as np
    >>> K = np.kron(np.eye(3), np.ones((3, 3)))[np.ix_([0, 1, 2, 3, 4, 6], [0, 1, 2, 3, 4, 6])]
    >>> pairs_of_pieces(K, 1).vectors[:, 1].round(1)
    array([ 0.7,  0.7,  0.7, -1.3, -1.3, -1.3])
    """
    A, root = _symmetric_conjugate(K, alpha)
    pieces = _pieces(A, root)
    masses = np.bincount(pieces, weights=root**2)
    if len(masses) <= n_pairs:
        return None
    vectors = np.column_stack([np.ones(len(K)), _taken_off(masses, n_pairs)[pieces]])
    return Eigenpairs(np.ones(n_pairs + 1), vectors, root**2)


def _pieces(A: np.ndarray, root: np.ndarray) -> np.ndarray:
    """The finest pieces that float64 cannot tell from unconnected ones, as numbers from 0."""
    for weakest in 10.0 ** np.arange(-12, -18, -1):
        pieces = components_of_kernel(A, weakest)
        # Of each piece's weight, the share that leaves it in a step.
        inside = np.zeros(pieces.max() + 1)
        for piece in range(len(inside)):
            rows = np.flatnonzero(pieces == piece)
            inside[piece] = root[rows] @ A[np.ix_(rows, rows)] @ root[rows]
        leaving = 1 - inside / np.bincount(pieces, weights=root**2)
        if leaving.max() < _ROUNDING:
            return pieces
    return np.zeros(len(A), dtype=int)


def components_of_kernel(K: np.ndarray, weakest: float) -> np.ndarray:
    """Number of the connected component of each point, from 0, where all kernel values are known.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix.
    weakest : float
        Smaller values do not join.

    Returns
    -------
    ndarray
        Numbers of the components, integers of shape (n_samples,).

    Examples
    --------
    Two rows see each other well, the third hardly: whether it counts is a matter of the limit.

    >>> import numpy as np
    >>> K = np.array([[1, 0.9, 1e-9], [0.9, 1, 1e-9], [1e-9, 1e-9, 1]])
    >>> components_of_kernel(K, weakest=1e-8)
    array([0, 0, 1])
    """
    parts = np.full(len(K), -1)
    n_parts = 0
    while (parts == -1).any():
        reached = [int(np.argmax(parts == -1))]
        parts[reached] = n_parts
        while reached:
            joined = np.flatnonzero((parts == -1) & (K[reached.pop()] >= weakest))
            parts[joined] = n_parts
            reached.extend(joined.tolist())
        n_parts += 1
    return parts


def _symmetric_conjugate(K: np.ndarray, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """A = D^-1/2 K D^-1/2 of the alpha-normalised kernel, and sqrt(pi), A's trivial vector."""
    if alpha:
        q = K.sum(axis=1) ** -alpha
        K = K * q[:, None] * q
    degrees = K.sum(axis=1)
    inverse_root = 1 / np.sqrt(degrees)
    A = K * inverse_root
    A *= inverse_root[:, None]
    return A, np.sqrt(degrees / degrees.sum())


def _largest(A: np.ndarray, n_pairs: int, definite: bool) -> tuple[np.ndarray, np.ndarray]:
    """Largest eigenpairs (or largest in magnitude above -2), descending."""
    n = len(A)
    if definite:
        values, vectors = eigh(A, subset_by_index=(n - n_pairs, n - 1), check_finite=False)
        # LAPACK's subset solver may silently return fewer pairs where eigenvalues repeat.
        if vectors.shape == (n, n_pairs) and _is_orthonormal(vectors):
            return values[::-1].copy(), vectors[:, ::-1]
    # The transpose of a symmetric matrix is in LAPACK's order, so the vectors take its place.
    values, vectors = eigh(A.T, driver="evd", check_finite=False, overwrite_a=True)
    values, vectors = values[1:], vectors[:, 1:]  # the deflated pair, at -2
    order = np.argsort(-values if definite else -np.abs(values), kind="stable")[:n_pairs]
    return values[order], vectors[:, order]


def _is_orthonormal(vectors: np.ndarray) -> bool:
    deviation = vectors.T @ vectors - np.eye(vectors.shape[1])
    return bool(np.abs(deviation).max() < 1e-8)


def _parts_told_apart(vectors: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Of all bases for a repeated eigenvalue 1, the one that takes parts off, heaviest first.

    There the graph is in pieces and right eigenvectors are constant on each. A solver returns any
    mixture of them; these do not depend on it, nor on the order of the rows: coordinate k is
    positive on the k-th heaviest piece, negative on lighter ones, and 0 on those before.
    """
    parts = _constant_parts(vectors / root[:, None])
    if parts is None:
        return vectors
    psi = _taken_off(np.bincount(parts, weights=root**2), vectors.shape[1])
    # Only mixtures of what the solver found stay orthogonal to its other vectors.
    mixture = np.linalg.qr(vectors.T @ (psi[parts] * root[:, None]))[0]
    return vectors @ mixture


def _taken_off(masses: np.ndarray, n_pairs: int) -> np.ndarray:
    """Right eigenvectors that take off one piece after the other, (n_pieces, n_pairs)."""
    heaviest_first = np.argsort(-masses, kind="stable")
    psi = np.zeros((len(masses), n_pairs))
    for k in range(n_pairs):
        part, others = heaviest_first[k], heaviest_first[k + 1 :]
        mass, rest = masses[part], masses[others].sum()
        psi[part, k] = np.sqrt(rest / (mass * (mass + rest)))
        psi[others, k] = -np.sqrt(mass / (rest * (mass + rest)))
    return psi


def _constant_parts(psi: np.ndarray) -> np.ndarray | None:
    """Number of the piece of each row, if rows lie on one point more than there are columns."""
    parts = np.full(len(psi), -1)
    for part in range(psi.shape[1] + 1):
        if (parts >= 0).all():
            return None
        first = psi[np.argmin(parts)]
        # Pieces are 1 / mass + 1 / mass' apart, more than 2, and their rows hardly at all.
        parts[(parts < 0) & (((psi - first) ** 2).sum(axis=1) < 1e-4)] = part
    return parts if (parts >= 0).all() else None


def _oriented(vectors: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Right eigenvectors of P from those of A, with the sign fixed by their skewness."""
    psi = vectors / root[:, None]
    skewness = root**2 @ psi**3
    first = psi[0]
    tied = np.abs(skewness) < 1e-8
    return psi * np.where(np.where(tied, first, skewness) < 0, -1.0, 1.0)
