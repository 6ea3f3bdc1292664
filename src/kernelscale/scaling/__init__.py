"""A factor for each feature, from the dimension of the data or from labels."""

from .feature_order import FeatureOrder, feature_order
from .manifold_scaler import ManifoldScaler
from .supervised_scaler import SupervisedScaler

__all__ = ["FeatureOrder", "ManifoldScaler", "SupervisedScaler", "feature_order"]
