"""Bad calls, listed one by one, of rules, maps, scalers, and functions that read or make data."""

from __future__ import annotations

import numpy as np
from tests.bad_inputs.bad_call import HUGE, AnnotatedTable, Bad, X

import kernelscale
from kernelscale import bandwidth, datasets, diffusion, seismic
from kernelscale.datasets.errors import ColumnError
from kernelscale.seismic.evaluation import source_correlations
from kernelscale.seismic.sources import SourceGeometry, source_geometry

_geometry = SourceGeometry(np.arange(40.0), np.arange(40.0))
OF_RULES_AND_MAPS: dict[str, Bad] = {
    "scales_annotated": Bad(
        lambda: kernelscale.scale_curve(X, AnnotatedTable()), TypeError, "one of its tables"
    ),
    "scales_set": Bad(lambda: kernelscale.scale_curve(X, {1.0}), TypeError, "a set was given"),
    "metric_none": Bad(
        lambda: kernelscale.select_bandwidth(X, metric=None), ValueError, "metric must be one of"
    ),
    "metric_unknown": Bad(
        lambda: kernelscale.select_bandwidth(X, metric="nearby"), ValueError, "metric must be one"
    ),
    "rules_in_no_list": Bad(
        lambda: kernelscale.compare(X, rules=np.array(2)), TypeError, "rules must be a rule or a l"
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
    "order_mixed": Bad(
        lambda: kernelscale.ManifoldScaler(order=[1, "a", None]).fit(X), ValueError, "order must be"
    ),
    "penalties_of_no_dimension": Bad(
        lambda: kernelscale.ManifoldScaler(penalties=np.array(1.0)).fit(X), ValueError, "penalties"
    ),
    "scaler_threads": Bad(
        lambda: kernelscale.ManifoldScaler(n_threads=np.arange(3)).fit(X), ValueError, "n_threads"
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
    "map_saved_is_none": Bad(
        lambda: kernelscale.save_model(None, "x.npz"), TypeError, "writes a DiffusionMap"
    ),
    "rule_none": Bad(
        lambda: kernelscale.select_bandwidth(X, rule=None), ValueError, "rule must be"
    ),
    "rule_unknown": Bad(
        lambda: kernelscale.select_bandwidth(X, rule="maxmin"), ValueError, "mean 'max_min'"
    ),
    "n_sample_few": Bad(
        lambda: kernelscale.select_bandwidth(X, n_sample=3), ValueError, "of at least 64"
    ),
    "n_sample_huge": Bad(
        lambda: kernelscale.select_bandwidth(X, n_sample=HUGE), ValueError, "n_sample must be"
    ),
}
OF_FILES_AND_SYNTHETIC_DATA: dict[str, Bad] = {
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
        lambda: seismic.make_quarry_blasts(scatter_km="far"), ValueError, "scatter_km must be from"
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
}
