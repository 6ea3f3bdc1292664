"""Diffusion maps of all pairs, with the kernel matrix in memory or without it."""

from __future__ import annotations

import numpy as np

from ...data import PointCloud
from ...kernels.kernel import Kernel
from ...markov.components import components_of_kernel, pairs_of_components
from ...markov.dense import has_eigenvalue_below, leading_eigenpairs
from ...markov.eigenpairs import Eigenpairs
from ...markov.krylov.krylov_solver import Report, krylov_eigenpairs
from ...markov.lazy_kernel import lazy_kernel
from ...markov.out_of_sample.extension import Extension
from ...neighbor_graphs.edges import WEAKEST_EDGE
from ..fitted_map import Fitted
from ..kernel_choice import KernelChoice
from ..long_fits import warn_if_long, warn_if_long_in_lapack, warn_if_long_in_memory
from .pair_options import PairOptions
from .streamed import MOST_STEPS, StreamedKernel

__all__ = ["fit_all_pairs"]

KRYLOV_ROWS = 1000  # the iteration is quicker than LAPACK from this number of rows on (measured)
PAIRS_AT_ONCE = 1 << 23  # number of kernel values computed between two reports of progress


def fit_all_pairs(cloud: PointCloud, choice: KernelChoice, options: PairOptions) -> Fitted:
    """Fit a map to the kernel of all pairs.

    Parameters
    ----------
    cloud : PointCloud
        The rows for which the bandwidth was chosen.
    choice : KernelChoice
        The kernel.
    options : PairOptions
        Checked parameters of the map.
    """
    kernel, scaled = choice.kernel, choice.cloud
    if kernel.positive_definite and options.streams(cloud):
        row_sums, component_of, pairs = _from_stream(choice, options)
    else:
        row_sums, component_of, pairs = _from_matrix(cloud, choice, options)
    extension = Extension(
        kernel,
        scaled.features,
        kernel.operator_weights(row_sums, options.alpha),
        pairs.values[1:],
        np.ascontiguousarray(pairs.vectors[:, 1:]),
        t=options.t,
    )
    return Fitted(choice.bandwidth, kernel, choice.scale, pairs, component_of, extension)


_Found = tuple[np.ndarray, np.ndarray, Eigenpairs]  # row sums, components, eigenpairs


def _from_stream(choice: KernelChoice, options: PairOptions) -> _Found:
    warn_if_long(choice.cloud, choice.kernel, options.n_components, MOST_STEPS)
    kernel = StreamedKernel(choice.cloud, choice.kernel)
    pairs = kernel.eigenpairs(options.n_components, options.alpha)
    return kernel.row_sums, kernel.component_of, pairs


def _from_matrix(cloud: PointCloud, choice: KernelChoice, options: PairOptions) -> _Found:
    kernel, scaled = choice.kernel, choice.cloud
    # Memory is checked again: at the first check it was not known which kernel the rule would
    # choose, and only some kernels need the matrix.
    scaled.check_dense(n_kept=int(options.keep_distances))
    K = _values(kernel, scaled.squared_distances, cloud.report)
    if scaled is not cloud or not options.keep_distances:
        scaled.forget_distances()
    cloud.report("components of the graph", 0, len(K))
    component_of = components_of_kernel(K, WEAKEST_EDGE)
    cloud.report("components of the graph", len(K), len(K))
    if (moves := kernel.moves) is None:
        return (
            K.sum(axis=1),
            component_of,
            _by_magnitude(K, component_of, options, kernel.positive_definite, cloud.report),
        )
    # A step leaves each row with the probability in `moves`; the kernel's diagonal has no effect.
    np.fill_diagonal(K, WEAKEST_EDGE)
    row_sums = K.sum(axis=1)
    K = lazy_kernel(K, kernel.operator_weights(row_sums, options.alpha), moves)
    options = options._replace(alpha=0.0)  # the weights contain alpha
    return (
        row_sums,
        component_of,
        _eigenpairs(K, component_of, options, True, cloud.report),
    )


def _values(kernel: Kernel, r: np.ndarray, report: Report) -> np.ndarray:
    """Kernel values of squared distances of all pairs."""
    K, step = np.empty(r.shape), max(1, PAIRS_AT_ONCE // len(r))
    for start in range(0, len(r), step):
        report("kernel", start, len(r))
        K[start : start + step] = kernel.values(r[start : start + step])
    report("kernel", len(r), len(r))
    return K


def _by_magnitude(
    K: np.ndarray, component_of: np.ndarray, options: PairOptions, definite: bool, report: Report
) -> Eigenpairs:
    """Leading eigenpairs by `|lambda|`, because some kernels have negative eigenvalues.

    A kernel that is not positive definite may have negative eigenvalues, but these are usually
    small. So the eigenpairs are first computed as if it had none. They are computed again only if
    the magnitude of a negative eigenvalue exceeds the smallest eigenvalue found.
    """
    pairs = _eigenpairs(K, component_of, options, True, report)
    if definite or not has_eigenvalue_below(K, float(pairs.values[-1]), options.alpha):
        return pairs
    return _eigenpairs(K, component_of, options, False, report)


def _eigenpairs(
    K: np.ndarray, component_of: np.ndarray, options: PairOptions, definite: bool, report: Report
) -> Eigenpairs:
    n_pairs, alpha, n_connected = options.n_components, options.alpha, int(component_of.max()) + 1
    if (
        n_connected > n_pairs
        and (pairs := pairs_of_components(K, n_pairs, alpha=alpha)) is not None
    ):
        return pairs
    if definite and n_connected == 1 and _iterates(len(K), options):
        warn_if_long_in_memory(K, n_pairs)
        return krylov_eigenpairs(K, n_pairs, alpha=alpha, report=report)
    warn_if_long_in_lapack(K, n_pairs, definite)
    report("eigenpairs", 0, 1)  # LAPACK does not report progress
    pairs = leading_eigenpairs(K, n_pairs, alpha=alpha, definite=definite)
    report("eigenpairs", 1, 1)
    return pairs


def _iterates(n_samples: int, options: PairOptions) -> bool:
    if options.eigen_solver == "auto":
        return n_samples >= KRYLOV_ROWS
    return options.eigen_solver == "krylov"
