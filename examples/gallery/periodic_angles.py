"""
Angles, which are periodic
==========================

Which distance suits angles? 179 and -179 degrees are near each other. ``Periodic`` respects this;
with the Euclidean distance the curve falls into several components.
"""

import warnings

import matplotlib.pyplot as plt
import numpy as np

from kernelscale import DiffusionMap
from kernelscale.metrics import Periodic

turn = np.random.default_rng(0).uniform(0, 360, 500)
noise = np.random.default_rng(1).normal(0, 8, (500, 2))
angles = (np.c_[turn, 2 * turn] + noise + 180) % 360 - 180  # a closed curve on a torus

_, panels = plt.subplots(1, 3, figsize=(10, 3.2), layout="constrained")
panels[0].scatter(*angles.T, c=turn, s=8, cmap="hsv")
panels[0].set(title="two angles in degrees", xlabel="first", ylabel="second")
for axes, metric in zip(panels[1:], ("euclidean", Periodic(360)), strict=True):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fitted = DiffusionMap(2, neighbors=15, metric=metric).fit(angles)
    print(f"{metric}:", *[warning.message for warning in caught] or ["one component"])
    axes.scatter(*fitted.embedding_.T, c=turn, s=8, cmap="hsv")
    name = metric if isinstance(metric, str) else "periodic"
    axes.set(title=f"map, {name} distance", xlabel="coordinate 1", ylabel="coordinate 2")
