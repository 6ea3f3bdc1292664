"""Data with repeated points or numbers: equal rounding errors of float32 must not add up."""

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from kernelscale.engine import source
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, KernelProduct, NearestOthers, RowSums


def _places(random, n_features, n_places=5, n=1100):
    """Many points at each of a few positions on a line, with equal rounding errors in float32."""
    along = np.array([0.0, 0.97, 1.5065, -0.97, -1.5065, *range(2, n_places)])[:n_places]
    return along[np.arange(n) % n_places, None] * np.ones(n_features)


def _two_crowds(random):
    X = random.normal(size=(1100, 120))
    X[:100], X[100:200] = X[0], X[0] + 0.1
    return X


TIED = {
    "few_places_by_differences": lambda random: _places(random, 3),
    "few_places_by_products": lambda random: _places(random, 333),
    "skew_places": lambda random: random.normal(size=(5, 3))[np.arange(1100) % 5],
    "profiles_of_tenths": lambda random: (
        0.1 * random.integers(0, 11, (6, 200))[np.arange(1100) % 6]
    ),
    "crowds_among_others": _two_crowds,
    "places_nearer_than_float32": lambda random: (
        _places(random, 120) + 1e-9 * random.normal(size=(1100, 120))
    ),
    "tenths_by_differences": lambda random: 0.1 * (random.random((1100, 16)) < 0.3),
    "tenths_by_products": lambda random: 0.1 * (random.random((1100, 700)) < 0.3),
    "whole_numbers": lambda random: random.integers(0, 4, (1100, 5)).astype(float),
    "standardised_codes": lambda random: random.integers(0, 3, (1100, 4)) / random.random(4),
    "categories": lambda random: np.eye(400)[random.integers(0, 400, 1100)],
    "categories_of_thirds": lambda random: np.eye(400)[random.integers(0, 400, 1100)] / 3,
    "grid_of_tenths": lambda random: 0.1 * np.argwhere(np.ones((11, 11, 11))),
    "codes_and_a_number": lambda random: np.c_[
        0.1 * (random.random((1100, 16)) < 0.3), 1e-3 * random.normal(size=1100)
    ],
    "codes_and_an_outlier": lambda random: np.c_[
        0.1 * (random.random((1100, 16)) < 0.3), [1e5, *random.normal(size=1099)]
    ],
}


class Exact(NamedTuple):
    """Points and their statistics, computed naively in float64."""

    X: np.ndarray
    mean: float  # mean squared distance
    scales: np.ndarray
    rows: np.ndarray  # sums of kernel rows, with one column for each scale
    dimension: np.ndarray  # d_eps at each scale
    whole: np.ndarray  # points with whole numbers, so distances are exact and often equal
    nearest: np.ndarray  # indices of the seven nearest rows of each row of `whole`


@cache  # the statistics are the same for all arithmetics
def _exact(name):
    X = TIED[name](np.random.default_rng(20))
    r = cdist(X, X, "sqeuclidean")
    scales = np.median(r[r > 0]) * np.geomspace(1e-2, 1e2, 13)
    rows, weighted = np.empty((len(X), 13)), np.empty(13)
    for k, scale in enumerate(scales):
        K = np.exp(-r / (2 * scale))
        rows[:, k], weighted[k] = K.sum(axis=1), np.vdot(r, K)
    whole = np.round(10 * X)
    between = cdist(whole, whole, "sqeuclidean")
    np.fill_diagonal(between, np.inf)
    nearest = np.argsort(between, axis=1, kind="stable")[:, :7]
    dimension = weighted / rows.sum(axis=0) / scales
    return Exact(X, float(r.mean()), scales, rows, dimension, whole, nearest)


@pytest.fixture(params=TIED)
def tied(request):
    return _exact(request.param)


def test_curve_of_tied_distances(tied):
    S, T = reduce(tied.X, DistanceHistogram(tied.mean)).sums(tied.scales)
    np.testing.assert_allclose(S, tied.rows.sum(axis=0), rtol=1e-7)
    np.testing.assert_allclose(T / S / tied.scales, tied.dimension, rtol=0, atol=1e-6)


def test_single_sums_of_tied_distances(tied):
    scales, ones = tied.scales[::4], np.ones((len(tied.X), 1))
    rows = reduce(tied.X, RowSums(scales, precision="single"))
    for found, expected, scale in zip(rows.T, tied.rows.T[::4], scales, strict=True):
        np.testing.assert_allclose(1 + found, expected, rtol=1e-6)
        product = reduce(tied.X, KernelProduct(scale, ones, "single"))
        np.testing.assert_allclose(product[:, 0], expected, atol=1e-6 * expected.max())


def test_neighbors_of_tied_distances_are_those_of_a_stable_sort(tied):
    for n_threads in (1, 3):
        found = reduce(tied.whole, NearestOthers(7), n_threads=n_threads)
        np.testing.assert_array_equal(found.indices, tied.nearest)


def test_data_with_random_errors_use_float32(random):
    for X in (
        random.normal(size=(1100, 1)),
        random.normal(size=(1100, 50)),
        random.standard_cauchy((1100, 9)),
        random.normal(size=(1100, 9)) * 10.0 ** np.arange(-4, 5),
        random.integers(0, 256, (1100, 784)).astype(float),  # numbers like those of pixels
        random.integers(0, 7, (1100, 240)) / random.random(240),
        np.c_[random.normal(size=(1100, 20)), np.arange(1100) % 2],
        np.r_[random.normal(size=(1100, 20)), np.zeros((9, 20))],
    ):
        assert source.Source.of(X).single


def test_data_that_repeat_do_not_use_float32(random):
    # The two sets that are left out may use float32.
    for name in TIED.keys() - {"standardised_codes", "grid_of_tenths"}:
        assert not source.Source.of(TIED[name](random)).single, name
