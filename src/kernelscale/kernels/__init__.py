"""Kernels as small frozen objects whose body is the formula, one a file, and their other names.

Whoever needs a kernel asks it, so that nobody else knows which there are. A new one is a file, and
a line here.
"""

from .conventions import CONVENTIONS, from_convention, to_convention
from .gaussian import Gaussian
from .given import Given
from .kernel import Kernel
from .scaled import Scaled
from .self_tuned import SelfTuned
from .unit import Unit
from .variable_gaussian import VariableGaussian

__all__ = [
    "CONVENTIONS",
    "KERNELS",
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

KERNELS: dict[str, type[Kernel]] = {
    kernel.name: kernel for kernel in (Gaussian, SelfTuned, VariableGaussian, Unit, Given)
}
"""Kernels by the name they have in a model file."""
