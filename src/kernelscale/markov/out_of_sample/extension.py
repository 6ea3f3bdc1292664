"""Coordinates of new rows from those of the training rows: the Nystrom extension.

Row x of the operator, P(x, j), is a softmax over the training rows. The average of a right
eigenvector with these weights is ``sum_j P(x, j) psi(j) = lambda psi(x)``; this holds exactly for
training rows and defines psi elsewhere. The softmax is computed relative to its largest term, so it
is exact even if every kernel value underflows. Such rows are far from all training rows, as their
kernel mass (the sum of the kernel values) shows.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..._attributes import Rebuilt
from ...engine.arithmetic.exponential import exponential
from ...engine.executors import executor_named
from ...engine.executors.in_order import in_order
from ...engine.machine.blas import one_blas_thread
from ...engine.plan import PENDING_PER_WORKER
from ...engine.resources import Resources
from ...kernels.kernel import Kernel
from ...metrics.registry import metric_named
from .averages import SMALLEST_MASS, operator_averages, reported, without_self
from .device_products import FEWEST_ROWS, device_of, products_beside

__all__ = ["EmbeddedRows", "Extension"]

# Number of pairs of new and training rows in a batch: 4 MiB of distances for each thread.
PAIRS_AT_ONCE = 1 << 19
SMALLEST_DIVISOR = 1e-8  # smallest eigenvalue by which averages are divided if t = 0
SMALLEST_LAZY_DIVISOR = 0.5  # smallest number by which averages are divided for a lazy walk


class EmbeddedRows(NamedTuple):
    """`coordinates` of new rows, of shape (n_new, n_components), and `kernel_mass`, (n_new,)."""

    coordinates: np.ndarray
    kernel_mass: np.ndarray


@dataclass(frozen=True, eq=False)
class Extension(Rebuilt):
    """All that a diffusion map needs to embed new rows.

    Attributes
    ----------
    kernel : Kernel
        The kernel, evaluated on points whose features are scaled.
    points : ndarray of shape (n_samples, n_features), or None
        Training rows with scaled features; None if only distances are known.
    weights : ndarray of shape (n_samples,)
        w_j of the operator, such as ``q_j^-alpha``, where q are the row sums of the training
        kernel.
    values : ndarray of shape (n_components,)
        Eigenvalues lambda_k.
    vectors : ndarray of shape (n_samples, n_components)
        Right eigenvectors psi_k.
    scales : tuple of ndarray of shape (n_features,)
        Factors by which the features are multiplied, one after another as in the fit, so that
        training rows get their own coordinates to the last bit.
    t : int
        Number of steps of the diffusion: the power of the eigenvalues.
    """

    kernel: Kernel
    points: np.ndarray | None
    weights: np.ndarray
    values: np.ndarray
    vectors: np.ndarray
    scales: tuple[np.ndarray, ...] = ()
    t: int = 1

    def embed(self, rows: Any, resources: Resources | None = None) -> EmbeddedRows:
        """Coordinates ``lambda_k^t psi_k`` of new rows, and their kernel mass.

        If the mass is below `SMALLEST_MASS`, averages are not divided by lambda; otherwise rows far
        from all training rows would get larger coordinates than any training row.

        Parameters
        ----------
        rows : ndarray of shape (n_new, n_features) or (n_new, n_samples)
            New rows, or their distances to all training rows or, in a graph, to neighbours.
        resources : Resources, optional
            Memory and threads; coordinates do not depend on them.
        """
        for scale in self.scales:
            rows = rows * scale
        if self.t == 0 and (np.abs(self.values) < SMALLEST_DIVISOR).any():
            k = int(np.argmax(np.abs(self.values) < SMALLEST_DIVISOR))
            raise ValueError(
                f"With t = 0 new rows need a division by the eigenvalue, but that of coordinate "
                f"{k} is {self.values[k]:.3g}; take fewer components or t of at least 1."
            )
        values, mass, *moves = self._averages(rows, resources or Resources())
        if moves:
            coordinates = values * self._divisor_inverse(*moves) * self.values**self.t
        else:
            coordinates = values * self.values ** (float(self.t) - 1)
        far = mass < SMALLEST_MASS
        coordinates[far] = values[far] * self.values**self.t
        return EmbeddedRows(coordinates, mass)

    def _divisor_inverse(self, moves: np.ndarray) -> np.ndarray:
        """Factors that turn averages into psi, for a lazy walk that moves in a share m of steps.

        ``lambda psi(x) = (1 - m) psi(x) + m A``, with A the average of psi over the rows to which
        the walk moves. A training row at x has the share p of the average over all training rows,
        which is ``p psi(x) + (1 - p) A``; `moves` is ``m / (1 - p)``, as from `without_self`. The
        divisor would be near 0 if steps were as long as the waves of psi, so it is at least
        `SMALLEST_LAZY_DIVISOR`.
        """
        inverse: np.ndarray = 1 / np.maximum(
            1 - (1 - self.values) / moves[:, None], SMALLEST_LAZY_DIVISOR
        )
        return inverse

    @property
    def _with_masses(self) -> np.ndarray:
        """The vectors and 1 / w, whose average is ``sum_j K(x, j) / sum_j K(x, j) w_j``."""
        return np.column_stack([self.vectors, 1 / self.weights])

    def _averages(self, rows: np.ndarray, resources: Resources) -> tuple[np.ndarray, ...]:
        """The averages of all rows; on a graphics processor, if any, unless there are few rows."""
        kernel, arithmetic = self.kernel, resources.arithmetic
        few = len(rows) < FEWEST_ROWS
        if self.points is None or few or device_of(kernel, arithmetic) is None:
            return self._by_batches(rows, resources)
        weighed = np.column_stack([self.vectors, np.ones(len(self.vectors)), 1 / self.weights])
        weighed *= self.weights[:, None]
        products = products_beside(rows, self.points, kernel, weighed, arithmetic)
        found = np.concatenate([each[0] for each in reported(zip(products), len(rows), resources)])
        mass = found[:, -1]
        # Kernel values of rows far from all training rows underflow in single precision.
        far = np.flatnonzero(mass < SMALLEST_MASS)
        found[far, -2] = 1.0
        values = found[:, :-2] / found[:, -2:-1]
        if len(far):
            values[far], mass[far] = self._by_batches(rows[far], resources.quiet())
        return values, mass

    def _by_batches(self, rows: np.ndarray, resources: Resources) -> tuple[np.ndarray, ...]:
        """The averages on the processor, in batches whose size does not depend on the threads."""
        step = max(1, PAIRS_AT_ONCE // len(self.vectors))
        batches = [rows[start : start + step] for start in range(0, len(rows), step)]
        workers = min(resources.n_workers, len(batches))
        executor = executor_named(resources.executor if len(batches) > 1 else "serial")
        averages = in_order(
            executor, self._on_batch, batches, len(batches), workers, PENDING_PER_WORKER * workers
        )
        with one_blas_thread(), closing(averages) as done:
            blocks = list(reported(done, len(rows), resources))
        return tuple(map(np.concatenate, zip(*blocks, strict=True)))

    def _on_batch(self, rows: np.ndarray) -> tuple[np.ndarray, ...]:
        r = metric_named(self.kernel.metric).squares_to(rows, self.points)
        exponents, moves = self.kernel.operator_rows(r)
        if moves is None:
            return tuple(operator_averages(exponents, self.weights, self.vectors, r))
        return self._on_lazy_batch(r, exponents, moves)

    def _on_lazy_batch(
        self, r: np.ndarray, exponents: np.ndarray, moves: np.ndarray
    ) -> tuple[np.ndarray, ...]:
        """Averages, mass, and `moves` for `_divisor_inverse`."""
        nearest = r.argmin(axis=1)
        at_nearest = np.arange(len(r)), nearest
        closeness = exponential(exponents[at_nearest])
        averages = operator_averages(exponents, self.weights, self._with_masses, r)
        values, mass, moves = without_self(averages, moves, closeness, self.weights[nearest])
        # For new rows that equal a training row, psi is known.
        own = r[at_nearest] == 0
        values[own], moves[own] = self.vectors[nearest[own]], np.inf
        return values, mass, moves
