"""
Spectral clustering
===================

Why does spectral clustering not find the two moons? With scikit-learn's default gamma of 1 the
kernel is too wide. With the chosen scale the clusters are the moons.
"""

from functools import cache

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralClustering
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

from kernelscale import select_bandwidth

moons, truth = make_moons(n_samples=300, noise=0.06, random_state=0)


@cache
def clusters(gamma):
    return SpectralClustering(2, gamma=gamma, random_state=0).fit_predict(moons)


def agreement(gamma):
    """How well the clusters agree with the two moons: 0 by chance, 1 at best."""
    return adjusted_rand_score(truth, clusters(gamma))


bandwidth = select_bandwidth(moons)
print(bandwidth.reason)
print(f"gamma = 1, scikit-learn's default: {agreement(1.0):.2f}")
print(f"gamma = {bandwidth.gamma:.3g}, chosen: {agreement(bandwidth.gamma):.2f}")

# Which other scales give the same clusters?
good = [f for f in np.geomspace(1 / 16, 4, 4) if agreement(f * bandwidth.gamma) > 0.95]
print(f"as good: {min(good):.2g} to {max(good):.2g} times the chosen gamma")

# %%

_, panels = plt.subplots(1, 2, figsize=(9, 3), layout="constrained", sharey=True)
for axes, gamma, name in zip(panels, (1.0, bandwidth.gamma), ("default", "chosen"), strict=True):
    axes.scatter(*moons.T, c=np.array(["#0072B2", "#D55E00"])[clusters(gamma)], s=12)
    axes.set_title(f"{name}, gamma = {gamma:.3g}: agreement {agreement(gamma):.2f}", loc="left")
    axes.set_aspect("equal")
