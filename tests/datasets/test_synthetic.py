import numpy as np
import pytest

from kernelscale.datasets import make_gaussian_mixture, make_noisy_swiss_roll, make_spiral_classes

GENERATORS = [make_noisy_swiss_roll, make_gaussian_mixture, make_spiral_classes]


@pytest.mark.parametrize("make", GENERATORS)
def test_a_seed_fixes_every_array(make):
    first, again, other = make(random_state=3), make(random_state=3), make(random_state=4)
    for name in first:
        np.testing.assert_array_equal(first[name], again[name])
    assert not np.array_equal(first.data, other.data)


@pytest.mark.parametrize("make", GENERATORS)
def test_a_random_state_is_drawn_from(make):
    random = np.random.RandomState(3)
    first, second = make(random_state=random), make(random_state=random)
    np.testing.assert_array_equal(first.data, make(random_state=3).data)
    assert not np.array_equal(first.data, second.data)


@pytest.mark.parametrize("make", GENERATORS)
def test_the_global_random_state_is_unchanged(make):
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    make(random_state=0)
    np.testing.assert_array_equal(np.random.get_state()[1], before)  # noqa: NPY002


def test_swiss_roll_follows_its_equations():
    roll = make_noisy_swiss_roll(n_samples=300, n_informative=7, n_noise=4, random_state=0)
    theta, h = roll.parameters.T
    assert roll.data.shape == (300, 11)
    assert theta.min() >= 1.5 * np.pi
    assert theta.max() <= 4.5 * np.pi
    assert h.min() >= 0
    assert h.max() <= 100
    expected = np.stack([6 * theta * np.cos(theta), h, 6 * theta * np.sin(theta)], axis=1)
    np.testing.assert_allclose(roll.clean, expected)
    for sample, point in zip(roll.data, roll.clean, strict=True):
        np.testing.assert_allclose(sample[:7], roll.projection @ point)


def test_swiss_roll_has_the_requested_spreads():
    roll = make_noisy_swiss_roll(
        5000, n_informative=2000, n_noise=5, projection_sd=0.5, noise_sd=20.0, random_state=0
    )
    assert roll.projection.std() == pytest.approx(0.5, rel=0.03)
    assert roll.data[:, 2000:].std() == pytest.approx(20.0, rel=0.03)


def test_swiss_roll_noise_does_not_change_the_informative_features():
    plain = make_noisy_swiss_roll(50, random_state=0)
    noisier = make_noisy_swiss_roll(50, noise_sd=40.0, n_noise=3, random_state=0)
    np.testing.assert_array_equal(plain.data[:, :10], noisier.data[:, :10])


def test_swiss_roll_without_noise_features():
    roll = make_noisy_swiss_roll(50, n_noise=0, random_state=0)
    np.testing.assert_allclose(roll.data, roll.clean @ roll.projection.T)


def test_gaussian_mixture_has_the_requested_spreads():
    mixture = make_gaussian_mixture(
        50, n_classes=500, n_features=4, center_sd=3.0, class_sd=0.2, random_state=0
    )
    assert mixture.data.shape == (25000, 4)
    assert mixture.centers.std() == pytest.approx(3.0, rel=0.05)
    deviations = mixture.data - mixture.centers[mixture.target]
    assert deviations.std() == pytest.approx(0.2, rel=0.02)


def test_gaussian_mixture_without_spread_is_its_centers():
    mixture = make_gaussian_mixture(3, class_sd=0, random_state=0)
    np.testing.assert_array_equal(mixture.data, np.repeat(mixture.centers, 3, axis=0))
    np.testing.assert_array_equal(mixture.target, [0, 0, 0, 1, 1, 1])


def test_spiral_follows_its_equation():
    spiral = make_spiral_classes(n_classes=3, n_per_class=200, gap=0.05, random_state=0)
    r = spiral.parameters[:, 0]
    angle = 6 * np.pi * r
    expected = np.stack([angle * np.cos(angle), angle * np.sin(angle), r**3 - r**2], axis=1)
    np.testing.assert_allclose(spiral.clean, expected)
    for k in range(3):
        position = r[spiral.target == k]
        assert position.shape == (200,)
        assert k / 3 <= position.min()
        assert position.max() <= (k + 1) / 3 - 0.05


def test_spiral_noise_has_the_requested_size_and_is_normal_to_the_line():
    spiral = make_spiral_classes(n_per_class=3000, noise_sd=0.4, random_state=0)
    clean = make_spiral_classes(n_per_class=3000, noise_sd=0, random_state=0)
    assert (spiral.data - spiral.clean).std() == pytest.approx(0.4, rel=0.02)
    np.testing.assert_array_equal(clean.data, clean.clean)
    np.testing.assert_array_equal(spiral.parameters, clean.parameters)


@pytest.mark.parametrize(
    ("make", "options", "sentence"),
    [
        (make_noisy_swiss_roll, {"n_samples": 0}, "n_samples must be .* at least 1, but 0"),
        (make_noisy_swiss_roll, {"n_samples": 2.5}, r"n_samples must be .* but 2\.5 was given"),
        (make_noisy_swiss_roll, {"n_informative": 0}, "n_informative must be .* but 0 was given"),
        (make_noisy_swiss_roll, {"n_noise": -1}, "n_noise must be .* at least 0, but -1"),
        (
            make_noisy_swiss_roll,
            {"noise_sd": -1.0},
            r"noise_sd must be a standard deviation, a finite number of at least 0, but -1\.0",
        ),
        (make_noisy_swiss_roll, {"noise_sd": "1"}, "noise_sd must be .* but '1' was given"),
        (make_noisy_swiss_roll, {"projection_sd": np.nan}, "projection_sd must be .* but nan"),
        (make_gaussian_mixture, {"n_per_class": 0}, "n_per_class must be .* but 0 was given"),
        (make_gaussian_mixture, {"n_classes": 0}, "n_classes must be .* but 0 was given"),
        (make_gaussian_mixture, {"n_features": 0}, "n_features must be .* but 0 was given"),
        (make_gaussian_mixture, {"center_sd": np.inf}, "center_sd must be .* but inf was given"),
        (make_gaussian_mixture, {"class_sd": -0.1}, r"class_sd must be .* but -0\.1 was given"),
        (
            make_spiral_classes,
            {"gap": 0.25},
            r"gap must be a number from 0 to below 1 / n_classes = 0\.25, .* but 0\.25 was given",
        ),
        (make_spiral_classes, {"gap": -0.1}, r"gap must be .* but -0\.1 was given"),
        (make_spiral_classes, {"gap": None}, "gap must be .* but None was given"),
        (make_spiral_classes, {"noise_sd": -1}, "noise_sd must be .* but -1 was given"),
        (make_spiral_classes, {"n_classes": 0}, "n_classes must be .* but 0 was given"),
    ],
)
def test_bad_arguments_get_one_sentence(make, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(**options)
