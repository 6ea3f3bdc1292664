"""The scale chosen in each fit, for the estimator that will use it."""

from .meta_estimator import AutoBandwidth

__all__ = ["AutoBandwidth"]
