"""Pictures of section 5 by name."""

from __future__ import annotations

from .accuracy import draw_accuracy
from .maps import draw_quarries, draw_spoiled_maps, draw_variates
from .noise import draw_breaks, draw_noise, draw_shares
from .sonograms import draw_event_map, draw_sonograms

__all__ = ["DRAWINGS"]

DRAWINGS = {
    "sonograms": draw_sonograms,
    "event_map": draw_event_map,
    "spoiled_maps": draw_spoiled_maps,
    "variates": draw_variates,
    "noise": draw_noise,
    "shares": draw_shares,
    "quarries": draw_quarries,
    "breaks": draw_breaks,
    "accuracy": draw_accuracy,
}
