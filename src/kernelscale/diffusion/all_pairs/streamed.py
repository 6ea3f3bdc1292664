"""The operator of points whose kernel matrix does not fit into memory.

Products with vectors are computed tile by tile. Each step of the iteration therefore takes a pass
over all pairs, but the fit needs memory for only a few hundred vectors. If the arithmetic has a
device, the vectors stay on it from the first step to the last.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from ..._warnings import warn_caller
from ...data import PointCloud
from ...engine.arithmetic.registry import arithmetic_named
from ...engine.plan import PENDING_PER_WORKER, readable
from ...engine.progress import ProgressEvent
from ...engine.statistics import NearestOthers, Neighbors
from ...kernels.gaussian import Gaussian
from ...kernels.kernel import Kernel
from ...markov.eigenpairs import Eigenpairs, separating_vectors
from ...markov.krylov.block_krylov import block_size
from ...markov.krylov.matrix_free import matrix_free_eigenpairs
from ...markov.out_of_sample.device_products import device_of
from ...neighbor_graphs.edges import WEAKEST_EDGE, Edges, components, neighbor_edges

__all__ = [
    "StreamedKernel",
    "check_streamed",
]

COMPONENTS = "components of the graph"
ROWS_AT_ONCE = 256
NEIGHBORS = 8  # neighbours of each row; edges to them connect most rows that the kernel connects
MOST_STEPS = 100
# On a device, this number of products in single precision corrects each residual; products in
# double precision would take several times as long.
CORRECTIONS = 2
# Number of vectors for each column of the iteration's block: the subspace, its products, and
# copies.
_VECTORS_A_COLUMN = 24
_BYTES_OF_A_NUMBER = 12  # a device holds each feature of a point as float32 and as float64


class StreamedKernel:
    """Row sums, components and eigenpairs of a kernel matrix that is never stored.

    Parameters
    ----------
    cloud : PointCloud
        The points.
    kernel : Kernel
        A positive definite kernel of these points.

    Attributes
    ----------
    row_sums : ndarray of shape (n_samples,)
        ``sum_j K_ij``.
    component_of : ndarray of shape (n_samples,)
        Index of each point's connected component in the graph with edges where
        ``K_ij >= WEAKEST_EDGE``.
    """

    def __init__(self, cloud: PointCloud, kernel: Kernel) -> None:
        self._kernel, self._report = kernel, cloud.report
        self._cloud = cloud.bare(with_source=True, progress=cloud.resources.progress)
        self.row_sums = kernel.row_sums(self._cloud)
        falls = kernel.gaussian_scale is not None  # other kernels may increase with distance
        self.component_of = self._components_by_neighbors() if falls else self._components_by_rows()

    def _components_by_neighbors(self) -> np.ndarray:
        """Components by Boruvka's algorithm, which starts from edges to neighbours."""
        passes = _Passes(self._report)
        cloud = self._cloud.bare(with_source=True, progress=passes.hear)
        n_samples = cloud.n_samples
        edges = self._near(cloud.reduce(NearestOthers(min(NEIGHBORS, n_samples - 1))))
        component_of = components(n_samples, edges)
        while component_of.any():
            passes.n_done += 1
            links = self._near(cloud.reduce(NearestOthers(groups=component_of)))
            if len(links.starts) == 0:
                break
            edges = Edges(*map(np.concatenate, zip(edges, links, strict=True)))
            component_of = components(n_samples, edges)
        passes.close()
        return component_of

    def _near(self, neighbors: Neighbors) -> Edges:
        """The edges to neighbours with kernel values of at least `WEAKEST_EDGE`."""
        edges = neighbor_edges(neighbors)
        return edges.chosen(self._kernel.joined(edges.lengths[None], WEAKEST_EDGE))

    def _components_by_rows(self) -> np.ndarray:
        """Components of a kernel that may increase with distance, by breadth-first search."""
        component_of = np.full(self._cloud.n_samples, -1)
        while (component_of == -1).any():
            waiting = np.array([np.argmax(component_of == -1)])
            component = component_of[waiting] = component_of.max() + 1
            while len(waiting):
                rows, waiting = waiting[:ROWS_AT_ONCE], waiting[ROWS_AT_ONCE:]
                self._report(COMPONENTS, int((component_of != -1).sum()), len(component_of))
                r = self._cloud.squared_distances_from(rows)
                joined = np.flatnonzero((component_of == -1) & self._kernel.joined(r, WEAKEST_EDGE))
                component_of[joined] = component
                waiting = np.concatenate([waiting, joined])
        self._report(COMPONENTS, len(component_of), len(component_of))
        return component_of

    def eigenpairs(self, n_pairs: int, alpha: float) -> Eigenpairs:
        """Leading eigenpairs of the operator, by iteration; warns if they have not converged."""
        steps = _Steps(self._report)
        device = device_of(self._kernel, self._cloud.resources.arithmetic)
        taken = 0 if device else _bytes_of_vectors(self._cloud, n_pairs)
        self._cloud = self._cloud.bare(with_source=True, taken=taken, progress=steps.hear)
        q = self.row_sums**-alpha
        degrees = q * self._times(q[:, None], "double")[:, 0] if alpha else self.row_sums
        put = device.put if device else np.asarray
        weights = put((q / np.sqrt(degrees))[:, None])
        root = put(np.sqrt(degrees / degrees.sum()))

        def product(V: np.ndarray, precision: str = "double") -> np.ndarray:
            steps.done += 1
            return weights * self._times(weights * V, precision)

        rough = partial(product, precision="single")
        pairs, residual = matrix_free_eigenpairs(
            product, rough, root, n_pairs, MOST_STEPS, CORRECTIONS if device else 0
        )
        steps.close()
        if residual > 0:
            warn_caller(
                f"The eigenpairs have not converged after {MOST_STEPS} steps: |A v - lambda v| is "
                f"{residual:.1g} for one of them; raise memory_limit, so that the kernel matrix "
                f"fits, or take a larger bandwidth.",
                ConvergenceWarning,
            )
        return self._by_component(pairs) if (pairs.values == 1).all() else pairs

    def _by_component(self, pairs: Eigenpairs) -> Eigenpairs:
        """The pairs, with eigenvectors that separate one component after the other.

        All eigenvalues of these pairs are 1, so the eigenvectors are not unique. They are unchanged
        unless there are more components than pairs.
        """
        n_pairs = len(pairs.values) - 1
        masses = np.bincount(self.component_of, weights=pairs.stationary)
        if len(masses) <= n_pairs:
            return pairs
        vectors = np.column_stack(
            [pairs.vectors[:, 0], separating_vectors(masses, n_pairs)[self.component_of]]
        )
        return Eigenpairs(pairs.values, vectors, pairs.stationary)

    def _times(self, V: np.ndarray, precision: str) -> np.ndarray:
        return self._kernel.product(self._cloud, V, precision)


