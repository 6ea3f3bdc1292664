"""The histogram of distances that are at hand, for few rows."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from kernelscale.engine.pairs_in_memory import PairsInMemory
from kernelscale.engine.passes import reduce
from kernelscale.engine.resources import Resources
from kernelscale.engine.statistics import DistanceHistogram


@pytest.mark.parametrize("arithmetic", ["reference", "auto"])
@pytest.mark.parametrize("n_samples", [3, 4, 5, 150, PairsInMemory.MOST_ROWS])
def test_histogram_is_that_of_a_pass_over_the_points(n_samples, arithmetic, random):
    X = random.integers(0, 40, size=(n_samples, 3)).astype(float)
    pairs = PairsInMemory(n_samples, Resources(arithmetic=arithmetic))
    for stretched in (X, X * [1.0, 1.0, 7.0], X[:, :1]):
        pairs.r[:] = pdist(stretched, "sqeuclidean")
        found = pairs.histogram(unit=100.0)
        expected = reduce(stretched, DistanceHistogram(unit=100.0), arithmetic="reference")
        np.testing.assert_array_equal(found.counts, expected.counts)
        np.testing.assert_array_equal(found.bins, expected.bins)
        np.testing.assert_allclose(found.means, expected.means, rtol=1e-14)
        np.testing.assert_allclose(
            found.relative_variances, expected.relative_variances, rtol=1e-9, atol=1e-15
        )
