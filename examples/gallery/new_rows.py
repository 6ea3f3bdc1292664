"""
Embed new rows
==============

Learn a diffusion map of one half of the digits, keep it in a file, embed the other half in it.
"""

import tempfile
from pathlib import Path

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

from kernelscale import DiffusionMap, datasets, load_model, reports, save_model

digits = datasets.load_mfeat()
learned = np.arange(2000) % 2 == 0
X, y = digits.data[learned], digits.target[learned]

# Features in different units count alike once they are divided by their standard deviations.
diffusion_map = DiffusionMap(n_components=9, bandwidth="nearest_neighbors", scale=1 / X.std(axis=0))
diffusion_map.fit(X)
print(f"{diffusion_map.bandwidth_.reason} epsilon = {diffusion_map.bandwidth_.epsilon:.4g}")

# The file is a plain NPZ. The next day, in another program:
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "digits.npz")
    save_model(diffusion_map, path, labels=y)
    model = load_model(path)
embedded = model.transform(digits.data[~learned])

score = KNeighborsClassifier().fit(model.embedding_, y).score(embedded, digits.target[~learned])
print(f"{score:.0%} of {len(embedded)} new digits lie among their like, in 9 coordinates")

# %%
# New rows are drawn strong, those the map was fitted to faint.

reports.plot(reports.EmbeddingPicture(model, model.labels_, embedded, digits.target[~learned]))
