"""Names of rules, methods and metrics for help texts, with a line about each rule and method.

The names are repeated here so that `--help` need not import the registries; a test compares the
names with the registries.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

__all__ = [
    "ALL",
    "INDEPENDENT",
    "LEADING",
    "METHODS",
    "METRICS",
    "N_FOLDS",
    "PURPOSES",
    "RULES",
    "SCALING_METHODS",
    "SCALING_TARGETS",
    "UNCERTAIN",
    "WIDTH",
    "paragraphs",
]

WIDTH = 76  # number of characters in a line of help; the narrowest terminal has 80 columns

RULES = {
    "auto": (
        "The default rule: LeaveOneOut with labels, and without labels a choice by purpose. "
        "Options: purpose=auto, n_subsamples=3, ridge=None, C=None, targets=auto, "
        "intercept=True."
    ),
    "standard_deviation": "The scale as the mean squared distance from the mean.",
    "standardized": "The scale 1 for features divided by their standard deviations.",
    "max_min": "The scale from the largest distance to a nearest neighbour. Options: factor=2.0.",
    "log_sum": (
        "The range of scales in which the logarithm of the kernel's sum is linear (Algorithm 1)."
    ),
    "self_tuning": (
        "A scale for each row: the distance to its r-th nearest neighbour. Options: n_neighbors=7."
    ),
    "variable_bandwidth": (
        "A scale for each row, from an estimate of the density. Options: n_neighbors=None, "
        "dimension=None."
    ),
    "median": "The median heuristic: the median squared distance of all pairs.",
    "scikit_learn_scale": ('scikit-learn\'s gamma="scale", converted to epsilon.'),
    "nearest_neighbors": (
        "The typical squared distance to the k-th nearest neighbour. Options: n_neighbors=7."
    ),
    "largest_slope": (
        "The scale at which log S grows fastest with log eps, where S is the kernel's sum."
    ),
    "jacobian": (
        "The scale that minimises a bound on the slopes of kernel ridge regression, in closed "
        "form. Options: ridge=None, C=None."
    ),
    "scott": "Scott's rule of thumb for the density of a single group.",
    "silverman": "Silverman's rule of thumb for the density of a single group.",
    "likelihood": (
        "The scale at which each row is most likely under the density of all other rows. "
        "Options: dimension=None, outliers=0.0, n_rows=None."
    ),
    "geometric": (
        "The scale at which classes are narrow and far apart in diffusion coordinates. "
        "Options: n_components=None, scales=None."
    ),
    "spectral": (
        "The scale of the largest generalised eigengap (the paper's spectral approach). "
        "Options: scales=None."
    ),
    "probabilistic": (
        "The scale at which a random step most probably stays within the class. Options: "
        "balanced=False, scales=None."
    ),
    "leave_one_out": (
        "The scale at which kernel ridge regression best predicts the labels of rows left "
        "out. Options: ridge=None, C=None, balanced=False, n_rows=600, targets=auto, "
        "classes=auto, intercept=True, tolerance=0.0, n_subsamples=3, scales=None."
    ),
}
"""Rules by name, each with its purpose and options."""

METHODS = {
    "danco": "DANCo: the dimension from angles and norm concentration (Ceruti et al. 2014).",
    "two_nn": (
        "The dimension from the two nearest neighbours (Facco, d'Errico, Rodriguez and Laio 2017)."
    ),
    "levina_bickel": (
        "The dimension by maximum likelihood of distances to neighbours (Levina and Bickel 2004)."
    ),
    "gride": (
        "The dimension from ratios of distances to farther neighbours (Denti, Doimo, Laio, "
        "Mira 2022)."
    ),
    "mind": (
        "MiND: the calibrated most likely dimension from ratios of distances (Lombardi et al. "
        "2011)."
    ),
    "pca": "The dimension as the number of significant principal directions, locally or globally.",
    "correlation": "The correlation dimension (Grassberger and Procaccia 1983).",
    "implied": "The dimension implied by the kernel's sum, calibrated on balls of known dimension.",
    "multiscale": "The dimension of noisy data: the value that stays the same over several scales.",
}
"""Estimators of dimension by name, each with a description."""

METRICS = (
    "euclidean",
    "precomputed",
    "cosine",
    "correlation",
    "cityblock",
    "chebyshev",
    "mahalanobis",
    "jaccard",
    "hamming",
    "haversine",
    "periodic",
)
"""The metrics that commands accept; the metric of similarities is for Python only."""

PURPOSES = ("auto", "map", "kernel machine", "density")
"""Purposes for which the rule auto chooses a scale."""

ALL = "all"
"""The word for all methods or all experiments."""

UNCERTAIN = ("danco", "mind", ALL)
"""Methods for which --uncertainty is allowed."""

LEADING, INDEPENDENT = "leading", "independent"
"""Values of --coordinates."""

SCALING_METHODS, SCALING_TARGETS = ("joint", "greedy"), ("calibrated", "paper")
"""Methods that scale features without labels, and the values of d_eps that they aim at."""

N_FOLDS = 5
"""Number of folds into which --check divides the rows."""


def paragraphs(listed: Mapping[str, str]) -> str:
    """Names in the left column, and their wrapped descriptions in the right one."""
    width = max(map(len, listed)) + 2
    return "\n".join(
        textwrap.fill(f"{name:{width}}{description}", WIDTH, subsequent_indent=" " * width)
        for name, description in listed.items()
    )
