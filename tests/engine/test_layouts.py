"""Results have the same bits for every memory layout of an array."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from tests.check_each import check_each
from tests.engine.layouts import LAYOUTS

from kernelscale import DiffusionMap, compare, engine, perturbation_bound, select_bandwidth
from kernelscale.bandwidth import RULES
from kernelscale.engine.passes import reduce
from kernelscale.engine.requests import (
    HistogramOf,
    KernelSumsOf,
    Near,
    NearestOf,
    Neighbors,
    RowSumsOf,
    WeightedHistogramsOf,
)
from kernelscale.engine.source import Source
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)
from kernelscale.engine.tile import Tile
from kernelscale.metrics import METRICS

random = np.random.default_rng(0)
POINTS = random.normal(size=(40, 3))
# With so many features, quick distances are computed by matrix products.
WIDE = random.normal(size=(1100, 100))
DISTANCES = squareform(pdist(POINTS))
LABELS = np.repeat([0, 1], 20)
SCALES = np.array([0.5, 1.0, 3.0])
SQUARES = np.square(DISTANCES)
BLOCK = slice(0, len(POINTS))


def assert_same_for_every_layout(found, layouts=tuple(LAYOUTS)):
    """Check that `found(lay)` has the same bits for every function `lay` that changes a layout."""
    expected = found(np.ascontiguousarray)
    check_each(lambda name: _assert_same(found(_laying(name)), expected), layouts)


def _laying(name):
    """A function that changes the layout of an array and checks that the numbers are the same."""

    def lay(array):
        other = LAYOUTS[name](array)
        np.testing.assert_array_equal(np.asarray(other), array)
        return other

    return lay


def _assert_same(found, expected):
    if isinstance(expected, (tuple, list)):
        for one, other in zip(found, expected, strict=True):
            _assert_same(one, other)
    else:
        np.testing.assert_array_equal(found, expected)


# ---------------------------------------------------------------- the compiled arithmetic


def _source(points, lay, single=False):
    return Source(lay(points), lay(points[0].copy()), 4.0**8, single)


def _answers(compiled, lay, r):
    """Results of every kind of request to the arithmetic, for points and for given distances."""
    wanted = [
        HistogramOf(2.0),
        WeightedHistogramsOf(lay(POINTS[:, 0].copy()), lay(SCALES), lay(SCALES)),
        KernelSumsOf(lay(SCALES)),
        RowSumsOf(lay(SCALES), "double", lay(LABELS)),
        NearestOf(2, lay(LABELS)),
    ]
    lists = lay(np.array([[4.5, 1e300]] * 40)), lay(np.array([[77, 99]] * 40))
    hints = [None, None, None, None, [Near(lay(np.full(len(POINTS), 1e300)), Neighbors(*lists))]]
    of_points = Tile(_source(POINTS, lay, r.dtype == np.float32), BLOCK, BLOCK, compiled)
    given = Tile(Source.of(lay(r), METRICS["precomputed"]), BLOCK, BLOCK, compiled)
    return [compiled.answers(tile, wanted, hints) for tile in (of_points, given)]


def _nearest_of_two(compiled, lay, r):
    answers = _answers(compiled, np.ascontiguousarray, r)
    return compiled.nearest_of(*(Neighbors(*map(lay, found)) for [*_, [(_, found)]] in answers))


CALLS = {
    "answers": _answers,
    "distances": lambda c, lay, r: c.distances(lay(POINTS), lay(POINTS[5:])),
    "kernel": lambda c, lay, r: c.kernel(lay(r), 2.0),
    "quick_distances": lambda c, lay, r: [
        c.quick_distances(_source(points, lay, single=True), slice(0, 30), slice(30, 40))
        for points in (POINTS, WIDE)
    ],
    "nearest_of": _nearest_of_two,
}
"""A call of each method of the compiled arithmetic, with arrays in the layout that `lay` sets."""

WITHOUT_ARRAYS = {"devices", "processor", "largest_side", "stream_bytes"}


@pytest.fixture
def compiled():
    if "compiled" not in engine.arithmetic.registry.ARITHMETICS:
        pytest.skip("the compiled arithmetic was not built")
    return engine.arithmetic.registry.ARITHMETICS["compiled"]


def test_every_method_of_the_compiled_arithmetic_is_called_below(compiled):
    methods = {name for name in dir(type(compiled)) if not name.startswith("_")} - {"name"}
    assert methods == {*CALLS, *WITHOUT_ARRAYS}


@pytest.mark.parametrize("precision", [np.float32, np.float64])
@pytest.mark.parametrize("name", CALLS)
def test_the_compiled_arithmetic_reads_every_layout(name, precision, compiled):
    squares = SQUARES.astype(precision)
    assert_same_for_every_layout(lambda lay: CALLS[name](compiled, lay, squares))


# ---------------------------------------------------------------- the public functions

STATISTICS = {
    "KernelSums": lambda lay: KernelSums(lay(SCALES)),
    "RowSums": lambda lay: RowSums(lay(SCALES)),
    "RowSums_single": lambda lay: RowSums(lay(SCALES), precision="single"),
    "ClassRowSums": lambda lay: engine.statistics.ClassRowSums(lay(SCALES), lay(LABELS)),
    "DistanceHistogram": lambda lay: DistanceHistogram(unit=4.0),
    "NearestOthers": lambda lay: NearestOthers(3),
    "NearestOthers_of_groups": lambda lay: NearestOthers(3, lay(LABELS)),
    "KernelProduct": lambda lay: KernelProduct(1.0, lay(POINTS)),
    "ClassExtremes": lambda lay: engine.statistics.ClassExtremes(lay(LABELS)),
}


@pytest.mark.parametrize("name", STATISTICS)
@pytest.mark.parametrize(("data", "metric"), [(POINTS, "euclidean"), (DISTANCES, "precomputed")])
def test_a_statistic_is_the_same_for_every_layout(name, data, metric):
    def found(lay):
        answer = reduce(lay(data), STATISTICS[name](lay), metric=metric)
        return answer.sums(SCALES) if name == "DistanceHistogram" else answer

    assert_same_for_every_layout(found)


# Rules that need eigenpairs use the compiled arithmetic like all other rules, so they are not
# tested here.
@pytest.mark.parametrize("rule", [*sorted({*RULES} - {"auto", "geometric", "spectral"}), 2.0])
def test_a_rule_is_the_same_for_every_layout_of_distances(rule):
    def found(lay):
        try:
            return repr(select_bandwidth(lay(DISTANCES), LABELS, rule=rule, metric="precomputed"))
        except ValueError as error:  # rules that need features raise this error
            return str(error)

    assert_same_for_every_layout(found)


def test_distances_may_be_a_data_frame_or_of_single_precision():
    single = DISTANCES.astype(np.float32)
    expected = select_bandwidth(DISTANCES, metric="precomputed").epsilon
    for given in (pd.DataFrame(DISTANCES), pd.DataFrame(DISTANCES).T, DISTANCES.tolist()):
        assert select_bandwidth(given, metric="precomputed").epsilon == expected
    for given in (single, np.asfortranarray(single), pd.DataFrame(single)):
        assert select_bandwidth(given, metric="precomputed").epsilon == pytest.approx(
            expected, rel=1e-4
        )


@pytest.mark.parametrize("bandwidth", ["self_tuning", "median"])
def test_maps_and_their_extension_are_the_same_for_every_layout_of_distances(bandwidth):
    def found(lay):
        fitted = DiffusionMap(2, bandwidth, metric="precomputed").fit(lay(DISTANCES))
        return fitted.embedding_, fitted.transform(lay(DISTANCES[:7])), fitted.eigenvalues_

    assert_same_for_every_layout(found)


def test_comparisons_and_bounds_are_the_same_for_every_layout_of_distances():
    def found(lay):
        comparison = compare(lay(DISTANCES), LABELS, rules="median", metric="precomputed")
        bound = perturbation_bound(lay(DISTANCES), LABELS, 1.0, metric="precomputed")
        figures = [(row.rule, row.epsilon, row.eigengap, row.reading) for row in comparison.rows]
        return repr(figures), repr(bound)

    assert_same_for_every_layout(found, ["fortran_order", "every_other"])


@pytest.mark.parametrize("error", [2e-9, 0.0])
def test_a_copy_of_distances_counts_in_the_limit(error):
    distances = DISTANCES + error * (np.arange(40)[:, None] > np.arange(40))
    strided = LAYOUTS["every_other"](distances)
    with pytest.raises(MemoryError, match="has to be copied"):
        reduce(strided, NearestOthers(1), metric="precomputed", memory_limit=1000)
