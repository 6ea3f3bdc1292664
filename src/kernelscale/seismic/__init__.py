"""Recordings of earthquakes and blasts: their sonograms as features, and where they came from."""

from .sonogram import Sonogram, sonogram
from .sonogram_features import SonogramFeatures

__all__ = ["Sonogram", "SonogramFeatures", "sonogram"]
