"""
Kernel PCA
==========

Why does kernel PCA not separate these rings? The rings are measured in millimetres, but
scikit-learn's default gamma, one over the number of features, does not depend on the unit. For such
large numbers it is far too large.
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
