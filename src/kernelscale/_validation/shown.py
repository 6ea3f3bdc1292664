"""How a value that is refused stands in the sentence."""

from __future__ import annotations

from typing import Any

__all__ = ["shown"]


def shown(value: Any) -> str:
    """What was given, in one line, cut where it is absurdly long."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python writes no integer of more than 4300 digits
        text = f"{type(value).__name__} of {value.bit_length()} bits"
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"
