"""Independent coordinates are not functions of earlier coordinates."""

import pickle

import numpy as np
import pytest
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.neighbors import KNeighborsRegressor

from kernelscale import DiffusionMap, load_model, save_model
from kernelscale.diffusion.independent_coordinates import (
    IndependentCoordinates,
    independent_coordinates,
)


def strip(length, n_samples=400, seed=0):
    return np.random.default_rng(seed).uniform(size=(n_samples, 2)) * [length, 1.0]


def waves(points, length, n_waves=10):
    """Laplace eigenfunctions of a strip, ordered by eigenvalue, and their wave numbers."""
    numbers = [(a, b) for a in range(12) for b in range(6) if a + b]
    numbers = sorted(numbers, key=lambda wave: (wave[0] / length) ** 2 + wave[1] ** 2)[:n_waves]
    along, across = (np.pi * points / [length, 1.0]).T
    columns = [2 * np.cos(a * along) * np.cos(b * across) for a, b in numbers]
    return np.column_stack(columns), np.array(numbers)


def of_vectors(vectors, values=None):
    n_samples, n_components = vectors.shape
    values = np.linspace(0.9, 0.5, n_components) if values is None else values
    return independent_coordinates(values, vectors, np.full(n_samples, 1 / n_samples))


def naive_residual(psi, earlier, stationary):
    """Residual of psi after a weighted linear fit at each row, computed as in the definition."""
    n_neighbors = 10 + 4 * (earlier.shape[1] + 1)
    missed = np.empty(len(psi))
    for i in range(len(psi)):
        distances = np.linalg.norm(earlier - earlier[i], axis=1)
        distances[i] = np.inf
        reach = np.sort(distances)[n_neighbors - 1]
        weights = np.where(distances < reach, (1 - (distances / reach) ** 2) ** 2, 0.0)
        line = np.column_stack([np.ones(len(psi)), earlier - earlier[i]])
        root = np.sqrt(weights)[:, None]
        fit = np.linalg.lstsq(root * line, root[:, 0] * psi, rcond=None)[0][0]
        missed[i] = psi[i] - fit
    return np.sqrt(stationary @ missed**2 / (stationary @ psi**2))


def test_residuals_agree_with_a_naive_regression():
    fitted = DiffusionMap(6, 0.05, alpha=0.5).fit(strip(2.0, 120))
    residuals = fitted.independent_coordinates_.residuals
    psi = fitted.eigenvectors_
    found = [0]
    assert residuals[0] == 1
    for k in range(1, 6):
        expected = naive_residual(psi[:, k], psi[:, found], fitted.stationary_)
        assert residuals[k] == pytest.approx(expected, rel=1e-5)
        found += [k] if expected >= 0.5 else []
    assert len(found) == 2


@pytest.mark.parametrize("length", [1.5, 2.5, 4.5])
def test_the_second_independent_wave_of_a_strip_is_the_first_wave_across(length):
    points = strip(length, 600)
    vectors, numbers = waves(points, length)
    first_across = int(np.flatnonzero((numbers == [0, 1]).all(axis=1))[0])
    assert first_across == int(length)
    np.testing.assert_array_equal(of_vectors(vectors).indices, [0, first_across])


@pytest.mark.parametrize("length", [1.5, 2.5, 4.5])
def test_the_second_independent_coordinate_of_a_strip_is_the_first_wave_across(length):
    points = strip(length, 900)
    found = DiffusionMap(8, 0.012, alpha=1.0).fit(points)
    indices = found.independent_coordinates_.indices
    np.testing.assert_array_equal(indices, [0, int(length)])
    across = np.cos(np.pi * points[:, 1])
    assert abs(np.corrcoef(found.embedding_[:, indices[1]], across)[0, 1]) > 0.9


def test_a_wave_across_that_mixes_with_one_along_is_found():
    vectors, _ = waves(strip(4.5, 600), 4.5)
    # This rotation mixes the fourth wave along the strip with the first wave across it.
    angle = 0.4
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    vectors[:, 3:5] = vectors[:, 3:5] @ turn
    np.testing.assert_array_equal(of_vectors(vectors).indices, [0, 4])


def test_a_cube_has_three_independent_coordinates_and_a_circle_two():
    cube = np.random.default_rng(0).uniform(size=(800, 3))
    assert len(DiffusionMap(8, alpha=1.0).fit(cube).independent_coordinates_.indices) == 3
    angle = 2 * np.pi * np.arange(200) / 200
    circle = np.c_[np.cos(angle), np.sin(angle)]
    found = DiffusionMap(6, alpha=1.0).fit(circle).independent_coordinates_
    np.testing.assert_array_equal(found.indices, [0, 1])


