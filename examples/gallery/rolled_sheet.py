"""
Unroll a rolled sheet
=====================

Which map unrolls a Swiss roll? The default map does: it joins each row to its nearest neighbours
and needs no scale. A map of all pairs, with the median squared distance as its scale, is close to
the principal components.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import make_swiss_roll

from kernelscale import DiffusionMap

roll, position = make_swiss_roll(1500, random_state=0)

_, panels = plt.subplots(1, 3, figsize=(10, 3.2), layout="constrained")
panels[0].scatter(roll[:, 0], roll[:, 2], c=position, s=6)
panels[0].set_title("the roll, seen from its end", loc="left")
for axes, bandwidth, name in (
    (panels[1], "median", "all pairs, at the median"),
    (panels[2], "auto", "the default map"),
):
    fitted = DiffusionMap(10, bandwidth).fit(roll)
    pair = fitted.independent_coordinates_.first(2)
    axes.scatter(*fitted.embedding_[:, pair].T, c=position, s=6)
    axes.set_title(name, loc="left")
    axes.set(xlabel=f"coordinate {pair[0] + 1}", ylabel=f"coordinate {pair[1] + 1}")
