"""A refused value as text in a message."""

from __future__ import annotations

from typing import Any

__all__ = ["shown"]


def shown(value: Any) -> str:
    """The value in one line of at most 80 characters."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python does not print integers of more than 4300 digits
        text = f"{type(value).__name__} of {value.bit_length()} bits"
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"
