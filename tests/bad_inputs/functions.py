"""Functions that are tested with each family of invalid values (points, counts, seeds, ...)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from tests.bad_inputs.bad_call import FITTED, RECORDINGS, K, X, Y

import kernelscale
from kernelscale import bandwidth, datasets, diffusion, intrinsic_dimension, seismic
from kernelscale.bandwidth.rules.fixed import Fixed
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, KernelProduct, NearestOthers
from kernelscale.markov.components import components_of_kernel, pairs_of_components
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.gaussian_operator import gaussian_operator
from kernelscale.markov.krylov.krylov_solver import krylov_eigenpairs
from kernelscale.markov.operator import operator_of_kernel
from kernelscale.reports.figure_file import check_figure_path
from kernelscale.seismic.evaluation import source_correlations
from kernelscale.seismic.reading.catalogue_files import read_catalogue
from kernelscale.seismic.sources import SourceGeometry
from kernelscale.theory.class_distances import D_class, D_gap

_variable = kernelscale.select_bandwidth(X, rule="variable_bandwidth").kernel
_geometry = SourceGeometry(np.arange(40.0), np.arange(40.0))
TAKE_POINTS: dict[str, Callable[[Any], Any]] = {
    "select_bandwidth": kernelscale.select_bandwidth,
    "compare": kernelscale.compare,
    "scale_curve": kernelscale.scale_curve,
    "rule": bandwidth.Median(),
    "map_of_all_pairs": lambda X: kernelscale.DiffusionMap(neighbors=None).fit(X),
    "transform": FITTED.transform,
    "embed": FITTED.embed,
    "embeddings": lambda X: diffusion.embeddings_over_scales(X, [1.0]),
    "dimension": kernelscale.estimate_dimension,
    "estimator": lambda X: intrinsic_dimension.TwoNN().fit(X),
    "profile": kernelscale.dimension_profile,
    "feature_order": kernelscale.feature_order,
    "scaler": lambda X: kernelscale.ManifoldScaler().fit(X),
    "supervised_scaler": lambda X: kernelscale.SupervisedScaler().fit(X, Y),
    "bound": lambda X: kernelscale.perturbation_bound(X, Y, 1.0),
    "gap": lambda X: D_gap(X, Y),
    "reduce": lambda X: reduce(X, NearestOthers()),
    "kernel": kernelscale.Gaussian(1.0),
    "scaled_kernel": kernelscale.Scaled(kernelscale.Gaussian(1.0), np.ones(3)),
    "self_tuned_kernel": kernelscale.SelfTuned(X, np.ones(40)),
    "variable_kernel": _variable,
    "correlations": lambda X: seismic.canonical_correlations(X, Y[:, None]),
    "source_correlations": lambda X: source_correlations(X, _geometry),
}
TAKE_MATRICES: dict[str, Callable[[Any], Any]] = {
    "lapack": lambda K: leading_eigenpairs(K, 2),
    "krylov": lambda K: krylov_eigenpairs(K, 2),
    "pairs_of_components": lambda K: pairs_of_components(K, 2),
    "components": lambda K: components_of_kernel(K, 1e-8),
    "operator": operator_of_kernel,
    "gaussian_operator": lambda r: gaussian_operator(r, 1.0),
}
TAKE_LABELS: dict[str, Callable[[Any], Any]] = {
    "rule": lambda y: bandwidth.Probabilistic()(X, y),
    "select_bandwidth": lambda y: kernelscale.select_bandwidth(X, y, targets="classes"),
    "map": lambda y: kernelscale.DiffusionMap(bandwidth="spectral").fit(X, y),
    "supervised_scaler": lambda y: kernelscale.SupervisedScaler(targets="classes").fit(X, y),
    "class": lambda y: D_class(X, y),
    "bound": lambda y: kernelscale.perturbation_bound(X, y, 1.0),
}
# Each function passes its argument to a parameter that must be a count.
TAKE_COUNTS: dict[str, Callable[[Any], Any]] = {
    "map_components": lambda n: kernelscale.DiffusionMap(n).fit(X),
    "self_tuning": bandwidth.SelfTuning,
    "nearest_neighbors": bandwidth.NearestNeighbors,
    "subsamples": bandwidth.Auto,
    "rows_left_out": lambda n: bandwidth.LeaveOneOut(n_rows=n),
    "gride_neighbors": lambda n: intrinsic_dimension.GRIDE(1, n).fit(X),
    "danco_neighbors": lambda n: intrinsic_dimension.DANCo(n).fit(X),
    "danco_subsamples": lambda n: intrinsic_dimension.DANCo(n_subsamples=n).fit(X),
    "pca_neighbors": lambda n: intrinsic_dimension.LocalPCA(n).fit(X),
    "scaler_scales": lambda n: kernelscale.ManifoldScaler(n_scales=n).fit(X),
    "scaler_sample": lambda n: kernelscale.ManifoldScaler(n_sample=n).fit(X),
    "supervised_rows": lambda n: kernelscale.SupervisedScaler(n_rows=n).fit(X, Y),
    "mixture_rows": datasets.make_gaussian_mixture,
    "mixture_classes": lambda n: datasets.make_gaussian_mixture(3, n),
    "roll_rows": datasets.make_noisy_swiss_roll,
    "spiral_rows": lambda n: datasets.make_spiral_classes(2, n),
    "blasts": seismic.make_quarry_blasts,
    "most_rows": lambda n: diffusion.embeddings_over_scales(X, [1.0], most_rows=n),
    "nearest_others": lambda n: reduce(X, NearestOthers(n)),
    "eigenpairs": lambda n: leading_eigenpairs(K, n),
    "krylov": lambda n: krylov_eigenpairs(K, n),
}
TAKE_SCALES: dict[str, Callable[[Any], Any]] = {
    "kernel": kernelscale.Gaussian,
    "fixed": Fixed,
    "max_min": bandwidth.MaxMin,
    "bound": lambda scale: kernelscale.perturbation_bound(X, Y, scale),
    "to_convention": lambda scale: kernelscale.to_convention(scale, "datafold"),
    "from_convention": lambda scale: kernelscale.from_convention(scale, "datafold"),
    "product": lambda scale: KernelProduct(scale, X),
    "histogram": DistanceHistogram,
    "signal_to_noise": lambda ratio: seismic.make_quarry_blasts(3, ratio),
    "sampling_rate": lambda rate: seismic.sonogram(np.ones(600), rate),
}
TAKE_SEEDS: dict[str, Callable[[Any], Any]] = {
    "mixture": lambda seed: datasets.make_gaussian_mixture(3, random_state=seed),
    "roll": lambda seed: datasets.make_noisy_swiss_roll(3, random_state=seed),
    "spiral": lambda seed: datasets.make_spiral_classes(3, random_state=seed),
    "blasts": lambda seed: seismic.make_quarry_blasts(3, random_state=seed),
    "danco": lambda seed: intrinsic_dimension.DANCo(random_state=seed).fit(X),
    "mind": lambda seed: intrinsic_dimension.MiND(random_state=seed).fit(X),
    "multiscale": lambda seed: intrinsic_dimension.MultiScale(random_state=seed).fit(X),
    "profile": lambda seed: kernelscale.dimension_profile(X, random_state=seed),
    "scaler": lambda seed: kernelscale.ManifoldScaler(random_state=seed).fit(X),
    "supervised_scaler": lambda seed: kernelscale.SupervisedScaler(random_state=seed).fit(X, Y),
    "embeddings": lambda seed: diffusion.embeddings_over_scales(X, [1.0], random_state=seed),
}
TAKE_PATHS: dict[str, Callable[[Any], Any]] = {
    "load_model": kernelscale.load_model,
    "save_model": lambda path: kernelscale.save_model(FITTED, path),
    "read_table": datasets.read_table,
    "load_recordings": seismic.load_recordings,
    "save_recordings": lambda path: seismic.save_recordings(RECORDINGS, path),
    "read_catalogue": read_catalogue,
    "figure": check_figure_path,
}
TAKE_MEMORY: dict[str, Callable[[Any], Any]] = {
    "select_bandwidth": lambda m: kernelscale.select_bandwidth(X, memory_limit=m),
    "compare": lambda m: kernelscale.compare(X, memory_limit=m),
    "map": lambda m: kernelscale.DiffusionMap(memory_limit=m).fit(X),
    "reduce": lambda m: reduce(X, NearestOthers(), memory_limit=m),
    "profile": lambda m: kernelscale.dimension_profile(X, memory_limit=m),
    "bound": lambda m: kernelscale.perturbation_bound(X, Y, 1.0, memory_limit=m),
}
TAKE_SPARSE_POINTS: dict[str, Callable[[Any], Any]] = {
    "map": lambda X: kernelscale.DiffusionMap().fit(X),
    "map_with_labels": lambda X: kernelscale.DiffusionMap().fit(X, Y),
}
