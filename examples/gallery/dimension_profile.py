"""
Dimension against distance
==========================

A noisy Swiss roll in 20 features. From near, noise has as many dimensions as there are features;
from farther off the roll shows its two.
"""

from kernelscale import dimension_profile, estimate_dimension, reports
from kernelscale.datasets import make_noisy_swiss_roll

roll = make_noisy_swiss_roll(n_samples=1000, n_informative=20, n_noise=0, random_state=0).data

found = estimate_dimension(roll, method="multiscale")
print(found.reason)

# %%

reports.plot(dimension_profile(roll))
