"""
The bandwidth of a kernel density
=================================

Which bandwidth suits two distant groups? A rule of thumb mistakes the distance between the groups
for their width and blurs them; ``likelihood`` does not.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.neighbors import KernelDensity

from kernelscale import select_bandwidth

random = np.random.default_rng(0)
rows = np.r_[random.normal(0, 1, 150), random.normal(12, 1.5, 150)][:, None]
place = np.linspace(-6, 19, 500)[:, None]

_, axes = plt.subplots(figsize=(8, 3.4), layout="constrained")
axes.plot(rows[:, 0], np.full(300, -0.006), "|", color="black", alpha=0.4)
for rule, color in (("likelihood", "#0072B2"), ("scott", "#D55E00"), ("median", "#009E73")):
    bandwidth = select_bandwidth(rows, rule=rule)
    density = KernelDensity(bandwidth=bandwidth.length_scale).fit(rows)
    label = f"{rule}: {bandwidth.length_scale:.2g}"
    axes.plot(place, np.exp(density.score_samples(place)), color=color, label=label)
axes.set(xlabel="x", ylabel="density")
axes.legend(title="rule and its bandwidth", frameon=False)
