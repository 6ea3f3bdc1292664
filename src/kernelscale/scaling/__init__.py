"""A scale for each feature: factors that make the dimension of the data right, or labels clear."""

from .feature_order import FeatureOrder, feature_order
from .manifold_scaler import ManifoldScaler
from .supervised_scaler import SupervisedScaler

__all__ = ["FeatureOrder", "ManifoldScaler", "SupervisedScaler", "feature_order"]
