"""What stands in place of a picture whose data were not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["without"]


def without(figure: Figure, tables: Mapping[str, Sequence[Mapping[str, Any]]], name: str) -> bool:
    """Whether a table is not there; the picture then says why."""
    if name in tables:
        return False
    figure.set_size_inches(8.0, 1.5)
    reasons = [row["state"] for row in tables["summary"] if row["state"] != "measured"]
    figure.text(0.5, 0.5, "\n".join(reasons), ha="center", va="center", fontsize="small")
    return True
