"""A fitted diffusion map as one plain NPZ file.

It holds named arrays and nothing else. So every program that reads NumPy's archives can read it,
and loading it cannot run code. `model_entries` lists the arrays.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ..._estimators import of_host
from ..._validation import check_kind, shown
from ...array_files import ArrayFileError, array_names, holds_one_array, read_array, read_arrays
from ...atomic_files import atomic_file, check_writable, path_text, user_path
from ...kernels.kernel import Kernel, is_class_of_kernels
from ...kernels.registry import KERNELS
from ..diffusion_map import DiffusionMap
from .model_arrays import check_kernel_comes_back, map_from_arrays, plain_arrays
from .model_entries import ENTRIES, check_entries, entries_of_format_1, kernel_entries

__all__ = ["load_model", "save_model"]

FORMAT = "kernelscale diffusion map"
FORMAT_VERSION = 2

_HEAD = ("format", "format_version")


def save_model(
    diffusion_map: DiffusionMap, path: str | os.PathLike[str], *, labels: Any = None
) -> None:
    """Write a fitted diffusion map to a file that `load_model` reads.

    The file is a plain NPZ: named arrays, no pickle. It is written completely or not at all. Of the
    bandwidth's evidence, only the criterion at the scales searched is saved.

    Parameters
    ----------
    diffusion_map : DiffusionMap
        The map, fitted.
    path : str or path-like
        The file, in a folder that exists; its name should end in ``.npz``.
    labels : array-like of shape (n_samples,), optional
        Labels of the training rows, numbers or strings. They are only stored; the loaded map has
        them as ``labels_``.

    Raises
    ------
    TypeError
        If `diffusion_map` is not a `DiffusionMap`.
    ValueError
        If the map is not fitted, the labels are not valid, or the map would differ once loaded.
    OSError
        If the file cannot be written.

    Examples
    --------
    A loaded map gives new rows the same coordinates as the saved map, to the last bit.

    >>> import pathlib, tempfile
    >>> import numpy as np
    >>> from kernelscale import DiffusionMap
    >>> random = np.random.default_rng(0)
    >>> today, tomorrow = random.normal(size=(50, 3)), random.normal(size=(5, 3))
    >>> learned = DiffusionMap(bandwidth="max_min").fit(today)
    >>> folder = tempfile.TemporaryDirectory()
    >>> save_model(learned, pathlib.Path(folder.name, "model.npz"))
    >>> again = load_model(pathlib.Path(folder.name, "model.npz"))
    >>> np.array_equal(again.transform(tomorrow), learned.transform(tomorrow))
    True
    >>> folder.cleanup()
    """
    if not isinstance(diffusion_map, DiffusionMap):
        raise TypeError(
            f"save_model writes a DiffusionMap, but a {type(diffusion_map).__name__} was given."
        )
    check_is_fitted(diffusion_map)
    diffusion_map = of_host(diffusion_map)
    check_writable(path)
    entries: dict[str, Any] = {"format": FORMAT, "format_version": FORMAT_VERSION}
    entries |= plain_arrays(diffusion_map, labels)
    try:
        check_entries(entries)
        check_kernel_comes_back(diffusion_map, entries)
    except ValueError as error:
        raise ValueError(f"The map cannot be saved: {str(error).rstrip('.')}.") from None
    with atomic_file(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **entries)


def load_model(
    path: str | os.PathLike[str], *, kernels: Mapping[str, type[Kernel]] | None = None
) -> DiffusionMap:
    """Load a diffusion map that `save_model` wrote.

    The map is fitted: on the same machine `transform` gives the same coordinates to the last bit.
    Its parameter `bandwidth` is the bandwidth that was chosen, or "auto" for a graph whose edge
    weights need none; parameters of execution, such as `n_threads`, have their default values. The
    file does not hold distances: `with_bandwidth` computes them again from the points, and raises
    an error for a map of given distances or similarities.

    Parameters
    ----------
    path : str or path-like
        The file.
    kernels : mapping of str to class, optional
        Classes of your own kernels by their names, needed for a model with such a kernel: the file
        holds a kernel's name and numbers, but no code.

    Returns
    -------
    DiffusionMap
        The fitted map, with ``labels_`` if labels were saved with it.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file is not a model, is damaged or was written by a newer version; if its kernel is
        neither in the package nor in `kernels`; or if `kernels` uses the name of a kernel of the
        package. Pickled objects are never loaded.
    TypeError
        If `kernels` is not a mapping of names to classes of kernels.

    Examples
    --------
    A mistyped name is refused.

    >>> load_model("nowhere.npz")
    Traceback (most recent call last):
        ...
    FileNotFoundError: There is no file 'nowhere.npz'; give the path of a model.
    """
    name = path_text(path)
    file = user_path(path)
    if not file.is_file():
        raise FileNotFoundError(f"There is no file {name!r}; give the path of a model.")
    known = {**_own_kernels({} if kernels is None else kernels), **KERNELS}
    entries = _read(file, name)
    try:
        check_entries(entries)
        kernel = entries["kernel"].item()
        if kernel in known:
            return map_from_arrays(entries, known)
    except ValueError as error:
        raise ValueError(
            f"{name!r} is a damaged model: {str(error).rstrip('.')}; save the model again."
        ) from None
    raise ValueError(
        f"{name!r} has the kernel {kernel!r}, which is none of {', '.join(known)}; pass its class "
        f"as load_model(path, kernels={{{kernel!r}: ...}})."
    )


def _own_kernels(kernels: Any) -> Mapping[str, type[Kernel]]:
    for name, held in check_kind(kernels, Mapping, "kernels").items():
        if not isinstance(name, str) or not is_class_of_kernels(held):
            raise TypeError(
                f"kernels must map names to classes of kernels, but it maps {shown(name)} to "
                f"{shown(held)}."
            )
        if name in KERNELS:
            raise ValueError(
                f"kernels has a class for {name!r}, which is the name of a kernel of the package; "
                f"give your kernel another name."
            )
    return kernels


def _read(file: Path, name: str) -> dict[str, np.ndarray]:
    """The entries of a model of a known format; pickled objects are refused."""
    try:
        if holds_one_array(file):
            read_array(file)  # damage is reported before other faults
            _refuse(name, "it holds one array")
        held = array_names(file)
        head = read_arrays(file, _HEAD) if {*_HEAD} <= {*held} else {}
        _check_head(name, head, held)
        entries = read_arrays(file, [key for key in held if key not in _HEAD])
    except ArrayFileError as error:
        reason = "it is damaged, or not an NPZ of plain arrays (pickles may run code)"
        _refuse(name, f"{reason}: {error.reason}")
    entries = entries_of_format_1(entries) if head["format_version"] == 1 else entries
    unknown = [key for key in entries if key not in ENTRIES and not kernel_entries([key])]
    if unknown:
        raise ValueError(
            f"{name!r} is a damaged model: it has an entry {unknown[0]!r} that no model has; "
            f"save the model again."
        )
    return entries


def _check_head(name: str, head: Mapping[str, np.ndarray], held: Sequence[str]) -> None:
    """Refuse files of another format, and of a newer version."""
    if not np.array_equal(head.get("format", ""), FORMAT):
        _refuse(name, f"it holds {', '.join(map(repr, held[:8])) or 'no array'}")
    version = head["format_version"]
    if version.shape or version.dtype.kind not in "iu" or version < 1:
        _refuse(name, "its format has no valid version")
    if version > FORMAT_VERSION:
        raise ValueError(
            f"{name!r} was made by a newer kernelscale in format {version}, but this version reads "
            f"formats up to {FORMAT_VERSION}; update kernelscale to read it."
        )


def _refuse(name: str, reason: str) -> NoReturn:
    raise ValueError(
        f"{name!r} is not a model of kernelscale: {reason}; models are written by save_model and "
        f"by kernelscale embed -o model.npz."
    )