def explained(coordinates, parameters):
    """Share of the variance of `parameters` that predictions from the coordinates explain.

    The parameters, such as the position along a strip, generated the rows. The parameters of a row
    are predicted as the mean of those of the five rows with the nearest coordinates in other folds.
    """
    folds = KFold(5, shuffle=True, random_state=0)
    seen = cross_val_predict(KNeighborsRegressor(5), coordinates, parameters, cv=folds)
    missed = ((seen - parameters) ** 2).sum()
    return 1 - missed / ((parameters - parameters.mean(axis=0)) ** 2).sum()


def rolled(n_samples, noise):
    random = np.random.default_rng(0)
    t, h = 1.5 * np.pi * (1 + 2 * random.random(n_samples)), 21 * random.random(n_samples)
    points = np.c_[t * np.cos(t), h, t * np.sin(t)]
    noisy = np.hstack([points, np.zeros((n_samples, 7))])
    return noisy + noise * random.standard_normal(noisy.shape), np.c_[t, h]


def torus(n_samples):
    u, v = 2 * np.pi * np.random.default_rng(1).random((2, n_samples))
    points = np.c_[(2 + np.cos(v)) * np.cos(u), (2 + np.cos(v)) * np.sin(u), np.sin(v)]
    return points, np.c_[np.cos(u), np.sin(u), np.cos(v), np.sin(v)]


