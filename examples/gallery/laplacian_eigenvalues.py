"""
Eigenvalues of the Laplacian
============================

Which kernel gives the eigenvalues of the Laplacian? On a circle they are 1, 1, 4, 4, 9, 9, ... Here
one side of the circle is sampled three times as densely as the other. ``variable_bandwidth`` adapts
the scale to the density, and finds these eigenvalues. With one scale for all rows the result
depends on this scale.
"""

import matplotlib.pyplot as plt
import numpy as np

from kernelscale import DiffusionMap, generator_eigenvalues

share = np.arange(1000) / 1000
angle = 2 * np.pi * share + 0.5 * np.sin(2 * np.pi * share)
circle = np.c_[np.cos(angle), np.sin(angle)]

_, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
number = np.arange(1, 9)
axes.step(number, [1, 1, 4, 4, 9, 9, 16, 16], where="mid", color="black", label="exact")
for bandwidth, mark in (("variable_bandwidth", "o"), ("max_min", "v"), ("median", "s")):
    fitted = DiffusionMap(8, bandwidth, alpha=1.0).fit(circle)
    axes.plot(number, generator_eigenvalues(fitted), mark, label=bandwidth, ms=8, alpha=0.8)
axes.set(xlabel="number of the eigenvalue", ylabel="value")
axes.legend(frameon=False)
