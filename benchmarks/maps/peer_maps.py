"""Maps of other packages, computed in an interpreter in which they are installed.

`python peer_maps.py rows.npz maps.npz` reads two arrays for each draw, where NUMBER is the number
of the draw:

- "NUMBER X": the points;
- "NUMBER n": the numbers of coordinates for which maps are computed.

It writes one array for each draw, key PEER of `PEERS` and number of coordinates, "NUMBER PEER n". A
package that is not installed and a map that fails are skipped. `--cells FILE maps.npz` reads
an AnnData file and writes X and y.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

MOST = 10  # all maps are computed with this number of coordinates, except with UMAP


def raw(X: np.ndarray, n: int) -> np.ndarray:
    return X


def principal_components(X: np.ndarray, n: int) -> np.ndarray:
    from sklearn.decomposition import PCA

    return PCA(min(MOST, *X.shape), random_state=0).fit_transform(X)[:, :n]


def spectral_embedding(X: np.ndarray, n: int) -> np.ndarray:
    from sklearn.manifold import SpectralEmbedding

    return SpectralEmbedding(MOST, random_state=0).fit_transform(X)[:, :n]


def isomap(X: np.ndarray, n: int) -> np.ndarray:
    from sklearn.manifold import Isomap

    return Isomap(n_components=MOST).fit_transform(X)[:, :n]


def umap(X: np.ndarray, n: int) -> np.ndarray:
    from umap import UMAP

    return UMAP(n_components=n, random_state=0).fit_transform(X)


def scanpy(X: np.ndarray, n: int, **options: int) -> np.ndarray:
    import anndata
    import scanpy

    data = anndata.AnnData(X.astype(np.float32))
    scanpy.pp.neighbors(data, **options)
    scanpy.tl.diffmap(data, n_comps=MOST + 1)
    return data.obsm["X_diffmap"][:, 1 : n + 1]


def scanpy_of_ten(X: np.ndarray, n: int) -> np.ndarray:
    return scanpy(X, n, n_neighbors=10)


def pydiffmap(X: np.ndarray, n: int) -> np.ndarray:
    from pydiffmap.diffusion_map import DiffusionMap

    return DiffusionMap.from_sklearn(n_evecs=MOST, epsilon="bgh").fit_transform(X)[:, :n]


PEERS: dict[str, tuple[str, Callable[[np.ndarray, int], np.ndarray]]] = {
    "raw features": ("numpy", raw),
    "PCA": ("sklearn", principal_components),
    "SpectralEmbedding": ("sklearn", spectral_embedding),
    "Isomap": ("sklearn", isomap),
    "UMAP": ("umap", umap),
    "scanpy": ("scanpy", scanpy),
    "scanpy, 10 neighbors": ("scanpy", scanpy_of_ten),
    "pyDiffMap": ("pydiffmap", pydiffmap),
}
"""For each peer the required package, and a function that computes a map of n coordinates."""


def maps_of(rows: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Maps of each set of points by every installed peer."""
    made = {}
    there = {peer: make for peer, (needs, make) in PEERS.items() if find_spec(needs)}
    for number in range(len(rows) // 2):
        X = rows[f"{number} X"]
        for peer, make in there.items():
            for n in rows[f"{number} n"].tolist():
                if (found := _tried(peer, make, X, n)) is not None:
                    made[f"{number} {peer} {n}"] = found
        print(f"peer maps: {number + 1} of {len(rows) // 2}", file=sys.stderr, flush=True)
    return made


def _tried(
    peer: str, make: Callable[[np.ndarray, int], np.ndarray], X: np.ndarray, n: int
) -> np.ndarray | None:
    try:
        found = np.asarray(make(X, n), dtype=float)
    except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
        print(f"{peer}, {X.shape}: {error!r}", file=sys.stderr, flush=True)
        return None
    return found if np.isfinite(found).all() else None


def cells_of(path: str) -> dict[str, np.ndarray]:
    """Principal components of the cells as points, and their cell types as classes."""
    import anndata

    data = anndata.read_h5ad(path)
    codes = data.obs["bulk_labels"].cat.codes.to_numpy()
    return {"X": data.obsm["X_pca"].astype(float), "y": codes.astype(int)}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if sys.argv[1] == "--cells":
        np.savez(sys.argv[3], **cells_of(sys.argv[2]))
    else:
        with np.load(sys.argv[1]) as arrays:
            given = dict(arrays)
        np.savez(sys.argv[2], **maps_of(given))
