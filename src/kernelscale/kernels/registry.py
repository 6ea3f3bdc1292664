"""Kernels by name."""

from __future__ import annotations

from .gaussian import Gaussian
from .graph_kernels import Given, Unit
from .kernel import Kernel
from .self_tuned import SelfTuned
from .variable_gaussian import VariableGaussian

__all__ = ["KERNELS"]

KERNELS: dict[str, type[Kernel]] = {
    kernel.name: kernel for kernel in (Gaussian, SelfTuned, VariableGaussian, Unit, Given)
}
"""Kernels by the name they have in a model file."""
