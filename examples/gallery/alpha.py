"""
What alpha does
===============

How does alpha change the map of an unevenly sampled circle? With ``alpha=0`` the map depends on how
dense the rows are; with ``alpha=1`` it shows only the circle.
"""

import matplotlib.pyplot as plt
import numpy as np

from kernelscale import DiffusionMap

share = np.random.default_rng(0).uniform(size=600)
angle = 2 * np.pi * share + 0.8 * np.sin(2 * np.pi * share)
circle = np.c_[np.cos(angle), np.sin(angle)]

_, panels = plt.subplots(1, 3, figsize=(9, 3.2), layout="constrained")
for axes, alpha in zip(panels, (0.0, 0.5, 1.0), strict=True):
    fitted = DiffusionMap(2, bandwidth=0.02, alpha=alpha).fit(circle)
    axes.scatter(*fitted.embedding_.T, c=angle, s=8)
    axes.set_title(f"alpha = {alpha:g}", loc="left")
    axes.set_aspect("equal", adjustable="datalim")
