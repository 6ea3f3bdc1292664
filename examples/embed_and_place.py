"""Learn a diffusion map of one half of a table, keep it in a file, place the other half in it.

python examples/embed_and_place.py [PICTURE.png]    (the picture needs ".[plot]")
"""

import sys
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
placed = model.transform(digits.data[~learned])

score = KNeighborsClassifier().fit(model.embedding_, y).score(placed, digits.target[~learned])
print(f"{score:.0%} of {len(placed)} new digits lie among their like, in 9 coordinates")

if sys.argv[1:]:
    picture = reports.EmbeddingPicture(model, model.labels_, placed, digits.target[~learned])
    reports.plot(picture, sys.argv[1])
