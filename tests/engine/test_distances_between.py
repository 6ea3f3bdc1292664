"""Distances between two sets of rows, and the distances of all pairs, use `n_threads` threads."""

import threading

import numpy as np
import pytest
from tests.engine.every_statistic import points_and_codes

from kernelscale import engine
from kernelscale.data import PointCloud
from kernelscale.engine.arithmetic.registry import arithmetic_named


@pytest.mark.parametrize("n_rows", [1, 511, 513, 1100])
def test_distances_between_have_the_same_bits_for_any_number_of_threads(n_rows):
    X, Y = points_and_codes(1100)[0], points_and_codes(n_rows)[0]
    expected = engine.passes.distances_between(X, Y, executor="serial")
    assert expected.shape == (1100, n_rows)
    for n_threads in (None, 1, 2, 7):
        found = engine.passes.distances_between(X, Y, n_threads=n_threads)
        np.testing.assert_array_equal(found, expected)
    for i in (0, 512, 1099):
        np.testing.assert_allclose(expected[i], ((X[i] - Y) ** 2).sum(axis=1), rtol=1e-13)
    assert engine.passes.distances_between(X, Y[:0]).shape == (1100, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"n_threads": 0},
        {"n_threads": -1},
        {"n_threads": 1.5},
        {"n_threads": "2"},
        {"executor": "processes"},
        {"arithmetic": "exact"},
    ],
    ids=str,
)
def test_distances_between_refuse_wrong_options(wrong):
    X = points_and_codes(3)[0]
    with pytest.raises((ValueError, TypeError), match=f"^{next(iter(wrong))} must be"):
        engine.passes.distances_between(X, X, **wrong)


@pytest.mark.parametrize("between", [False, True])
def test_dense_distances_use_n_threads(between, monkeypatch):
    arithmetic = arithmetic_named("auto")
    together, compute = threading.Barrier(2, timeout=20), arithmetic.distances

    def both_at_once(x, y):
        together.wait()
        return compute(x, y)

    monkeypatch.setattr(arithmetic, "distances", both_at_once)
    # The tiles are computed two at a time, so their number must be even. With 2000 rows it is even
    # both among all pairs and above the diagonal.
    n = 2000
    cloud = PointCloud(points_and_codes(n)[0], n_threads=2)
    rows = np.arange(n)
    r = cloud.squared_distances_between(rows, rows) if between else cloud.squared_distances
    assert r.shape == (n, n)
