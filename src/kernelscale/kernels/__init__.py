"""Kernels as small frozen objects, and the parameters of other packages for the same kernels.

All other code uses the methods of `Kernel` and does not distinguish kernels. A new kernel is a
file, and a line here.
"""

from .conventions import CONVENTIONS, from_convention, to_convention
from .edge_weights import Given, Unit
from .gaussian import Gaussian
from .kernel import Kernel
from .scaled import Scaled
from .self_tuned import SelfTuned
from .variable_gaussian import VariableGaussian

__all__ = [
    "CONVENTIONS",
    "Gaussian",
    "Given",
    "Kernel",
    "Scaled",
    "SelfTuned",
    "Unit",
    "VariableGaussian",
    "from_convention",
    "to_convention",
]
