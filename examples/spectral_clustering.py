"""Use a chosen scale in scikit-learn's SpectralClustering, where the default one fails."""

import numpy as np
from sklearn.cluster import SpectralClustering
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

from kernelscale import select_bandwidth

moons, truth = make_moons(n_samples=400, noise=0.06, random_state=0)


def agreement(gamma):
    """How well the clusters found agree with the two moons: 0 by chance, 1 at best."""
    found = SpectralClustering(2, gamma=gamma, random_state=0).fit_predict(moons)
    return adjusted_rand_score(truth, found)


bandwidth = select_bandwidth(moons)
print(bandwidth.reason)
print(f"gamma = 1, scikit-learn's default: {agreement(1.0):.2f}")
print(f"gamma = {bandwidth.gamma:.3g}, chosen: {agreement(bandwidth.gamma):.2f}")

# Of the scales around it, which would have done as well?
good = [f for f in np.geomspace(1 / 16, 16, 9) if agreement(f * bandwidth.gamma) > 0.95]
print(f"as good: {min(good):.2g} to {max(good):.2g} times the chosen gamma")
