"""The arithmetics by name; an arithmetic is the code that computes on pairs of points."""

from __future__ import annotations

import os
from functools import lru_cache

from ..._validation import check_name_of_kind
from ..tile import Arithmetic
from .gpu import Gpu, cupy_devices
from .reference import Reference

try:
    from . import compiled
except ImportError:  # the package was built without a compiler
    compiled = None  # type: ignore[assignment]

__all__ = ["ARITHMETICS", "FASTEST", "NAMES", "arithmetic_for", "arithmetic_named"]

ARITHMETICS: dict[str, Arithmetic] = {"reference": Reference()}
"""Arithmetics of the processor by name; "gpu" is created only when it is used."""
if compiled is not None:
    ARITHMETICS["compiled"] = compiled.Compiled()

FASTEST = "reference" if compiled is None else "compiled"
NAMES = ("auto", "reference", "compiled", "gpu")


def arithmetic_named(name: str | Arithmetic) -> Arithmetic:
    """The arithmetic with this name; an object that implements `Arithmetic` is returned unchanged.

    "auto" is the arithmetic that the environment variable KERNELSCALE_ARITHMETIC names or, if it is
    not set, the fastest arithmetic of the processor. The variable is read at each call with "auto",
    so a wrong name in it raises an error at that call.

    Raises
    ------
    ValueError
        If the name is not known, the object lacks a method, or the environment names an arithmetic
        or an instruction set that does not exist.
    ImportError
        If "compiled" was not built, or CuPy cannot be imported for "gpu".
    RuntimeError
        If "gpu" finds no device.
    """
    # Names and the arithmetics of this package are checked first: checking an object against a
    # protocol takes longer than computing a small tile.
    for of_package in ARITHMETICS.values():
        if name is of_package:
            return of_package
    if not isinstance(name, (str, type)) and isinstance(name, Arithmetic):
        return name
    known = dict.fromkeys([*NAMES, *ARITHMETICS])
    name = check_name_of_kind(name, known, Arithmetic, "arithmetic")
    if name == "auto":
        wanted = os.environ.get("KERNELSCALE_ARITHMETIC") or "auto"
        name = check_name_of_kind(wanted, known, Arithmetic, "KERNELSCALE_ARITHMETIC")
    name = FASTEST if name == "auto" else name
    if name == "gpu":
        return _gpu(FASTEST)
    if name not in ARITHMETICS:
        raise ImportError(
            "The arithmetic 'compiled' was not built, as happens without a C++ compiler; install "
            "GCC or Clang, then reinstall with: pip install --force-reinstall --no-deps "
            "--no-binary kernelscale kernelscale"
        )
    if name == "compiled":
        compiled.take_wanted_instruction_set()
    return ARITHMETICS[name]


def arithmetic_for(name: str | Arithmetic, distances_given: bool) -> Arithmetic:
    """The arithmetic with this name.

    If distances are given, or are not computed from Euclidean distances, it is the arithmetic of
    the processor.
    """
    arithmetic = arithmetic_named(name)
    return arithmetic.processor if distances_given else arithmetic


@lru_cache
def _gpu(processor: str) -> Arithmetic:
    """The arithmetic on all devices; the processor's arithmetic computes small tiles."""
    cupy_devices()  # raises the error now if there is no device
    return Gpu(arithmetic_named(processor))
