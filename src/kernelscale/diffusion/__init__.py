"""The diffusion map: coordinates in which Euclidean distance is how hard it is to get there."""

from .connectivity import ConnectivityWarning
from .diffusion_map import DiffusionMap
from .far_rows import FarRowsWarning
from .generator import generator_eigenvalues
from .independent import IndependentCoordinates
from .localized import LocalizedCoordinateWarning
from .long_fits import LongFitWarning
from .model_file import load_model, save_model
from .on_kept_mass import WholeKernelWarning
from .over_scales import EmbeddingsOverScales, embeddings_over_scales
from .rounding import RoundingWarning

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
