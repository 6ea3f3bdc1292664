"""Embeddings at several scales; all but one are rotated to fit that at a neighbouring scale."""

import itertools

import numpy as np
import pytest

from kernelscale import DiffusionMap
from kernelscale.diffusion import embeddings_over_scales

SCALES = np.geomspace(0.05, 20, 9)


@pytest.fixture(scope="module")
def points():
    """Three uneven clusters in three features."""
    random = np.random.default_rng(3)
    centres = np.array([[0, 0, 0], [3, 0, 1], [0, 4, 0]])
    return centres[random.integers(3, size=90)] + random.normal(size=(90, 3))


@pytest.fixture(scope="module")
def found(points):
    return embeddings_over_scales(points, SCALES, at=1.0)


@pytest.mark.parametrize("k", [3, 5, 8])
def test_each_picture_is_the_diffusion_map_rotated_and_scaled(k, points, found):
    expected = DiffusionMap(2, bandwidth=float(SCALES[k])).fit(points).embedding_
    seen = found.coordinates[k]
    # a rotation of the coordinates does not change inner products of rows
    gram, known = seen @ seen.T, expected @ expected.T
    np.testing.assert_allclose(gram / np.trace(gram), known / np.trace(known), atol=1e-5)


def test_the_picture_at_the_given_scale_is_not_rotated(points, found):
    k = np.abs(np.log(SCALES)).argmin()
    expected = DiffusionMap(2, bandwidth=float(SCALES[k])).fit(points).embedding_
    ratio = found.coordinates[k] / expected
    np.testing.assert_allclose(ratio, ratio[0, 0], rtol=1e-4)
    assert ratio[0, 0] > 0


def test_no_change_of_sign_brings_points_nearer_to_the_next_picture(found):
    for one, other in itertools.pairwise(found.coordinates[4:]):
        moved = ((one - other) ** 2).sum()
        for signs in itertools.product([1, -1], repeat=2):
            assert moved <= ((one - other * signs) ** 2).sum() + 1e-6


def test_nearly_all_points_lie_in_the_square(found):
    inside = (np.abs(found.coordinates) <= 1 + 1e-9).all(axis=2).mean(axis=1)
    assert (inside >= 0.96).all()


def test_one_outlier_does_not_compress_the_other_points(points):
    with_outlier = np.vstack([points, [300.0, 300.0, 300.0]])
    found = embeddings_over_scales(with_outlier, [1.0, 2.0])
    assert np.abs(found.coordinates[:, -1]).max() > 1
    assert (np.ptp(found.coordinates[:, :-1], axis=1).max(axis=1) > 0.1).all()


def test_scales_are_ascending_and_all_rows_are_embedded(found):
    np.testing.assert_array_equal(found.epsilon, SCALES)
    np.testing.assert_array_equal(found.rows, np.arange(90))


def test_the_subsample_of_many_rows_is_reproducible(points):
    one, two = (
        embeddings_over_scales(points, SCALES[::-1], most_rows=40, n_threads=n) for n in (1, 2)
    )
    assert len(one.rows) == 40
    assert one.n_samples == 90
    np.testing.assert_array_equal(one.rows, two.rows)
    np.testing.assert_array_equal(one.coordinates, two.coordinates)
    alone = embeddings_over_scales(points[one.rows], SCALES)
    np.testing.assert_array_equal(one.coordinates, alone.coordinates)


def test_two_rows_have_one_coordinate_and_a_second_of_zeros():
    found = embeddings_over_scales([[0.0], [1.0]], [1.0])
    assert found.coordinates.shape == (1, 2, 2)
    assert (found.coordinates[..., 1] == 0).all()


def test_progress_counts_scales(points):
    events = []
    embeddings_over_scales(points, SCALES, progress=events.append)
    own = [(event.done, event.total) for event in events if event.stage == "embeddings"]
    assert own == [(k, len(SCALES)) for k in range(len(SCALES) + 1)]


def test_too_few_rows_are_refused(points):
    with pytest.raises(ValueError, match="most_rows must be an integer of at least 2, but 1 was"):
        embeddings_over_scales(points, SCALES, most_rows=1)
    with pytest.raises(ValueError, match="scales must be"):
        embeddings_over_scales(points, [-1.0])


def test_independent_coordinates_of_a_strip_are_along_and_across():
    strip = np.random.default_rng(0).uniform(size=(300, 2)) * [2.5, 1.0]
    scales = [0.02, 0.05]
    found = embeddings_over_scales(strip, scales, independent=True)
    for epsilon, seen in zip(scales, found.coordinates, strict=True):
        fitted = DiffusionMap(10, epsilon).fit(strip)
        chosen = fitted.independent_coordinates_.first(2)
        np.testing.assert_array_equal(chosen, [0, 2])
        gram, known = seen @ seen.T, fitted.embedding_[:, chosen] @ fitted.embedding_[:, chosen].T
        np.testing.assert_allclose(gram / np.trace(gram), known / np.trace(known), atol=1e-5)


def test_with_too_few_eigenvalues_above_rounding_the_first_two_coordinates_are_shown(points):
    both = [embeddings_over_scales(points, [1e4], independent=each) for each in (True, False)]
    np.testing.assert_allclose(both[0].coordinates, both[1].coordinates, atol=1e-8)


def test_four_rows_have_three_coordinates_to_choose_from():
    square = np.array([[0, 0], [0, 1], [1.5, 0], [1.5, 1]])
    found = embeddings_over_scales(square, [1.0], independent=True)
    assert np.abs(found.coordinates).max() == pytest.approx(1)


def test_independent_must_be_a_boolean(points):
    with pytest.raises(ValueError, match="independent must be True or False, but 'yes' was given"):
        embeddings_over_scales(points, [1.0], independent="yes")
