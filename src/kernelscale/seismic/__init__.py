"""Recordings of earthquakes and blasts: their sonograms as features, and where they came from."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Names are looked up when they are first used: help texts of the command line need none.
if TYPE_CHECKING:
    from .evaluation import canonical_correlations, leave_one_out_accuracy
    from .reading.archives import load_recordings, save_recordings
    from .reading.catalogue import Catalogue
    from .reading.events import read_each_station, read_recordings
    from .recordings import Recordings
    from .sonograms.features import SonogramFeatures
    from .sonograms.sonogram import sonogram
    from .source_map import map_in_degrees
    from .synthetic import make_quarry_blasts

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
    "source_map": ("map_in_degrees",),
    "synthetic": ("make_quarry_blasts",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value  # found at once the next time
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *globals()})
