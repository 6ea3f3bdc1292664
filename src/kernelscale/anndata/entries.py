"""Results as entries of ``adata.uns``, converted to types that a .h5ad file can hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from .._validation import shown
from ..diffusion.diffusion_map import DiffusionMap
from ..results import plain

__all__ = ["check_key", "entries_of", "entries_of_map", "write_entries"]


def check_key(key_added: Any) -> None:
    """Refuse a key that a .h5ad file cannot hold."""
    if not isinstance(key_added, str) or not key_added or "/" in key_added:
        raise ValueError(
            f"key_added must be text without a slash, which would start a group in a .h5ad file, "
            f"but {shown(key_added)} was given."
        )


def entries_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The entries converted to numbers, text, arrays of numbers or text, and mappings.

    A value of any other type, such as a list of mappings, becomes JSON text; a value that is None
    or empty is dropped.

    Examples
    --------
    >>> entries_of({"scale": None, "near": [1, 2.5], "why": {"rows/all": True}, "scores": []})
    {'near': array([1. , 2.5]), 'why': {'rows per all': True}}
    """
    return {
        str(key).replace("/", " per "): _entry(value)  # a slash would start a group in the file
        for key, value in plain(values).items()
        if value not in (None, "", [], {})
    }


def entries_of_map(
    fitted: DiffusionMap,
    coordinates: np.ndarray,
    description: str,
    arguments: Mapping[str, Any],
    key_added: str = "ks",
) -> dict[str, dict[str, Any]]:
    """The entries that `diffmap` writes for a fitted map, in "obsm" and "uns".

    `description` names the table or graph of the distances; `arguments` are the arguments of the
    call.
    """
    about = {
        "eigenvalues": fitted.eigenvalues_,
        "participation": fitted.participation_,
        "component_sizes": fitted.component_sizes_,
        "bandwidth": {**entries_of(fitted.bandwidth_.to_dict()), **_scales_of_rows(fitted)},
        "measured": description,
        "params": entries_of(arguments),
        **entries_of({"n_neighbors": fitted.n_neighbors_}),
    }
    name = f"{key_added}_diffmap"
    return {"obsm": {f"X_{name}": coordinates}, "uns": {name: about}}


def write_entries(adata: Any, found: Mapping[str, Mapping[str, Any]]) -> None:
    """Write entries into the attributes of an AnnData; the keys of `found` name the attributes."""
    for attribute, entries in found.items():
        for key, value in entries.items():
            # The attribute is fetched for each entry, because a view becomes an independent object
            # at the first write.
            getattr(adata, attribute)[key] = value


def _scales_of_rows(fitted: DiffusionMap) -> dict[str, Any]:
    """The scale of each row, in a graph of each distinct row, as a distance; empty if shared."""
    scales = fitted.bandwidth_.kernel.scales_of_rows()
    return {} if scales is None else {"scales_of_rows": np.array(scales)}


def _entry(value: Any) -> Any:
    if isinstance(value, Mapping):
        return entries_of(value)
    if not isinstance(value, list):
        return value
    if all(isinstance(entry, (bool, int, float)) or entry is None for entry in value):
        return np.array([np.nan if entry is None else entry for entry in value])
    if all(isinstance(entry, str) for entry in value):
        return np.array(value, dtype=object)
    return json.dumps(value)
