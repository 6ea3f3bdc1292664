"""Coordinates of new points from those of the training points: the Nystrom extension.

Row x of the walk, P(x, j), is a softmax over the training points. Averaging a right eigenvector
with it gives ``sum_j P(x, j) psi(j) = lambda psi(x)``, which holds exactly for training points and
defines psi elsewhere. The softmax is taken relative to its largest term, so it stays exact where
every kernel value underflows; how little the kernel still sees there is told by its mass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ._attributes import Rebuilt
from .engine import Resources
from .engine.arithmetic.exponential import exponential
from .engine.executors import executor_named
from .engine.executors.in_order import in_order
from .engine.machine.blas import one_blas_thread
from .engine.plan import PENDING_PER_WORKER
from .kernels import Gaussian, Kernel
from .metrics.registry import metric_named
from .rows_beside import device_of, products_beside

__all__ = [
    "SMALLEST_MASS",
    "STAGE",
    "Averages",
    "Extension",
    "Placement",
    "apart",
    "told",
    "walk_averages",
]

PAIRS_AT_ONCE = 1 << 19  # of new with training points: 4 MiB of distances a thread
SMALLEST_MASS = 1e-3  # as at the low end of the useful range of scales: rows nearly alone
SMALLEST_DIVISOR = 1e-8  # with t = 0, where averages are divided by the eigenvalue
STAGE = "placing rows"
LONG_STEPS = 0.5  # what averages are divided by at least where the walk waits


class Averages(NamedTuple):
    """Averages over one step of the walk, and how well each is founded.

    Attributes
    ----------
    values : ndarray of shape (n_new, n_functions)
        ``sum_j P(x, j) f(j)`` for each function.
    mass : ndarray of shape (n_new,)
        ``sum_j K(x, j)``: at least 1 for a training point, near 0 far from all of them.
    """

    values: np.ndarray
    mass: np.ndarray


def walk_averages(
    exponents: np.ndarray,
    weights: np.ndarray,
    functions: np.ndarray,
    r: np.ndarray | None = None,
) -> Averages:
    """Average functions on the training points over one step of the walk from new points.

    ``P(x, j) = K(x, j) w_j / sum_m K(x, m) w_m``; with ``w_j = q_j^-alpha``, q the training
    points' row sums, it is the alpha-normalised walk, for the factor q(x)^-alpha cancels.

    Parameters
    ----------
    exponents : ndarray of shape (n_new, n_samples)
        log K(x, j) of each new point with each training point; overwritten.
    weights : ndarray of shape (n_samples,)
        The w_j, positive.
    functions : ndarray of shape (n_samples, n_functions)
        Functions on the training points, such as right eigenvectors.
    r : ndarray of shape (n_new, n_samples), optional
        Squared distances, for new points of which the kernel sees no training point at all: they
        are placed like the nearest.

    Raises
    ------
    ValueError
        If an exponent is NaN or infinity.

    Examples
    --------
    A point in the middle between two others gets the average of their values, wherever it is.

    >>> import numpy as np
    >>> values = np.array([[0.0], [1.0]])
    >>> walk_averages(np.array([[-9e9, -9e9]]), np.ones(2), values)
    Averages(values=array([[0.5]]), mass=array([0.]))
    """
    largest = exponents.max(axis=1, keepdims=True)
    if not (largest < np.inf).all():
        raise ValueError("The kernel has values of new rows that are no finite numbers.")
    blind = np.isneginf(largest[:, 0])
    if r is not None and blind.any():
        nearest = r[blind] == r[blind].min(axis=1, keepdims=True)
        largest[blind] = np.finfo(exponents.dtype).min
        exponents[blind] = np.where(nearest, largest[blind], -np.inf)
    exponents -= largest
    K = exponential(exponents, cut_off=False)
    mass = exponential(largest[:, 0], cut_off=False) * K.sum(axis=1)
    K *= weights
    return Averages((K @ functions) / K.sum(axis=1, keepdims=True), mass)


def apart(
    averages: Averages, moves: np.ndarray, closeness: np.ndarray, weights: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Averages, mass and the share of steps, where a training point may be at a new row.

    A row of the walk is no neighbour of its own, so a training point at row x counts as x: of
    the average it is a share p, and the average over the others is reached in ``m / (1 - p)`` of
    the steps, with p times K(x, j) for a point j near x.

    Parameters
    ----------
    averages : Averages
        Of functions and, the last one, of 1 / w.
    moves : ndarray of shape (n_new,)
        m, the share of steps that leave each new row.
    closeness, weights : ndarray of shape (n_new,)
        K(x, j) and w_j of the nearest training point.
    """
    values, relative = averages.values[:, :-1], averages.values[:, -1]
    share = closeness * weights * relative / np.maximum(averages.mass, SMALLEST_MASS)
    return values, averages.mass, moves / (1 - closeness * share).clip(np.finfo(float).eps)


def told(
    parts: Iterable[tuple[np.ndarray, ...]], n_rows: int, resources: Resources
) -> Iterator[tuple[np.ndarray, ...]]:
    """What is known of new rows, part by part, while a listener hears of how many."""
    n_done = 0
    resources.report(STAGE, n_done, n_rows)
    for part in parts:
        yield part
        n_done += len(part[0])
        resources.report(STAGE, n_done, n_rows)


class Placement(NamedTuple):
    """Where new points lie, of shape (n_new, n_components), and their kernel mass, (n_new,)."""

    coordinates: np.ndarray
    kernel_mass: np.ndarray


