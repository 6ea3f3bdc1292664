"""Points whose distances lose digits in float32, on a device."""

import numpy as np
import pytest
from tests.engine.test_compiled import HARD, unit_of

from kernelscale import engine
from kernelscale.engine.arithmetic.gpu import program
from kernelscale.engine.arithmetic.gpu.nearest import slack_of
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)


@pytest.fixture(autouse=True)
def eight_features_at_once(monkeypatch):
    """Fix the number of features that a program reads at once, to compile fewer programs."""
    monkeypatch.setattr(program, "features_at_once", lambda n_features: 8)


@pytest.fixture(params=HARD)
def hard(request, random):
    return HARD[request.param](random)[:520]


def test_the_curve_has_the_promised_accuracy(hard, gpu):
    unit = unit_of(hard)
    scales = unit * np.geomspace(1e-6, 1e3, 24)
    exact = reduce(hard, KernelSums(scales), arithmetic="compiled")
    found = reduce(hard, DistanceHistogram(unit), arithmetic=gpu)
    assert found.n_pairs == len(hard) ** 2
    S, T = found.sums(scales)
    assert np.abs(S / exact.S - 1).max() < 1e-7
    assert np.abs((T / S - exact.T / exact.S) / scales).max() < 1e-6


def test_neighbors_are_exact(hard, gpu):
    statistic = NearestOthers(3)
    exact = reduce(hard, statistic, arithmetic="compiled").squared_distances
    found = reduce(hard, statistic, arithmetic=gpu)
    np.testing.assert_allclose(found.squared_distances, exact, rtol=1e-12)


def test_sums_in_single_precision(hard, gpu, random):
    scales = unit_of(hard) * np.array([1e-3, 0.1, 1.0])
    statistics = [RowSums(scales, p) for p in ("double", "single")]
    V = random.normal(size=(len(hard), 2))
    statistics += [KernelProduct(scales[1], V, p) for p in ("double", "single")]
    exact, rows, product, single = reduce(
        hard, engine.statistics.Together(statistics), arithmetic=gpu
    )
    np.testing.assert_allclose(1 + rows, 1 + exact, rtol=5e-6)
    np.testing.assert_allclose(single, product, rtol=0, atol=5e-6 * np.abs(product).max())


@pytest.mark.parametrize("n_features", [50, 784, 30_000])
def test_search_radius_includes_the_error_of_float32_sums(n_features, random):
    # All features have equal differences, so the rounding errors of the additions add up.
    differences = random.uniform(0.5, 1, size=100).astype(np.float32)
    squares, sums = differences.astype(float) ** 2, np.zeros(100, dtype=np.float32)
    for _ in range(n_features):
        # one rounding for each step, as in a fused multiplication and addition
        sums = (sums + squares).astype(np.float32)
    errors = np.abs(sums / (n_features * squares) - 1)
    assert 2 * errors.max() < slack_of(n_features)
