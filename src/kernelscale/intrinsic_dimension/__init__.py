"""How many coordinates the data really have: one estimator a file, and one door to all."""

from .calibration.implied_dimension_of_balls import ball_dimension, dimension_of_ball
from .estimate import METHODS, estimate_dimension
from .estimator import DimensionEstimator, DimensionWarning
from .estimators.correlation import CorrelationDimension
from .estimators.danco import DANCo
from .estimators.gride import GRIDE
from .estimators.implied import ImpliedDimension
from .estimators.levina_bickel import LevinaBickel
from .estimators.local_pca import LocalPCA
from .estimators.mind import MiND
from .estimators.multiscale import MultiScale
from .estimators.two_nn import TwoNN
from .profile import DimensionProfile, dimension_profile

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
