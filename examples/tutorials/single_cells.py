"""
Single cells
============

Which kinds of cells does a diffusion map separate? The data are the 700 blood cells that scanpy
includes, or synthetic cells if scanpy is not installed.
"""

# %%
# The data
# --------
#
# The data are an AnnData object with principal components in ``obsm["X_pca"]``.

import anndata
import matplotlib.pyplot as plt
import numpy as np
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier

import kernelscale as ks

try:
    import scanpy

    cells = scanpy.datasets.pbmc68k_reduced()
    kind = "bulk_labels"
except ImportError:
    random = np.random.default_rng(0)
    time = random.uniform(size=700)
    branch = np.where(time < 0.4, 0, random.integers(1, 3, size=700))
    path = np.c_[time, (branch == 1) * (time - 0.4), (branch == 2) * (time - 0.4)]
    genes = path @ random.normal(size=(3, 30)) + 0.05 * random.normal(size=(700, 30))
    cells = anndata.AnnData(genes, obs={"branch": branch.astype(str)})
    cells.obsm["X_pca"] = genes[:, :15]
    kind = "branch"
cells

# %%
# The map
# -------
#
# ``diffmap`` writes into the object, as scanpy's functions do. It joins each cell to its nearest
# neighbours, so no scale has to be chosen.

ks.anndata.diffmap(cells, use_rep="X_pca", n_comps=10, key_added="ks")
print(cells.uns["ks_diffmap"]["bandwidth"]["reason"])
coordinates = cells.obsm["X_ks_diffmap"]

# %%
# A cell carries a coordinate if the coordinate is far from 0 there. Use the coordinates that many
# cells carry. A coordinate that only a few cells carry merely separates these cells from the rest.

print("cells that carry each coordinate:", np.round(cells.uns["ks_diffmap"]["participation"]))

# %%

names = sorted(set(cells.obs[kind]))
colors = plt.get_cmap("tab10")
_, panels = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
for axes, (first, second) in zip(panels, ((0, 1), (1, 2)), strict=True):
    for number, name in enumerate(names):
        chosen = np.asarray(cells.obs[kind] == name)
        axes.scatter(
            coordinates[chosen, first],
            coordinates[chosen, second],
            s=10,
            color=colors(number),
            label=name,
        )
    axes.set(xlabel=f"coordinate {first + 1}", ylabel=f"coordinate {second + 1}")
panels[1].legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False, fontsize="small")

# %%
# Do the coordinates separate the kinds?
# --------------------------------------
#
# How often is the kind of a cell predicted correctly from its ten nearest cells in the first 2, 4
# and 10 coordinates?

for n in (2, 4, 10):
    right = cross_val_score(KNeighborsClassifier(10), coordinates[:, :n], cells.obs[kind], cv=5)
    print(f"{n:2} coordinates: {right.mean():.2f}")

# %%
# A scale for a kernel machine
# ----------------------------
#
# A classifier of kinds needs a different scale from a map. ``select_bandwidth`` takes the name of
# the column with the labels.

ks.anndata.select_bandwidth(cells, kind)

# %%
# To continue in scanpy, call ``scanpy.pp.neighbors(cells, use_rep="X_ks_diffmap")``. The command
# for files is ``kernelscale embed cells.h5ad --use-rep X_pca -o cells_ks.h5ad``.
