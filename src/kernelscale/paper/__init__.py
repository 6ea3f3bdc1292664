"""The experiments of the paper by name, each a function that returns plain tables.

Nothing is drawn and nothing written here: `kernelscale reproduce` does that.
"""

from .experiment import Experiment
from .registry import EXPERIMENTS

__all__ = ["EXPERIMENTS", "Experiment"]
