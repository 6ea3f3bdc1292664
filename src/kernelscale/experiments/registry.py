"""The experiments by name."""

from __future__ import annotations

from .dimension import DIMENSION
from .experiment import Experiment

__all__ = ["EXPERIMENTS"]

EXPERIMENTS: dict[str, Experiment] = {experiment.name: experiment for experiment in (DIMENSION,)}
"""All experiments by name."""
