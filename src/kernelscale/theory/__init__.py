"""Classes as perturbed ideal ones (paper's Sec. 3.3): how far apart, how wide, how well bounded.

If classes did not see each other the kernel would be block-diagonal, and the leading eigenvectors
would be the classes' indicators. Theorem 3.2 bounds how far the kernel of all points moves them;
here are both sides of it, so that one can see whether the bound says anything about given data.
"""

from .bounds import PerturbationBound
from .class_distances import D_class, D_gap
from .perturbation import perturbation_norm
from .theorem import perturbation_bound

__all__ = ["D_class", "D_gap", "PerturbationBound", "perturbation_bound", "perturbation_norm"]
