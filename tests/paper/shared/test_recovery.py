"""Measures of how good an embedding is: properties, and agreement with other implementations."""

import numpy as np
import pytest
from scipy.spatial import procrustes

from kernelscale.paper.shared.recovery import (
    aligned_error,
    disparity,
    neighbor_regression,
    radius_variance,
    winding_number,
)

TURN = np.array([[0.6, -0.8], [0.8, 0.6]])
MIRROR = np.diag([1.0, -1.0])


@pytest.fixture
def clean(random):
    return random.normal(size=(50, 2)) * [3.0, 1.0]


@pytest.fixture
def found(clean, random):
    return clean @ TURN + random.normal(size=clean.shape)


@pytest.mark.parametrize("error", [aligned_error, disparity])
@pytest.mark.parametrize("map_", [TURN, MIRROR, TURN @ MIRROR])
def test_orthogonal_maps_and_translations_do_not_matter(error, map_, found, clean):
    moved = found @ map_ + [7.0, -3.0]
    assert error(moved, clean) == pytest.approx(error(found, clean))
    assert error(clean @ map_ - 5, clean) == pytest.approx(0, abs=1e-12)


def test_size_matters_to_the_papers_error_alone(found, clean):
    assert disparity(4 * found, clean) == pytest.approx(disparity(found, clean))
    assert aligned_error(4 * found, clean) > 2 * aligned_error(found, clean)


def test_disparity_is_that_of_scipy(found, clean):
    assert disparity(found, clean) == pytest.approx(procrustes(clean, found)[2])


def test_the_papers_error_is_the_smallest_over_all_turns(found, clean):
    a, b = found - found.mean(axis=0), clean - clean.mean(axis=0)
    errors = []
    for angle in np.linspace(0, 2 * np.pi, 2001):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        errors += [((a @ turn @ m - b) ** 2).sum() / (b**2).sum() for m in (np.eye(2), MIRROR)]
    assert aligned_error(found, clean) == pytest.approx(min(errors), rel=1e-4)
    assert aligned_error(found, clean) <= min(errors) + 1e-12


def test_an_embedding_of_zeros_has_error_one(clean):
    nothing = np.zeros_like(clean)
    assert aligned_error(nothing, clean) == pytest.approx(1)
    assert disparity(nothing, clean) == 1


def test_regression_excludes_the_row_itself(random):
    # Independent noise predicts nothing. If a row counted as its own neighbour, the prediction
    # would be exact.
    coordinates, targets = random.normal(size=(300, 2)), random.normal(size=(300, 1))
    assert neighbor_regression(coordinates, targets, k=1) == 0
    assert neighbor_regression(coordinates, coordinates, k=5) > 0.9


def test_regression_is_that_of_a_double_loop(random):
    coordinates = random.normal(size=(40, 3))
    targets = coordinates[:, :2] + 0.3 * random.normal(size=(40, 2))
    predicted = []
    for i in range(40):
        others = sorted(
            (j for j in range(40) if j != i),
            key=lambda j: np.linalg.norm(coordinates[i] - coordinates[j]),
        )
        predicted.append(targets[others[:4]].mean(axis=0))
    missed = ((targets - predicted) ** 2).sum(axis=0) / ((targets - targets.mean(0)) ** 2).sum(0)
    expected = np.clip(1 - missed, 0, 1).mean()
    assert neighbor_regression(coordinates, targets, k=4) == pytest.approx(expected)


def test_radius_variance_of_a_filled_disc_is_an_eighth(random):
    angle, radius = random.uniform(0, 2 * np.pi, 200_000), random.uniform(size=200_000) ** 0.5
    disc = radius[:, None] * np.c_[np.cos(angle), np.sin(angle)]
    assert radius_variance(disc) == pytest.approx(1 / 8, rel=0.01)
    assert radius_variance(9 * disc) == pytest.approx(radius_variance(disc))


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_turns_are_counted_either_way_round_in_any_order_and_in_noise(turns, random):
    angle = random.uniform(0, 2 * np.pi, 300)
    circle = np.c_[np.cos(turns * angle + 1), np.sin(turns * angle + 1)]
    noisy = circle + 0.5 * random.normal(size=circle.shape)
    assert winding_number(noisy, angle) == winding_number(noisy * [1, -1], angle) == turns
