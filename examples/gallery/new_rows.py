"""
Embed new rows
==============

How do new rows get coordinates in a fitted map? A map is fitted to one half of the digits and saved
in a file; then it embeds the other half.
"""

import tempfile
from pathlib import Path

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

from kernelscale import DiffusionMap, datasets, load_model, reports, save_model

digits = datasets.load_mfeat()
learned = np.arange(2000) % 2 == 0
X, y = digits.data[learned], digits.target[learned]

# `scale` divides each feature by its standard deviation, because the units differ.
diffusion_map = DiffusionMap(n_components=9, bandwidth="nearest_neighbors", scale=1 / X.std(axis=0))
diffusion_map.fit(X)
print(f"{diffusion_map.bandwidth_.reason} epsilon = {diffusion_map.bandwidth_.epsilon:.4g}")

# The file is a plain NPZ, which another program can load.
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "digits.npz")
    save_model(diffusion_map, path, labels=y)
    model = load_model(path)
embedded = model.transform(digits.data[~learned])

accuracy = KNeighborsClassifier().fit(model.embedding_, y).score(embedded, digits.target[~learned])
print(f"accuracy of nearest neighbours for {len(embedded)} new digits: {accuracy:.0%}")

# %%
# The new rows are drawn in strong colours, the fitted rows in pale colours.

reports.plot(reports.EmbeddingPicture(model, model.labels_, embedded, digits.target[~learned]))
