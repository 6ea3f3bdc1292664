"""The kernel values of one row at the scale of each rule, and the map at that scale."""

import warnings

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from sklearn.datasets import make_moons

from kernelscale import DiffusionMap, select_bandwidth

BLUE, ORANGE = "#0072B2", "#D55E00"
KERNEL_COLORS = LinearSegmentedColormap.from_list("kernel", ["#DDDDDD", "#56B4E9", "#08306B"])
MARKED_ROW = 40


def uneven_moons(outliers=()):
    """Two moons of 240 and 80 rows; outliers are labelled as the second moon."""
    moons, labels = make_moons((240, 80), noise=0.07, random_state=0)
    return np.r_[moons, np.reshape(outliers, (-1, 2))], np.r_[labels, [1] * len(outliers)]


def at_scale_of(rule, outliers=(), **options):
    """A figure at the rule's scale: kernel values of one row, and two coordinates of all rows."""
    rows, labels = uneven_moons(outliers)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bandwidth = select_bandwidth(rows, labels, rule=rule, **options)
        fitted = DiffusionMap(2, bandwidth).fit(rows)
    figure = Figure((9, 3.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    values = bandwidth.kernel(rows, rows)[MARKED_ROW]
    largest_last = values.argsort()
    shown = left.scatter(
        *rows[largest_last].T,
        c=values[largest_last],
        cmap=KERNEL_COLORS,
        norm=Normalize(0, 1),
        s=18,
    )
    left.scatter(*rows[MARKED_ROW], marker="*", s=190, color=ORANGE, edgecolor="white")
    figure.colorbar(shown, ax=left, label="kernel value with the star")
    scale = (
        "one scale for each row"
        if bandwidth.epsilon is None
        else f"epsilon = {bandwidth.epsilon:.3g}"
    )
    left.set_title(f"{rule}: {scale}", loc="left")
    draw_moons(right, fitted.embedding_, labels)
    right.set_title("map of all pairs at this scale", loc="left")
    right.set(xlabel="coordinate 1", ylabel="coordinate 2")
    left.spines[["top", "right"]].set_visible(False)
    return figure


def draw_moons(axes, positions, labels):
    """Draw the rows at these positions, with one colour for each moon."""
    for label, color in ((0, BLUE), (1, ORANGE)):
        axes.scatter(*positions[labels == label].T, s=18, color=color, label=f"moon {label + 1}")
    axes.spines[["top", "right"]].set_visible(False)


def data():
    """The two moons, without kernel values."""
    figure = Figure((7, 3), layout="constrained")
    axes = figure.subplots()
    draw_moons(axes, *uneven_moons())
    axes.legend(frameon=False)
    return figure


def auto():
    return at_scale_of("auto", purpose="map")


def auto_with_labels():
    return at_scale_of("auto", C=10)


def median():
    return at_scale_of("median")


def standard_deviation():
    return at_scale_of("standard_deviation")


def scikit_learn_scale():
    return at_scale_of("scikit_learn_scale")


def standardized():
    return at_scale_of("standardized")


def max_min():
    return at_scale_of("max_min")


def max_min_with_outliers():
    return at_scale_of("max_min", outliers=[[3.4, 1.2], [3.5, -0.9]])


def auto_with_outliers():
    return at_scale_of("auto", outliers=[[3.4, 1.2], [3.5, -0.9]], purpose="map")


def nearest_neighbors():
    return at_scale_of("nearest_neighbors")


def log_sum():
    return at_scale_of("log_sum")


def largest_slope():
    return at_scale_of("largest_slope")


def self_tuning():
    return at_scale_of("self_tuning")


def variable_bandwidth():
    return at_scale_of("variable_bandwidth")


def jacobian():
    return at_scale_of("jacobian")


def scott():
    return at_scale_of("scott")


def silverman():
    return at_scale_of("silverman")


def likelihood():
    return at_scale_of("likelihood")


def geometric():
    return at_scale_of("geometric")


def spectral():
    return at_scale_of("spectral")


def probabilistic():
    return at_scale_of("probabilistic")


def leave_one_out():
    return at_scale_of("leave_one_out", C=10)
