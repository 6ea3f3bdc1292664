"""The product of the kernel with vectors, computed without the kernel matrix."""

import numpy as np
import pytest
from tests.oracles import naive_distances

from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelProduct, RowSums


def test_product_is_that_of_the_stored_kernel(adversarial, random):
    r = naive_distances.squared_distances(adversarial)
    V = random.normal(size=(len(r), 5))
    for factor in (1e-6, 0.03, 1.0, 1e4):
        scale = factor * float(r.mean())
        expected = np.asarray(np.exp(-r / (2 * scale)) @ V, dtype=float)
        found = reduce(adversarial, KernelProduct(scale, V))
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10 * np.abs(V).max())


@pytest.mark.parametrize("n_features", [2, 30, 250])
def test_single_precision_keeps_six_digits(random, n_features):
    X, V = random.normal(size=(1300, n_features)), random.normal(size=(1300, 3))
    for scale in (0.05 * n_features, n_features):
        exact = reduce(X, KernelProduct(scale, V))
        found = reduce(X, KernelProduct(scale, V, "single"))
        np.testing.assert_allclose(found, exact, atol=1e-6 * np.abs(exact).max())


def test_single_precision_where_terms_cancel_and_tails_are_heavy(random):
    heavy = np.exp(3 * random.normal(size=(700, 110)))
    far = 0.1 * random.normal(size=(700, 100)) + 5.0 * (np.arange(700)[:, None] % 2)
    signs = random.choice([-1.0, 1.0], size=(700, 4))
    for X in (heavy, far):
        for scale in 2 * X.var(axis=0).sum() * 2.0 ** np.arange(-12, 3, 4):
            exact = reduce(X, KernelProduct(scale, signs))
            found = reduce(X, KernelProduct(scale, signs, "single"))
            np.testing.assert_allclose(found, exact, rtol=0, atol=5e-6 * np.abs(exact).max())
            exact = reduce(X, RowSums([scale]))
            found = reduce(X, RowSums([scale], precision="single"))
            np.testing.assert_allclose(1 + found, 1 + exact, rtol=5e-6)


def test_product_with_ones_is_the_row_sums(random):
    X = random.normal(size=(600, 3))
    product = reduce(X, KernelProduct(0.5, np.ones((600, 1))))
    sums = reduce(X, RowSums([0.5]))
    np.testing.assert_allclose(product, 1 + sums, rtol=1e-12)


def test_vectors_of_wrong_length_are_refused():
    for shape in [(3, 1), (2,), (1, 2, 1)]:
        with pytest.raises(
            ValueError, match=r"shape \(2, n_vectors\), one row for each point, but"
        ):
            reduce([[0.0], [1.0]], KernelProduct(1.0, np.ones(shape)))
    with pytest.raises(ValueError, match="precision must be one of double, single, but 'half'"):
        KernelProduct(1.0, np.ones((2, 1)), "half")
