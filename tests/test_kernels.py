"""Kernels: their properties, their formulas, and the parameters that other packages use."""

import dataclasses
import math
import re

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.gaussian_process.kernels import RBF
from sklearn.metrics.pairwise import rbf_kernel
from tests.oracles import naive_distances, naive_kernels

from kernelscale import (
    Gaussian,
    Scaled,
    SelfTuned,
    VariableGaussian,
    from_convention,
    select_bandwidth,
    to_convention,
)
from kernelscale.distances import squared_distances
from kernelscale.kernels.conventions import CONVENTIONS

# ---------------------------------------------------------------- distances


def test_distances_agree_with_a_double_loop(adversarial):
    X = np.asarray(adversarial, dtype=float)
    expected = naive_distances.squared_distances(X)
    np.testing.assert_allclose(squared_distances(X), expected.astype(float), rtol=1e-14)
    np.testing.assert_array_equal(squared_distances(X), squared_distances(X).T)
    assert (np.diag(squared_distances(X)) == 0).all()


def test_distances_of_scaled_features(random):
    X, Y, scale = random.normal(size=(9, 4)), random.normal(size=(5, 4)), np.array([2.0, 0, -1, 9])
    expected = ((X[:, None] - Y) ** 2 * scale**2).sum(axis=2)
    np.testing.assert_allclose(squared_distances(X, Y, scale=scale), expected, rtol=1e-13)
    np.testing.assert_allclose(
        squared_distances(X, scale=scale), squareform(pdist(X * scale)) ** 2, rtol=1e-13
    )


# ---------------------------------------------------------------- Gaussian


@pytest.mark.parametrize("factor", [1e-6, 1e-2, 1.0, 1e3, 1e9])
def test_gaussian_agrees_with_the_formula(adversarial, factor):
    X = np.asarray(adversarial, dtype=float)
    r = naive_distances.squared_distances(X)
    epsilon = factor * float(r.mean())
    K = Gaussian(epsilon)(X)
    expected = np.array(naive_kernels.kernel_value(r, epsilon))
    np.testing.assert_allclose(K, expected.astype(float), rtol=1e-12, atol=1e-303)
    np.testing.assert_array_equal(K, K.T)
    assert (np.diag(K) == 1).all()
    assert ((K > 0) & (K <= 1)).all()


def test_gaussian_is_positive_definite(random):
    X = random.normal(size=(40, 3))
    for epsilon in (0.1, 1.0, 10.0):
        assert np.linalg.eigvalsh(Gaussian(epsilon)(X)).min() > -1e-13


def test_gaussian_between_two_sets(random):
    X, Y = random.normal(size=(6, 3)), random.normal(size=(4, 3))
    K = Gaussian(0.7)(X, Y)
    assert K.shape == (6, 4)
    np.testing.assert_allclose(K, rbf_kernel(X, Y, gamma=1 / 1.4), rtol=1e-12)
    np.testing.assert_array_equal(Gaussian(0.7)(Y, X), K.T)
    np.testing.assert_array_equal(Gaussian(0.7)(np.vstack([X, Y]))[:6, 6:], K)


def test_gaussian_depends_only_on_the_ratio_of_distance_and_scale(random):
    X = random.normal(size=(10, 2))
    np.testing.assert_allclose(Gaussian(9 * 0.3)(3 * X), Gaussian(0.3)(X), rtol=1e-13)


def test_kernel_values_of_far_points_are_normal_numbers():
    K = Gaussian(1e-3)(np.array([[0.0], [1e6]]))
    assert K[0, 1] >= np.finfo(float).tiny
    assert K[0, 1] < 1e-300


@pytest.mark.parametrize("epsilon", [0.0, -1.0, math.nan])
def test_gaussian_needs_a_positive_scale(epsilon):
    with pytest.raises(ValueError, match="epsilon must be a positive finite number"):
        Gaussian(epsilon)


# ---------------------------------------------------------------- scaled


def test_scaled_kernel_is_the_kernel_of_scaled_points(random):
    X, Y, scale = random.normal(size=(9, 3)), random.normal(size=(4, 3)), np.array([0.1, 5.0, 0.0])
    kernel = Scaled(Gaussian(2.0), scale)
    np.testing.assert_allclose(kernel(X), Gaussian(2.0)(X * scale), rtol=1e-13)
    np.testing.assert_allclose(kernel(X, Y), Gaussian(2.0)(X * scale, Y * scale), rtol=1e-13)


