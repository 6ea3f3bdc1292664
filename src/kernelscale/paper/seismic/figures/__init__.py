"""All pictures of section 5 by name."""

from __future__ import annotations

from .seismic_accuracy import draw_accuracy
from .seismic_maps import draw_quarries, draw_spoiled_maps, draw_variates
from .seismic_noise import draw_breaks, draw_noise, draw_shares
from .seismic_sonograms import draw_event_map, draw_sonograms

__all__ = ["SEISMIC_DRAWINGS"]

SEISMIC_DRAWINGS = {
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
