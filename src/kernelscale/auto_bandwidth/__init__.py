"""A meta-estimator that chooses the bandwidth of an estimator in each fit."""

from .meta_estimator import AutoBandwidth

__all__ = ["AutoBandwidth"]