def test_scaled_by_ones_is_the_kernel_itself(random):
    X = random.normal(size=(9, 3))
    np.testing.assert_array_equal(Scaled(Gaussian(2.0), np.ones(3))(X), Gaussian(2.0)(X))


# ---------------------------------------------------------------- self-tuned


def self_tuned(X, n_neighbors=3):
    return select_bandwidth(X, rule="self_tuning", n_neighbors=n_neighbors).kernel


def test_self_tuned_kernel_agrees_with_the_formula(random):
    X = random.normal(size=(20, 3))
    K, sigma = naive_kernels.self_tuned_kernel(X, 3)
    kernel = self_tuned(X)
    np.testing.assert_allclose(kernel.local_scales, sigma.astype(float), rtol=1e-13)
    np.testing.assert_allclose(kernel(X), K.astype(float), rtol=1e-12)


def test_self_tuned_kernel_is_symmetric_and_independent_of_unit_and_order(random):
    X = random.normal(size=(25, 2))
    K = self_tuned(X)(X)
    np.testing.assert_array_equal(K, K.T)
    assert (np.diag(K) == 1).all()
    assert ((K > 0) & (K <= 1)).all()
    np.testing.assert_allclose(self_tuned(1e6 * X)(1e6 * X), K, rtol=1e-10)
    order = random.permutation(25)
    np.testing.assert_allclose(self_tuned(X[order])(X[order]), K[np.ix_(order, order)], rtol=1e-13)


def assert_same_to_rounding(found, expected):
    # Exponents reach 700, so the relative error of a kernel value can be a thousand times that of a
    # scale.
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-300)


def test_training_rows_have_their_own_scale(adversarial):
    X = np.asarray(adversarial, dtype=float)
    for n_neighbors in (1, 2, 5):
        if n_neighbors >= len(X):
            continue
        try:
            kernel = self_tuned(X, n_neighbors)
        except ValueError:
            continue  # there are too many duplicates
        scales = kernel.local_scales
        assert_same_to_rounding(kernel.local_scales_of(X.copy()), scales)
        assert_same_to_rounding(kernel.local_scales_of(X[:1].copy()), scales[:1])
        assert_same_to_rounding(kernel(X.copy()), kernel(X))
        assert_same_to_rounding(kernel(X[1:].copy(), X), kernel(X)[1:])


def test_training_rows_with_duplicates_have_their_own_scale():
    X = np.array([[0.0], [0.0], [0.0], [1.0], [5.0]])
    # For each of the three equal points, the third nearest other point is the point at 1.
    kernel = self_tuned(X, n_neighbors=3)
    np.testing.assert_array_equal(kernel.local_scales, [1.0, 1.0, 1.0, 1.0, 5.0])
    np.testing.assert_array_equal(kernel.local_scales_of(X.copy()), [1.0, 1.0, 1.0, 1.0, 5.0])


def test_a_new_point_has_the_scale_of_its_own_neighbour():
    kernel = self_tuned(np.array([[0.0], [1.0], [3.0]]), n_neighbors=2)
    np.testing.assert_array_equal(kernel.local_scales_of(np.array([[10.0], [0.5]])), [9.0, 0.5])
    K = kernel(np.array([[10.0]]), np.array([[3.0]]))
    assert K[0, 0] == pytest.approx(np.exp(-49 / (9 * 3)))


def test_self_tuned_kernel_can_be_indefinite():
    X = np.exp(3 * np.random.default_rng(14).normal(size=(60, 1)))
    assert np.linalg.eigvalsh(self_tuned(X, 7)(X)).min() < -0.01


def test_later_changes_of_the_data_do_not_change_the_kernel(random):
    X, new = random.normal(size=(20, 2)), random.normal(size=(3, 2))
    kernel = self_tuned(X)
    before = kernel.local_scales_of(new)
    X *= 100
    np.testing.assert_array_equal(kernel.local_scales_of(new), before)


# ---------------------------------------------------------------- frozen


