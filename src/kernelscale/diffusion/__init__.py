"""The diffusion map: coordinates whose Euclidean distances are the diffusion distances of rows."""

from .long_fits import LongFitWarning
from .map_warnings import MapWarning
from .maps_over_scales import embeddings_over_scales

__all__ = ["LongFitWarning", "MapWarning", "embeddings_over_scales"]
