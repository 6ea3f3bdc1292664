"""The diffusion map: coordinates in which Euclidean distance is how hard it is to get there."""

from .diffusion_map import ConnectivityWarning, DiffusionMap, FarRowsWarning
from .model_file import load_model, save_model

__all__ = ["ConnectivityWarning", "DiffusionMap", "FarRowsWarning", "load_model", "save_model"]
