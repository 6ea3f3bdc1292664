"""A catalogue of bad inputs, each with its error and a part of the message of that error.

Families of invalid values (arrays, counts, seeds, ...) are combined with every public function that
takes a value of the family, so a new function needs only one line here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

import kernelscale
from kernelscale import (
    bandwidth,
    datasets,
    diffusion,
    engine,
    intrinsic_dimension,
    reports,
    seismic,
)
from kernelscale.bandwidth.rules.fixed import Fixed
from kernelscale.datasets.errors import ColumnError
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
)
from kernelscale.markov.components import components_of_kernel, pairs_of_components
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.markov.gaussian_operator import gaussian_operator
from kernelscale.markov.krylov.krylov_solver import krylov_eigenpairs
from kernelscale.markov.operator import operator_of_kernel
from kernelscale.reports.figure_file import check_figure_path
from kernelscale.reports.label_colors import colors_of
from kernelscale.reports.page import SourceMap
from kernelscale.reports.scaling_figure import ScalingPicture
from kernelscale.seismic.evaluation import source_correlations
from kernelscale.seismic.figures import SonogramPicture
from kernelscale.seismic.reading.catalogue_files import read_catalogue
from kernelscale.seismic.sources import SourceGeometry, source_geometry
from kernelscale.theory.class_distances import D_class, D_gap

__all__ = ["PYTHON", "AnnotatedTable", "Bad"]

random = np.random.default_rng(0)
X = random.normal(size=(40, 3))
Y = np.repeat([0, 1], 20)
K = np.exp(-np.square(X[:, None] - X).sum(axis=2))
HUGE = 10**30


class Bad(NamedTuple):
    """A call that must fail, with its error and a part of the message of that error."""

    call: Callable[[], Any]
    error: type[Exception]
    sentence: str


class AnnotatedTable:
    """An object like AnnData: it has a length, and indexing gives a view of the object."""

    X = property(lambda self: X)
    obs = property(lambda self: {"cell": Y})
    obsm = property(lambda self: {"X_pca": X})

    def __init__(self) -> None:
        self.asked = 0

    def __len__(self) -> int:
        return 40

    def __getitem__(self, row: Any) -> AnnotatedTable:
        self.asked += 1
        if self.asked > 3:
            raise AssertionError("The table was indexed row by row.")
        return self


class _OnAnotherDevice:
    """An object that cannot be converted to NumPy, like a tensor on a GPU."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        raise RuntimeError("can't convert it to numpy; use .cpu() first")


def _changed(row: int, column: int, value: float) -> np.ndarray:
    changed = X.copy()
    changed[row, column] = value
    return changed


class _Value(NamedTuple):
    value: Any
    error: type[Exception]
    sentence: str


# ---------------------------------------------------------------- families of values

NO_POINTS = {
    "none": _Value(None, ValueError, "must have two dimensions"),
    "number": _Value(3.0, ValueError, "must have two dimensions"),
    "no_dimension": _Value(np.array(3.0), ValueError, "must have two dimensions"),
    "one_dimension": _Value(np.arange(5.0), ValueError, "must have two dimensions"),
    "empty": _Value([], ValueError, "must have two dimensions"),
    "text": _Value("data.npy", ValueError, "holds 'data.npy', which is not a number; .* read that"),
    "bytes": _Value(b"x", ValueError, "holds b'x', which is not a number"),
    "path": _Value(Path("data.npy"), TypeError, "PosixPath was given; read the file first"),
    "complex": _Value(X + 1j, ValueError, "Complex data not supported"),
    "nan": _Value(_changed(3, 1, np.nan), ValueError, "contains NaN in row 3, column 1"),
    "infinity": _Value(_changed(3, 1, np.inf), ValueError, "contains infinity in row 3, column 1"),
    "too_large": _Value(_changed(3, 1, 1e200), ValueError, "whose square overflows"),
    "ragged": _Value([[1.0], [1.0, 2.0]], ValueError, "one length, but the lengths differ"),
    "objects": _Value([[object()]], TypeError, "in row 0, column 0, which is not a number"),
    "dictionary": _Value({"a": [1.0]}, TypeError, "a dict was given; pass a data frame"),
    "set": _Value({1, 2}, TypeError, r"a set was given; pass list\("),
    "generator": _Value((x for x in X), TypeError, r"a generator was given; pass list\("),
    "module": _Value(np, TypeError, "a module was given; pass the numbers themselves"),
    "class": _Value(np.ndarray, TypeError, "a type was given"),
    "object": _Value(object(), TypeError, "an object was given; pass the numbers themselves"),
    "annotated": _Value(AnnotatedTable(), TypeError, r"pass one of its tables: \w+.X, or an entry"),
    "lists_of_annotated": _Value(
        [[AnnotatedTable()] * 2] * 2, TypeError, "an entry of .* pass one of its tables: entry.X,"
    ),
    "list_of_annotated": _Value([AnnotatedTable()], TypeError, "pass one of its tables"),
    "other_device": _Value(_OnAnotherDevice(), TypeError, "does not become a NumPy array.*cpu"),
    "sparse": _Value(sparse.csr_matrix(X), TypeError, r"toarray\(\) if it fits in memory"),
    "times": _Value(np.zeros((4, 1), "M8[s]"), ValueError, "convert times to float"),
}