class _Passes:
    """Progress of an unknown number of passes: each pass counts as half of the remaining work."""

    _ALL = 1000

    def __init__(self, report: Callable[[str, int, int], None]) -> None:
        self._report, self.n_done = report, 0

    def hear(self, event: ProgressEvent) -> None:
        left = 0.5**self.n_done * (1 - 0.5 * event.done / event.total)
        self._report(COMPONENTS, int(self._ALL * (1 - left)), self._ALL)

    def close(self) -> None:
        self._report(COMPONENTS, self._ALL, self._ALL)


class _Steps:
    """Progress of the iteration, in hundredths of a step, as a step may take minutes."""

    def __init__(self, report: Callable[[str, int, int], None]) -> None:
        self._report, self.done = report, 0

    def hear(self, event: ProgressEvent) -> None:
        self._send(100 * self.done + 100 * event.done // event.total)

    def close(self) -> None:
        self._send(200 * MOST_STEPS)

    def _send(self, done: int) -> None:
        self._report("steps of the iteration", min(done, 200 * MOST_STEPS), 200 * MOST_STEPS)


def check_streamed(cloud: PointCloud, n_pairs: int) -> None:
    """Refuse rows whose vectors alone do not fit the memory limit, or the memory of the device."""
    _check_device(cloud, n_pairs)
    rows_or_product = 8 * cloud.n_samples * max(ROWS_AT_ONCE, 4 * block_size(n_pairs))
    needed = _bytes_of_vectors(cloud, n_pairs) + rows_or_product
    if needed > cloud.memory_limit:
        raise MemoryError(
            f"Eigenpairs of {cloud.n_samples} rows need {readable(needed)} even without the kernel "
            f"matrix, but memory_limit is {readable(cloud.memory_limit)}; raise it or pass fewer "
            f"rows."
        )


def _check_device(cloud: PointCloud, n_pairs: int) -> None:
    """Refuse rows whose vectors and points do not fit the memory of the device."""
    kernel = Gaussian(1.0, metric=cloud.metric.known_as)  # other kernels do not use the device
    device = device_of(kernel, cloud.resources.arithmetic)
    if device is None:
        return
    needed = _bytes_of_vectors(cloud, n_pairs)
    needed += _BYTES_OF_A_NUMBER * cloud.n_samples * cloud.n_features
    needed += _bytes_that_wait(cloud, n_pairs)
    if needed > device.free_bytes():
        raise MemoryError(
            f"Eigenpairs of {cloud.n_samples} rows need {readable(needed)} on the device "
            f"({device.name}), but {readable(device.free_bytes())} are free; pass fewer rows or "
            f"landmarks=5000, take fewer components, or leave arithmetic at 'auto'."
        )


def _bytes_that_wait(cloud: PointCloud, n_pairs: int) -> int:
    """Bytes of the products of tiles that are kept on the device until they are added."""
    n, resources = cloud.n_samples, cloud.resources
    side = min(n, arithmetic_named(resources.arithmetic).largest_side(n, [], some_rows=False))
    n_blocks = -(-n // side)
    waiting = min(n_blocks * (n_blocks + 1) // 2, PENDING_PER_WORKER * resources.n_workers)
    return 16 * waiting * side * block_size(n_pairs)


def _bytes_of_vectors(cloud: PointCloud, n_pairs: int) -> int:
    """Bytes of all vectors that are held while one product is computed."""
    return 8 * cloud.n_samples * _VECTORS_A_COLUMN * block_size(n_pairs)
