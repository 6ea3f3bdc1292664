"""Classes along a spiral, as in section 4.2.2 of the paper: settings and draws."""

from __future__ import annotations

from ...data import PointCloud
from ...datasets import make_spiral_classes

__all__ = ["AS_PRINTED", "GAPS", "NOISE_SDS", "SHOWN_GAPS", "spiral_cloud"]

SHOWN_GAPS = (0.02, 0.04)  # the paper shows data for these
GAPS = (0.01, *SHOWN_GAPS, 0.08)
AS_PRINTED = 0.4**0.5  # the paper prints the covariance 0.4 I
NOISE_SDS = (0.4, AS_PRINTED)  # the paper's 0.4 as a standard deviation, and as a variance


def spiral_cloud(n_per_class: int, noise_sd: float, gap: float, seed: int) -> PointCloud:
    """Four classes along a spiral."""
    spiral = make_spiral_classes(
        n_per_class=n_per_class, gap=gap, noise_sd=noise_sd, random_state=seed
    )
    return PointCloud(spiral.data, spiral.target, n_threads=1)
