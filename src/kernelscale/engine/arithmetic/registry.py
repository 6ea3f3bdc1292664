"""The arithmetics by name."""

from __future__ import annotations

from types import ModuleType

from . import reference

try:
    from . import compiled
except ImportError:  # built without a compiler
    compiled = None  # type: ignore[assignment]

__all__ = ["ARITHMETICS", "FASTEST", "arithmetic_named"]

ARITHMETICS: dict[str, ModuleType] = {"reference": reference}
"""Those that are there."""
if compiled is not None:
    ARITHMETICS["compiled"] = compiled

FASTEST = "reference" if compiled is None else "compiled"


def arithmetic_named(name: str) -> ModuleType:
    """The arithmetic of this name; "auto" is the fastest there is.

    It is asked for when it is about to be used, and not kept: what "auto" stands for is the
    caller's to say, and a wrong word in the environment an error of this moment.
    """
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
