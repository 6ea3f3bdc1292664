"""The random walk on the data, P = D^-1 K, and its leading eigenpairs.

P is similar to the symmetric A = D^-1/2 K D^-1/2, whose eigenvectors are orthogonal and whose
eigenvalues are real; right eigenvectors of P are those of A divided by sqrt(pi). The trivial pair
(eigenvalue 1, the constant vector) is known, so it is deflated exactly: where the graph has
fallen apart eigenvalue 1 repeats, and dropping the first vector a solver returns would drop an
arbitrary mixture.

- `leading_eigenpairs`: LAPACK on the whole matrix, exact to 1e-12.
- `krylov_eigenpairs`: the same pairs by iteration, for many rows.
- `sparse_eigenpairs`: the same pairs of a neighbour graph, by iteration.
- `waiting_walk`: the kernel of a walk that stays where it is in some of its steps.
- `EigenPath`: pairs at many scales, each starting from the last.
"""

from .block_krylov import block_size
from .dense import has_eigenvalue_below, leading_eigenpairs
from .disconnected import pairs_of_pieces
from .eigenpairs import NEARLY_ONE, Eigenpairs
from .iteration import iterated_eigenpairs
from .participation import fewest_rows, participation
from .path import EigenPath
from .pieces import components_of_kernel
from .solver import krylov_eigenpairs
from .sparse import GraphEigenpairs, sparse_eigenpairs
from .waiting import waiting_walk
from .walk import Walk, gaussian_walk, walk_of_kernel

__all__ = [
    "NEARLY_ONE",
    "EigenPath",
    "Eigenpairs",
    "GraphEigenpairs",
    "Walk",
    "block_size",
    "components_of_kernel",
    "fewest_rows",
    "gaussian_walk",
    "has_eigenvalue_below",
    "iterated_eigenpairs",
    "krylov_eigenpairs",
    "leading_eigenpairs",
    "pairs_of_pieces",
    "participation",
    "sparse_eigenpairs",
    "waiting_walk",
    "walk_of_kernel",
]
