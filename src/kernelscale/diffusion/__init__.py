"""The diffusion map: coordinates whose Euclidean distances are the diffusion distances of rows."""

from .diffusion_map import DiffusionMap
from .generator import generator_eigenvalues
from .independent_coordinates import IndependentCoordinates
from .kept_mass.kept_mass_fit import WholeKernelWarning
from .long_fits import LongFitWarning
from .map_warnings import (
    ConnectivityWarning,
    FarRowsWarning,
    LocalizedCoordinateWarning,
    RoundingWarning,
)
from .model.model_file import load_model, save_model
from .over_scales import EmbeddingsOverScales, embeddings_over_scales

__all__ = [
    "ConnectivityWarning",
    "DiffusionMap",
    "EmbeddingsOverScales",
    "FarRowsWarning",
    "IndependentCoordinates",
    "LocalizedCoordinateWarning",
    "LongFitWarning",
    "RoundingWarning",
    "WholeKernelWarning",
    "embeddings_over_scales",
    "generator_eigenvalues",
    "load_model",
    "save_model",
]
