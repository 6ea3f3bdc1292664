"""
Dimension against distance
==========================

How does noise change the estimated dimension? At small distances a noisy Swiss roll in 20 features
has the dimension of the noise, at larger distances the dimension of the roll, which is 2.
"""

import numpy as np

from kernelscale import dimension_profile, estimate_dimension, reports
from kernelscale.datasets import make_noisy_swiss_roll

roll = make_noisy_swiss_roll(1000, n_informative=20, n_noise=0, random_state=0).data
roll += np.random.default_rng(0).normal(scale=0.08 * roll.std(), size=roll.shape)

found = estimate_dimension(roll, method="multiscale")
print(found.reason)

# %%

reports.plot(dimension_profile(roll))
