"""What a model file holds, entry by entry, and what must be true of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from .._validation import check_count, check_name, check_share
from ..engine import METRICS

__all__ = ["ENTRIES", "Entry", "check_entries"]


class Entry(NamedTuple):
    """The kind of an array (letters of NumPy's dtype.kind), its shape, and whether it may lack.

    Sizes go by name: all arrays agree on what a name stands for.
    """

    kinds: str
    shape: tuple[str | int, ...] = ()
    required: bool = True
    finite: bool = True


ENTRIES = {
    "kernelscale_version": Entry("U"),  # that wrote the file
    # The parameters.
    "n_components": Entry("iu"),
    "alpha": Entry("f"),
    "t": Entry("iu"),
    "metric": Entry("U"),
    "scale": Entry("f", ("n_features",), required=False),
    # The coordinates of the training rows.
    "eigenvalues": Entry("f", ("n_components",)),
    "eigenvectors": Entry("f", ("n_samples", "n_components")),
    "embedding": Entry("f", ("n_samples", "n_components")),
    "stationary": Entry("f", ("n_samples",)),
    "component_sizes": Entry("iu", ("n_pieces",)),
    # What new rows need: log K of `points * bandwidth_scale` and `rows * scale * bandwidth_scale`.
    "points": Entry("f", ("n_samples", "n_features"), required=False),
    "weights": Entry("f", ("n_samples",)),
    "epsilon": Entry("f", required=False),
    "local_scales": Entry("f", ("n_samples",), required=False),
    "n_neighbors": Entry("iu", required=False),
    "counted": Entry("b", ("n_samples",), required=False),
    "within": Entry("f", required=False),
    "feature_names": Entry("U", ("n_features",), required=False),
    # Why this scale.
    "bandwidth_rule": Entry("U"),
    "bandwidth_reason": Entry("U"),
    "bandwidth_score_name": Entry("U"),
    "bandwidth_scales": Entry("f", ("n_scales",)),
    "bandwidth_scores": Entry("f", ("n_scales",), finite=False),
    "bandwidth_interior": Entry("b", required=False),
    "bandwidth_interval": Entry("f", (2,), required=False),
    "bandwidth_scale": Entry("f", ("n_features",), required=False),
    # Labels: as codes where a rule is to use them again, as they are for pictures.
    "class_codes": Entry("iu", ("n_samples",), required=False),
    "labels": Entry("biufU", ("n_samples",), required=False),
}
"""All entries of format 1 but the name and the version of the format."""


def check_entries(entries: Mapping[str, np.ndarray]) -> None:
    """Refuse entries that lack or contradict each other.

    Raises
    ------
    ValueError
        With the reason, as it may stand after a colon.
    """
    sizes: dict[str | int, int] = {2: 2}
    for name, entry in ENTRIES.items():
        if name in entries:
            _check_entry(name, entries[name], entry, sizes)
        elif entry.required:
            raise ValueError(f"it has no entry {name!r}")
    _check_parameters(entries, sizes)
    _check_kernel(entries, sizes)
    t = float(entries["t"])
    if not np.allclose(entries["embedding"], entries["eigenvectors"] * entries["eigenvalues"] ** t):
        raise ValueError("entry 'embedding' is not eigenvalues^t times eigenvectors")
    if entries["component_sizes"].sum() != sizes["n_samples"]:
        raise ValueError(f"entry 'component_sizes' does not add up to {sizes['n_samples']} rows")


def _check_entry(name: str, array: np.ndarray, entry: Entry, sizes: dict[str | int, int]) -> None:
    if array.dtype.kind not in entry.kinds:
        raise ValueError(f"entry {name!r} has the type {array.dtype}")
    known = dict(zip(entry.shape, array.shape, strict=False)) | sizes
    wanted = tuple(known.get(size, 1) for size in entry.shape)
    if array.shape != wanted:
        raise ValueError(f"entry {name!r} has the shape {array.shape}, where {wanted} is needed")
    sizes.update(known)
    if entry.finite and array.dtype.kind == "f" and not np.isfinite(array).all():
        raise ValueError(f"entry {name!r} has values that are not finite")


def _check_parameters(entries: Mapping[str, np.ndarray], sizes: Mapping[str | int, int]) -> None:
    check_share(entries["alpha"].item(), "alpha")
    check_count(entries["t"].item(), "t", smallest=0)
    check_name(entries["metric"].item(), METRICS, "metric")
    if entries["n_components"] != sizes["n_components"]:
        raise ValueError(f"entry 'n_components' is not {sizes['n_components']}")


def _check_kernel(entries: Mapping[str, np.ndarray], sizes: Mapping[str | int, int]) -> None:
    if ("points" in entries) != METRICS[entries["metric"].item()].sees_points:
        raise ValueError("there are points where there are distances, or neither")
    if ("epsilon" in entries) == ("local_scales" in entries):
        raise ValueError("it needs either 'epsilon' or 'local_scales'")
    if "local_scales" in entries:
        if "n_neighbors" not in entries:
            raise ValueError("it has no entry 'n_neighbors'")
        check_count(entries["n_neighbors"].item(), "n_neighbors", largest=sizes["n_samples"] - 1)
    for name in ("weights", "epsilon", "local_scales", "stationary", "component_sizes"):
        if name in entries and not (entries[name] > 0).all():
            raise ValueError(f"entry {name!r} has values that are not positive")
