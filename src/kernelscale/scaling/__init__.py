"""A scale for each feature, so that noise fades and what the manifold is made of stays."""

from .feature_order import FeatureOrder, feature_order
from .manifold_scaler import ManifoldScaler

__all__ = ["FeatureOrder", "ManifoldScaler", "feature_order"]
