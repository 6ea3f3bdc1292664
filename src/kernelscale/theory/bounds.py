"""Both sides of the paper's Theorem 3.2, with a description in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

__all__ = ["PerturbationBound"]


@dataclass(frozen=True)
class PerturbationBound:
    """Both sides of Theorem 3.2 for given data, and whether its bounds are vacuous.

    A-bar = D-bar^-1/2 K-bar D-bar^-1/2 is the ideal matrix, and A-tilde = D-bar^-1/2 K D-bar^-1/2
    is the perturbed matrix. K-bar contains the kernel's blocks within the N_C classes and is 0
    elsewhere. D-bar is the diagonal matrix of the row sums of K-bar.

    Attributes
    ----------
    epsilon : float
        The scale of the kernel.
    n_classes : int
        Number of classes N_C.
    n_class_components : int
        Number of connected components of the classes, which is the number of eigenvalues of A-bar
        that are 1 to within 1e-8. If it exceeds N_C, some classes are not connected. Then in
        float64 A-bar has many leading eigenspaces of dimension N_C, and the space of the indicators
        of the classes is only one of them.
    perturbation_norm : float
        ``||W-hat||_F``, W-hat = K - K-bar.
    printed_bound : float
        ``||W-hat||_F ||D-bar^-1/2||_F^2 / eigengap``, as printed in the paper; infinite if the
        eigengap is 0 up to rounding.
    scaled_norm : float
        ``||D-bar^-1/2 W-hat D-bar^-1/2||_F``, the norm of A-tilde - A-bar.
    tight_bound : float
        ``scaled_norm / separation``; infinite if there is no separation.
    distance : float
        ``||sin Theta||_F`` between the leading N_C-dimensional eigenspaces of A-bar and A-tilde,
        which is the quantity that the theorem bounds. Its error is about 1e-15 / eigengap. NaN if
        the eigengap is 0 up to rounding, because the space of A-tilde is then not unique.
    eigengap : float
        ``lambda_{N_C} - lambda_{N_C + 1}`` of A-tilde.
    separation : float
        ``1 - lambda_{N_C + 1}`` of A-tilde: the distance between the ideal eigenvalues, all 1, and
        the other perturbed eigenvalues. It is negative if N_C + 1 eigenvalues exceed 1.
    operator_eigengap : float
        Ge, the eigengap of P, for comparison (paper's eq. GE). With Ge in place of `separation`,
        `tight_bound` would not be a bound.

    Examples
    --------
    At a large scale, the printed bound is above the largest possible distance, and the tight bound
    is below it.

    >>> from kernelscale import perturbation_bound
    >>> bound = perturbation_bound([[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1], epsilon=25.0)
    >>> bound.printed_is_vacuous, bound.tight_is_vacuous
    (True, False)
    >>> bound.distance < bound.tight_bound < bound.largest_distance < bound.printed_bound
    True
    """

    epsilon: float
    n_classes: int
    n_class_components: int
    perturbation_norm: float
    printed_bound: float
    scaled_norm: float
    tight_bound: float
    distance: float
    eigengap: float
    separation: float
    operator_eigengap: float

    @property
    def largest_distance(self) -> float:
        """``sqrt(N_C)``, the largest possible distance; a larger bound is vacuous."""
        return float(np.sqrt(self.n_classes))

    @property
    def printed_is_vacuous(self) -> bool:
        """Whether the printed bound is above the largest possible distance."""
        return self.printed_bound > self.largest_distance

    @property
    def tight_is_vacuous(self) -> bool:
        """Whether the tight bound is above the largest possible distance."""
        return self.tight_bound > self.largest_distance

    @property
    def reason(self) -> str:
        """A description of the result."""
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        if np.isnan(self.distance):
            yield (
                f"Eigenvalues {self.n_classes} and {self.n_classes + 1} are equal in float64, so "
                f"the space of the {self.n_classes} leading eigenvectors is not unique."
            )
        else:
            yield (
                f"The distance between the {self.n_classes} leading eigenvectors and the "
                f"indicators of the classes is {self.distance:.3g}; the largest possible distance "
                f"is {self.largest_distance:.3g}."
            )
        yield (
            f"The printed bound is {_in_words(self.printed_bound, self.printed_is_vacuous)}, "
            f"the tight one {_in_words(self.tight_bound, self.tight_is_vacuous)}."
        )
        if self.n_class_components > self.n_classes:
            yield (
                f"Some classes are not connected: there are {self.n_class_components} components, "
                f"so the indicators span only one of many leading eigenspaces of the ideal matrix."
            )

    def to_dict(self) -> dict[str, Any]:
        """The numbers and their description, ready for JSON; NaN and infinity become None."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            **{name: value if np.isfinite(value) else None for name, value in values.items()},
            "printed_is_vacuous": self.printed_is_vacuous,
            "tight_is_vacuous": self.tight_is_vacuous,
            "reason": self.reason,
        }


def _in_words(bound: float, vacuous: bool) -> str:
    size = f"{bound:.3g}" if np.isfinite(bound) else "infinite"
    return f"{size} and vacuous" if vacuous else size
