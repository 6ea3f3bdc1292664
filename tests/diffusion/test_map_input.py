"""Every form of input gives the same diffusion map, and invalid input raises an error."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform

from kernelscale import DiffusionMap, select_bandwidth


def cloud(n_samples=60, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


# ---------------------------------------------------------------- input


@pytest.mark.parametrize(
    "form",
    [
        np.asfortranarray,
        lambda X: np.lib.stride_tricks.as_strided(X, writeable=False),
        lambda X: X.tolist(),
        lambda X: pd.DataFrame(X, columns=list("abc")),
    ],
    ids=["fortran", "read_only", "list", "frame"],
)
@pytest.mark.parametrize("bandwidth", ["auto", "self_tuning", "variable_bandwidth", "standardized"])
def test_every_form_of_input_gives_the_same_map(form, bandwidth):
    X = cloud()
    expected = DiffusionMap(3, bandwidth).fit_transform(X)
    np.testing.assert_array_equal(DiffusionMap(3, bandwidth).fit_transform(form(X)), expected)


def test_a_memory_map_gives_the_same_map(tmp_path):
    X = cloud()
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    expected = DiffusionMap(3).fit(X)
    found = DiffusionMap(3).fit(mapped)
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    np.testing.assert_array_equal(found.transform(mapped), expected.transform(X))


@pytest.mark.parametrize(
    "bandwidth", ["auto", "self_tuning", "variable_bandwidth", "standardized", 0.7]
)
def test_the_map_does_not_depend_on_the_order_of_rows_or_threads(bandwidth):
    X = cloud(200)
    order = np.random.default_rng(1).permutation(len(X))
    one = DiffusionMap(4, bandwidth, n_threads=1).fit(X)
    two = DiffusionMap(4, bandwidth, n_threads=2).fit(X)
    np.testing.assert_array_equal(two.embedding_, one.embedding_)
    permuted = DiffusionMap(4, bandwidth).fit(X[order])
    np.testing.assert_allclose(permuted.embedding_, one.embedding_[order], atol=1e-9)


def test_float32_input_gives_float32_output_computed_in_float64():
    X = cloud().astype(np.float32)
    found = DiffusionMap(3, 1.0)
    assert found.fit_transform(X).dtype == np.float32
    assert found.embedding_.dtype == np.float64
    assert found.transform(X).dtype == np.float32
    np.testing.assert_array_equal(
        found.embedding_, DiffusionMap(3, 1.0).fit(X.astype(float)).embedding_
    )


@pytest.mark.parametrize("form", [squareform, np.asarray], ids=["square", "condensed"])
@pytest.mark.parametrize("bandwidth", ["auto", "max_min", "self_tuning", "variable_bandwidth", 2.0])
def test_distances_give_the_map_of_points(form, bandwidth):
    X = cloud()
    expected = DiffusionMap(3, bandwidth, alpha=0.5).fit(X)
    found = DiffusionMap(3, bandwidth, alpha=0.5, metric="precomputed").fit(form(pdist(X)))
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-9)
    new = cloud(7, seed=3)
    distances = np.sqrt(((new[:, None] - X) ** 2).sum(axis=2))
    np.testing.assert_allclose(found.transform(distances), expected.transform(new), atol=1e-9)
    np.testing.assert_allclose(
        found.with_bandwidth(3.0).embedding_, expected.with_bandwidth(3.0).embedding_, atol=1e-9
    )


# ---------------------------------------------------------------- invalid input

X = cloud(20)
BAD = {
    "no_components": ({"n_components": 0}, "n_components must be an integer of at least 1, but 0"),
    "fractions": ({"n_components": 1.5}, "n_components must be an integer"),
    "as_many_as_rows": (
        {"n_components": 20},
        r"n_components \(below n_samples\) must be .* from 1 to 19, but 20",
    ),
    "alpha": ({"alpha": 1.5}, "alpha must be a number from 0 to 1, but 1.5 was given"),
    "alpha_text": ({"alpha": "a"}, "alpha must be a number from 0 to 1, but 'a' was given"),
    "negative_t": ({"t": -1}, "t must be an integer of at least 0, but -1 was given"),
    "half_a_step": ({"t": 0.5}, "t must be an integer of at least 0, but 0.5 was given"),
    "metric": (
        {"metric": "nearby"},
        "metric must be one of euclidean, precomputed.*, but 'nearby'",
    ),
    "solver": (
        {"eigen_solver": "arpack"},
        "eigen_solver must be one of auto, dense, krylov, but 'arpac",
    ),
    "rule": ({"bandwidth": "maxmin"}, "There is no rule 'maxmin'; .* Did you mean 'max_min'"),
    "scale_length": ({"scale": [1.0, 2.0]}, r"one factor for each of the 3 feature\(s\), but its"),
    "scale_negative": ({"scale": [1.0, -2.0, 1.0]}, "not negative, but its entry 1 is -2.0"),
    "scale_nan": ({"scale": [1.0, np.nan, 1.0]}, "scale must be finite .* its entry 1 is nan"),
    "scale_zero": ({"scale": [0.0, 0.0, 0.0]}, "All 20 rows of X are the same point"),
    "scale_text": ({"scale": "big"}, "scale holds .*'big'"),
    "zero_bandwidth": ({"bandwidth": 0.0}, "epsilon must be a positive finite number"),
    "memory": ({"memory_limit": "lots"}, "memory_limit must be a number of bytes"),
    "threads": ({"n_threads": 0}, "n_threads must be an integer of at least 1"),
    "keep": ({"keep_distances": "yes"}, "keep_distances must be True or False, but 'yes'"),
    "scale_of_distances": (
        {"metric": "precomputed", "scale": [1.0]},
        "scale multiplies features, but only distances were given",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_invalid_parameters_are_refused(bad):
    parameters, sentence = BAD[bad]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap(**parameters).fit(X)


def test_bandwidths_of_other_rows_are_refused():
    other = cloud(20, 2, seed=9)
    with pytest.raises(ValueError, match="The bandwidth scales 2 features, but the rows have 3"):
        DiffusionMap(bandwidth=select_bandwidth(other, rule="standardized")).fit(X)
    for rows in (cloud(20, seed=9), cloud(30, seed=9)):
        tuned = select_bandwidth(rows, rule="self_tuning")
        with pytest.raises(ValueError, match=f"local scales of {len(rows)} other rows"):
            DiffusionMap(bandwidth=tuned).fit(X)