NO_LABELS = {
    "text": _Value("ab", ValueError, r"y must have one label a row, but its shape is \(\)"),
    "number": _Value(3, ValueError, "y must have one label a row"),
    "too_few": _Value([0, 1], ValueError, "y has 2 labels for 40 rows"),
    "two_dimensions": _Value(np.zeros((40, 3)), ValueError, "y must have one label a row"),
    "missing": _Value([None] + [1] * 39, ValueError, "y has 1 missing label"),
    "nan": _Value([np.nan] + [1.0] * 39, ValueError, "y has 1 missing label"),
    "mixed": _Value([1, "a"] * 20, ValueError, "y mixes labels of types int, str"),
    "bytes_and_text": _Value([b"x", "a"] * 20, ValueError, "y mixes labels of types bytes, str"),
    "one_class": _Value([0] * 40, ValueError, "y has one class only"),
    "all_different": _Value(list(range(40)), ValueError, "y has 40 different labels"),
    "fractions": _Value([0.5, 1.0] * 20, ValueError, "classes are integers or strings"),
    "complex": _Value(Y + 0j, ValueError, "complex numbers"),
    "dictionary": _Value({"a": 1}, TypeError, "a dict was given"),
    "set": _Value({0, 1}, TypeError, "a set was given"),
    "generator": _Value((y for y in Y), TypeError, "a generator was given"),
    "object": _Value(object(), TypeError, "an object was given"),
    "annotated": _Value(AnnotatedTable(), TypeError, "pass one of its tables"),
}

NO_MATRICES = {
    "none": _Value(None, ValueError, "must be a square matrix"),
    "number": _Value(3.0, ValueError, "must be a square matrix"),
    "empty": _Value([], ValueError, "must be a square matrix"),
    "not_square": _Value(X, ValueError, r"must be a square matrix, but its shape is \(40, 3\)"),
    "text": _Value("abc", ValueError, "holds 'abc', which is not a number"),
    "dictionary": _Value({}, TypeError, "a dict was given"),
    "object": _Value(object(), TypeError, "an object was given"),
    "generator": _Value((row for row in K), TypeError, "a generator was given"),
    "annotated": _Value(AnnotatedTable(), TypeError, "pass one of its tables"),
    "sparse": _Value(sparse.csr_matrix(K), TypeError, "is a sparse csr_matrix"),
}

NO_COUNTS = {
    "none": (None, "None was given"),
    "nan": (np.nan, "nan was given"),
    "infinity": (np.inf, "inf was given"),
    "negative": (-1, "-1 was given"),
    "fraction": (2.5, "2.5 was given"),
    "huge": (HUGE, f"{HUGE} was given"),
    "beyond_any_text": (10**5000, "was given"),
    "text": ("three", "'three' was given"),
    "bytes": (b"3", "b'3' was given"),
    "truth": (True, "True was given"),
    "complex": (3 + 0j, "was given"),
    "no_dimension": (np.array(3), "was given"),
    "list": ([3], r"\[3\] was given"),
    "dictionary": ({}, r"{} was given"),
    "object": (object(), "object object at .* was given"),
}

