"""
Many rows, by landmarks
=======================

How many landmarks does a map need? A map is fitted to the landmarks, a random subsample of the
rows, and embeds all other rows. Beyond a certain number of landmarks it changes little.
"""

from time import perf_counter

import matplotlib.pyplot as plt
from sklearn.datasets import make_swiss_roll

from kernelscale import DiffusionMap

roll, position = make_swiss_roll(6000, random_state=0)

_, panels = plt.subplots(1, 3, figsize=(10, 3.2), layout="constrained")
for axes, landmarks in zip(panels, (300, 800, 2000), strict=True):
    start = perf_counter()
    fitted = DiffusionMap(10, bandwidth=5.0, landmarks=landmarks, random_state=0).fit(roll)
    pair = fitted.independent_coordinates_.first(2)
    axes.scatter(*fitted.embedding_[:, pair].T, c=position, s=2)
    axes.set_title(f"{landmarks} landmarks, {perf_counter() - start:.1f} s", loc="left")
    axes.set(xlabel=f"coordinate {pair[0] + 1}", ylabel=f"coordinate {pair[1] + 1}")
