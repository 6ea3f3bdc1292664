"""Only a flat tail of principal variances, far below all other variances, counts as noise."""

import numpy as np
import pytest
from tests.intrinsic_dimension.points_of_known_dimension import solid_ball

from kernelscale.datasets import make_noisy_swiss_roll
from kernelscale.intrinsic_dimension.noise_floor import find_noise_floor, without_noise


def embedded(points, n_features, random):
    axes = np.linalg.qr(random.normal(size=(n_features, points.shape[1])))[0]
    return points @ axes.T


def plane(random, n=1000):
    return random.uniform(-1, 1, (n, 2))


@pytest.mark.parametrize("sd", [1e-3, 0.05, 0.2])
@pytest.mark.parametrize("seed", range(5))
def test_noise_of_one_size_in_all_features_is_found(sd, seed):
    random = np.random.default_rng(seed)
    X = embedded(plane(random), 20, random) + sd * random.normal(size=(1000, 20))
    floor = find_noise_floor(X)
    assert (floor.n_kept, floor.n_directions) == (2, 18)
    assert floor.sd == pytest.approx(sd, rel=0.05)
    assert without_noise(X, floor).shape == (1000, 2)


@pytest.mark.parametrize("sd", [1.0, 5.0, 20.0])
@pytest.mark.parametrize("seed", range(5))
def test_noise_features_added_to_the_swiss_roll_are_found(sd, seed):
    roll = make_noisy_swiss_roll(2000, noise_sd=sd, random_state=seed)
    floor = find_noise_floor(roll.data)
    assert (floor.n_kept, floor.n_directions) == (3, 10)
    kept = without_noise(roll.data, floor)
    clean = roll.data[:, :10]
    # Distances nearly equal those of the clean roll; the noise only rotates the axes slightly.
    pairs = np.random.default_rng(0).integers(0, 2000, (200, 2)).T
    here, there = (np.linalg.norm(P[pairs[0]] - P[pairs[1]], axis=1) for P in (kept, clean))
    np.testing.assert_allclose(here, there, atol=0.5 * sd)


CLEAN = {
    "ball": lambda random: solid_ball(1000, 10, random),
    "gaussian": lambda random: random.normal(size=(1000, 20)),
    "cube": lambda random: random.uniform(size=(1000, 5)),
    "sphere": lambda random: (lambda z: z / np.linalg.norm(z, axis=1)[:, None])(
        random.normal(size=(1000, 11))
    ),
    "plane": lambda random: embedded(plane(random), 20, random),
    "roll": lambda random: make_noisy_swiss_roll(1000, n_noise=0, random_state=0).data,
    "falling": lambda random: random.normal(size=(1000, 12)) * 2.0 ** -np.arange(12),
    "two_features": lambda random: random.normal(size=(1000, 2)) * [1, 0.01],
}


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("seed", range(3))
def test_data_without_noise_are_unchanged(name, seed):
    X = CLEAN[name](np.random.default_rng(seed))
    floor = find_noise_floor(X)
    assert floor.n_directions == 0
    assert floor.distance == 0.0
    assert without_noise(X, floor) is X


def test_units_do_not_matter_and_the_distance_measures_the_noise():
    random = np.random.default_rng(0)
    noise = 0.1 * random.normal(size=(1000, 20))
    X = embedded(plane(random), 20, random) + noise
    floor, scaled = find_noise_floor(X), find_noise_floor(1e6 * X)
    assert scaled.sd == pytest.approx(1e6 * floor.sd)
    assert floor.distance == pytest.approx(0.1 * np.sqrt(2 * 18), rel=0.05)


def test_few_points_in_many_features_keep_at_least_one_direction():
    random = np.random.default_rng(0)
    for n in (3, 10, 30):
        floor = find_noise_floor(random.normal(size=(n, 50)))
        assert floor.n_kept >= 1


@pytest.mark.parametrize(("gap", "found"), [(2.0, False), (8.0, True)])
def test_variances_above_the_floor_must_be_clearly_larger(gap, found):
    scales = np.sqrt(np.r_[np.full(3, gap), np.ones(9)])
    X = np.random.default_rng(0).normal(size=(2000, 12)) * scales
    assert (find_noise_floor(X).n_directions == 9) is found


@pytest.mark.parametrize(("fall", "flat"), [(1.02, True), (1.2, False)])
def test_tail_that_falls_is_not_flat(fall, flat):
    scales = np.sqrt(np.r_[1e3, 1e3, fall ** -np.arange(8.0)])
    X = np.random.default_rng(0).normal(size=(2000, 10)) * scales
    assert (find_noise_floor(X).n_directions == 8) is flat


@pytest.mark.parametrize("seed", range(60))
def test_noise_of_few_rows_is_flat(seed):
    # With few rows, the largest variance of noise can exceed the limit that holds for many rows.
    X = np.random.default_rng(seed).normal(size=(100, 10)) * np.r_[20.0, np.ones(9)]
    assert find_noise_floor(X).n_kept == 1
