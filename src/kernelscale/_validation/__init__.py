"""Checks of arrays, labels and options, with their error messages.

A check returns the value in the form that the package uses, or raises an error before any long
work. Most messages say what is wrong, what was given and what is allowed.
"""

from .array_libraries import NUMPY, ArrayKind, array_kind, like, on_host
from .arrays import as_array
from .graphs import check_graph, check_rows_of_graph, check_rows_of_similarities, check_similarities
from .labels import check_classes, check_groups, check_labels, check_length, group_codes
from .limits import (
    LARGEST_COUNT,
    LARGEST_MAGNITUDE,
    LARGEST_SCALE,
    SMALLEST_SAMPLE,
    SMALLEST_SCALE,
    SMALLEST_SPREAD,
)
from .numbers import as_numeric
from .pair_matrices import (
    check_distances,
    check_kernel,
    check_rows_of_distances,
    check_square,
    look_like_distances,
)
from .parameters import (
    check_count,
    check_indices,
    check_kind,
    check_memory,
    check_name,
    check_name_list,
    check_name_of_kind,
    check_not_negative,
    check_positive,
    check_sample_size,
    check_scale,
    check_scales,
    check_seed,
    check_share,
    check_switch,
)
from .points import check_feature_scale, check_points, check_rows, check_vectors
from .shown import shown
from .sparse_points import check_sparse_points, looks_like_graph
from .targets import are_numbers, check_targets

__all__ = [
    "LARGEST_COUNT",
    "LARGEST_MAGNITUDE",
    "LARGEST_SCALE",
    "NUMPY",
    "SMALLEST_SAMPLE",
    "SMALLEST_SCALE",
    "SMALLEST_SPREAD",
    "ArrayKind",
    "are_numbers",
    "array_kind",
    "as_array",
    "as_numeric",
    "check_classes",
    "check_count",
    "check_distances",
    "check_feature_scale",
    "check_graph",
    "check_groups",
    "check_indices",
    "check_kernel",
    "check_kind",
    "check_labels",
    "check_length",
    "check_memory",
    "check_name",
    "check_name_list",
    "check_name_of_kind",
    "check_not_negative",
    "check_points",
    "check_positive",
    "check_rows",
    "check_rows_of_distances",
    "check_rows_of_graph",
    "check_rows_of_similarities",
    "check_sample_size",
    "check_scale",
    "check_scales",
    "check_seed",
    "check_share",
    "check_similarities",
    "check_sparse_points",
    "check_square",
    "check_switch",
    "check_targets",
    "check_vectors",
    "group_codes",
    "like",
    "look_like_distances",
    "looks_like_graph",
    "on_host",
    "shown",
]
