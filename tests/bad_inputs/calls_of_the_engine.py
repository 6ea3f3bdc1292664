"""Bad calls, listed one by one, of the engine, of the operator and of kernels."""

from __future__ import annotations

import numpy as np
from tests.bad_inputs.bad_call import HUGE, AnnotatedTable, Bad, K, X

import kernelscale
from kernelscale import engine
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelProduct, KernelSums
from kernelscale.markov.components import components_of_kernel
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.gaussian_operator import gaussian_operator
from kernelscale.markov.krylov.krylov_solver import krylov_eigenpairs

_sums = KernelSums([1.0])
OF_THE_ENGINE: dict[str, Bad] = {
    "statistic_text": Bad(lambda: reduce(X, "sums"), TypeError, "statistic must be one of"),
    "statistic_class": Bad(lambda: reduce(X, dict), TypeError, "statistic must be one of"),
    "together_none": Bad(
        lambda: engine.statistics.Together(None), TypeError, "needs a list of statistics"
    ),
    "together_number": Bad(
        lambda: engine.statistics.Together(3), TypeError, "needs a list of statistics"
    ),
    "together_text": Bad(
        lambda: engine.statistics.Together("ab"), TypeError, "needs a list of statistics"
    ),
    "together_others": Bad(
        lambda: engine.statistics.Together([_sums, "sums"]),
        TypeError,
        "must be a Statistic, but 'sums'",
    ),
    "together_empty": Bad(
        lambda: reduce(X, engine.statistics.Together([])),
        ValueError,
        "at least one statistic",
    ),
    "vectors_text": Bad(lambda: KernelProduct(1.0, "abc"), ValueError, "is not a number"),
    "vectors_nan": Bad(
        lambda: KernelProduct(1.0, np.full((40, 1), np.nan)), ValueError, "must be finite"
    ),
    "interval_backwards": Bad(
        lambda: engine.statistics.DistancesBetween(2.0, 1.0, 3),
        ValueError,
        "low must be at most high",
    ),
    "interval_text": Bad(
        lambda: engine.statistics.CountsBetween("a", 1.0), ValueError, "low must be at least 0"
    ),
    "interval_nan": Bad(
        lambda: engine.statistics.CountsBetween(0.0, np.nan), ValueError, "high must be"
    ),
    "rows_twice": Bad(lambda: reduce(X, _sums, rows=[1, 1]), ValueError, "each row once"),
    "rows_outside": Bad(lambda: reduce(X, _sums, rows=[40]), ValueError, "from 0 to 39"),
    "rows_text": Bad(lambda: reduce(X, _sums, rows="all"), ValueError, "rows must be a list"),
    "rows_annotated": Bad(
        lambda: reduce(X, _sums, rows=AnnotatedTable()), TypeError, "one of its tables"
    ),
    "different_features": Bad(
        lambda: engine.passes.distances_between(X, X[:, :2]), ValueError, "the same features"
    ),
    "distances_of_text": Bad(
        lambda: engine.passes.distances_between("ab", X), ValueError, "which is not a number"
    ),
    "arithmetic_list": Bad(
        lambda: engine.passes.distances_between(X, X, []), ValueError, "arithmetic must be one of"
    ),
    "definite_number": Bad(
        lambda: leading_eigenpairs(K, 2, definite=1), ValueError, "definite must be True or"
    ),
    "weakest_text": Bad(
        lambda: components_of_kernel(K, "weak"), ValueError, "weakest must be at least 0"
    ),
    "scale_of_walk": Bad(
        lambda: gaussian_operator(K, 0),
        ValueError,
        "epsilon must be a positive finite number",
    ),
    "alpha_of_walk": Bad(
        lambda: krylov_eigenpairs(K, 2, alpha=np.nan), ValueError, "alpha must be a number"
    ),
    "alpha_of_lapack": Bad(
        lambda: leading_eigenpairs(K, 2, alpha="abc"), ValueError, "alpha must be a number"
    ),
    "executor_list": Bad(
        lambda: kernelscale.select_bandwidth(X, executor=[]), ValueError, "executor must be one of"
    ),
    "threads_huge": Bad(
        lambda: kernelscale.select_bandwidth(X, n_threads=HUGE), ValueError, "n_threads must be"
    ),
    "progress_text": Bad(
        lambda: kernelscale.select_bandwidth(X, progress="yes"), TypeError, "progress must be call"
    ),
}
OF_KERNELS: dict[str, Bad] = {
    "kernel_metric": Bad(
        lambda: kernelscale.Gaussian(1.0, metric="nearby"), ValueError, "metric must be one of"
    ),
    "kernel_of_two": Bad(
        lambda: kernelscale.Gaussian(1.0)(X, X[:, :2]), ValueError, "must have the same features"
    ),
    "kernel_of_distances": Bad(
        lambda: kernelscale.Gaussian(1.0, metric="precomputed")(K, K), ValueError, "there is no Y"
    ),
    "kernel_of_negative_distances": Bad(
        lambda: kernelscale.Gaussian(1.0, metric="precomputed")(-K), ValueError, "is negative"
    ),
    "squares_text": Bad(
        lambda: kernelscale.Gaussian(1.0).from_squared_distances("abc"), ValueError, "not a number"
    ),
    "squares_none": Bad(
        lambda: kernelscale.SelfTuned(X, np.ones(40)).from_squared_distances(None),
        ValueError,
        "r must be an array of squared distances",
    ),
    "scaled_kernel_of_nothing": Bad(
        lambda: kernelscale.Scaled("gaussian", np.ones(3)), TypeError, "kernel must be a Kernel"
    ),
    "scaled_kernel_negative": Bad(
        lambda: kernelscale.Scaled(kernelscale.Gaussian(1.0), [-1.0]), ValueError, "not negative"
    ),
    "copies_within_text": Bad(
        lambda: kernelscale.SelfTuned(X, np.ones(40), within="far"), ValueError, "within must be"
    ),
    "copies_within_negative": Bad(
        lambda: kernelscale.SelfTuned(X, np.ones(40), within=-1.0), ValueError, "within must be"
    ),
    "counted_huge": Bad(
        lambda: kernelscale.SelfTuned(X, np.ones(40), counted=10**5000), ValueError, "for each of"
    ),
    "self_tuned_of_other_features": Bad(
        lambda: kernelscale.SelfTuned(X, np.ones(40))(np.ones((5, 2))),
        ValueError,
        "must have the 3 feature.s. of the points",
    ),
    "self_tuned_to_other_features": Bad(
        lambda: kernelscale.SelfTuned(X, np.ones(40))(np.ones((5, 2)), np.ones((4, 2))),
        ValueError,
        "must have the 3 feature.s. of the points",
    ),
    "local_scales_of_others": Bad(
        lambda: kernelscale.SelfTuned(X, np.ones(3), 1),
        ValueError,
        "one number for each of the 40 points",
    ),
    "variable_scales_of_others": Bad(
        lambda: kernelscale.VariableGaussian(X, np.ones(40), np.ones(3), 1.0, 9.0, 1),
        ValueError,
        "local_scales must have one entry for each of 40 pilot_scales, but there are 3",
    ),
    "variable_of_other_points": Bad(
        lambda: kernelscale.VariableGaussian(X, np.ones(3), np.ones(3), 1.0, 9.0, 1, 2),
        ValueError,
        "one number for each of the 40 points",
    ),
    "variable_without_dimension": Bad(
        lambda: kernelscale.VariableGaussian(X, np.ones(40), np.ones(40), 1.0, 9.0, 0),
        ValueError,
        "dimension must be an integer of at least 1",
    ),
    "convention_unknown": Bad(
        lambda: kernelscale.to_convention(1.0, "numpy"), ValueError, "package must be one of"
    ),
    "convention_list": Bad(
        lambda: kernelscale.to_convention(1.0, []), ValueError, "package must be one of"
    ),
}
