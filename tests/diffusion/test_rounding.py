"""Warnings about coordinates that contain only rounding errors."""

import warnings

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from kernelscale import DiffusionMap
from kernelscale.diffusion import MapWarning, embeddings_over_scales

X = np.random.default_rng(0).normal(size=(60, 2))
WAYS = {
    "dense": lambda n, **options: DiffusionMap(n, eigen_solver="dense", **options).fit(X),
    "krylov": lambda n, **options: DiffusionMap(n, eigen_solver="krylov", **options).fit(
        np.tile(X, (4, 1)) + 1e-3 * np.random.default_rng(1).normal(size=(240, 2))
    ),
    "streamed": lambda n, **options: DiffusionMap(n, memory_limit=3_000_000, **options).fit(
        np.random.default_rng(1).normal(size=(500, 2))
    ),
    "precomputed": lambda n, **options: DiffusionMap(n, metric="precomputed", **options).fit(
        pdist(X)
    ),
    "scaled": lambda n, **options: DiffusionMap(n, scale=[1.0, 2.0], **options).fit(X),
    "alpha": lambda n, **options: DiffusionMap(n, alpha=1.0, **options).fit(X),
    "again": lambda n, bandwidth: (
        DiffusionMap(n, 1.0, keep_distances=True).fit(X).with_bandwidth(bandwidth)
    ),
}
every_way = pytest.mark.parametrize("way", WAYS)


@every_way
def test_a_very_large_scale_gives_a_rounding_warning(way):
    message = r"coordinate.*are rounding noise.*error of float64 with \d+ rows; take a smaller"
    with pytest.warns(MapWarning, match=message):
        fitted = WAYS[way](4, bandwidth=1e15)
    assert np.abs(fitted.eigenvalues_).min() < 1e-13


@every_way
def test_fits_at_moderate_scales_give_no_rounding_warning(way):
    for bandwidth in (1.0, 10.0):
        assert WAYS[way](4, bandwidth=bandwidth).eigenvalues_.min() > 1e-9


def test_duplicates_with_self_tuning_give_a_rounding_warning():
    places = np.repeat(X[:9], 3, axis=0)
    with pytest.warns(MapWarning, match=r"6 of 14 coordinate\(s\) \(8, 9, 10, 11, 12, ..., c"):
        DiffusionMap(14, "self_tuning").fit(places)


@pytest.mark.filterwarnings("ignore:.*rounding noise:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize("epsilon", [1e3, 1e4, 1e6, 1e8])
def test_coordinates_above_rounding_do_not_depend_on_the_order_of_rows(epsilon):
    order = np.random.default_rng(2).permutation(60)
    one = DiffusionMap(20, epsilon).fit(X)
    other = DiffusionMap(20, epsilon).fit(X[order])
    held = one.eigenvalues_ > 60 * np.finfo(float).eps
    assert 2 <= held.sum() < 20
    overlap = np.einsum(
        "i,ik,ik->k", one.stationary_[order], one.eigenvectors_[order], other.eigenvectors_
    )
    assert (np.abs(overlap[held]) > 1 - 1e-3).all()
    assert np.abs(overlap[held.sum() + 1 :]).min() < 0.9


def test_scales_with_rounding_noise_are_named():
    line = np.random.default_rng(0).uniform(size=(50, 1))
    with pytest.warns(MapWarning, match="At 2 of 4 scale.*, of which the smallest is 1e[+]07, a"):
        embeddings_over_scales(line, [0.1, 1e3, 1e7, 1e9])


def test_embeddings_at_large_scales_have_double_precision():
    line = np.random.default_rng(0).uniform(size=(50, 1))
    found = embeddings_over_scales(line, [3e4])
    mapped = DiffusionMap(2, 3e4).fit(line).embedding_
    mapped /= np.quantile(np.abs(mapped), 0.98, axis=0).max()
    np.testing.assert_allclose(found.coordinates[0], mapped, atol=1e-6)


def test_several_components_give_no_rounding_warning():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The graph has", MapWarning)
        DiffusionMap(5, 1e-3).fit(X)  # any other MapWarning would be an error


@pytest.mark.parametrize("at", [-1, 0, np.nan, np.inf, "here"])
def test_the_scale_of_the_unrotated_picture_is_checked(at):
    with pytest.raises((ValueError, TypeError), match="at must be .*was given"):
        embeddings_over_scales(X, [1.0, 2.0], at=at)
