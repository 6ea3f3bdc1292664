"""The arithmetics by name."""

from __future__ import annotations

import os
from functools import lru_cache

from ..._validation import check_name_of_kind
from ..tile import Arithmetic
from .gpu import Gpu, cupy_devices
from .reference import Reference

try:
    from . import compiled
except ImportError:  # built without a compiler
    compiled = None  # type: ignore[assignment]

__all__ = ["ARITHMETICS", "FASTEST", "NAMES", "arithmetic_for", "arithmetic_named"]

ARITHMETICS: dict[str, Arithmetic] = {"reference": Reference()}
"""Those that are there, but for what runs on a device, which is looked for when it is asked for."""
if compiled is not None:
    ARITHMETICS["compiled"] = compiled.Compiled()

FASTEST = "reference" if compiled is None else "compiled"
NAMES = ("auto", "reference", "compiled", "gpu")


def arithmetic_named(name: str | Arithmetic) -> Arithmetic:
    """The arithmetic of this name, or the object itself.

    "auto" is what KERNELSCALE_ARITHMETIC names or else the fastest there is on the processor.

    It is asked for when it is about to be used, and not kept: what "auto" stands for is the
    caller's to say, and a wrong word in the environment an error of this moment.

    Raises
    ------
    ValueError
        If there is none of this name, the object lacks something, or the environment names an
        arithmetic or an instruction set that is not there.
    ImportError
        If it is the compiled one, and that was not built, or "gpu", and CuPy is not installed.
    RuntimeError
        If it is "gpu", and there is no device.
    """
    # Most are names, and looking for all that a protocol asks takes longer than a small tile.
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
            "The arithmetic 'compiled' was not built, as where there is no C++ compiler; install "
            "GCC or Clang, then reinstall with: pip install --force-reinstall --no-deps "
            "--no-binary kernelscale kernelscale"
        )
    if name == "compiled":
        compiled.take_wanted_instruction_set()
    return ARITHMETICS[name]


def arithmetic_for(name: str | Arithmetic, distances_given: bool) -> Arithmetic:
    """That of this name; where distances are given or no Euclidean ones, a processor's."""
    arithmetic = arithmetic_named(name)
    return arithmetic.processor if distances_given else arithmetic


@lru_cache
def _gpu(processor: str) -> Arithmetic:
    """The arithmetic on all devices, beside that of the processor."""
    cupy_devices()  # refused now where there are none
    return Gpu(arithmetic_named(processor))
