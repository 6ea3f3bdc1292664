"""
Distances instead of features
=============================

Can a map be made from distances alone? The distances between cities give the map of these cities,
up to a rotation or reflection.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.metrics.pairwise import haversine_distances

from kernelscale import DiffusionMap

cities = {
    "Lisbon": (38.7, -9.1),
    "Madrid": (40.4, -3.7),
    "Paris": (48.9, 2.4),
    "London": (51.5, -0.1),
    "Dublin": (53.3, -6.3),
    "Berlin": (52.5, 13.4),
    "Copenhagen": (55.7, 12.6),
    "Oslo": (59.9, 10.8),
    "Riga": (56.9, 24.1),
    "Helsinki": (60.2, 24.9),
    "Warsaw": (52.2, 21.0),
    "Vienna": (48.2, 16.4),
    "Rome": (41.9, 12.5),
    "Athens": (38.0, 23.7),
    "Bucharest": (44.4, 26.1),
    "Kyiv": (50.5, 30.5),
}
kilometres = 6371 * haversine_distances(np.radians(list(cities.values())))
fitted = DiffusionMap(2, bandwidth="median", metric="precomputed").fit(kilometres)

_, axes = plt.subplots(figsize=(8, 5), layout="constrained")
axes.scatter(*fitted.embedding_.T, s=14, color="#D55E00")
for name, place in zip(cities, fitted.embedding_, strict=True):
    axes.annotate(name, place, xytext=(4, 4), textcoords="offset points")
axes.set(xlabel="coordinate 1", ylabel="coordinate 2")
axes.margins(0.15)
