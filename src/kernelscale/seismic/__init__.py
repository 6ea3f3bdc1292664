"""Recordings of earthquakes and blasts: sonograms as features, and the locations of sources."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Modules are imported when a name is first used, so that help texts are printed quickly.
if TYPE_CHECKING:
    from .evaluation import canonical_correlations, leave_one_out_accuracy
    from .map_of_sources import map_in_degrees
    from .quarry_blasts import make_quarry_blasts
    from .reading.archives import load_recordings, save_recordings
    from .reading.catalogue import Catalogue
    from .reading.events import read_each_station, read_recordings
    from .recordings import Recordings
    from .sonograms.features import SonogramFeatures
    from .sonograms.sonogram import sonogram

__all__ = [
    "Catalogue",
    "Recordings",
    "SonogramFeatures",
    "canonical_correlations",
    "leave_one_out_accuracy",
    "load_recordings",
    "make_quarry_blasts",
    "map_in_degrees",
    "read_each_station",
    "read_recordings",
    "save_recordings",
    "sonogram",
]

_HOMES = {
    "evaluation": (
        "canonical_correlations",
        "leave_one_out_accuracy",
    ),
    "reading.archives": ("load_recordings", "save_recordings"),
    "reading.catalogue": ("Catalogue",),
    "reading.events": ("read_each_station", "read_recordings"),
    "recordings": ("Recordings",),
    "sonograms.features": ("SonogramFeatures",),
    "sonograms.sonogram": ("sonogram",),
    "map_of_sources": ("map_in_degrees",),
    "quarry_blasts": ("make_quarry_blasts",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value  # so that this function is called only once for each name
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *globals()})
