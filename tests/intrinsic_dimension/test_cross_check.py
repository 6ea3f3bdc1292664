"""The cross-check of a dimension estimated by DANCo; it does not need the true dimension."""

import warnings

import numpy as np
import pytest
from tests.intrinsic_dimension.points_of_known_dimension import sphere

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import DimensionWarning
from kernelscale.intrinsic_dimension.calibration.ball_ladders import calibrated_ladder
from kernelscale.intrinsic_dimension.estimators import ball_comparison
from kernelscale.intrinsic_dimension.noise_floor import find_noise_floor, is_of_clusters
from kernelscale.intrinsic_dimension.sample import Sample
from kernelscale.intrinsic_dimension.scale_ladder import scale_ladder


def clustered(sample, floor):
    return is_of_clusters(sample.points, sample.nearest(16).indices, floor)


def roll(random, n_samples):
    angle = random.uniform(1.5 * np.pi, 4.5 * np.pi, n_samples)
    return np.c_[angle * np.cos(angle), random.uniform(0, 21, n_samples), angle * np.sin(angle)]


def path_among_many_features(random, noise_sd):
    t = np.sort(random.uniform(0, 6, 100))
    path = np.c_[np.sin(t), np.cos(t), np.sin(2 * t)]
    turned = path @ np.linalg.qr(random.normal(size=(3000, 3)))[0].T
    return turned + noise_sd * random.normal(size=(100, 3000))


NOISY = {
    "roll and noise features": (
        2,
        lambda random: np.c_[roll(random, 600), random.normal(size=(600, 10))],
    ),
    "path, little noise": (1, lambda random: path_among_many_features(random, 0.005)),
    "path, much noise": (1, lambda random: path_among_many_features(random, 0.02)),
}
CLEAN = {
    "square": (2, lambda random: random.uniform(size=(300, 2))),
    "cube in more features": (
        3,
        lambda random: (
            random.uniform(size=(400, 3)) @ np.linalg.qr(random.normal(size=(20, 3)))[0].T
        ),
    ),
    "roll": (2, lambda random: roll(random, 800)),
    "sphere": (5, lambda random: sphere(600, 5, random)),
    "Gaussian": (10, lambda random: random.normal(size=(500, 10))),
    "clusters": (
        6,
        lambda random: (
            6 * random.normal(size=(3, 6))[random.integers(3, size=600)]
            + random.normal(size=(600, 6))
        ),
    ),
}


def silently(X, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DimensionWarning)
        return estimate_dimension(X, **options)


@pytest.mark.parametrize("name", NOISY)
@pytest.mark.parametrize("seed", range(2))
def test_noise_that_raises_the_estimate_is_reported(name, seed):
    truth, draw = NOISY[name]
    X = draw(np.random.default_rng(seed))
    with pytest.warns(DimensionWarning, match="Other estimates: two_nn") as caught:
        found = estimate_dimension(X)
    assert found.continuous > 1.5 * truth  # the noise has a clear effect on the estimate
    assert found.trusted is False
    assert found.caveat == str(caught[0].message)
    assert caught[0].filename == __file__
    assert {"noise floor", "scales disagree"} & set(found.flags)


@pytest.mark.parametrize("name", CLEAN)
def test_correct_estimate_is_usually_trusted(name):
    truth, draw = CLEAN[name]
    found = [silently(draw(np.random.default_rng(seed))) for seed in range(4)]
    assert {each.dimension for each in found} == {truth}
    assert sum(each.trusted for each in found) >= 3
    assert all(each.trusted is (each.caveat == "") for each in found)


def test_variance_of_clusters_is_not_noise():
    random = np.random.default_rng(0)
    noise = random.normal(size=(600, 6))
    line = Sample(np.outer(random.uniform(-9, 9, 600), [1, 0, 0, 0, 0, 0]) + noise)
    two_lines = Sample(line.points + np.outer(np.arange(600) % 2, [0, 50, 0, 0, 0, 0]))
    for sample, expected in ((Sample(CLEAN["clusters"][1](random)), True), (line, False)):
        floor = find_noise_floor(sample.points)
        assert floor.n_directions
        assert clustered(sample, floor) is expected
    assert not clustered(two_lines, find_noise_floor(two_lines.points))
    outlier = Sample(np.r_[line.points, [[40, 0, 0, 0, 0, 0]]])
    assert not clustered(outlier, find_noise_floor(outlier.points))


def test_evidence_contains_the_comparisons():
    X = NOISY["roll and noise features"][1](np.random.default_rng(0))
    evidence = silently(X).evidence
    for method in ("two_nn", "levina_bickel"):
        assert evidence["others"][method] == silently(X, method=method).continuous
    floor = find_noise_floor(Sample(X).points)
    assert evidence["noise_floor"] == floor._asdict()
    assert evidence["others"]["without the noise floor"] == pytest.approx(2, abs=0.2)
    ladder = scale_ladder(Sample(X).nearest(16).squared_distances)
    expected = calibrated_ladder(ladder.dimensions, len(X))
    np.testing.assert_array_equal(evidence["scales"]["dimensions"], expected)
    np.testing.assert_array_equal(evidence["scales"]["distances"], ladder.distances)


def test_ties_and_estimates_without_a_bound_are_not_trusted():
    lattice = np.stack(np.meshgrid(*[np.arange(6.0)] * 3), axis=-1).reshape(-1, 3)
    found = silently(lattice)
    assert found.trusted is False
    assert "ties determine the estimate" in found.caveat
    found = estimate_dimension(np.random.default_rng(0).normal(size=(300, 250)))
    assert found.trusted is False
    assert "The calibration ends at 100 dimensions" in found.caveat
    assert estimate_dimension(np.random.default_rng(0).normal(size=(300, 5))).trusted is True


@pytest.mark.parametrize(("n_rows", "n_features"), [(12, 200), (40, 90)])
def test_as_many_dimensions_as_rows_are_not_trusted(n_rows, n_features):
    found = silently(np.random.default_rng(0).normal(size=(n_rows, n_features)))
    assert found.dimension == n_rows - 1
    assert found.trusted is False
    assert f"{n_rows} rows span at most {n_rows - 1} dimensions" in found.caveat
    line = np.outer(np.arange(n_rows) ** 1.1, np.ones(n_features))
    line += 0.01 * np.sin(line[:, :1])  # a line that is slightly curved in a second direction
    assert "span" not in silently(line).caveat


def test_estimate_with_duplicates_counted_once_is_trusted():
    random = np.random.default_rng(0)
    X = random.uniform(size=(300, 3))
    assert estimate_dimension(X).trusted is True
    found = silently(np.r_[X, X + 1e-13 * random.normal(size=X.shape)])
    assert "near duplicates" in found.flags
    assert found.trusted is True


def test_dimensions_that_are_not_estimated_are_trusted():
    assert estimate_dimension(np.arange(40.0)[:, None]).trusted is True
    assert silently(np.ones((40, 3))).trusted is True


def test_other_methods_have_no_cross_check():
    X = np.random.default_rng(0).uniform(size=(100, 3))
    assert estimate_dimension(X, "two_nn").trusted is None


@pytest.mark.parametrize("name", ["roll and noise features", "roll"])
def test_large_data_are_cross_checked_on_a_subsample(monkeypatch, name):
    monkeypatch.setattr(ball_comparison, "MOST_EXACT", 500)
    X = (NOISY | CLEAN)[name][1](np.random.default_rng(1))
    found = silently(X, subsample_size=450, n_subsamples=2)
    assert "subsamples" in found.evidence
    assert found.trusted is (name in CLEAN)
