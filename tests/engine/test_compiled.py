"""The compiled computation of tiles, in float32 and for every instruction set.

Its results are compared with those of NumPy.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from tests.engine.every_statistic import parts

from kernelscale import engine
from kernelscale.engine import source
from kernelscale.engine.arithmetic import chains
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)

compiled = pytest.importorskip("kernelscale.engine.arithmetic.compiled", exc_type=ImportError)


@pytest.fixture(autouse=True)
def every_arithmetic():
    """Override the fixture that sets each arithmetic, because these tests name the arithmetic."""


def _swiss_roll(random, n=1500):
    t = 1.5 * np.pi * (1 + 2 * random.random(n))
    return np.c_[t * np.cos(t), 21 * random.random(n), t * np.sin(t)]


def _clusters(random, n_features, n=1500):
    return 1e-3 * random.normal(size=(n, n_features)) + 3.0 * (np.arange(n)[:, None] % 2)


def _outlier(random):
    X = random.normal(size=(1500, 12))
    X[0] = 1e6
    X[2] = X[1] + 1e-7 * np.eye(12)[0]
    return X


HARD = {
    "swiss_roll": _swiss_roll,
    "high_dimension": lambda random: random.normal(size=(1200, 500)),
    "some_features": lambda random: random.normal(size=(1500, 50)),
    "two_tight_clusters": lambda random: _clusters(random, 3),
    "two_tight_clusters_of_many_features": lambda random: _clusters(random, 20),
    "tight_clusters_by_products": lambda random: _clusters(random, 450, n=1100),
    "outlier_and_close_pair": _outlier,
    "far_from_the_origin": lambda random: random.normal(size=(1500, 20)) + 1e6,
    "roll_in_many_features": lambda random: _swiss_roll(random) @ random.normal(size=(3, 120)),
    "booleans": lambda random: (random.random((1500, 16)) < 0.5).astype(float),
    "one_hot": lambda random: np.eye(12)[random.integers(0, 12, 1500)],
    "whole_numbers": lambda random: random.poisson(3, size=(1500, 10)).astype(float),
    "duplicates": lambda random: np.repeat(random.normal(size=(500, 30)), 3, axis=0),
    "heavy_tails": lambda random: random.standard_cauchy((1500, 9)),
    "mixed_units": lambda random: random.normal(size=(1500, 9)) * 10.0 ** np.arange(-4, 5),
    "tiny": lambda random: 1e-100 * random.normal(size=(1500, 10)),
    "huge": lambda random: 1e100 * random.normal(size=(1500, 10)),
    "float32_cannot_hold_it": lambda random: np.r_[
        1e-20 * random.normal(size=(1400, 10)), random.normal(size=(100, 10))
    ],
}


@pytest.fixture(params=HARD)
def hard(request, random):
    return HARD[request.param](random)


def unit_of(X):
    return 2 * float(X.var(axis=0).sum())


def test_curve_in_float32_has_the_promised_accuracy(hard):
    unit = unit_of(hard)
    scales = unit * np.geomspace(1e-6, 1e3, 60)
    exact = reduce(hard, KernelSums(scales), arithmetic="reference")
    found = reduce(hard, DistanceHistogram(unit), arithmetic="compiled")
    assert found.n_pairs == len(hard) ** 2
    S, T = found.sums(scales)
    assert np.abs(S / exact.S - 1).max() < 1e-7
    assert np.abs((T / S - exact.T / exact.S) / scales).max() < 1e-6


def test_neighbors_found_in_float32_are_exact(hard):
    statistic = NearestOthers(5)
    exact = reduce(hard, statistic, arithmetic="reference").squared_distances
    found = reduce(hard, statistic, arithmetic="compiled")
    np.testing.assert_allclose(found.squared_distances, exact, rtol=1e-12)
    for i in range(0, len(hard), 97):
        there = ((hard[found.indices[i]] - hard[i]) ** 2).sum(axis=1)
        np.testing.assert_allclose(there, exact[i], rtol=1e-12)


@pytest.mark.parametrize(("n_features", "length"), [(3, 12), (4, 7)])
def test_neighbors_equal_in_float32_are_exact(random, n_features, length):
    # On a lattice many points are at the same distance from a given point. Perturbations too small
    # for float32 decide which of these points are nearest.
    lattice = np.argwhere(np.ones((length,) * n_features))
    X = random.permutation(lattice + 1e-6 * random.normal(size=lattice.shape))
    assert source.Source.of(X).single
    for n_neighbors in (1, 3):
        statistic = NearestOthers(n_neighbors)
        exact = reduce(X, statistic, arithmetic="reference")
        found = reduce(X, statistic, arithmetic="compiled")
        np.testing.assert_allclose(found.squared_distances, exact.squared_distances, rtol=1e-12)


@pytest.mark.parametrize("n_samples", [90, 1500])
def test_ties_between_neighbors_go_to_the_smaller_index(random, n_samples):
    X = random.integers(0, 4, size=(n_samples, 3)).astype(float)
    r = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    np.fill_diagonal(r, np.inf)
    places = np.broadcast_to(np.arange(n_samples), r.shape)
    expected = np.lexsort((places, r), axis=1)[:, :7]
    for n_threads in (1, 3):
        statistic = NearestOthers(7)
        found = reduce(X, statistic, arithmetic="compiled", n_threads=n_threads)
        np.testing.assert_array_equal(found.indices, expected)


SCALES = np.array([0.7, 2.0, 4.0, 9.0])
OF_MANY_BLOCKS = {
    "kernel_sums": lambda codes: KernelSums(SCALES),
    "row_sums": lambda codes: RowSums(SCALES),
    "class_row_sums": lambda codes: engine.statistics.ClassRowSums(SCALES, codes, "single"),
    "nearest": lambda codes: NearestOthers(5),
    "nearest_in_other_groups": lambda codes: NearestOthers(5, codes),
    "histogram": lambda codes: DistanceHistogram(9.0),
    "together": lambda codes: engine.statistics.Together(
        [NearestOthers(2), KernelSums(SCALES), DistanceHistogram(9.0)]
    ),
}


@pytest.mark.parametrize("data", ["features", "products", "distances"])
@pytest.mark.parametrize("name", OF_MANY_BLOCKS)
def test_tiles_of_many_blocks_give_the_same_results(name, data, random, monkeypatch):
    # Tiles of side 2048 divide 2100 rows into 2048 and 52. In a tile on the diagonal, a block off
    # the diagonal stands for its mirror image too. In the tile of 2048 by 52 pairs, blocks are not
    # full.
    X = random.normal(size=(2100, 100 if data == "products" else 3))
    X *= (9 / (2 * X.shape[1])) ** 0.5
    statistic = OF_MANY_BLOCKS[name](np.arange(2100) % 3)
    options = {"arithmetic": "compiled", "n_threads": 2}
    if data == "distances":
        X, options["metric"] = squareform(pdist(X)), "precomputed"

    def found(side):
        monkeypatch.setattr(compiled, "SIDES", {0: side})
        events = []
        answer = reduce(X, statistic, progress=events.append, **options)
        assert len(events) == {1024: 6, 2048: 3, 4096: 1}[side]
        return parts(answer)

    expected = found(1024)
    for side in (2048, 4096):
        for one, other in zip(found(side), expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-15)


def test_row_sums_in_float32_keep_six_digits(hard):
    codes = np.arange(len(hard)) % 4
    scales = unit_of(hard) * 2.0 ** np.arange(-12, 5)
    exact = reduce(hard, engine.statistics.ClassRowSums(scales, codes), arithmetic="reference")
    single = engine.statistics.ClassRowSums(scales, codes, precision="single")
    found = reduce(hard, single, arithmetic="compiled")
    for one, other in zip(found, exact, strict=True):
        np.testing.assert_allclose(1 + one, 1 + other, rtol=2e-6)
    probability, expected = ((sums.within / (1 + sums.all)).mean(axis=0) for sums in (found, exact))
    np.testing.assert_allclose(probability, expected, atol=1e-6)


def test_few_rows_do_not_use_float32(random):
    few = source.Source.of(random.normal(size=(source.SINGLE_ROWS, 3)))
    many = source.Source.of(random.normal(size=(source.SINGLE_ROWS + 1, 3)))
    assert (few.single, many.single) == (False, True)
    arithmetic = compiled.Compiled()
    assert arithmetic.quick_distances(few, slice(0, 9), slice(0, 9)) is None
    quick = arithmetic.quick_distances(many, slice(0, 9), slice(0, 9))
    assert quick.values.dtype == np.float32


def test_a_distance_too_small_for_float32_is_detected():
    X = np.zeros((1100, 12))
    X[:, 0] = np.arange(1100)
    X[1] = X[0]
    X[1, 1] = 1e-30
    block = source.Source.of(X)
    arithmetic = compiled.Compiled()
    assert arithmetic.quick_distances(block, slice(0, 9), slice(0, 9)) is None
    assert arithmetic.quick_distances(block, slice(9, 19), slice(0, 9)) is not None


def _numbers_with(instruction_set):
    """Arrays of results of many statistics."""
    compiled.tile_functions.use(instruction_set)
    random = np.random.default_rng(0)
    found = []
    for n_features in (3, 30, 300):
        X, codes = random.normal(size=(1100, n_features)), np.arange(1100) % 3
        scales = n_features * 2.0 ** np.arange(-5.0, 3)
        computed = [
            KernelSums(scales),
            RowSums(scales),
            engine.statistics.ClassRowSums(scales, codes, precision="single"),
            NearestOthers(9),
            KernelProduct(n_features / 2, X[:, :3], "single"),
        ]
        sums, rows, within, nearest, product = reduce(
            X, engine.statistics.Together(computed), arithmetic="compiled"
        )
        curve = reduce(X, DistanceHistogram(2.0 * n_features), arithmetic="compiled").sums(scales)
        found += [sums.S, sums.T, *curve, rows, within.all, within.within, nearest.indices, product]
    return found


def test_instruction_sets_agree():
    names = compiled.tile_functions.instruction_sets()
    in_use = compiled.tile_functions.instruction_set()
    try:
        best, *others = map(_numbers_with, names)
    finally:
        compiled.tile_functions.use(in_use)
    for other in others:
        for one, of_best in zip(other, best, strict=True):
            np.testing.assert_allclose(one, of_best, rtol=2e-6, atol=2e-6 * np.abs(of_best).max())
    if others:  # the last digits differ, which shows that each instruction set was used
        assert not np.array_equal(others[-1][0], best[0])


def test_a_missing_instruction_set_is_refused():
    with pytest.raises(ValueError, match="must be one of .*baseline, but 'avx1024' was given"):
        compiled.tile_functions.use("avx1024")


def test_chains_cover_every_scale_once(random):
    """A chain is a list of scales, each of which is half of the one before."""
    for scales in (
        2.0 ** np.arange(-9, 9),
        2.0 ** (np.arange(40) / 4)[::-1],
        np.geomspace(0.3, 700, 23),
        np.array([1.0]),
        np.array([2.0, 2.0, 1.0, 1.0]),
        random.permutation(np.r_[2.0 ** np.arange(20), random.random(5)]),
    ):
        for longest in (1, 4, 8):
            rates, lengths, order = chains.chained(scales, longest)
            assert sorted(order) == list(range(len(scales)))
            assert lengths.max() <= longest
            firsts = np.repeat(np.cumsum(lengths) - lengths, lengths)
            steps = np.arange(len(scales)) - firsts
            np.testing.assert_allclose(np.repeat(rates, lengths) * 2.0**steps, -0.5 / scales[order])
    assert len(chains.chained(2.0 ** (np.arange(48) / 4), 8).rates) == 8


def test_a_missing_compiled_arithmetic_is_an_error(monkeypatch):
    monkeypatch.delitem(engine.arithmetic.registry.ARITHMETICS, "compiled")
    with pytest.raises(ImportError, match=r"'compiled' was not built.*install GCC or Clang"):
        reduce([[0.0], [1.0]], NearestOthers(1), arithmetic="compiled")


def test_arrays_of_wrong_type_or_shape_are_refused():
    core, points = compiled.tile_functions, np.ones((4, 2))
    centre = np.zeros(2)
    with pytest.raises(TypeError):
        core.distances(points, points, centre, 1.0, 0.1, np.empty((4, 4)))
    with pytest.raises(TypeError):
        core.exact_distances(points, points, centre, 1.0, np.empty((4, 8))[:, ::2])
    for shape in [(4, 3), (3, 4)]:
        with pytest.raises(ValueError, match="shape"):
            core.exact_distances(points, points, centre, 1.0, np.empty(shape))
    with pytest.raises(ValueError, match="an entry for each feature"):
        core.exact_distances(points, np.ones((4, 3)), np.zeros(3), 1.0, np.empty((4, 4)))
    for few in (np.empty(7, dtype=np.uint8), np.empty(999, dtype=np.float32)):
        tile = core.Tile(points, points, centre, 1.0, True, False, np.empty(0, dtype=np.int64), [])
        with pytest.raises((TypeError, ValueError), match=r"room|arguments"):
            tile.go_over(True, 0.1, few)
    with pytest.raises(TypeError):
        core.KernelSums(chains.chained(np.ones(1), 8), np.empty((2, 1), dtype=np.float32))
    with pytest.raises(ValueError, match="scales"):
        core.KernelSums(chains.chained(np.ones(1), 8), np.empty((2, 3)))


def test_a_thread_keeps_its_memory_for_one_pass(random):
    rooms = []

    def watch(event):
        rooms.append(dict(compiled._rooms.of))

    for n_features, statistic in (
        (3, RowSums(np.arange(1.0, 99))),
        (200, KernelSums([1.0])),
    ):
        X = random.normal(size=(1500, n_features))
        reduce(X, statistic, executor="serial", progress=watch)
        assert [len(each) for each in rooms] == [1] * len(rooms) != []
        rooms.clear()
        assert not compiled._rooms.of


@pytest.mark.parametrize("n_features", [3, 200])
def test_memory_kept_by_threads_does_not_change_results(random, n_features):
    """Passes of many kinds run at the same time, with different sizes of tiles and blocks."""
    statistics = [DistanceHistogram(9.0), RowSums([1.0, 3.0]), NearestOthers(3)]
    kinds = [
        (random.normal(size=(n, n_features)), each)
        for n in (1100, 1500, 2100)
        for each in statistics
    ]

    def answers(kind):
        return list(parts(reduce(*kind, executor="serial")))

    expected = [answers(kind) for kind in kinds]
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(answers, 2 * kinds))
    for one, other in zip(found, 2 * expected, strict=True):
        for here, there in zip(one, other, strict=True):
            np.testing.assert_array_equal(here, there)