SHEETS = {
    "roll": (*rolled(600, 0.1), 3, {"bandwidth": 4.0, "alpha": 1.0}),
    "noisy roll": (*rolled(600, 0.5), 3, {"bandwidth": 5.0, "alpha": 1.0}),
    "torus": (*torus(600), 4, {"bandwidth": "nearest_neighbors"}),
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_independent_coordinates_explain_as_much_as_the_first_ones(sheet):
    points, parameters, n_coordinates, options = SHEETS[sheet]
    fitted = DiffusionMap(10, **options).fit(points)
    chosen = fitted.independent_coordinates_.first(n_coordinates)
    first = explained(fitted.embedding_[:, :n_coordinates], parameters)
    assert explained(fitted.embedding_[:, chosen], parameters) >= first - 1e-12


def test_localized_coordinates_and_rounding_noise_are_never_independent():
    vectors, _ = waves(strip(2.5), 2.5)
    outlier = np.zeros((400, 1))
    outlier[7] = 20.0
    with_outlier = np.column_stack([outlier, vectors])
    values = np.append(np.linspace(0.99, 0.5, 10), 1e-16)
    found = of_vectors(with_outlier, values)
    plain = of_vectors(vectors[:, :9])
    assert np.isnan(found.residuals[[0, 10]]).all()
    np.testing.assert_array_equal(found.residuals[1:10], plain.residuals)
    np.testing.assert_array_equal(found.indices, plain.indices + 1)
    np.testing.assert_array_equal(found.first(2), [1, 3])
    assert 0 not in found.first(9)
    assert set(found.first(11)) == set(range(11))


def test_no_coordinate_is_independent_if_all_are_localized():
    found = of_vectors(np.eye(50)[:, :3])
    assert len(found.indices) == 0
    np.testing.assert_array_equal(found.first(2), [0, 1])


def test_coordinates_that_separate_components_are_independent():
    component_of = np.repeat([0, 1, 2], 40)
    first = np.where(component_of == 0, np.sqrt(2), -np.sqrt(0.5))
    second = np.where(component_of == 0, 0.0, np.where(component_of == 1, 1.0, -1.0))
    found = of_vectors(np.column_stack([first, second, first**2 - 1]))
    np.testing.assert_array_equal(found.indices, [0, 1])


def test_a_subsample_of_many_rows_gives_the_same_indices(monkeypatch):
    vectors, _ = waves(strip(4.5, 2000), 4.5)
    exact = of_vectors(vectors)
    monkeypatch.setattr("kernelscale.diffusion.independent_coordinates.MOST_ROWS", 1500)
    sampled = of_vectors(vectors)
    np.testing.assert_array_equal(sampled.indices, exact.indices)
    np.testing.assert_allclose(sampled.residuals, exact.residuals, atol=0.1)
    assert not np.array_equal(sampled.residuals, exact.residuals)


def test_residuals_do_not_depend_on_blocks_of_rows(monkeypatch):
    vectors, _ = waves(strip(2.5, 300), 2.5)
    whole = of_vectors(vectors).residuals
    monkeypatch.setattr("kernelscale.diffusion.independent_coordinates.ROWS_AT_ONCE", 7)
    np.testing.assert_allclose(of_vectors(vectors).residuals, whole, rtol=1e-9)


def test_only_a_limited_number_of_coordinates_is_tested(monkeypatch):
    monkeypatch.setattr("kernelscale.diffusion.independent_coordinates.MOST_COORDINATES", 4)
    found = of_vectors(waves(strip(2.5), 2.5)[0])
    assert np.isfinite(found.residuals).sum() == 4


def test_the_attribute_is_computed_on_first_use_after_each_fit():
    fitted = DiffusionMap(5, 0.05).fit(strip(4.5))
    assert "independent_coordinates_" not in vars(fitted)
    first = fitted.independent_coordinates_
    assert fitted.independent_coordinates_ is first
    again = fitted.fit(strip(1.5)).independent_coordinates_
    assert not np.array_equal(again.residuals, first.residuals)
    assert not hasattr(DiffusionMap(), "independent_coordinates_")


def test_a_loaded_model_has_the_same_residuals(tmp_path):
    fitted = DiffusionMap(5, 0.05).fit(strip(2.5))
    save_model(fitted, tmp_path / "model.npz")
    found = load_model(tmp_path / "model.npz").independent_coordinates_
    np.testing.assert_array_equal(found.residuals, fitted.independent_coordinates_.residuals)


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
@pytest.mark.filterwarnings("ignore:.*rounding noise:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize("n_samples", [2, 3, 4, 12])
def test_few_rows_have_valid_residuals(n_samples):
    apart = 3.0 ** np.arange(n_samples)[:, None]
    for points, epsilon in ((apart, 1.0), (apart, 1e3), (np.arange(n_samples)[:, None] // 2, 1.0)):
        if len(np.unique(points)) > 1:
            found = DiffusionMap(n_samples - 1, epsilon).fit(points).independent_coordinates_
            assert (found.residuals[~np.isnan(found.residuals)] >= 0).all()


def test_the_result_is_read_only_and_survives_pickling():
    found = DiffusionMap(5, 0.05).fit(strip(2.5)).independent_coordinates_
    again = pickle.loads(pickle.dumps(found))
    for one in (found, again):
        np.testing.assert_array_equal(one.indices, found.indices)
        assert one.indices.dtype.kind == "i"
        for array in (one.indices, one.residuals):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 3


@pytest.mark.parametrize("n_coordinates", [0, 5, 1.5, None])
def test_a_wrong_number_of_coordinates_is_refused(n_coordinates):
    found = IndependentCoordinates(np.array([0]), np.ones(4))
    with pytest.raises(ValueError, match="n_coordinates must be an integer from 1 to 4, but"):
        found.first(n_coordinates)


# ---------------------------------------------------------------- with_coordinates


def test_with_coordinates_keeps_the_values_of_some_coordinates(tmp_path):
    points, new = strip(2.5, 200), strip(2.5, 20, seed=1)
    fitted = DiffusionMap(6, 0.05, alpha=0.5, t=2).fit(points)
    some = fitted.with_coordinates([3, 0])
    np.testing.assert_array_equal(some.embedding_, fitted.embedding_[:, [3, 0]])
    np.testing.assert_array_equal(some.eigenvectors_, fitted.eigenvectors_[:, [3, 0]])
    np.testing.assert_array_equal(some.participation_, fitted.participation_[[3, 0]])
    np.testing.assert_allclose(some.transform(new), fitted.transform(new)[:, [3, 0]], rtol=1e-12)
    np.testing.assert_allclose(some.transform(points), some.embedding_, atol=1e-8)
    assert some.n_components == 2
    assert list(some.get_feature_names_out()) == ["diffusionmap0", "diffusionmap1"]
    save_model(some, tmp_path / "some.npz")
    again = load_model(tmp_path / "some.npz")
    np.testing.assert_array_equal(again.transform(new), some.transform(new))
    assert fitted.n_components == fitted.embedding_.shape[1] == 6


def test_with_coordinates_computes_its_own_independent_coordinates():
    fitted = DiffusionMap(6, 0.05).fit(strip(2.5))
    assert fitted.independent_coordinates_.residuals.shape == (6,)
    assert fitted.with_coordinates([0, 2]).independent_coordinates_.residuals.shape == (2,)


@pytest.mark.parametrize("indices", [[], [0, 0], [3], [-1], [0.5], 1, "0", None])
def test_indices_of_missing_coordinates_are_refused(indices):
    fitted = DiffusionMap(3, 1.0).fit(strip(2.5, 50))
    with pytest.raises(
        ValueError, match="indices must be one or more different whole numbers from 0 to 2"
    ):
        fitted.with_coordinates(indices)
