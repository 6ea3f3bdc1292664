"""Every computation on pairs of rows, as a function of the five options for resources.

The options are memory_limit, executor, arithmetic, n_threads and progress.
"""

import numpy as np
from sklearn.svm import SVC

from kernelscale import (
    AutoBandwidth,
    DiffusionMap,
    ManifoldScaler,
    SupervisedScaler,
    compare,
    dimension_profile,
    estimate_dimension,
    feature_order,
    perturbation_bound,
    scale_curve,
    select_bandwidth,
)
from kernelscale.bandwidth import RULES
from kernelscale.diffusion import embeddings_over_scales
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums
from kernelscale.intrinsic_dimension import METHODS
from kernelscale.theory.class_distances import D_class, D_gap
from kernelscale.theory.perturbation_norm import perturbation_norm

Y = np.arange(650) % 3
X = np.random.default_rng(0).normal(size=(650, 3)) + 4.0 * Y[:, None]
FEW = slice(150)
R = ((X[:, None] - X) ** 2).sum(axis=-1)
SHEET = np.random.default_rng(0).uniform(size=(200, 2)) @ np.array([[1, 0, 1, 0.5], [0, 1, 1, 2]])
SHEET_IN_NOISE = np.c_[SHEET, np.random.default_rng(1).normal(size=(200, 1))]
SMALL = {"memory_limit": "14 MiB"}  # this memory is too small for the kernel matrix of 650 rows


def _computations():
    for name, rule in RULES.items():
        data = (X[FEW], Y[FEW]) if rule.needs_labels else (X, None)
        yield f"rule {name}", lambda n=name, data=data, **used: select_bandwidth(*data, n, **used)
    yield (
        "rule spectral with landmarks",
        lambda **used: select_bandwidth(X, Y, "spectral", **{**SMALL, **used}),
    )
    for name in METHODS:
        yield f"dimension {name}", lambda n=name, **used: estimate_dimension(SHEET, n, **used)
    yield "rule called", lambda **used: RULES["max_min"]()(X, **used)
    yield "compare", lambda **used: compare(X[FEW], Y[FEW], **used)
    yield "curve", lambda **used: scale_curve(X, **used)
    yield "sampled", lambda **used: scale_curve(X, n_sample=64, **used)
    D = R[FEW, FEW] ** 0.5
    yield "distances", lambda **used: compare(D, Y[FEW], metric="precomputed", **used)
    yield "reduce", lambda **used: reduce(X, KernelSums(np.ones(1)), **used)
    yield "eigen path", lambda **used: embeddings_over_scales(X, [1.0], most_rows=700, **used)
    yield "map", _map
    yield (
        "map without a matrix",
        lambda **used: DiffusionMap(2, "median", **{**SMALL, **used}).fit(X).transform(X[:9]),
    )
    yield (
        "map of a graph",
        lambda **used: DiffusionMap(neighbors=9, **used).fit(X).transform(X[:9] + 0.1),
    )
    yield "maps over scales", lambda **used: embeddings_over_scales(X, [1.0, 9.0], **used)
    yield "scaler", lambda **used: ManifoldScaler(n_sample=80, **used).fit(SHEET_IN_NOISE)
    yield (
        "supervised scaler",
        lambda **used: SupervisedScaler(n_rows=60, priors=(0.1,), **used).fit(X[FEW], Y[FEW]),
    )
    greedy = {"method": "greedy", "n_scales": 4, "weights": [0.1, 1.0]}
    yield "greedy scaler", lambda **used: ManifoldScaler(**greedy, **used).fit(SHEET_IN_NOISE)
    yield "meta-estimator", lambda **used: AutoBandwidth(SVC(), **used).fit(X[FEW], Y[FEW])
    yield "feature order", lambda **used: feature_order(SHEET, **used)
    yield "profile", lambda **used: dimension_profile(SHEET, **used)
    yield "gap", lambda **used: D_gap(X, Y, **used)
    yield "width", lambda **used: D_class(X, Y, **used)
    yield "perturbation", lambda **used: perturbation_norm(X, Y, [1.0, 4.0], **used)
    yield "perturbation bound", lambda **used: perturbation_bound(X[FEW], Y[FEW], 4.0, **used)


def _map(**used):
    return DiffusionMap(**used).fit(X[FEW]).with_bandwidth("median").transform(X[:9])


COMPUTATIONS = dict(_computations())