NO_SCALES = {
    "none": (None, "None was given"),
    "zero": (0, "0 was given"),
    "negative": (-1.0, "-1.0 was given"),
    "nan": (np.nan, "nan was given"),
    "infinity": (np.inf, "inf was given"),
    "beyond_float64": (10**400, "was given"),
    "text": ("abc", "'abc' was given"),
    "bytes": (b"1", "b'1' was given"),
    "truth": (True, "True was given"),
    "complex": (1 + 2j, "was given"),
    "list": ([1.0], r"\[1.0\] was given"),
    "array": (np.arange(3.0), "was given"),
    "object": (object(), "was given"),
}

NO_SEEDS = {
    "negative": (-1, "-1 was given"),
    "huge": (HUGE, f"{HUGE} was given"),
    "fraction": (1.5, "1.5 was given"),
    "nan": (np.nan, "nan was given"),
    "text": ("abc", "'abc' was given"),
    "truth": (True, "True was given"),
    "list": ([], r"\[\] was given"),
    "generator": (np.random.default_rng(0), "was given"),
}

NO_PATHS = {
    "none": (None, "None was given"),
    "number": (3, "3 was given"),
    "bytes": (b"x.npz", "b'x.npz' was given"),
    "list": (["x.npz"], "was given"),
    "object": (object(), "was given"),
    "array": (X, "was given"),
}

NO_MEMORY = {
    "none": (None, "None was given"),
    "zero": (0, "0 was given"),
    "negative": (-1, "-1 was given"),
    "nan": (np.nan, "nan was given"),
    "infinity": (np.inf, "inf was given"),
    "text": ("lots", "'lots' was given"),
    "unit": ("3 elephants", "'3 elephants' was given"),
    "bytes": (b"1", "b'1' was given"),
    "truth": (True, "True was given"),
    "list": ([], r"\[\] was given"),
}

# ---------------------------------------------------------------- places that take them

_fitted = kernelscale.DiffusionMap(2, "median").fit(X)
_recordings = seismic.make_quarry_blasts(4, random_state=0)
_variable = kernelscale.select_bandwidth(X, rule="variable_bandwidth").kernel
_geometry = SourceGeometry(np.arange(40.0), np.arange(40.0))

