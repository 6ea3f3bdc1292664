"""Conversion of arrays of other libraries, such as CuPy, torch and JAX, to NumPy and back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["NUMPY", "ArrayKind", "array_kind", "like", "on_host"]

_REFUSALS = (ValueError, TypeError, RuntimeError, BufferError, NotImplementedError)


@dataclass(frozen=True)
class ArrayKind:
    """The library and the device of an array, so that results can be returned in the same kind.

    Unpickling always gives `NUMPY`, the kind of NumPy arrays, so that a model loads without a
    device.

    Attributes
    ----------
    namespace : module or None
        The library, whose `asarray` makes arrays; None for NumPy.
    device : object
        The device of the arrays, as the library names it.
    """

    namespace: Any = None
    device: Any = None

    def array(self, values: Any) -> Any:
        """A NumPy array converted to this kind; unchanged if it does not hold numbers."""
        if self.namespace is None or not isinstance(values, np.ndarray):
            return values
        if values.dtype.kind not in "biuf":
            return values
        # Some libraries refuse read-only arrays and views with negative strides.
        plain = np.require(values, requirements=["C", "W"])
        try:
            return self._moved(plain)
        except _REFUSALS:
            if plain.dtype.itemsize <= 4:
                raise
            # The device may have no 64-bit numbers.
            return self._moved(plain.astype(f"{plain.dtype.kind}4"))

    def _moved(self, values: np.ndarray) -> Any:
        if self.namespace.__name__ == "cupy":
            with self.device:
                return self.namespace.asarray(values)
        return self.namespace.asarray(values, device=self.device)

    def __reduce__(self) -> tuple[Callable[[], ArrayKind], tuple[()]]:
        return ArrayKind, ()

    def __deepcopy__(self, memo: Any) -> ArrayKind:
        return self


NUMPY = ArrayKind()


def array_kind(X: Any) -> ArrayKind:
    """The kind of an array; NumPy's for lists, data frames and other objects."""
    library = _library_of(X)
    return NUMPY if library is None else ArrayKind(library, getattr(X, "device", None))


def like(values: np.ndarray, X: Any) -> Any:
    """Values in the library and on the device of `X`; float32 if `X` is float32, else float64."""
    single = str(getattr(X, "dtype", None)).rpartition(".")[2] == "float32"
    return array_kind(X).array(values.astype(np.float32 if single else np.float64, copy=False))


def on_host(values: Any, name: str = "X") -> Any:
    """An array of another library as a NumPy array on the host; other objects unchanged.

    Memory is shared where the library allows it, as with a tensor on the CPU.

    Raises
    ------
    TypeError
        If the array has no values, is sparse, requires gradients, or cannot be converted.
    """
    if _library_of(values) is None:
        return values
    _check_holds_numbers(values, name)
    try:
        array = _read(values)
    except _REFUSALS as error:
        raise TypeError(
            f"{name} is a {type(values).__name__}, which cannot be converted to NumPy: {error}"
        ) from None
    # NumPy reads dtypes that it does not know, such as bfloat16, as void.
    return array.astype(np.float32) if array.dtype.kind == "V" else array


def _library_of(values: Any) -> Any:
    """The library of an array; None for NumPy and for other objects."""
    if isinstance(values, (np.ndarray, type)) or not hasattr(values, "__dlpack__"):
        return None
    if hasattr(values, "__array_namespace__"):
        return values.__array_namespace__()
    names = (kind.__module__.partition(".")[0] for kind in type(values).__mro__)
    modules = (sys.modules.get(name) for name in names)
    return next((m for m in modules if hasattr(m, "from_dlpack") and hasattr(m, "asarray")), None)


def _check_holds_numbers(values: Any, name: str) -> None:
    layout = str(getattr(values, "layout", "torch.strided"))
    if getattr(values, "requires_grad", False):
        raise TypeError(
            f"{name} is a tensor that requires grad, but no gradient is computed here; pass "
            f"{name}.detach()."
        )
    if layout != "torch.strided":
        raise TypeError(
            f"{name} is a sparse tensor (layout {layout}), but a dense one is needed; pass "
            f"{name}.to_dense() if it fits in memory."
        )
    if getattr(values, "is_meta", False):
        raise TypeError(
            f"{name} is a tensor on the meta device, which holds no numbers; pass a "
            f"tensor with values."
        )


def _read(values: Any) -> np.ndarray:
    if hasattr(values, "get"):  # CuPy
        found: np.ndarray = values.get()
        return found
    if hasattr(values, "requires_grad"):  # torch has types that NumPy cannot read
        narrow = values.dtype.is_floating_point and values.dtype.itemsize < 4
        return np.asarray((values.float() if narrow else values).numpy(force=True))
    try:
        return np.asarray(values)
    except _REFUSALS:  # for example an array on a device
        return np.from_dlpack(values)
