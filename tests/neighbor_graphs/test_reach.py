"""The search for rows whose radius contains a new row, compared with distances of all pairs."""

import tracemalloc

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from kernelscale.engine.resources import Resources
from kernelscale.neighbor_graphs import reach

SETS = {
    "gauss": lambda random: random.normal(size=(700, 5)),
    "far_from_the_origin": lambda random: random.normal(size=(700, 5)) + 1e7,
    "with_an_outlier": lambda random: np.r_[random.normal(size=(699, 5)), [[1e9] * 5]],
    "far_apart": lambda random: (
        random.normal(size=(700, 5)) + 1e6 * random.integers(2, size=(700, 1))
    ),
    "tiny": lambda random: random.normal(size=(700, 5)) * 1e-90,
    "grid": lambda random: random.integers(0, 4, size=(700, 5)) * 1.0,
    "many_features": lambda random: random.normal(size=(700, 300)),
}


@pytest.mark.parametrize("kind", SETS)
def test_pairs_equal_those_of_all_distances(kind, monkeypatch):
    monkeypatch.setattr(reach, "POINTS_AT_ONCE", 150)
    random = np.random.default_rng(0)
    X = SETS[kind](random)
    points, rows = X[:400], X[400:]
    radii = np.sort(cdist(points, points, "sqeuclidean"), axis=1)[:, 9]
    expected = np.nonzero(cdist(rows, points, "sqeuclidean") <= radii)
    assert len(expected[0])
    for n_threads in (1, 2):
        *found, r = reach.Reach(points, radii).pairs(rows, Resources(n_threads=n_threads))
        order = np.lexsort(found[::-1])
        np.testing.assert_array_equal(np.stack(found)[:, order], expected)
        np.testing.assert_allclose(r[order], cdist(rows, points, "sqeuclidean")[expected])


def test_memory_is_limited_to_a_block_if_single_precision_decides_few_pairs(random):
    X = random.normal(size=(2400, 40)) + 1e6 * (np.arange(2400)[:, None] % 2)
    points, rows = X[:2000], X[2000:]
    found = reach.Reach(points, np.full(2000, 30.0))
    tracemalloc.start()
    found.pairs(rows, Resources(n_threads=1))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # number of pairs in a block that single precision does not decide
    n_open = reach.ROWS_AT_ONCE * 2000 // 2
    assert peak < 8 * 40 * n_open / 2


def test_rows_outside_all_radii_have_no_pairs():
    points = np.random.default_rng(0).normal(size=(50, 3))
    rows = np.array([[1e100, 0.0, 0.0], [50.0, 0.0, 0.0]])
    assert not reach.Reach(points, np.ones(50)).pairs(rows, Resources())[0].size
