"""A fitted diffusion map as one plain NPZ file.

It holds arrays with names and nothing else: all that reads NumPy's archives can read it, and
nothing in it can run code. `entries` lists them.
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
from .arrays import check_kernel_comes_back, map_from_arrays, plain_arrays
from .entries import ENTRIES, check_entries, entries_of_format_1, kernel_entries

__all__ = ["load_model", "save_model"]

FORMAT = "kernelscale diffusion map"
FORMAT_VERSION = 2

_HEAD = ("format", "format_version")


def save_model(
    diffusion_map: DiffusionMap, path: str | os.PathLike[str], *, labels: Any = None
) -> None:
    """Write a fitted diffusion map to a file, from which `load_model` makes it again.

    The file is a plain NPZ: named arrays, no pickle. It is written whole or not at all. The
    evidence of the bandwidth is not kept, but for the criterion at the scales searched.

    Parameters
    ----------
    diffusion_map : DiffusionMap
        The map, fitted.
    path : str or path-like
        The file, in a folder that exists; by custom it ends in ``.npz``.
    labels : array-like of shape (n_samples,), optional
        Labels of the training rows, numbers or strings, to come back as ``labels_``. Nothing is
        computed from them.

    Raises
    ------
    TypeError
        If it is no `DiffusionMap`.
    ValueError
        If it is not fitted, the labels are not valid, or its bandwidth is no whole one.
    OSError
        If the file cannot be written.

    Examples
    --------
    A map learned today gives the same coordinates of new rows tomorrow, to the last bit.

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
        raise ValueError(f"The map cannot be saved, for {str(error).rstrip('.')}.") from None
    with atomic_file(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **entries)


def load_model(
    path: str | os.PathLike[str], *, kernels: Mapping[str, type[Kernel]] | None = None
) -> DiffusionMap:
    """The diffusion map that `save_model` wrote.

    It is fitted: `transform` gives the same coordinates to the last bit, on the same machine. Its
    parameter `bandwidth` is the bandwidth chosen at the time; how to run, such as `n_threads`, is
    as by default. Distances are not in the file: `with_bandwidth` computes them again from the
    points, and is refused where there were distances only.

    Parameters
    ----------
    path : str or path-like
        The file.
    kernels : mapping of str to class, optional
        Classes of your own kernels by their names, for a model that has one: the file holds a
        kernel's name and numbers, and no code.

    Returns
    -------
    DiffusionMap
        The map, with ``labels_`` if labels were saved with it.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file is no model, comes from a newer version, is damaged, or its kernel is neither
        one of the package's nor among `kernels`, or one of these has a name of the package's.
        Nothing pickled is ever loaded.
    TypeError
        If `kernels` holds anything but classes of kernels by name.

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
        f"{name!r} holds a kernel {kernel!r}, which is none of {', '.join(known)}; pass its class "
        f"as load_model(path, kernels={{{kernel!r}: ...}})."
    )


def _own_kernels(kernels: Any) -> Mapping[str, type[Kernel]]:
    for name, held in check_kind(kernels, Mapping, "kernels").items():
        if not isinstance(name, str) or not is_class_of_kernels(held):
            raise TypeError(
                f"kernels must hold classes of kernels by their names, but {shown(name)} stands "
                f"for {shown(held)}."
            )
        if name in KERNELS:
            raise ValueError(
                f"kernels has a class for {name!r}, which names a kernel of the package; a kernel "
                f"of your own needs a name of its own."
            )
    return kernels


def _read(file: Path, name: str) -> dict[str, np.ndarray]:
    """The entries of a model of a format that is known; nothing that would have to be unpickled."""
    try:
        if holds_one_array(file):
            read_array(file)  # if it is damaged, that is what is wrong with it
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
    """Refuse another kind of file, and another version."""
    if not np.array_equal(head.get("format", ""), FORMAT):
        _refuse(name, f"it holds {', '.join(map(repr, held[:8])) or 'no array'}")
    version = head["format_version"]
    if version.shape or version.dtype.kind not in "iu" or version < 1:
        _refuse(name, "its format has no valid version")
    if version > FORMAT_VERSION:
        raise ValueError(
            f"{name!r} was made by a newer kernelscale: format {version}, this one reads "
            f"{FORMAT_VERSION}; update kernelscale to read it."
        )


def _refuse(name: str, reason: str) -> NoReturn:
    raise ValueError(
        f"{name!r} is no model of kernelscale: {reason}; models are written by save_model and by "
        f"kernelscale embed -o model.npz."
    )
