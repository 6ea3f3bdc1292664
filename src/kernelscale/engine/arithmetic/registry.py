"""The arithmetics by name."""

from __future__ import annotations

from ..._validation import check_name_of_kind
from ..tile import Arithmetic
from .reference import Reference

try:
    from . import compiled
except ImportError:  # built without a compiler
    compiled = None  # type: ignore[assignment]

__all__ = ["ARITHMETICS", "FASTEST", "arithmetic_named"]

ARITHMETICS: dict[str, Arithmetic] = {"reference": Reference()}
"""Those that are there."""
if compiled is not None:
    ARITHMETICS["compiled"] = compiled.Compiled()

FASTEST = "reference" if compiled is None else "compiled"


def arithmetic_named(name: str | Arithmetic) -> Arithmetic:
    """The arithmetic of this name, or the object itself; "auto" is the fastest there is.

    It is asked for when it is about to be used, and not kept: what "auto" stands for is the
    caller's to say, and a wrong word in the environment an error of this moment.

    Raises
    ------
    ValueError
        If there is none of this name, the object lacks something, or the environment names an
        instruction set that is not there.
    ImportError
        If it is the compiled one, and that was not built.
    """
    # Most are names, and looking for all that a protocol asks takes longer than a small tile.
    if not isinstance(name, (str, type)) and isinstance(name, Arithmetic):
        return name
    known = dict.fromkeys(["auto", "reference", "compiled", *ARITHMETICS])
    name = check_name_of_kind(name, known, Arithmetic, "arithmetic")
    name = FASTEST if name == "auto" else name
    if name not in ARITHMETICS:
        raise ImportError(
            "The arithmetic 'compiled' was not built, as where there is no C++ compiler; install "
            "GCC or Clang, then reinstall with: pip install --force-reinstall --no-deps "
            "--no-binary kernelscale kernelscale"
        )
    if name == "compiled":
        compiled.take_wanted_instruction_set()
    return ARITHMETICS[name]
