"""Libraries that search for nearest neighbours, with settings that give about the same recall."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelscale.engine.resources import Resources
from kernelscale.neighbor_graphs import nearest_neighbors

__all__ = ["LIBRARIES", "OURS"]

OURS = "kernelscale"


def _kernelscale(X: np.ndarray, k: int, n_threads: int) -> np.ndarray:
    resources = Resources(n_threads=n_threads, memory_limit="8 GiB")
    return nearest_neighbors(X, k, approximate=True, resources=resources).neighbors.indices


def _exact(X: np.ndarray, k: int, n_threads: int) -> np.ndarray:
    resources = Resources(n_threads=n_threads, memory_limit="8 GiB")
    return nearest_neighbors(X, k, approximate=False, resources=resources).neighbors.indices


def _pynndescent(X: np.ndarray, k: int, n_threads: int) -> np.ndarray:
    import pynndescent

    index = pynndescent.NNDescent(
        X.astype(np.float32), n_neighbors=k + 1, random_state=0, n_jobs=n_threads
    )
    return index.neighbor_graph[0]


def _hnswlib(X: np.ndarray, k: int, n_threads: int) -> np.ndarray:
    import hnswlib

    index = hnswlib.Index("l2", X.shape[1])
    index.init_index(len(X), M=16, ef_construction=100, random_seed=0)
    index.add_items(X, num_threads=n_threads)
    index.set_ef(80)
    return index.knn_query(X, k + 1, num_threads=n_threads)[0]


def _usearch(X: np.ndarray, k: int, n_threads: int) -> np.ndarray:
    from usearch.index import Index

    index = Index(
        ndim=X.shape[1],
        metric="l2sq",
        dtype="f32",
        connectivity=16,
        expansion_add=100,
        expansion_search=80,
    )
    points = X.astype(np.float32)
    index.add(np.arange(len(X)), points, threads=n_threads)
    return index.search(points, k + 1, threads=n_threads).keys


def _faiss_hnsw(X: np.ndarray, k: int, n_threads: int) -> np.ndarray:
    import faiss

    index = faiss.IndexHNSWFlat(X.shape[1], 16)
    index.hnsw.efConstruction, index.hnsw.efSearch = 100, 80
    return _filled(index, X, k, n_threads)


def _faiss_cells(X: np.ndarray, k: int, n_threads: int) -> np.ndarray:
    import faiss

    n_cells = round(len(X) ** 0.5)
    index = faiss.IndexIVFFlat(faiss.IndexFlatL2(X.shape[1]), X.shape[1], n_cells)
    index.cp.min_points_per_centroid, index.cp.max_points_per_centroid = 1, 64
    index.nprobe = 13  # with 13 searched cells, the recall on the mixture equals kernelscale's
    return _filled(index, X, k, n_threads)


def _filled(index: object, X: np.ndarray, k: int, n_threads: int) -> np.ndarray:
    import faiss

    faiss.omp_set_num_threads(n_threads)
    points = X.astype(np.float32)
    index.train(points)
    index.add(points)
    return index.search(points, k + 1)[1]


LIBRARIES: dict[str, Callable[[np.ndarray, int, int], np.ndarray]] = {
    OURS: _kernelscale,
    f"{OURS}, exact": _exact,
    "pynndescent": _pynndescent,
    "hnswlib": _hnswlib,
    "usearch": _usearch,
    "faiss, HNSW": _faiss_hnsw,
    "faiss, cells": _faiss_cells,
}
"""Functions of points, number of neighbours and number of threads that return indices.

Some libraries also return each row as a neighbour of itself.
"""
