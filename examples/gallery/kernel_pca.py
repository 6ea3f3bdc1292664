"""
Kernel PCA
==========

Why does kernel PCA not separate these rings? scikit-learn's default gamma is one over the number
of features, whatever the unit of the data, and these rings are in millimetres.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import make_circles
from sklearn.decomposition import KernelPCA

from kernelscale import select_bandwidth

rings, inside = make_circles(400, factor=0.3, noise=0.08, random_state=0)
rings *= 100  # millimetres

bandwidth = select_bandwidth(rings, purpose="kernel machine")
print(bandwidth.reason)

# %%

_, panels = plt.subplots(1, 3, figsize=(10, 3.2), layout="constrained")
panels[0].scatter(*rings.T, c=inside, s=8, cmap="coolwarm")
panels[0].set_title("the rows, in mm", loc="left")
for axes, gamma, name in (
    (panels[1], 1 / 2, "default, gamma = 0.5"),
    (panels[2], bandwidth.gamma, f"chosen, gamma = {bandwidth.gamma:.2g}"),
):
    axes.scatter(
        *KernelPCA(2, kernel="rbf", gamma=gamma).fit_transform(rings).T,
        c=inside,
        s=8,
        cmap="coolwarm",
    )
    axes.set_title(name, loc="left")
