"""Units, order of rows, names of classes and type of input do not change a bound."""

import numpy as np
import pytest
from tests.oracles import naive_distances
from tests.theory.far_classes import figures

from kernelscale import perturbation_bound
from kernelscale.theory.class_distances import D_class, D_gap
from kernelscale.theory.perturbation_norm import perturbation_norm


@pytest.mark.parametrize("factor", [1e-100, 1e-6, 7.3, 1e6, 1e100])
def test_scaling_data_and_epsilon_together_changes_nothing(three_classes, factor):
    X, y = three_classes
    expected = figures(perturbation_bound(X, y, 1.5))
    found = figures(perturbation_bound(factor * X, y, factor**2 * 1.5))
    np.testing.assert_allclose(found, expected, rtol=1e-9)
    assert D_gap(factor * X, y) == pytest.approx(factor**2 * D_gap(X, y), rel=1e-10)
    assert D_class(factor * X, y) == pytest.approx(factor**2 * D_class(X, y), rel=1e-10)
    np.testing.assert_allclose(
        perturbation_norm(factor * X, y, factor**2 * 1.5), expected[0], rtol=1e-9
    )


def test_order_of_rows_names_of_classes_and_origin_change_nothing(three_classes):
    X, y = three_classes
    random = np.random.default_rng(3)
    order = random.permutation(len(X))
    rotation = np.linalg.qr(random.normal(size=(2, 2)))[0]
    expected = figures(perturbation_bound(X, y, 1.5))
    names = np.array(["c", "a", "b"])[y]
    for points, labels in [(X[order], y[order]), (X, names), (X @ rotation + 100, y)]:
        found = figures(perturbation_bound(points, labels, 1.5))
        np.testing.assert_allclose(found, expected, rtol=1e-9)
        assert D_gap(points, labels) == pytest.approx(D_gap(X, y), rel=1e-9)
        np.testing.assert_allclose(perturbation_norm(points, labels, 1.5), expected[0], rtol=1e-9)


def test_distances_give_the_same_bound_as_points(three_classes):
    X, y = three_classes
    given = np.sqrt(np.array(naive_distances.squared_distances(X), dtype=float))
    kept = given.copy()
    found = figures(perturbation_bound(given, y, 1.5, metric="precomputed"))
    np.testing.assert_allclose(found, figures(perturbation_bound(X, y, 1.5)), rtol=1e-10)
    np.testing.assert_allclose(
        perturbation_norm(given, y, 1.5, metric="precomputed"), found[0], rtol=1e-10
    )
    assert D_gap(given, y, metric="precomputed") == pytest.approx(D_gap(X, y), rel=1e-12)
    assert D_class(given, y, metric="precomputed") == pytest.approx(D_class(X, y), rel=1e-12)
    np.testing.assert_array_equal(given, kept)


def test_input_of_any_type_is_not_changed(three_classes):
    X, y = three_classes
    expected = figures(perturbation_bound(X, y, 1.5))
    read_only, single = X.copy(), X.astype(np.float32)
    read_only.flags.writeable = False
    np.testing.assert_array_equal(figures(perturbation_bound(read_only, y, 1.5)), expected)
    np.testing.assert_allclose(figures(perturbation_bound(single, y, 1.5)), expected, rtol=1e-5)
    assert single.dtype == np.float32
    listed = perturbation_bound(X.tolist(), y.tolist(), 1.5)
    np.testing.assert_array_equal(figures(listed), expected)
