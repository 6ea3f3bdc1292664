"""Pictures of the experiments' tables, one file an experiment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["DRAWINGS", "Draw", "Tables"]

Tables = Mapping[str, Sequence[Mapping[str, Any]]]
Draw = Callable[["Figure", Tables], None]

DRAWINGS: dict[str, dict[str, Draw]] = {}
"""By the name of the experiment, then by that of the picture."""
