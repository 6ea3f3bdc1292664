"""Tasks that use a scale: each fits a model to the training rows and scores the test rows."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from sklearn.decomposition import KernelPCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.neighbors import KNeighborsClassifier

from kernelscale import DiffusionMap, select_bandwidth

from .methods import GRID_SEARCH, METHODS, machine
from .sets import Split

__all__ = ["RAW", "TASKS", "Task"]

RAW = "the features, no scale"
PROCESS_C = 10.0  # value of C that is passed to rules for a task whose model has no C
COMPONENTS = (5, 20)
STEP = 1e-4  # step to which a diffusion coordinate is rounded, as a share of its range


@dataclass(frozen=True)
class Task:
    """A task for labels of a kind ("classes" or "numbers").

    `score` returns the score of a split at a scale and C. `without_scale` has methods that need no
    scale, as functions that return the score of a split.
    """

    kind: str
    score: Callable[[Split, float, float], float]
    machines: tuple[float, ...]  # values of C
    without_scale: dict[str, Callable[[Split], float]] = field(default_factory=dict)


def _fitted(split: Split, epsilon: float, C: float) -> float:
    """Score of an SVC or a kernel ridge regression; all scales share the split's distances."""
    fitted = machine(split.y, C, kernel="precomputed")
    fitted.fit(np.exp(split.squares / (-2 * epsilon)), split.y)
    return float(fitted.score(np.exp(split.squares_test / (-2 * epsilon)), split.y_test))


def _in_components(split: Split, epsilon: float, C: float) -> float:
    """Mean score of linear discriminants in 5 and in 20 components of kernel PCA."""
    components = KernelPCA(20, kernel="precomputed")
    placed = components.fit_transform(np.exp(split.squares / (-2 * epsilon)))
    placed_test = components.transform(np.exp(split.squares_test / (-2 * epsilon)))
    fitted = (LinearDiscriminantAnalysis().fit(placed[:, :n], split.y) for n in COMPONENTS)
    scores = [
        machine.score(placed_test[:, :n], split.y_test)
        for machine, n in zip(fitted, COMPONENTS, strict=True)
    ]
    return float(np.mean(scores))


def _process(split: Split, epsilon: float, C: float) -> float:
    """Score of a Gaussian process with fitted amplitude and noise.

    The noise is fitted, because with noise 1 / C the predictions are those of kernel ridge
    regression.
    """
    return _of_process(split, RBF(np.sqrt(epsilon), "fixed"))


def _free_process(split: Split) -> float:
    return _of_process(split, RBF(select_bandwidth(split.X, rule="median").length_scale))


def _of_process(split: Split, kernel: RBF) -> float:
    process = GaussianProcessRegressor(ConstantKernel() * kernel + WhiteKernel(0.1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fitted noise level may reach its bound
        return float(process.fit(split.X, split.y).score(split.X_test, split.y_test))


def _searched_ridge(split: Split) -> float:
    return _fitted(split, METHODS[GRID_SEARCH].choose(split, PROCESS_C), PROCESS_C)


def _nearest_embedded(split: Split, epsilon: float, C: float) -> float:
    """Accuracy of 1-NN in n_classes - 1 diffusion coordinates, or in two if there are two classes.

    Coordinates are rounded. If a coordinate is far from 0 for a single row only, the accuracy would
    otherwise depend on the last digits; `kernelscale.paper.shared.resolved_scales` has the reason.
    """
    diffusion = DiffusionMap(max(int(split.y.max()), 2), bandwidth=float(epsilon))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings on disconnected graphs, which are measured too
        coordinates = diffusion.fit_transform(split.X)
        embedded = diffusion.transform(split.X_test)
    steps = STEP * np.maximum(np.ptp(coordinates, axis=0), np.finfo(float).tiny)
    return _nearest(split, np.round(coordinates / steps), np.round(embedded / steps), steps)


def _nearest_raw(split: Split) -> float:
    return _nearest(split, split.X, split.X_test)


def _nearest(
    split: Split, rows: np.ndarray, test_rows: np.ndarray, units: np.ndarray | float = 1.0
) -> float:
    neighbors = KNeighborsClassifier(1).fit(rows * units, split.y)
    return float(neighbors.score(test_rows * units, split.y_test))


TASKS: dict[str, Task] = {
    "SVC": Task("classes", _fitted, (1.0, 10.0, 100.0)),
    "1-NN in diffusion coordinates": Task(
        "classes", _nearest_embedded, (PROCESS_C,), {RAW: _nearest_raw}
    ),
    "kernel PCA and a linear machine": Task("classes", _in_components, (PROCESS_C,)),
    "kernel ridge regression": Task("numbers", _fitted, (1.0, 10.0, 100.0)),
    "Gaussian process": Task(
        "numbers",
        _process,
        (PROCESS_C,),
        {
            "its own optimiser, from the median": _free_process,
            "kernel ridge regression, grid search": _searched_ridge,
        },
    ),
}
