"""How many coordinates the data really have: one estimator a file, and one door to all."""

from .estimate import METHODS, estimate_dimension
from .estimator import DimensionEstimator, DimensionWarning
from .two_nn import TwoNN

__all__ = ["METHODS", "DimensionEstimator", "DimensionWarning", "TwoNN", "estimate_dimension"]