@dataclass(frozen=True, eq=False)
class Extension(Rebuilt):
    """All that a diffusion map has to know to place new points.

    Attributes
    ----------
    kernel : Kernel
        The kernel of points whose features have been scaled.
    points : ndarray of shape (n_samples, n_features), or None
        Training points, their features scaled; None where only distances are known.
    weights : ndarray of shape (n_samples,)
        w_j of the kernel's walk, such as ``q_j^-alpha``, q the row sums of the training kernel.
    values : ndarray of shape (n_components,)
        Eigenvalues lambda_k.
    vectors : ndarray of shape (n_samples, n_components)
        Right eigenvectors psi_k.
    scales : tuple of ndarray of shape (n_features,)
        Factors of the features, multiplied one after the other as in the fit: a row that was
        there has to come out the same to the last bit.
    t : int
        Steps of the walk.
    """

    kernel: Kernel
    points: np.ndarray | None
    weights: np.ndarray
    values: np.ndarray
    vectors: np.ndarray
    scales: tuple[np.ndarray, ...] = ()
    t: int = 1

    def place(self, rows: Any, resources: Resources | None = None) -> Placement:
        """``lambda_k^t psi_k`` of new points, of shape (n_new, n_components), and their mass.

        Where the mass is below `SMALLEST_MASS` the division by lambda is left out: it would throw
        points of which nothing is known beyond all that are known.

        Parameters
        ----------
        rows : ndarray of shape (n_new, n_features) or (n_new, n_samples)
            New points; or distances where only these are known, of a graph those that are.
        resources : Resources, optional
            What may be used; the answer does not depend on it.
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
            coordinates = values * self._after_waiting(*moves) * self.values**self.t
        else:
            coordinates = values * self.values ** (float(self.t) - 1)
        far = mass < SMALLEST_MASS
        coordinates[far] = values[far] * self.values**self.t
        return Placement(coordinates, mass)

    def _after_waiting(self, moves: np.ndarray) -> np.ndarray:
        """What averages are multiplied by to give psi where the walk moves in a share m of steps.

        ``lambda psi(x) = (1 - m) psi(x) + m A``, A the average of psi over where it moves. Of the
        average over all training points one at x is a share p, so it is ``p psi(x) + (1 - p) A``,
        and `moves` is ``m / (1 - p)``, as of `apart`. Steps as long as the waves of psi would be
        divided by next to nothing, and are by `LONG_STEPS`.
        """
        inverse: np.ndarray = 1 / np.maximum(1 - (1 - self.values) / moves[:, None], LONG_STEPS)
        return inverse

    @property
    def _with_masses(self) -> np.ndarray:
        """The vectors and 1 / w, whose average is ``sum_j K(x, j) / sum_j K(x, j) w_j``."""
        return np.column_stack([self.vectors, 1 / self.weights])

    def _averages(self, rows: np.ndarray, resources: Resources) -> tuple[np.ndarray, ...]:
        """The averages of all rows, by products on the device where there is one for them."""
        kernel, arithmetic = self.kernel, resources.arithmetic
        if self.points is None or device_of(kernel, arithmetic) is None:
            return self._by_batches(rows, resources)
        assert isinstance(kernel, Gaussian)  # no others are multiplied on a device
        weighed = np.column_stack([self.vectors, np.ones(len(self.vectors)), 1 / self.weights])
        weighed *= self.weights[:, None]
        products = products_beside(rows, self.points, kernel, weighed, arithmetic)
        found = np.concatenate([part[0] for part in told(zip(products), len(rows), resources)])
        mass = found[:, -1]
        # Of rows that the kernel hardly sees few values are left, or none at all.
        far = np.flatnonzero(mass < SMALLEST_MASS)
        found[far, -2] = 1.0
        values = found[:, :-2] / found[:, -2:-1]
        if len(far):
            values[far], mass[far] = self._by_batches(rows[far], resources.quiet())
        return values, mass

    def _by_batches(self, rows: np.ndarray, resources: Resources) -> tuple[np.ndarray, ...]:
        """The same on the processor, in batches whose size does not depend on the threads."""
        step = max(1, PAIRS_AT_ONCE // len(self.vectors))
        batches = [rows[start : start + step] for start in range(0, len(rows), step)]
        workers = min(resources.n_workers, len(batches))
        executor = executor_named(resources.executor if workers > 1 else "serial")
        averages = in_order(
            executor, self._on_batch, batches, len(batches), workers, PENDING_PER_WORKER * workers
        )
        with one_blas_thread(), closing(averages) as done:
            parts = list(told(done, len(rows), resources))
        return tuple(map(np.concatenate, zip(*parts, strict=True)))

    def _on_batch(self, rows: np.ndarray) -> tuple[np.ndarray, ...]:
        r = metric_named(self.kernel.metric).squares_to(rows, self.points)
        exponents, moves = self.kernel.operator_rows(r)
        if moves is None:
            return tuple(walk_averages(exponents, self.weights, self.vectors, r))
        return self._where_it_waits(r, exponents, moves)

    def _where_it_waits(
        self, r: np.ndarray, exponents: np.ndarray, moves: np.ndarray
    ) -> tuple[np.ndarray, ...]:
        """Averages, mass, and `moves` as `_after_waiting` takes them."""
        nearest = r.argmin(axis=1)
        at_nearest = np.arange(len(r)), nearest
        closeness = exponential(exponents[at_nearest])
        averages = walk_averages(exponents, self.weights, self._with_masses, r)
        values, mass, moves = apart(averages, moves, closeness, self.weights[nearest])
        # One of the training points is where it is: no average says it as well.
        own = r[at_nearest] == 0
        values[own], moves[own] = self.vectors[nearest[own]], np.inf
        return values, mass, moves
