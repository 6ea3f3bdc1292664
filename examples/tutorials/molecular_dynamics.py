"""
Molecular dynamics
==================

Which coordinate of a trajectory is slow? A particle moves in a double well, and only the distances
between the atoms of a small "molecule" are known. A diffusion map finds the slow coordinate, the
position between the wells.
"""

# %%
# A trajectory
# ------------
#
# The particle follows overdamped Langevin dynamics in the potential
# :math:`V(x, y) = (x^2 - 1)^2 + 2 y^2` at :math:`kT = 0.4`. Motion in y is fast, and jumps between
# the wells at x = -1 and x = 1 are rare.

import warnings

import matplotlib.pyplot as plt
import numpy as np

from kernelscale import DiffusionMap, generator_eigenvalues, select_bandwidth

random = np.random.default_rng(0)
n_steps, dt, temperature = 60_000, 0.01, 0.4
place = np.empty((n_steps, 2))
place[0] = -1, 0
kicks = np.sqrt(2 * temperature * dt) * random.normal(size=(n_steps, 2))
for step in range(1, n_steps):
    x, y = place[step - 1]
    force = np.array([-4 * x * (x**2 - 1), -4 * y])
    place[step] = place[step - 1] + force * dt + kicks[step]
frames = place[::60]  # 1000 frames
slow = frames[:, 0]

# %%
# The map does not use x and y. Seven atoms move with the particle, and the features of a frame are
# the 21 distances between them, which do not change if the molecule rotates.

directions = random.normal(size=(7, 2, 3))
rest = 4 * random.normal(size=(7, 3))
atoms = rest + np.einsum("ik,akd->iad", frames, directions)
first, second = np.triu_indices(7, 1)
distances = np.linalg.norm(atoms[:, first] - atoms[:, second], axis=-1)
print(f"{distances.shape[0]} frames, {distances.shape[1]} distances")

# %%
# The map
# -------
#
# Frames are dense in the wells and sparse between them. ``variable_bandwidth`` adapts the scale to
# the density, and ``alpha=1/2`` gives the map of the dynamics, whose stationary density is the
# density of the frames.

fitted = DiffusionMap(3, bandwidth="variable_bandwidth", alpha=0.5).fit(distances)
found = fitted.embedding_[:, 0]
print(f"correlation with x: {abs(np.corrcoef(found, slow)[0, 1]):.3f}")

# %%

_, panels = plt.subplots(1, 3, figsize=(11, 3.2), layout="constrained")
panels[0].plot(slow, lw=0.7, color="#0072B2")
panels[0].set(xlabel="frame", ylabel="x", title="the trajectory")
panels[1].scatter(*frames.T, c=found, s=6)
panels[1].set(xlabel="x", ylabel="y", title="coloured by coordinate 1")
panels[2].scatter(slow, found, s=6, color="#0072B2")
panels[2].set(xlabel="x", ylabel="coordinate 1", title="coordinate 1 follows x")

# %%
# Time scales
# -----------
#
# The eigenvalues of the generator are the relaxation rates of the coordinates, up to a factor that
# depends on the unit of the distances. A large gap after the first eigenvalue means one slow
# process: jumps between two wells.

rates = generator_eigenvalues(fitted)
print("rates relative to the first:", (rates / rates[0]).round(1))

# %%
# What if the scale is wrong?
# ---------------------------
#
# The maps below use one scale for all frames. At a scale that is far too small the graph falls into
# components, and the coordinate has two values. At the scale of ``max_min`` the coordinate agrees
# with the one above. At the median the kernel reaches both wells, and the coordinate is nearly
# linear in x.

_, panels = plt.subplots(1, 3, figsize=(11, 3.2), layout="constrained", sharex=True)
small = 0.02 * select_bandwidth(distances, rule="nearest_neighbors").epsilon
for axes, bandwidth, name in zip(
    panels, (small, "max_min", "median"), ("far too small", "max_min", "median"), strict=True
):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the first coordinate at the small scale is localized
        coordinate = DiffusionMap(1, bandwidth, alpha=0.5).fit_transform(distances)[:, 0]
    axes.scatter(slow, coordinate, s=6, color="#D55E00")
    axes.set(xlabel="x", title=name)
panels[0].set_ylabel("coordinate 1")

# %%
# For real trajectories use ``metric=Periodic(360)`` for dihedral angles
# (:class:`kernelscale.metrics.Periodic`), ``metric="precomputed"`` for the RMSD after
# superposition, and ``landmarks=5000`` for long trajectories.
