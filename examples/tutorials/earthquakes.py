"""
Earthquakes and blasts
======================

Can the recordings of a single station show where events come from? The recordings of 160 blasts in
four quarries are turned into sonograms, and a diffusion map of the sonograms separates the
quarries.
"""

# %%
# The recordings
# --------------
#
# ``make_quarry_blasts`` simulates P and S waves, attenuation along the path, and noise at the
# station. For real recordings (miniSEED, SAC, ...) use ``read_recordings``.

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
print(f"events, components, samples: {blasts.waveforms.shape}; {blasts.sampling_rate:g} a second")

# %%
# The features are sonograms: power as a function of time and frequency, with frequencies evenly
# spaced on a logarithmic scale. The picture shows the three components of one recording.

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
# All features are logarithms of power in the same unit, so they are not standardised.

fitted = DiffusionMap(4).fit(X)
print(fitted.bandwidth_.reason)
quarries = np.asarray(blasts.events["category"])
reports.plot(reports.EmbeddingPicture(fitted, quarries, label_name="quarry"))

# %%
# Does the map separate the quarries?
# -----------------------------------
#
# The first number is the share of blasts whose quarry is predicted correctly by the five nearest
# blasts in the map. The second is the largest canonical correlation of the coordinates with
# latitude and longitude.

places = np.c_[blasts.events["lat"], blasts.events["lon"]]
print(f"accuracy of the quarry: {leave_one_out_accuracy(fitted.embedding_, quarries):.2f}")
found = canonical_correlations(fitted.embedding_, places)
print(f"canonical correlation with the position: {found.coefficients[0]:.2f}")

# %%

names = np.unique(quarries)
_, panels = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
for name in names:
    chosen = quarries == name
    panels[0].scatter(places[chosen, 1], places[chosen, 0], s=14, label=str(name))
    panels[1].scatter(*fitted.embedding_[chosen, :2].T, s=14)
panels[0].set(xlabel="longitude", ylabel="latitude", title="true positions")
panels[1].set(xlabel="coordinate 1", ylabel="coordinate 2", title="diffusion map of one station")
panels[0].legend(frameon=False)

# %%
# The commands for files are ``kernelscale sonogram recordings --catalog events.csv --label type
# --log --normalize -o features.npz`` and then ``kernelscale compare features.npz``. Formats and
# faults of recordings are described in :doc:`/seismic`.
