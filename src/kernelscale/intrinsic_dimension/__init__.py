"""Estimators of the intrinsic dimension: the number of coordinates that the data have locally."""

from .caveats import DimensionWarning
from .estimators.correlation import CorrelationDimension
from .estimators.danco import DANCo
from .estimators.gride import GRIDE
from .estimators.implied import ImpliedDimension
from .estimators.levina_bickel import LevinaBickel
from .estimators.local_pca import LocalPCA
from .estimators.mind import MiND
from .estimators.multiscale import MultiScale
from .estimators.two_nn import TwoNN
from .methods import METHODS

__all__ = [
    "GRIDE",
    "METHODS",
    "CorrelationDimension",
    "DANCo",
    "DimensionWarning",
    "ImpliedDimension",
    "LevinaBickel",
    "LocalPCA",
    "MiND",
    "MultiScale",
    "TwoNN",
]
