"""How many coordinates the data really have: one estimator a file, and one door to all."""

from .correlation import CorrelationDimension
from .danco import DANCo
from .estimate import METHODS, estimate_dimension
from .estimator import DimensionEstimator, DimensionWarning
from .gride import GRIDE
from .implied import ImpliedDimension
from .implied_calibration import ball_dimension, dimension_of_ball
from .levina_bickel import LevinaBickel
from .local_pca import LocalPCA
from .mind import MiND
from .multiscale import MultiScale
from .profile import DimensionProfile, dimension_profile
from .two_nn import TwoNN

__all__ = [
    "GRIDE",
    "METHODS",
    "CorrelationDimension",
    "DANCo",
    "DimensionEstimator",
    "DimensionProfile",
    "DimensionWarning",
    "ImpliedDimension",
    "LevinaBickel",
    "LocalPCA",
    "MiND",
    "MultiScale",
    "TwoNN",
    "ball_dimension",
    "dimension_of_ball",
    "dimension_profile",
    "estimate_dimension",
]
