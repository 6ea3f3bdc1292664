"""Arrays and objects that cannot be changed once they are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np

from ._validation import as_numeric

__all__ = ["Rebuilt", "frozen"]


def frozen(array: Any) -> np.ndarray:
    """A read-only float64 copy, so that evidence cannot be changed after the fact."""
    copy = np.array(as_numeric(array, "an array of the answer"), dtype=np.float64)
    copy.flags.writeable = False
    return copy


class Rebuilt:
    """Base of frozen dataclasses that are copied and unpickled through their constructor.

    It is what makes their arrays read-only, and NumPy forgets that when it copies an array.
    """

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}  # type: ignore[arg-type]
        return partial(type(self), **values), ()
