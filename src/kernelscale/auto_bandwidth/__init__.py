"""An estimator whose bandwidth is chosen in each fit."""

from .meta_estimator import AutoBandwidth

__all__ = ["AutoBandwidth"]
