"""
Structure at several scales
===========================

How does the dimension of data depend on the scale? A broad ring is a surface at small scales and a
line at large scales. The implied dimension shows both.
"""

import matplotlib.pyplot as plt
import numpy as np

from kernelscale import scale_curve, select_bandwidth

random = np.random.default_rng(0)
angle = random.uniform(0, 2 * np.pi, 4000)
radius = random.uniform(0.9, 1.1, 4000)  # the ring has radius 1 and is 0.2 wide
ring = np.c_[radius * np.cos(angle), radius * np.sin(angle)]

curve = scale_curve(ring)

# %%
# A plateau is a range of scales over which the dimension is nearly constant. The rule takes the
# widest plateau, and its evidence lists the others.

bandwidth = select_bandwidth(ring, rule="log_sum")
taken = bandwidth.evidence["plateau"]
plateaus = (taken, *bandwidth.evidence["other_plateaus"])
for plateau in plateaus:
    low, high = np.sqrt([plateau["low"], plateau["high"]])
    remark = "taken" if plateau is taken else "narrower"
    print(f"{remark}: dimension {plateau['dimension']:.2f} from length {low:.3f} to {high:.3f}")

# %%

_, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
left.scatter(*ring.T, s=2, color="#0072B2")
left.set_aspect("equal")
left.set_title("4000 rows", loc="left")
for plateau in plateaus:
    right.axvspan(*np.sqrt([plateau["low"], plateau["high"]]), color="#F0E442", alpha=0.4, lw=0)
right.semilogx(np.sqrt(curve.epsilon), curve.dimension, color="#D55E00", lw=2.5)
right.set(xlabel="length scale, sqrt(epsilon)", ylabel="implied dimension")
right.set_title("plateaus are shaded", loc="left")
