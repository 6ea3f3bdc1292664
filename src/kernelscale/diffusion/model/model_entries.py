"""The entries of a model file, and their checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from ..._validation import check_count, check_name, check_share
from ...metrics.metric import METRICS, Metric
from ..graph.graph_options import EDGE_WEIGHTS

__all__ = [
    "ENTRIES",
    "KERNEL_ENTRY",
    "Entry",
    "check_entries",
    "entries_of_format_1",
    "kernel_entries",
    "metric_of",
]


class Entry(NamedTuple):
    """The properties that an array of a model file must have.

    - `kinds`: the allowed letters of NumPy's dtype.kind;
    - `shape`: the sizes; a size with a name is the same in all arrays;
    - `required`: whether the file must hold the array;
    - `finite`: whether its numbers must be finite.
    """

    kinds: str
    shape: tuple[str | int, ...] = ()
    required: bool = True
    finite: bool = True


ENTRIES = {
    "kernelscale_version": Entry("U"),  # the version of this package that wrote the file
    # The parameters.
    "n_components": Entry("iu"),
    "alpha": Entry("f"),
    "t": Entry("iu"),
    "metric": Entry("U"),
    "metric_VI": Entry("f", ("n_features", "n_features"), required=False),
    "metric_periods": Entry("f", ("n_periods",), required=False, finite=False),
    "scale": Entry("f", ("n_features",), required=False),
    # The coordinates of the training rows.
    "eigenvalues": Entry("f", ("n_components",)),
    "eigenvectors": Entry("f", ("n_samples", "n_components")),
    "embedding": Entry("f", ("n_samples", "n_components")),
    "stationary": Entry("f", ("n_samples",)),
    "component_sizes": Entry("iu", ("n_connected",)),
    # To embed new rows, the kernel is evaluated between `points * bandwidth_scale` and
    # `rows * scale * bandwidth_scale`.
    "points": Entry("f", ("n_samples", "n_features"), required=False),
    # Sparse points, row by row as in SciPy's CSR arrays, instead of `points`.
    "points_data": Entry("f", ("n_stored",), required=False),
    "points_indices": Entry("i", ("n_stored",), required=False),
    "points_indptr": Entry("i", ("n_ends",), required=False),
    "n_features": Entry("iu", required=False),
    "weights": Entry("f", ("n_seen",)),  # n_seen is the number of rows that were fitted
    # Name of the kernel; the entries with its numbers have names that begin with `KERNEL_ENTRY`.
    "kernel": Entry("U"),
    "feature_names": Entry("U", ("n_features",), required=False),
    # The rows that were fitted, if all other rows were embedded.
    "landmarks": Entry("iu", ("n_seen",), required=False),
    # A neighbour graph, whose nodes are the distinct rows: see `GraphExtension`.
    "node": Entry("iu", ("n_seen",), required=False),
    "radii": Entry("f", ("n_seen",), required=False),
    "row_sums": Entry("f", ("n_seen",), required=False),
    "n_neighbors": Entry("iu", required=False),
    "edge_weights": Entry("U", required=False),
    "neighbors": Entry("iu", required=False),
    "neighbor_recall": Entry("f", required=False),
    "link_components": Entry("b", required=False),
    "approximate_neighbors": Entry("b", required=False),
    # A kernel truncated to the largest values of each row: see `KeptMassExtension`.
    "kept_mass": Entry("f", required=False),
    "omitted_mass": Entry("f", required=False),
    "smallest_kept": Entry("f", ("n_seen",), required=False),
    "kept_sums": Entry("f", ("n_seen",), required=False),
    # Given similarities.
    "smallest_mass": Entry("f", required=False),
    # The choice of the scale.
    "bandwidth_rule": Entry("U"),
    "bandwidth_epsilon": Entry("f", required=False),
    "bandwidth_reason": Entry("U"),
    "bandwidth_criterion_name": Entry("U"),
    "bandwidth_scales": Entry("f", ("n_scales",)),
    "bandwidth_criterion": Entry("f", ("n_scales",), finite=False),
    "bandwidth_interior": Entry("b", required=False),
    "bandwidth_interval": Entry("f", (2,), required=False),
    "bandwidth_as_good": Entry("f", (2,), required=False),
    "bandwidth_scale": Entry("f", ("n_features",), required=False),
    # Labels: as codes, for `with_bandwidth`; and as they were given, for pictures.
    "class_codes": Entry("iu", ("n_samples",), required=False),
    "labels": Entry("biufU", ("n_samples",), required=False),
}
"""All entries except the name and version of the format and the numbers of the kernel."""

_METRIC_ENTRY = "metric_"
KERNEL_ENTRY = "kernel_"
"""The prefix of the names of the entries that hold numbers of the kernel."""

_OF_A_GRAPH = ("node", "radii", "row_sums", "n_neighbors", "edge_weights", "link_components")
_OF_A_TRUNCATED_KERNEL = ("smallest_kept", "kept_sums")
_OF_SPARSE_POINTS = ("points_data", "points_indices", "points_indptr", "n_features")
_POSITIVE = (
    *_OF_A_TRUNCATED_KERNEL,
    *["weights", "bandwidth_epsilon", "stationary", "component_sizes"],
    *["row_sums", "n_neighbors", "neighbors", "smallest_mass"],
)


def check_entries(entries: Mapping[str, np.ndarray]) -> None:
    """Refuse entries that are missing or not valid, or that contradict each other.

    Raises
    ------
    ValueError
        If there are such entries. The message is only the reason, which the caller puts after a
        colon.
    """
    sizes: dict[str | int, int] = {2: 2}
    for name, entry in ENTRIES.items():
        if name in entries:
            _check_entry(name, entries[name], entry, sizes)
        elif entry.required:
            raise ValueError(f"it has no entry {name!r}")
    _check_parameters(entries, sizes)
    for name in kernel_entries(entries):
        _check_values(name, entries[name], Entry("biufU"))
    sees_points = METRICS[entries["metric"].item()].sees_points
    if not _has_sparse_points(entries) and ("points" in entries) != sees_points:
        raise ValueError("it must have points and a metric of points, or neither")
    _check_graph(entries)
    _check_kept_mass(entries)
    for name in _POSITIVE:
        if name in entries and not (entries[name] > 0).all():
            raise ValueError(f"entry {name!r} has values that are not positive")
    t = float(entries["t"])
    if not np.allclose(entries["embedding"], entries["eigenvectors"] * entries["eigenvalues"] ** t):
        raise ValueError("entry 'embedding' is not eigenvalues^t times eigenvectors")
    _check_landmarks(entries, sizes)
    if entries["component_sizes"].sum() != sizes["n_seen"]:
        raise ValueError(f"entry 'component_sizes' does not add up to {sizes['n_seen']} rows")


def _check_entry(name: str, array: np.ndarray, entry: Entry, sizes: dict[str | int, int]) -> None:
    _check_values(name, array, entry)
    known = dict(zip(entry.shape, array.shape, strict=False)) | sizes
    wanted = tuple(known.get(size, 1) for size in entry.shape)
    if array.shape != wanted:
        raise ValueError(f"entry {name!r} has the shape {array.shape}, where {wanted} is needed")
    sizes.update(known)


def _check_values(name: str, array: np.ndarray, entry: Entry) -> None:
    if array.dtype.kind not in entry.kinds:
        raise ValueError(f"entry {name!r} has the type {array.dtype}")
    if entry.finite and array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"entry {name!r} has values that are not finite")


def _check_parameters(entries: Mapping[str, np.ndarray], sizes: Mapping[str | int, int]) -> None:
    check_share(entries["alpha"].item(), "alpha")
    check_count(entries["t"].item(), "t", smallest=0)
    check_name(entries["metric"].item(), METRICS, "metric")
    if entries["n_components"] != sizes["n_components"]:
        raise ValueError(f"entry 'n_components' is not {sizes['n_components']}")


def _check_landmarks(entries: Mapping[str, np.ndarray], sizes: Mapping[str | int, int]) -> None:
    """Refuse landmarks that are not ascending indices of rows of the map."""
    n_samples, n_seen = sizes["n_samples"], sizes["n_seen"]
    landmarks = entries.get("landmarks")
    if landmarks is None:
        if n_seen != n_samples:
            raise ValueError(f"entry 'weights' has {n_seen} rows, not {n_samples}")
    elif landmarks[-1] >= n_samples or (np.diff(landmarks, prepend=-1) <= 0).any():
        raise ValueError(f"entry 'landmarks' must hold ascending indices of {n_samples} rows")


def _has_sparse_points(entries: Mapping[str, np.ndarray]) -> bool:
    """Whether the points are sparse; raises an error if their entries are inconsistent."""
    held = [name for name in _OF_SPARSE_POINTS if name in entries]
    if held and "points" in entries:
        raise ValueError("it has sparse points and dense points")
    if held and len(held) < len(_OF_SPARSE_POINTS):
        raise ValueError(f"it has entry {held[0]!r} of sparse points, but not all others")
    if held and "node" not in entries:
        raise ValueError("it has sparse points, but no graph")
    return bool(held)


def _check_graph(entries: Mapping[str, np.ndarray]) -> None:
    """Refuse an incomplete graph, and nodes that are not numbered in the order of the rows."""
    held = [name for name in _OF_A_GRAPH if name in entries]
    if held and len(held) < len(_OF_A_GRAPH):
        missing = next(name for name in _OF_A_GRAPH if name not in entries)
        raise ValueError(f"it has entry {held[0]!r} of a graph, but no entry {missing!r}")
    if (entries["metric"].item() == "affinity") != ("smallest_mass" in entries):
        raise ValueError("it has similarities but no 'smallest_mass', or the reverse")
    if not held:
        return
    check_name(entries["edge_weights"].item(), EDGE_WEIGHTS, "edge_weights")
    if not (entries["radii"] >= 0).all():
        raise ValueError("entry 'radii' has values that are negative")
    nodes, first = np.unique(entries["node"], return_index=True)
    if not np.array_equal(nodes, np.arange(len(nodes))) or (np.diff(first) < 0).any():
        raise ValueError("entry 'node' does not number the distinct rows in order")


def _check_kept_mass(entries: Mapping[str, np.ndarray]) -> None:
    """Refuse incomplete entries of a truncated kernel.

    'kept_mass' and 'omitted_mass' alone are allowed: the whole kernel was then used.
    """
    share = entries.get("kept_mass")
    if ("omitted_mass" in entries) != (share is not None):
        raise ValueError("it has only one of the entries 'kept_mass' and 'omitted_mass'")
    if share is not None and not 0 < share < 1:
        raise ValueError("entry 'kept_mass' is not between 0 and 1")
    held = [name for name in _OF_A_TRUNCATED_KERNEL if name in entries]
    if held and (len(held) < len(_OF_A_TRUNCATED_KERNEL) or share is None):
        raise ValueError(f"it has entry {held[0]!r} of a truncated kernel, but not all others")


def metric_of(entries: Mapping[str, np.ndarray]) -> Metric:
    """The metric of a model, with its options.

    Raises
    ------
    ValueError
        If the options are not valid. The message is only the reason, which the caller puts after a
        colon.
    """
    known = METRICS[entries["metric"].item()]
    names = [name for name in entries if name.startswith(_METRIC_ENTRY)]
    if not names:
        return known
    options = {name[len(_METRIC_ENTRY) :]: entries[name] for name in names}
    try:
        return type(known).from_options(options)
    except TypeError as error:
        raise ValueError(f"its options do not define a metric {known.name!r}: {error}") from error


def kernel_entries(entries: Iterable[str]) -> list[str]:
    """Names of the entries that hold numbers of the kernel."""
    return [name for name in entries if name.startswith(KERNEL_ENTRY)]


_KERNEL_OF_FORMAT_1 = ("epsilon", "local_scales", "n_neighbors", "counted", "within")


def entries_of_format_1(entries: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Entries of format 1, whose kernels are Gaussian or self-tuned, under their present names."""
    kernel = "gaussian" if "epsilon" in entries else "self_tuned"
    named = {
        f"{KERNEL_ENTRY}{name}" if name in _KERNEL_OF_FORMAT_1 else name: value
        for name, value in entries.items()
    }
    named |= {"kernel": np.array(kernel), "kernel_metric": entries["metric"]}
    if "epsilon" in entries:
        return {**named, "bandwidth_epsilon": entries["epsilon"]}
    return {"kernel_within": np.array(0.0), **named}
