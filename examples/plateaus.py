"""See structure at several scales: a broad ring is a surface from near and a line from afar."""

import numpy as np

from kernelscale import scale_curve, select_bandwidth

random = np.random.default_rng(0)
angle = random.uniform(0, 2 * np.pi, 4000)
radius = random.uniform(0.9, 1.1, 4000)  # of radius 1, and 0.2 wide
ring = np.c_[radius * np.cos(angle), radius * np.sin(angle)]

curve = scale_curve(ring)
print("length scale   dimension the points seem to have")
for epsilon, dimension in zip(curve.epsilon[::24], curve.dimension[::24], strict=True):
    print(f"{np.sqrt(epsilon):12.4f}   {dimension:.2f} {'#' * round(20 * dimension)}")

# A plateau is a range of scales over which that dimension hardly changes. The rule takes the
# widest; the others are in its evidence.
bandwidth = select_bandwidth(ring, rule="log_sum")
taken = bandwidth.evidence["plateau"]
for plateau in (taken, *bandwidth.evidence["other_plateaus"]):
    low, high = np.sqrt([plateau["low"], plateau["high"]])
    remark = "taken" if plateau is taken else "narrower"
    print(f"{remark}: dimension {plateau['dimension']:.2f} from length {low:.3f} to {high:.3f}")
