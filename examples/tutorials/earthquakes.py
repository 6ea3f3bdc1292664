"""
Earthquakes and blasts
======================

Recordings of 160 blasts in four quarries, at one station. Sonograms make features of them, and a
diffusion map shows where they come from.
"""

# %%
# The recordings
# --------------
#
# ``make_quarry_blasts`` computes them: P and S waves, attenuation along the path, noise at the
# station. Real recordings (miniSEED, SAC, ...) are read by ``read_recordings``.

import matplotlib.pyplot as plt
import numpy as np

from kernelscale import DiffusionMap, reports
from kernelscale.seismic import (
    SonogramFeatures,
    canonical_correlations,
    leave_one_out_accuracy,
    make_quarry_blasts,
)

blasts = make_quarry_blasts(160, random_state=0)
print(f"{blasts.waveforms.shape} events, components, samples; {blasts.sampling_rate:g} a second")

# %%
# One of them, and its sonogram: power over time and frequency, with frequencies evenly spaced in
# the logarithm.

options = {"overlap": 0.5, "n_frequencies": 16, "fmin": 0.5, "log": True, "normalize": "event"}
features = SonogramFeatures(blasts.sampling_rate, **options)
X = features.fit_transform(blasts.waveforms)

time = np.arange(blasts.waveforms.shape[2]) / blasts.sampling_rate
_, axes = plt.subplots(3, 1, figsize=(9, 4), layout="constrained", sharex=True)
for axis, wave, name in zip(axes, blasts.waveforms[0], "ZNE", strict=True):
    axis.plot(time, wave, lw=0.4, color="black")
    axis.set_ylabel(name)
axes[-1].set_xlabel("seconds")

# %%
# The map
# -------
#
# Features are log powers, of one unit, so they are not standardised.

fitted = DiffusionMap(4).fit(X)
print(fitted.bandwidth_.reason)
quarries = np.asarray(blasts.events["category"])
reports.plot(reports.EmbeddingPicture(fitted, quarries, label_name="quarry"))

# %%
# Does it show the quarries?
# --------------------------
#
# The share of blasts whose five nearest others in the map are of the same quarry, and the largest
# correlation of a combination of coordinates with one of latitude and longitude.

places = np.c_[blasts.events["lat"], blasts.events["lon"]]
print(f"of the same quarry: {leave_one_out_accuracy(fitted.embedding_, quarries):.2f}")
found = canonical_correlations(fitted.embedding_, places)
print(f"correlation with the place: {found.coefficients[0]:.2f}")

# %%

names = np.unique(quarries)
_, panels = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
for name in names:
    chosen = quarries == name
    panels[0].scatter(places[chosen, 1], places[chosen, 0], s=14, label=str(name))
    panels[1].scatter(*fitted.embedding_[chosen, :2].T, s=14)
panels[0].set(xlabel="longitude", ylabel="latitude", title="where the blasts were")
panels[1].set(xlabel="coordinate 1", ylabel="coordinate 2", title="the map of one station")
panels[0].legend(frameon=False)

# %%
# On the command line, with files: ``kernelscale sonogram recordings --catalog events.csv --label
# type --log --normalize -o features.npz`` and then ``kernelscale compare features.npz``. What is
# read, and what is refused: :doc:`/seismic`.
