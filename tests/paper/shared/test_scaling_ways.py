"""Ways of scaling that share a search, and the readings of Algorithm 2."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from kernelscale.paper.shared.scale_functions import _largest, algorithm_2, largest_weights
from kernelscale.paper.shared.scaling_way import embed_by_ways
from kernelscale.paper.shared.scaling_ways import (
    ALGORITHM_2,
    BY_DANCO,
    MORE_DIMS,
    THEN_EPS_0,
    WAYS_OF_CIRCLES,
)


@pytest.mark.parametrize(("estimate", "searches"), [(1, {1: 1, 2: 1}), (3, {1: 1, 2: 1, 3: 1})])
def test_ways_with_equal_dimensions_share_a_search(monkeypatch, random, estimate, searches):
    counted = Counter()

    def scale(X, n_dims):
        counted[n_dims] += 1
        return np.full(X.shape[1], float(n_dims))

    names = (ALGORITHM_2, THEN_EPS_0, MORE_DIMS, BY_DANCO)
    ways = {name: replace(WAYS_OF_CIRCLES[name], scale=scale, bandwidth=10.0) for name in names}
    ways[BY_DANCO] = replace(ways[BY_DANCO], dimension=lambda X, n_dims: estimate)
    found = embed_by_ways(ways, random.normal(size=(20, 4)), n_dims=1, n_components=2)
    assert counted == searches
    assert [found[name].factors[0] for name in names] == [1, 1, 2, estimate]


def test_of_the_weights_that_are_nearly_nearest_the_largest_is_taken():
    surface = np.array([[1.5, 1.9], [1.89, 1.2], [1.8, 2.11], [2.5, 3.0]])
    weights, scales = np.array([0.1, 1.0, 2.0, 3.0]), np.array([1.0, 2.0])
    assert _largest(surface, 2.0, weights, scales) == 5
    assert _largest(surface[:2], 2.0, weights[:2], scales) == 2
    assert _largest(surface, 1.2, weights, scales) == 3


def test_with_one_weight_the_choice_of_weights_does_not_matter(random):
    points = random.normal(size=(60, 3)) * [1.0, 2.0, 0.5]
    options = {"weights": [0.5], "n_scales": 4}
    np.testing.assert_allclose(
        largest_weights(points, 1, **options), algorithm_2(points, 1, **options)
    )
