"""
Coordinates that repeat each other
==================================

Why is my map a curve? On a long strip the second coordinate is a function of the first.
``independent_coordinates_`` finds the coordinate that varies across the strip.
"""

import matplotlib.pyplot as plt
import numpy as np

from kernelscale import DiffusionMap

strip = np.random.default_rng(0).uniform(size=(800, 2)) * [3, 1]
fitted = DiffusionMap(10, bandwidth=0.02, alpha=1.0).fit(strip)
found = fitted.independent_coordinates_
print("independent, counted from 0:", found.indices)

# %%

first, second = found.first(2)
_, panels = plt.subplots(1, 3, figsize=(10, 3), layout="constrained")
for axes, places, title in (
    (panels[0], strip, "the strip"),
    (panels[1], fitted.embedding_[:, [0, 1]], "coordinates 1 and 2"),
    (panels[2], fitted.embedding_[:, [first, second]], f"coordinates {first + 1} and {second + 1}"),
):
    axes.scatter(*places.T, c=strip[:, 1], s=8)
    axes.set_title(title, loc="left")
