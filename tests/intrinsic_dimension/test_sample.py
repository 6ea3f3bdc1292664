"""The sample of rows that all estimators share."""

import numpy as np
import pytest

from kernelscale.intrinsic_dimension.sample import Sample


def points(n=60, d=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def test_duplicates_are_dropped_and_counted():
    X = points()
    sample = Sample(X[np.r_[0:60, 3, 3, 7]])
    assert (sample.n_rows, sample.n_samples, sample.n_dropped) == (63, 60, 3)
    values = sample.in_rows(np.arange(60.0))
    np.testing.assert_array_equal(values[:60], np.arange(60))
    assert np.isnan(values[60:]).all()


@pytest.mark.parametrize("n_features", [3, 5, 200])
def test_points_are_rotated_into_the_space_they_span(n_features):
    X = points() @ np.random.default_rng(1).normal(size=(3, n_features))
    X = np.c_[X, np.full(60, 7.0), 1e6 + X[:, 0]]
    sample = Sample(X)
    assert sample.rank == 3
    r = ((X[:, None] - X) ** 2).sum(axis=2)
    kept = ((sample.points[:, None] - sample.points) ** 2).sum(axis=2)
    np.testing.assert_allclose(kept, r, rtol=1e-6, atol=1e-6)


def test_points_of_full_rank_are_only_centred():
    X = points()
    np.testing.assert_allclose(Sample(X).points, X - X.mean(axis=0), atol=1e-12)


@pytest.mark.parametrize(
    ("X", "rank"),
    [(np.ones((5, 2)), 0), (np.outer(np.arange(9.0), [1, 2, 3]), 1), (points(4, 9), 3)],
    ids=["one_point", "line", "few_rows"],
)
def test_degenerate_points_have_a_low_rank(X, rank):
    assert Sample(X).rank == rank


def test_neighbours_are_searched_once(monkeypatch):
    sample = Sample(points())
    first = sample.nearest(10)
    monkeypatch.setattr("kernelscale.data.pair_distances.run_pass", None)
    second = sample.nearest(4)
    np.testing.assert_array_equal(second.indices, first.indices[:, :4])
    with pytest.raises(TypeError):
        sample.nearest(11)  # 11 neighbours need another search, which is disabled here


def test_more_neighbours_than_other_rows_are_refused():
    with pytest.raises(ValueError, match="60 neighbours of each point are needed, but there are"):
        Sample(points()).nearest(60)


def test_subset_is_a_sample():
    X = points()
    part = Sample(X).of_rows(np.arange(10))
    assert part.n_samples == 10
    assert part.rank == 3


@pytest.mark.parametrize("size", [1e3, 1e6, 1e9, 1e12])
def test_one_outlier_does_not_lower_the_rank(size):
    X = np.random.default_rng(0).normal(size=(300, 5))
    assert Sample(np.r_[X, [[size, 0, 0, 0, 0]]]).rank == 5


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e8])
def test_rounding_far_from_the_origin_does_not_raise_the_rank(offset):
    plane = np.random.default_rng(0).normal(size=(200, 2)) @ [[1.0, 2.0, 0.5], [0.0, 1.0, 3.0]]
    assert Sample(plane + offset).rank == 2
