"""
The length scale of a Gaussian process
======================================

Which length scale fits a noisy wave? The middle panel shows the fit with the chosen length scale.
For comparison, the left panel uses a tenth of this length scale, and the right panel ten times it.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, WhiteKernel

from kernelscale import select_bandwidth

random = np.random.default_rng(0)
X = np.sort(random.uniform(0, 10, 60))[:, None]
y = np.sin(2 * X[:, 0]) + 0.2 * random.normal(size=60)

bandwidth = select_bandwidth(X, y, ridge=0.05)
print(bandwidth.reason)

# %%

new = np.linspace(0, 10, 300)[:, None]
_, panels = plt.subplots(1, 3, figsize=(10, 3), layout="constrained", sharey=True)
for axes, factor in zip(panels, (0.1, 1, 10), strict=True):
    length = factor * bandwidth.length_scale
    kernel = RBF(length, length_scale_bounds="fixed") + WhiteKernel(0.1)
    mean, sd = GaussianProcessRegressor(kernel).fit(X, y).predict(new, return_std=True)
    axes.fill_between(new[:, 0], mean - 2 * sd, mean + 2 * sd, color="#56B4E9", alpha=0.3, lw=0)
    axes.plot(new[:, 0], mean, color="#0072B2")
    axes.scatter(X[:, 0], y, s=8, color="black")
    axes.set_title(f"length scale {length:.2g}", loc="left")
