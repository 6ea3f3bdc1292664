"""The norm of the perturbation at many scales."""

import numpy as np
import pytest
from tests.oracles import naive_bounds
from tests.theory.far_classes import far_apart

import kernelscale
from kernelscale import perturbation_bound
from kernelscale.engine.passes import reduce
from kernelscale.theory.perturbation_norm import perturbation_norm


def test_perturbation_norm_agrees_with_the_oracle(three_classes, executor):
    X, y = three_classes
    scales = [7.0, 0.01, 0.5, 100.0]  # the scales are not sorted
    expected = [naive_bounds.perturbation_norm(X, y, scale) for scale in scales]
    found = perturbation_norm(X, y, scales, **executor)
    np.testing.assert_allclose(found, np.array(expected, dtype=float), rtol=1e-10)


def test_perturbation_norm_equals_the_norm_in_the_bound_even_if_tiny():
    X, y = far_apart([6, 9], distance=12.0)
    scales = np.geomspace(0.45, 100, 12)
    expected = [perturbation_bound(X, y, scale).perturbation_norm for scale in scales]
    assert 0 < expected[0] < 1e-100
    np.testing.assert_allclose(perturbation_norm(X, y, scales), expected, rtol=1e-10)


def test_perturbation_norm_follows_the_row_sums_at_half_the_scale(three_classes):
    X, y = three_classes
    scales = np.array([0.5, 2.0])
    sums = reduce(X, kernelscale.engine.statistics.ClassRowSums(scales / 2, y))
    expected = np.sqrt((sums.all - sums.within).sum(axis=0))
    np.testing.assert_allclose(perturbation_norm(X, y, scales), expected, rtol=1e-12)


def test_perturbation_norm_over_many_tiles_keeps_its_memory_limit():
    X, y = far_apart([300, 500], distance=2.0)
    found = perturbation_norm(X, y, [0.1, 1.0], memory_limit="1 MiB", n_threads=2)
    np.testing.assert_allclose(found, perturbation_norm(X, y, [0.1, 1.0]), rtol=1e-12)
    with pytest.raises(MemoryError, match="perturbation norm over 800 rows needs"):
        perturbation_norm(X, y, [0.1], memory_limit=100)


def test_same_bits_for_any_number_of_threads(three_classes):
    X, y = three_classes
    one, three = (perturbation_norm(X, y, [0.1, 1.0], n_threads=n) for n in (1, 3))
    np.testing.assert_array_equal(one, three)
    assert perturbation_bound(X, y, 1.0) == perturbation_bound(X, y, 1.0)


def test_scales_that_are_halves_of_each_other_give_the_same_as_each_alone():
    X, y = np.random.default_rng(0).normal(size=(90, 3)), np.arange(90) % 3
    scales = np.random.default_rng(1).permutation(np.append(8.0 * 2.0 ** np.arange(-9, 3), 3.0))
    found = perturbation_norm(X, y, scales)
    alone = [perturbation_norm(X, y, [scale])[0] for scale in scales]
    np.testing.assert_allclose(found, alone, rtol=1e-12)
