"""What kernels with a scale a row have in common."""

from __future__ import annotations

import numpy as np

from .kernel import Kernel

__all__ = ["LocalScales"]


class LocalScales(Kernel):
    """A kernel whose attribute `local_scales`, of shape (n_samples,), has the scale of each row."""

    local_scales: np.ndarray

    @property
    def typical_scale(self) -> float:
        """The square of the median of its scales."""
        return float(np.median(self.local_scales)) ** 2

    @property
    def scale_in_words(self) -> str:
        return "one scale a row"

    def scales_of_rows(self) -> np.ndarray:
        return self.local_scales
