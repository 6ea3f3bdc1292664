"""A fitted diffusion map as named arrays, and a map made from such arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from ..._validation import check_points, on_host
from ..._version import __version__
from ...data import PointCloud
from ...engine.resources import Resources
from ...kernels.kernel import Kernel
from ...kernels.registry import KERNELS
from ...kernels.scaled import Scaled
from ...markov.participation import participation
from ...metrics.metric import METRICS, Metric
from ...metrics.registry import metric_named
from ...results import Bandwidth
from ..diffusion_map import DiffusionMap
from ..graph.sparse_cloud import SparseCloud
from .graph_entries import (
    extension_of,
    graph_entries,
    graph_parameters,
    needs_bandwidth,
    nodes_of,
    seen_rows,
    value_of_each_row,
)
from .model_entries import ENTRIES, KERNEL_ENTRY, kernel_entries, metric_of

__all__ = ["check_kernel_comes_back", "map_from_arrays", "plain_arrays"]


def plain_arrays(fitted: DiffusionMap, labels: Any = None) -> dict[str, np.ndarray]:
    """The entries of a model file, as arrays that need no pickle; see `ENTRIES`."""
    entries = {**_fitted_entries(fitted), **_bandwidth_entries(fitted.bandwidth_)}
    if labels is not None:
        entries["labels"] = _plain_labels(labels, len(fitted.embedding_))
    floats = {name for name, entry in ENTRIES.items() if entry.kinds == "f"}
    return {
        name: np.asarray(value, np.float64 if name in floats else None)
        for name, value in entries.items()
        if value is not None
    }


def _fitted_entries(fitted: DiffusionMap) -> dict[str, Any]:
    cloud, extension = fitted._cloud, fitted._extension
    kernel = extension.kernel
    return {
        **graph_entries(fitted),
        "kernelscale_version": __version__,
        "n_components": fitted.embedding_.shape[1],
        "alpha": fitted.alpha,
        "t": extension.t,
        **_metric_entries(metric_named(kernel.metric)),
        "scale": on_host(fitted.scale, "scale"),
        "eigenvalues": fitted.eigenvalues_,
        "eigenvectors": fitted.eigenvectors_,
        "embedding": fitted.embedding_,
        "stationary": fitted.stationary_,
        "component_sizes": fitted.component_sizes_,
        "points": None if cloud is None else cloud.features,
        **(cloud.entries() if isinstance(cloud, SparseCloud) else {}),
        "kept_mass": None if fitted.omitted_mass_ is None else fitted.kept_mass,
        "omitted_mass": fitted.omitted_mass_,
        "landmarks": fitted.landmark_indices_,
        "weights": value_of_each_row(extension, extension.weights),
        **_kernel_entries(kernel),
        "feature_names": _plain_names(getattr(fitted, "feature_names_in_", None)),
        "class_codes": _codes(cloud),
    }


def _kernel_entries(kernel: Kernel) -> dict[str, Any]:
    if KERNELS.get(kernel.name, type(kernel)) is not type(kernel) or not kernel.name:
        raise ValueError(
            f"A model file names the class of the kernel, but the name {kernel.name!r} of "
            f"{kernel!r} is empty or belongs to another class; set `name` in its class."
        )
    numbers = {f"{KERNEL_ENTRY}{name}": value for name, value in kernel.numbers().items()}
    # A model has one metric, so its name is enough here.
    numbers[f"{KERNEL_ENTRY}metric"] = metric_named(kernel.metric).name
    return {"kernel": kernel.name, **numbers}


def _codes(cloud: PointCloud | None) -> np.ndarray | None:
    """Classes of the training rows, for `with_bandwidth`; None without features or labels."""
    if cloud is None or cloud.features is None or not cloud.n_classes:
        return None
    return cloud.codes


def _bandwidth_entries(bandwidth: Bandwidth) -> dict[str, Any]:
    without = ("kernel", "evidence", "notes")  # the kernel has separate entries
    names = [each.name for each in fields(bandwidth) if each.name not in without]
    entries = {f"bandwidth_{name}": getattr(bandwidth, name) for name in names}
    return {**entries, "bandwidth_scale": bandwidth.kernel.feature_scale}


def _metric_entries(metric: Metric) -> dict[str, Any]:
    if isinstance(name := metric.known_as, str):
        return {"metric": name}
    if type(METRICS.get(metric.name)) is type(metric):
        options = {f"metric_{name}": value for name, value in metric.options().items()}
        return {"metric": metric.name, **options}
    raise ValueError(
        f"A model file holds the name of a metric in METRICS, but METRICS has no {metric!r}; add "
        f"the metric to METRICS, both here and where the file is read."
    )


def _plain_names(names: Any) -> np.ndarray | None:
    return None if names is None else np.asarray(names, dtype=str)


def _plain_labels(labels: Any, n_samples: int) -> np.ndarray:
    array = np.asarray(labels)
    if array.dtype.kind == "O" and all(isinstance(label, str) for label in array.flat):
        array = array.astype(str)
    if array.shape != (n_samples,):
        raise ValueError(
            f"labels must have one entry for each of the {n_samples} training rows, but the shape "
            f"is {array.shape}."
        )
    if array.dtype.kind not in ENTRIES["labels"].kinds:
        raise ValueError(f"labels must be numbers or strings, but {array.dtype} was given.")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError("labels must be finite, but at least one is NaN or infinity.")
    return array


def map_from_arrays(
    entries: Mapping[str, np.ndarray], kernels: Mapping[str, type[Kernel]]
) -> DiffusionMap:
    """The map that checked entries describe; `kernels` holds classes of kernels by name.

    Raises
    ------
    ValueError
        If the points are not valid, or the numbers of the kernel do not fit the rows.
    """
    cloud, points = _points(entries)
    kernel = _kernel(entries, kernels, points)
    bandwidth = _bandwidth(entries, _scaled(kernel, entries.get("bandwidth_scale")))
    fitted = DiffusionMap(
        entries["n_components"].item(),
        bandwidth if needs_bandwidth(entries) else "auto",
        alpha=entries["alpha"].item(),
        t=entries["t"].item(),
        scale=entries.get("scale"),
        metric="euclidean" if isinstance(cloud, SparseCloud) else metric_of(entries).known_as,
        kept_mass=entries["kept_mass"].item() if "kept_mass" in entries else None,
        landmarks=len(entries["landmarks"]) if "landmarks" in entries else None,
        **graph_parameters(entries),
    )
    fitted.bandwidth_ = bandwidth
    scales = tuple(entries[name] for name in ("scale", "bandwidth_scale") if name in entries)
    fitted.kernel_ = _scaled(kernel, np.prod(scales, axis=0) if scales else None)
    for name in ("eigenvalues", "eigenvectors", "embedding", "stationary", "component_sizes"):
        setattr(fitted, f"{name}_", entries[name])
    fitted.n_connected_components_ = len(fitted.component_sizes_)
    fitted.participation_ = participation(fitted.eigenvectors_, fitted.stationary_)
    for name in ("n_neighbors", "neighbor_recall", "omitted_mass"):
        setattr(fitted, f"{name}_", entries[name].item() if name in entries else None)
    fitted.landmark_indices_ = entries.get("landmarks")
    fitted._cloud = cloud
    fitted._extension = extension_of(entries, kernel, points, scales, fitted)
    _set_names(fitted, entries)
    return fitted


def _points(
    entries: Mapping[str, np.ndarray],
) -> tuple[PointCloud | None, np.ndarray | None]:
    """The cloud before any bandwidth scales it, and the points on which the kernel is evaluated."""
    if "points_data" in entries:
        return SparseCloud.of_entries(entries), None
    if "points" not in entries:
        return None, None
    given = check_points(entries["points"])
    cloud = PointCloud.of_checked(given, Resources(), metric_of(entries))
    cloud = cloud.labelled(entries.get("class_codes"))
    scale = entries.get("bandwidth_scale")
    points = (cloud if scale is None else cloud.rescaled(scale)).features
    return cloud, points if points is None else points[seen_rows(entries)]


def _kernel(
    entries: Mapping[str, np.ndarray],
    kernels: Mapping[str, type[Kernel]],
    points: np.ndarray | None,
) -> Kernel:
    """The kernel of a model, from its numbers and the points on which it is evaluated."""
    numbers = {name[len(KERNEL_ENTRY) :]: entries[name] for name in kernel_entries(entries)}
    plain = {name: each if each.shape else each.item() for name, each in numbers.items()}
    if plain.get("metric") == entries["metric"].item():
        plain["metric"] = metric_of(entries).known_as
    try:
        kernel = kernels[entries["kernel"].item()].from_numbers(plain, points)
    except TypeError as error:
        raise ValueError(f"its numbers do not define a kernel: {error}") from error
    missing = {name for name, each in kernel.numbers().items() if each is not None} - plain.keys()
    if missing:
        raise ValueError(f"it has no entry '{KERNEL_ENTRY}{min(missing)}'")
    if metric_named(kernel.metric).name != entries["metric"].item():
        raise ValueError("its kernel has another metric than the map")
    n_seen = len(entries["weights"][nodes_of(entries)])
    kernel.values(np.ones((1, n_seen)))  # raises an error if the kernel does not fit the rows
    return kernel


def check_kernel_comes_back(fitted: DiffusionMap, entries: Mapping[str, np.ndarray]) -> None:
    """Refuse a kernel that differs from the kernel made from its entries."""
    kernel, points = fitted._extension.kernel, fitted._extension.points
    again = _kernel(entries, {kernel.name: type(kernel)}, points)
    r = (kernel.typical_scale or 1.0) * np.geomspace(1e-3, 1e3, len(fitted._extension.weights))[
        None
    ]
    if not np.array_equal(again.log_values(r), kernel.log_values(r), equal_nan=True):
        raise ValueError(f"{kernel!r} would come back as another kernel, {again!r}")


def _scaled(kernel: Kernel, scale: np.ndarray | None) -> Kernel:
    return kernel if scale is None else Scaled(kernel, scale)


def _bandwidth(entries: Mapping[str, np.ndarray], kernel: Any) -> Bandwidth:
    names = ("epsilon", "interior", "interval", "as_good")
    epsilon, interior, interval, as_good = (entries.get(f"bandwidth_{name}") for name in names)
    return Bandwidth(
        entries["bandwidth_rule"].item(),
        None if epsilon is None else epsilon.item(),
        kernel,
        entries["bandwidth_reason"].item(),
        scales=entries["bandwidth_scales"],
        criterion=entries["bandwidth_criterion"],
        criterion_name=entries["bandwidth_criterion_name"].item(),
        interior=None if interior is None else interior.item(),
        interval=None if interval is None else tuple(interval.tolist()),
        as_good=None if as_good is None else tuple(as_good.tolist()),
    )


def _set_names(fitted: DiffusionMap, entries: Mapping[str, np.ndarray]) -> None:
    # A map of distances has one feature for each row.
    points = entries.get("points", fitted.eigenvectors_.T)
    fitted.n_features_in_ = entries.get("n_features", np.array(points.shape[1])).item()
    if "feature_names" in entries:
        fitted.feature_names_in_ = entries["feature_names"].astype(object)
    if "labels" in entries:
        fitted.labels_ = entries["labels"]
