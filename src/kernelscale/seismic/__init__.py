"""Recordings of earthquakes and blasts: their sonograms as features, and where they came from."""

from .archives import load_recordings, save_recordings
from .catalogue import Catalogue
from .catalogue_files import read_catalogue
from .evaluation import (
    CanonicalCorrelations,
    canonical_correlations,
    leave_one_out_accuracy,
    source_correlations,
)
from .reading import read_each_station, read_recordings
from .recordings import RecordingError, Recordings
from .sonogram import Sonogram, sonogram
from .sonogram_features import SonogramFeatures
from .sources import SourceGeometry, source_geometry
from .synthetic import make_quarry_blasts

__all__ = [
    "CanonicalCorrelations",
    "Catalogue",
    "RecordingError",
    "Recordings",
    "Sonogram",
    "SonogramFeatures",
    "SourceGeometry",
    "canonical_correlations",
    "leave_one_out_accuracy",
    "load_recordings",
    "make_quarry_blasts",
    "read_catalogue",
    "read_each_station",
    "read_recordings",
    "save_recordings",
    "sonogram",
    "source_correlations",
    "source_geometry",
]