TAKE_POINTS: dict[str, Callable[[Any], Any]] = {
    "select_bandwidth": kernelscale.select_bandwidth,
    "compare": kernelscale.compare,
    "scale_curve": kernelscale.scale_curve,
    "rule": bandwidth.Median(),
    "map_of_all_pairs": lambda X: kernelscale.DiffusionMap(neighbors=None).fit(X),
    "transform": _fitted.transform,
    "embed": _fitted.embed,
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

# Each function gets the smallest number that it allows.
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
    "save_model": lambda path: kernelscale.save_model(_fitted, path),
    "read_table": datasets.read_table,
    "load_recordings": seismic.load_recordings,
    "save_recordings": lambda path: seismic.save_recordings(_recordings, path),
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

# ---------------------------------------------------------------- one by one

_sums = KernelSums([1.0])
_sonogram = seismic.sonogram(_recordings.waveforms[0], 20.0, window_length=64)
ONE_BY_ONE = {
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
    "scales_annotated": Bad(
        lambda: kernelscale.scale_curve(X, AnnotatedTable()), TypeError, "one of its tables"
    ),
    "scales_set": Bad(lambda: kernelscale.scale_curve(X, {1.0}), TypeError, "a set was given"),
    "different_features": Bad(
        lambda: engine.passes.distances_between(X, X[:, :2]), ValueError, "the same features"
    ),
    "distances_of_text": Bad(
        lambda: engine.passes.distances_between("ab", X), ValueError, "which is not a number"
    ),
    "arithmetic_list": Bad(
        lambda: engine.passes.distances_between(X, X, []), ValueError, "arithmetic must be one of"
    ),
    "metric_none": Bad(
        lambda: kernelscale.select_bandwidth(X, metric=None), ValueError, "metric must be one of"
    ),
    "metric_unknown": Bad(
        lambda: kernelscale.select_bandwidth(X, metric="nearby"), ValueError, "metric must be one"
    ),
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
    "rules_in_no_list": Bad(
        lambda: kernelscale.compare(X, rules=np.array(2)), TypeError, "rules must be a rule or a l"
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
    "generator_of_nothing": Bad(
        lambda: kernelscale.generator_eigenvalues(None),
        TypeError,
        "diffusion_map must be a DiffusionMap",
    ),
    "generator_of_no_limit": Bad(
        lambda: kernelscale.generator_eigenvalues(
            kernelscale.DiffusionMap(bandwidth="self_tuning").fit(X)
        ),
        ValueError,
        "The limit of the operator of .* is not known",
    ),
    "none_seen": Bad(
        lambda: bandwidth.VariableBandwidth(0), ValueError, "n_neighbors must be an integer of at"
    ),
    "density_of_text": Bad(
        lambda: bandwidth.VariableBandwidth(dimension="two"), ValueError, "dimension must be an int"
    ),
    "too_many_seen": Bad(
        lambda: bandwidth.VariableBandwidth(40)(X),
        ValueError,
        "needs 40 other rows, .* are 40 rows",
    ),
    "convention_unknown": Bad(
        lambda: kernelscale.to_convention(1.0, "numpy"), ValueError, "package must be one of"
    ),
    "convention_list": Bad(
        lambda: kernelscale.to_convention(1.0, []), ValueError, "package must be one of"
    ),
    "at_negative": Bad(
        lambda: diffusion.embeddings_over_scales(X, [1.0], at=-1), ValueError, "at must be a posi"
    ),
    "at_nan": Bad(
        lambda: diffusion.embeddings_over_scales(X, [1.0], at=np.nan), ValueError, "at must be a po"
    ),
    "at_text": Bad(
        lambda: diffusion.embeddings_over_scales(X, [1.0], at="abc"), ValueError, "at must be a pos"
    ),
    "alpha_two": Bad(lambda: kernelscale.DiffusionMap(alpha=2).fit(X), ValueError, "alpha must be"),
    "alpha_of_walk": Bad(
        lambda: krylov_eigenpairs(K, 2, alpha=np.nan), ValueError, "alpha must be a number"
    ),
    "alpha_of_lapack": Bad(
        lambda: leading_eigenpairs(K, 2, alpha="abc"), ValueError, "alpha must be a number"
    ),
    "order_mixed": Bad(
        lambda: kernelscale.ManifoldScaler(order=[1, "a", None]).fit(X), ValueError, "order must be"
    ),
    "penalties_of_no_dimension": Bad(
        lambda: kernelscale.ManifoldScaler(penalties=np.array(1.0)).fit(X), ValueError, "penalties"
    ),
    "scaler_threads": Bad(
        lambda: kernelscale.ManifoldScaler(n_threads=np.arange(3)).fit(X), ValueError, "n_threads"
    ),
    "gap_of_infinity": Bad(
        lambda: datasets.make_spiral_classes(gap=10**400), ValueError, "gap must be a number from 0"
    ),
    "deviation_beyond_float64": Bad(
        lambda: datasets.make_gaussian_mixture(class_sd=10**400), ValueError, "standard deviation"
    ),
    "mixture_beyond_memory": Bad(
        lambda: datasets.make_gaussian_mixture(10**9, 10**9), ValueError, "samples times features"
    ),
    "roll_beyond_memory": Bad(
        lambda: datasets.make_noisy_swiss_roll(10**9, 10**3), ValueError, "samples times features"
    ),
    "spiral_beyond_memory": Bad(
        lambda: datasets.make_spiral_classes(2, 10**9), ValueError, "samples times features"
    ),
    "return_X_y": Bad(lambda: datasets.load_mfeat(1), ValueError, "return_X_y must be True or Fal"),
    "scatter_text": Bad(
        lambda: seismic.make_quarry_blasts(scatter_km="far"), ValueError, "scatter_km must be at l"
    ),
    "recording_too_long": Bad(
        lambda: seismic.make_quarry_blasts(3, sampling_rate=1e30),
        ValueError,
        "times sampling_rate must be",
    ),
    "recordings_text": Bad(
        lambda: seismic.save_recordings("blasts", "x.npz"), TypeError, "must be Recordings"
    ),
    "recordings_none": Bad(
        lambda: seismic.save_recordings(None, "x.npz"), TypeError, "must be Recordings"
    ),
    "skip_bad_text": Bad(
        lambda: seismic.load_recordings("x.npz", skip_bad="no"), ValueError, "skip_bad must be True"
    ),
    "geometry_none": Bad(
        lambda: source_correlations(X, None), TypeError, "must be a SourceGeometry"
    ),
    "latitude_text": Bad(
        lambda: source_geometry("north", [1.0], [1.0], (0, 0)), ValueError, "not a number"
    ),
    "latitude_infinite": Bad(
        lambda: source_geometry([np.inf], [1.0], [1.0], (0, 0)), ValueError, "but inf was"
    ),
    "latitude_beyond_the_pole": Bad(
        lambda: source_geometry([91.0], [1.0], [1.0], (0, 0)), ValueError, "-90 to 90"
    ),
    "longitudes_of_others": Bad(
        lambda: source_geometry([1.0, 2.0], [1.0], [1.0], (0, 0)), ValueError, "the same length"
    ),
    "depth_none": Bad(lambda: source_geometry([1.0], [1.0], None, (0, 0)), ValueError, "but None"),
    "station_none": Bad(
        lambda: source_geometry([1.0], [1.0], [1.0], None),
        ValueError,
        "station must be two",
    ),
    "station_nan": Bad(
        lambda: source_geometry([1.0], [1.0], [1.0], (np.nan, 1.0)), ValueError, "station"
    ),
    "station_of_three": Bad(
        lambda: source_geometry([1.0], [1.0], [1.0], (1, 2, 3)), ValueError, "station must"
    ),
    "page_of_nothing": Bad(
        lambda: reports.write_page(None, "x.html"), TypeError, "comparison must be a Comparison"
    ),
    "picture_of_nothing": Bad(
        lambda: reports.plot(3), TypeError, "plot draws Bandwidth, .* but a int was given"
    ),
    "embedding_of_nothing": Bad(
        lambda: reports.EmbeddingPicture(None), TypeError, "must be a DiffusionMap"
    ),
    "picture_of_missing_labels": Bad(
        lambda: reports.EmbeddingPicture(_fitted, [None] + [1] * 39), ValueError, "missing label"
    ),
    "picture_of_nan_labels": Bad(
        lambda: reports.EmbeddingPicture(_fitted, [np.nan] + [1.0] * 39), ValueError, "missing lab"
    ),
    "picture_of_mixed_labels": Bad(
        lambda: reports.EmbeddingPicture(_fitted, np.array([1, "a"] * 20, dtype=object)),
        ValueError,
        "labels mixes labels of types int, str",
    ),
    "weights_of_others": Bad(
        lambda: ScalingPicture(["a"], np.ones(2), ""), ValueError, "one for each of 1 names"
    ),
    "names_of_numbers": Bad(
        lambda: ScalingPicture(3, np.ones(2), ""),
        TypeError,
        "names must be a list of n",
    ),
    "sonogram_of_nothing": Bad(
        lambda: SonogramPicture("", X, 20.0, "ZNE", None), TypeError, "must be a Sonogram"
    ),
    "sonogram_of_other_components": Bad(
        lambda: SonogramPicture("", X, 20.0, "ZNE", _sonogram),
        ValueError,
        "with n_components names in components",
    ),
    "places_text": Bad(lambda: SourceMap("here"), ValueError, "which is not a number"),
    "drop_number": Bad(
        lambda: datasets.read_table("x.csv", drop=3), TypeError, "drop must be a list of names"
    ),
    "drop_none": Bad(
        lambda: datasets.read_table("x.csv", drop=None), TypeError, "drop must be a list of names"
    ),
    "features_empty": Bad(
        lambda: datasets.read_table("x.csv", features=[]), ColumnError, "at least one col"
    ),
    "features_array": Bad(
        lambda: datasets.read_table("x.csv", features=X), TypeError, "features must be a list of n"
    ),
    "answer_of_text": Bad(
        lambda: kernelscale.Bandwidth("mine", "big", None, ""), ValueError, "epsilon must be a posi"
    ),
    "answer_negative": Bad(
        lambda: kernelscale.Bandwidth("mine", -1.0, None, ""), ValueError, "epsilon must be a posit"
    ),
    "evidence_list": Bad(
        lambda: kernelscale.Bandwidth("mine", 1.0, None, "", evidence=[1]),
        TypeError,
        "evidence must be a Mapping",
    ),
    "scales_of_text": Bad(
        lambda: kernelscale.Bandwidth("mine", 1.0, None, "", scales="ab"), ValueError, "not a numb"
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
    "colours_of_missing_labels": Bad(lambda: colors_of([None, 1]), ValueError, "1 missing label"),
    "colours_of_nan": Bad(lambda: colors_of([np.nan, 1.0]), ValueError, "1 missing label"),
    "colours_of_mixed_labels": Bad(
        lambda: colors_of([1, "a"]), ValueError, "labels mixes labels of types int, str"
    ),
    "colours_of_bytes_and_text": Bad(
        lambda: colors_of([b"a", "a"]), ValueError, "labels mixes labels of types bytes, str"
    ),
    "map_saved_is_none": Bad(
        lambda: kernelscale.save_model(None, "x.npz"), TypeError, "writes a DiffusionMap"
    ),
    "rule_none": Bad(
        lambda: kernelscale.select_bandwidth(X, rule=None), ValueError, "rule must be"
    ),
    "rule_unknown": Bad(
        lambda: kernelscale.select_bandwidth(X, rule="maxmin"), ValueError, "mean 'max_min'"
    ),
    "progress_text": Bad(
        lambda: kernelscale.select_bandwidth(X, progress="yes"), TypeError, "progress must be call"
    ),
    "executor_list": Bad(
        lambda: kernelscale.select_bandwidth(X, executor=[]), ValueError, "executor must be one of"
    ),
    "n_sample_few": Bad(
        lambda: kernelscale.select_bandwidth(X, n_sample=3), ValueError, "of at least 64"
    ),
    "n_sample_huge": Bad(
        lambda: kernelscale.select_bandwidth(X, n_sample=HUGE), ValueError, "n_sample must be"
    ),
    "threads_huge": Bad(
        lambda: kernelscale.select_bandwidth(X, n_threads=HUGE), ValueError, "n_threads must be"
    ),
}


def _crossed(family: dict[str, Any], places: dict[str, Callable[[Any], Any]]) -> dict[str, Bad]:
    """Calls of every function that takes values of a family, with every value of this family."""
    found = {}
    for place, call in places.items():
        for name, value in family.items():
            expected = value if isinstance(value, _Value) else _refused(*value, family)
            found[f"{place}({name})"] = Bad(
                lambda call=call, value=expected.value: call(value), *expected[1:]
            )
    return found


def _refused(value: Any, sentence: str, family: dict[str, Any]) -> _Value:
    error = TypeError if family is NO_PATHS else ValueError
    return _Value(value, error, re.sub(r"^(?=[\d.-]+ was)", "but ", sentence))


NO_SPARSE_POINTS = {
    **{name: value for name, value in NO_POINTS.items() if name != "sparse"},
    "sparse_nan": _Value(
        sparse.csr_matrix(_changed(3, 1, np.nan)), ValueError, "contains NaN in row 3, column 1"
    ),
    "sparse_too_large": _Value(
        sparse.csc_matrix(_changed(3, 1, 1e200)), ValueError, "whose square overflows"
    ),
    "sparse_complex": _Value(sparse.coo_matrix(X + 1j), ValueError, "Complex data not supported"),
}
TAKE_SPARSE_POINTS: dict[str, Callable[[Any], Any]] = {
    "map": lambda X: kernelscale.DiffusionMap().fit(X),
    "map_with_labels": lambda X: kernelscale.DiffusionMap().fit(X, Y),
}

PYTHON: dict[str, Bad] = {
    **{f"points: {name}": bad for name, bad in _crossed(NO_POINTS, TAKE_POINTS).items()},
    **{
        f"points: {name}": bad
        for name, bad in _crossed(NO_SPARSE_POINTS, TAKE_SPARSE_POINTS).items()
    },
    **{f"labels: {name}": bad for name, bad in _crossed(NO_LABELS, TAKE_LABELS).items()},
    **{f"matrices: {name}": bad for name, bad in _crossed(NO_MATRICES, TAKE_MATRICES).items()},
    **{f"counts: {name}": bad for name, bad in _crossed(NO_COUNTS, TAKE_COUNTS).items()},
    **{f"scales: {name}": bad for name, bad in _crossed(NO_SCALES, TAKE_SCALES).items()},
    **{f"seeds: {name}": bad for name, bad in _crossed(NO_SEEDS, TAKE_SEEDS).items()},
    **{f"paths: {name}": bad for name, bad in _crossed(NO_PATHS, TAKE_PATHS).items()},
    **{f"memory: {name}": bad for name, bad in _crossed(NO_MEMORY, TAKE_MEMORY).items()},
    **ONE_BY_ONE,
}
