"""Coordinates of an unevenly sampled circle for several values of alpha."""

import numpy as np
from matplotlib.figure import Figure

from kernelscale import DiffusionMap


def alpha():
    """The rows, and their first two coordinates for three values of alpha."""
    share = np.random.default_rng(0).uniform(size=600)
    angle = 2 * np.pi * share + 0.8 * np.sin(2 * np.pi * share)
    circle = np.c_[np.cos(angle), np.sin(angle)]
    figure = Figure((11, 3.2), layout="constrained")
    panels = figure.subplots(1, 4)
    panels[0].scatter(*circle.T, c=angle, cmap="viridis", s=8)
    panels[0].set_title("the rows", loc="left")
    for axes, value in zip(panels[1:], (0.0, 0.5, 1.0), strict=True):
        fitted = DiffusionMap(2, bandwidth=0.02, alpha=value).fit(circle)
        axes.scatter(*fitted.embedding_.T, c=angle, cmap="viridis", s=8)
        axes.set_title(f"map, alpha = {value:g}", loc="left")
    for axes in panels:
        axes.set_aspect("equal", adjustable="datalim")
        axes.spines[["top", "right"]].set_visible(False)
    return figure
