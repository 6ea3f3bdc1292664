"""The memory limit of a bound, and the input that is refused."""

import tracemalloc

import numpy as np
import pytest
from tests.theory.far_classes import far_apart

from kernelscale import perturbation_bound
from kernelscale.distances import squared_distances
from kernelscale.theory.class_distances import D_class, D_gap
from kernelscale.theory.perturbation_norm import perturbation_norm


@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
def test_memory_limit_is_refused_before_the_work_and_kept(metric):
    X, y = far_apart([200, 300], distance=2.0)
    X = X if metric == "euclidean" else np.sqrt(squared_distances(X))
    limit = 6 * 8 * 500**2
    # a first call, so that lazy imports are not counted
    perturbation_bound(X, y, 1.0, metric=metric)
    tracemalloc.start()
    perturbation_bound(X, y, 1.0, metric=metric, memory_limit=limit)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < limit
    with pytest.raises(MemoryError, match="500 rows need 12 MiB but memory_limit is"):
        perturbation_bound(X, y, 1.0, metric=metric, memory_limit=limit - 1)


BAD_LABELS = {
    "one class": ([0] * 6, r"y has one class only \(0\); at least two are needed"),
    "all different": (range(6), "y has 6 different labels for 6 rows"),
    "too few": ([0, 1], "y has 2 labels for 6 rows; one label for each row is needed"),
    "missing": ([0, 0, 1, 1, None, 1], "y has 1 missing label"),
    "fractions": ([0.5, 0.5, 1, 1, 1, 1], "y holds fractions such as 0.5"),
}


@pytest.mark.parametrize(("y", "sentence"), BAD_LABELS.values(), ids=BAD_LABELS)
@pytest.mark.parametrize("function", [D_gap, D_class, perturbation_norm, perturbation_bound])
def test_bad_labels_are_named(function, y, sentence):
    X = np.arange(12.0).reshape(6, 2)
    extra = [1.0] if function.__name__.startswith("perturbation") else []
    with pytest.raises(ValueError, match=sentence):
        function(X, y, *extra)


def test_bad_points_and_options_are_named():
    X, y = np.arange(12.0).reshape(6, 2), [0, 0, 0, 1, 1, 1]
    with pytest.raises(ValueError, match="X must have two dimensions"):
        D_gap([1.0, 2.0], [0, 0])
    with pytest.raises(ValueError, match=r"X .*NaN"):
        perturbation_bound(np.where(X == 3, np.nan, X), y, 1.0)
    with pytest.raises(TypeError, match="There is no option 'memory'"):
        D_gap(X, y, memory=1)
    with pytest.raises(TypeError, match="There is no option 'memory'"):
        perturbation_norm(X, y, [1.0], memory=1)
    with pytest.raises(ValueError, match="metric must be one of euclidean, precomputed"):
        perturbation_bound(X, y, 1.0, metric="nearby")
    with pytest.raises(ValueError, match="memory_limit must be a number of bytes, a string"):
        perturbation_bound(X, y, 1.0, memory_limit="much")
    with pytest.raises(ValueError, match="This needs a label for each row; pass y."):
        perturbation_norm(X, None, [1.0])


@pytest.mark.parametrize("epsilon", [0, -1.0, np.inf, np.nan, 1e300, 1e-300, "1", None, True])
def test_scale_out_of_range_is_named(epsilon):
    X, y = np.arange(12.0).reshape(6, 2), [0, 0, 0, 1, 1, 1]
    with pytest.raises(ValueError, match="epsilon must be a positive finite number"):
        perturbation_bound(X, y, epsilon)
    with pytest.raises(ValueError, match="scales must be"):
        perturbation_norm(X, y, [1.0, epsilon] if epsilon is not True else [True])
