"""Choose the scale of a Gaussian kernel for the task in hand, and see the evidence.

Kernel: ``K_ij = exp(-r_ij / (2 epsilon))``, r the squared Euclidean distance; see
docs/conventions.md for every other convention.
"""

from . import bandwidth, datasets, reports
from ._version import __version__
from .bandwidth import compare, scale_curve, select_bandwidth
from .diffusion import DiffusionMap, load_model, save_model
from .intrinsic_dimension import dimension_profile, estimate_dimension
from .kernels import Gaussian, Scaled, SelfTuned, from_convention, to_convention
from .results import Bandwidth, Comparison, ComparisonRow, Dimension, ScaleCurve
from .theory import PerturbationBound, perturbation_bound

__all__ = [
    "Bandwidth",
    "Comparison",
    "ComparisonRow",
    "DiffusionMap",
    "Dimension",
    "Gaussian",
    "PerturbationBound",
    "ScaleCurve",
    "Scaled",
    "SelfTuned",
    "__version__",
    "bandwidth",
    "compare",
    "datasets",
    "dimension_profile",
    "estimate_dimension",
    "from_convention",
    "load_model",
    "perturbation_bound",
    "reports",
    "save_model",
    "scale_curve",
    "select_bandwidth",
    "to_convention",
]
