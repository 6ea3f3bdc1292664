"""
Outliers in a map
=================

Why is my map one dot and two outliers? Each outlier has a coordinate of its own, in which all
other rows have nearly the same value. A warning names the outliers.
"""

import warnings

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_s_curve

from kernelscale import DiffusionMap

sheet, position = make_s_curve(500, random_state=0)
rows = np.r_[sheet, [[8, 8, 8], [-8, 9, 8]]]

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    spoiled = DiffusionMap(2, bandwidth="nearest_neighbors").fit(rows)
for warning in caught:
    print(warning.message, "\n")
print("rows that carry each coordinate:", spoiled.participation_.round(1))

# %%
# Without the two rows, which the warning names, the map follows the sheet.

mended = DiffusionMap(2, bandwidth="nearest_neighbors").fit(rows[:500])
_, panels = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
panels[0].scatter(*spoiled.embedding_.T, s=12, color="#D55E00")
panels[0].scatter(*spoiled.embedding_[:500].T, s=12, c=position)
panels[0].set_title("with two outliers", loc="left")
panels[1].scatter(*mended.embedding_.T, s=12, c=position)
panels[1].set_title("without them", loc="left")
for axes in panels:
    axes.set(xlabel="coordinate 1", ylabel="coordinate 2")
