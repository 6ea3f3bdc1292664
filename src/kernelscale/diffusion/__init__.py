"""The diffusion map: coordinates in which Euclidean distance is how hard it is to get there."""

from .diffusion_map import ConnectivityWarning, DiffusionMap, FarRowsWarning

__all__ = ["ConnectivityWarning", "DiffusionMap", "FarRowsWarning"]
