"""Rows estimated from diffusion coordinates, and maps that allow no such estimate."""

import warnings

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from sklearn.datasets import make_swiss_roll
from sklearn.exceptions import NotFittedError
from sklearn.neighbors import kneighbors_graph

from kernelscale import DiffusionMap, Gaussian, load_model, save_model
from kernelscale.diffusion.preimages import NEAREST, RIDGE, WIDTH, preimages
from kernelscale.markov.out_of_sample.extension import Extension


def arc(n_samples=150):
    angle = np.random.default_rng(0).permutation(np.linspace(0, 3, n_samples))
    return np.c_[np.cos(angle), np.sin(angle), 0.1 * angle]


def naive(known, points, z):
    """Estimate of one row by weighted least squares with a constant and a slope per coordinate."""
    distances = np.linalg.norm(known - z, axis=1)
    nearest = np.argsort(distances, kind="stable")[:NEAREST]
    reach = distances[nearest[-1]]
    weights = np.exp(-0.5 * (distances[nearest] / (WIDTH * reach)) ** 2)
    weights /= weights.sum()
    steps = (known[nearest] - z) / reach
    middle = weights @ steps
    spread = (steps - middle).T @ np.diag(weights) @ (steps - middle)
    design = np.c_[np.ones(len(steps)), steps]
    penalty = np.zeros((design.shape[1], design.shape[1]))
    penalty[1:, 1:] = RIDGE * np.trace(spread) * np.eye(steps.shape[1])
    normal = design.T @ np.diag(weights) @ design + penalty
    return np.linalg.solve(normal, design.T @ np.diag(weights) @ points[nearest])[0]


def extension_of(known, points):
    ones = np.ones(known.shape[1])
    return Extension(Gaussian(1.0), points, np.ones(len(points)), ones, known)


def test_preimages_agree_with_a_naive_local_linear_regression():
    random = np.random.default_rng(0)
    known, points, wanted = (random.normal(size=size) for size in ((40, 3), (40, 5), (7, 3)))
    expected = [naive(known, points, z) for z in wanted]
    found = preimages(extension_of(known, points), wanted)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_rows_with_equal_coordinates_are_averaged():
    points = np.array([[0.0], [1.0], [5.0]])
    found = preimages(extension_of(np.zeros((3, 2)), points), np.zeros((1, 2)))
    np.testing.assert_allclose(found, [[2.0]])


WAYS = {
    "graph": {},
    "all pairs": {"neighbors": None, "bandwidth": 0.01},
    "kept mass": {"kept_mass": 0.999, "bandwidth": 0.001},
    "landmarks": {"landmarks": 120},
    "factors": {"scale": [1.0, 2.0, 0.5]},
    "no steps": {"t": 0},
    "many steps": {"t": 5},
}


@pytest.mark.parametrize("way", WAYS)
def test_rows_of_a_curve_are_recovered(way):
    X = arc()
    fitted = DiffusionMap(3, **WAYS[way]).fit(X)
    found = fitted.inverse_transform(fitted.embedding_)
    assert found.shape == X.shape
    assert np.abs(found - X).max() < 0.1
    # the error is small compared with the radius of the arc, which is 1
    assert np.sqrt(np.mean((found - X) ** 2)) < 0.02


def test_new_rows_of_a_roll_are_recovered_approximately():
    X = make_swiss_roll(900, random_state=0)[0]
    fitted = DiffusionMap(10).fit(X[:700])
    found = fitted.inverse_transform(fitted.transform(X[700:]))
    size = np.sqrt(X.var(axis=0).sum())
    missed = np.sqrt(((found - X[700:]) ** 2).sum(axis=1).mean()) / size
    nearest = np.sqrt((cdist(X[700:], X[:700]).min(axis=1) ** 2).mean()) / size
    assert missed < 1.5 * nearest


def test_a_model_file_gives_the_same_rows(tmp_path):
    fitted = DiffusionMap(2).fit(arc())
    save_model(fitted, tmp_path / "map.npz")
    found = load_model(tmp_path / "map.npz").inverse_transform(fitted.embedding_)
    np.testing.assert_array_equal(found, fitted.inverse_transform(fitted.embedding_))


def test_the_result_does_not_depend_on_blocks_of_rows(monkeypatch):
    fitted = DiffusionMap(2).fit(arc())
    expected = fitted.inverse_transform(fitted.embedding_)
    monkeypatch.setattr("kernelscale.diffusion.preimages.NUMBERS_AT_ONCE", 500)
    found = fitted.inverse_transform(fitted.embedding_)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


def test_float32_coordinates_give_float32_rows():
    fitted = DiffusionMap(2).fit(arc().astype(np.float32))
    assert fitted.inverse_transform(fitted.embedding_.astype(np.float32)).dtype == np.float32


WITHOUT_ROWS = {
    "distances": (lambda X: cdist(X, X), {"metric": "precomputed"}, "only distances were given"),
    "a graph": (
        lambda X: kneighbors_graph(X, 10, mode="distance"),
        {"metric": "precomputed"},
        "only distances were given",
    ),
    "similarities": (
        lambda X: np.exp(-cdist(X, X)),
        {"metric": "affinity"},
        "only similarities were given",
    ),
    "sparse rows": (csr_array, {}, "the map was fitted to sparse rows; fit it to X.toarray"),
    "directions": (lambda X: X, {"metric": "cosine"}, "the metric is 'cosine'"),
    "a feature scaled by 0": (lambda X: X, {"scale": [1.0, 0.0, 1.0]}, "cannot recover feature 1"),
}


@pytest.mark.parametrize("case", WITHOUT_ROWS)
def test_maps_without_the_features_are_refused(case):
    data, parameters, sentence = WITHOUT_ROWS[case]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted = DiffusionMap(2, **parameters).fit(data(arc()))
    with pytest.raises(ValueError, match=sentence):
        fitted.inverse_transform(fitted.embedding_)


def test_coordinates_are_checked():
    fitted = DiffusionMap(2).fit(arc())
    with pytest.raises(ValueError, match="X has 3 coordinates, but the map has 2"):
        fitted.inverse_transform(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="X"):
        fitted.inverse_transform([[np.nan, 0.0]])
    with pytest.raises(NotFittedError):
        DiffusionMap(2).inverse_transform([[0.0, 0.0]])