@pytest.mark.parametrize(
    ("kernel", "name"),
    [
        (Gaussian(1.0), "epsilon"),
        (Scaled(Gaussian(1.0), np.ones(2)), "scale"),
        (SelfTuned(np.zeros((2, 1)), np.ones(2), 1), "n_neighbors"),
        (VariableGaussian(np.zeros((2, 1)), np.ones(2), np.ones(2), 1.0, 1.0, 1, 1), "longest"),
    ],
)
def test_kernels_are_frozen(kernel, name):
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(kernel, name, 3.0)


# ---------------------------------------------------------------- conventions

FORMULAS = {
    "pydiffmap": lambda d, value: np.exp(-(d**2) / (4 * value)),
    "datafold": lambda d, value: np.exp(-(d**2) / (2 * value)),
    "scikit-learn gamma": lambda d, value: np.exp(-value * d**2),
    "scikit-learn length_scale": lambda d, value: np.exp(-(d**2) / (2 * value**2)),
    "megaman": lambda d, value: np.exp(-((d / value) ** 2)),
    "R diffusionMap": lambda d, value: np.exp(-(d**2) / value),
    "R destiny": lambda d, value: np.exp(-(d**2) / (2 * value**2)),
    "R kernlab": lambda d, value: np.exp(-value * d**2),
    "gpytorch": lambda d, value: np.exp((d / value) ** 2 / -2),
    "dmaps": lambda d, value: np.exp(-0.5 * d**2 / (np.sqrt(value) * np.sqrt(value))),
    "alibi-detect": lambda d, value: np.exp(-(1 / (2 * value**2)) * d**2),
    "hyppo": lambda d, value: rbf_kernel([[0.0]], np.reshape(d, (-1, 1)), gamma=value)[0],
}


def test_every_convention_has_its_formula_tested():
    assert FORMULAS.keys() == CONVENTIONS.keys()


@pytest.mark.parametrize("package", FORMULAS)
@pytest.mark.parametrize("epsilon", [1e-12, 0.3, 1.0, 4.0, 1e9])
def test_all_conventions_give_the_same_kernel(package, epsilon):
    value = to_convention(epsilon, package)
    assert from_convention(value, package) == pytest.approx(epsilon, rel=1e-14)
    distances = np.sqrt(epsilon) * np.array([0.0, 0.1, 1.0, 2.0, 5.0])
    ours = Gaussian(epsilon)(distances[:, None], np.zeros((1, 1)))[:, 0]
    np.testing.assert_allclose(FORMULAS[package](distances, value), ours, rtol=1e-12)


def test_the_printed_formula_is_the_computed_formula():
    names = re.compile(r"epsilon|gamma|length_?scale|radius|eps\.val|eps|sigma")
    for package, convention in CONVENTIONS.items():
        body = names.sub("value", convention.formula).replace("^", "**")
        body = re.sub(r"(\w) (\w)", r"\1 * \2", body)
        said = eval(body, {"exp": np.exp, "d": 1.7, "value": 0.9})
        assert said == pytest.approx(FORMULAS[package](1.7, 0.9))


def test_conventions_feed_scikit_learn(random):
    X = random.normal(size=(8, 3))
    epsilon = 0.6
    ours = Gaussian(epsilon)(X)
    gamma = to_convention(epsilon, "scikit-learn gamma")
    np.testing.assert_allclose(rbf_kernel(X, gamma=gamma), ours, rtol=1e-12)
    length_scale = to_convention(epsilon, "scikit-learn length_scale")
    np.testing.assert_allclose(RBF(length_scale)(X), ours, rtol=1e-12)


@pytest.mark.parametrize("convert", [to_convention, from_convention])
@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, True, "1", None])
def test_conventions_need_a_positive_number(convert, value):
    with pytest.raises(ValueError, match="must be a positive finite number, but .* was given"):
        convert(value, "megaman")


@pytest.mark.parametrize("convert", [to_convention, from_convention])
@pytest.mark.parametrize("package", ["sklearn", "", None])
def test_error_names_an_unknown_package(convert, package):
    with pytest.raises(ValueError, match="package must be one of pydiffmap, .*was given"):
        convert(1.0, package)
