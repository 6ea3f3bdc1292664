"""Results do not depend on the executor, the number of workers or the size of tiles."""

import multiprocessing
import threading
import weakref
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

import numpy as np
import pytest
from tests.engine.limits import pending_bytes
from threadpoolctl import threadpool_info, threadpool_limits

from kernelscale import DiffusionMap, engine
from kernelscale.data import PointCloud
from kernelscale.engine import plan as plans
from kernelscale.engine import statistics
from kernelscale.engine.arithmetic.reference import Reference
from kernelscale.engine.arithmetic.registry import arithmetic_named
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
    Statistic,
)

SCALES = np.array([0.05, 0.7, 9.0])
STATISTICS = {
    "kernel_sums": lambda codes: KernelSums(SCALES),
    "row_sums": lambda codes: RowSums(SCALES),
    "class_row_sums": lambda codes: engine.statistics.ClassRowSums(SCALES, codes),
    "class_extremes": engine.statistics.ClassExtremes,
    "nearest_others": lambda codes: NearestOthers(9),
    "histogram": lambda codes: DistanceHistogram(unit=5.0),
    "groups_nearest": lambda codes: NearestOthers(4, groups=codes),
    "quick_product": lambda codes: KernelProduct(0.7, codes[:, None], "single"),
    "product": lambda codes: KernelProduct(0.7, np.c_[codes, codes**2]),
    "quick_row_sums": lambda codes: RowSums(SCALES, "single"),
    "distances_between": lambda codes: engine.statistics.DistancesBetween(1.0, 1.2, 60_000),
    "counts_between": lambda codes: engine.statistics.CountsBetween(0.5, 1.5),
    "together": lambda codes: engine.statistics.Together(
        [KernelSums(SCALES), NearestOthers(3), DistanceHistogram(unit=5.0)]
    ),
}


def parts(answer):
    """All arrays that a result of any type contains."""
    if isinstance(answer, tuple):
        return [part for entry in answer for part in parts(entry)]
    if isinstance(answer, (np.ndarray, float, int)):
        return [np.asarray(answer)]
    return [part for entry in vars(answer).values() for part in parts(entry)]


def assert_same_bits(found, expected):
    found, expected = parts(found), parts(expected)
    assert len(found) == len(expected) > 0
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)


def points_and_codes(n_samples):
    random = np.random.default_rng(n_samples)
    return random.normal(size=(n_samples, 3)), random.integers(0, 3, n_samples)


class ProcessPool:
    """An executor such as a user may write: processes that each receive the function once."""

    def run(self, function, tasks, n_workers, n_pending):
        waiting = iter(tasks)
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(n_workers, context, _keep, (function,)) as pool:
            pending = deque(pool.submit(_call, task) for task in islice(waiting, n_pending))
            while pending:
                yield pending.popleft().result()
                pending.extend(pool.submit(_call, task) for task in islice(waiting, 1))


def _keep(function):
    global _function
    _function = function


def _call(task):
    return _function(task)


class Everything(Statistic):
    """Several statistics in a single pass, because a pool of processes is slow to start."""

    def __init__(self, statistics):
        self.statistics = statistics

    def result_bytes(self, n_samples):
        return 0

    tile_bytes = partial_bytes = result_bytes

    def start(self, n_samples):
        return [each.start(n_samples) for each in self.statistics]

    def hint(self, state, rows, columns):
        return [
            each.hint(known, rows, columns)
            for each, known in zip(self.statistics, state, strict=True)
        ]

    def on_tile(self, tile, hint):
        return [
            each.on_tile(tile, known) for each, known in zip(self.statistics, hint, strict=True)
        ]

    def merge(self, state, partial):
        return [
            each.merge(known, part)
            for each, known, part in zip(self.statistics, state, partial, strict=True)
        ]

    def finish(self, state):
        return tuple(each.finish(known) for each, known in zip(self.statistics, state, strict=True))


def test_a_users_pool_of_processes_gives_the_same_bits(every_arithmetic):
    X, codes = points_and_codes(1333)
    everything = Everything([make(codes) for make in STATISTICS.values()])
    options = {"arithmetic": every_arithmetic}
    found = reduce(X, everything, executor=ProcessPool(), n_threads=2, **options)
    assert_same_bits(found, reduce(X, everything, executor="serial", **options))
    for name, one in zip(STATISTICS, found, strict=True):
        statistic = STATISTICS[name](codes)
        assert_same_bits(one, reduce(X, statistic, **options, n_threads=3))


def test_every_statistic_of_all_rows_is_compared():
    tried = {type(make(np.arange(10))).__name__ for make in STATISTICS.values()}
    public = {name for name in statistics.__all__ if _is_statistic(getattr(statistics, name))}
    assert public - tried == {
        "GroupedHistogram",  # this statistic needs sampled rows
        *("Statistic", "Streamed", "SumsFromRows"),  # these are base classes
    }


def _is_statistic(named):
    return isinstance(named, type) and issubclass(named, Statistic)


class Halved(Reference):
    """A user-defined arithmetic with small tiles and halved sums."""

    name = "halved"

    def largest_side(self, n_samples, requests, some_rows):
        return 64

    def answers(self, tile, requests, hints):
        return [0.5 * answer for answer in super().answers(tile, requests, hints)]


def test_an_arithmetic_may_be_an_object_of_the_user(executor):
    X, _ = points_and_codes(300)
    statistic, tiles = KernelSums(SCALES), []
    found = reduce(X, statistic, arithmetic=Halved(), progress=tiles.append, **executor)
    expected = reduce(X, statistic, arithmetic="reference")
    np.testing.assert_allclose(found.S, expected.S / 2, rtol=1e-13)
    assert len(tiles) == 15


class Wrong:
    """Executors that are wrong: the given function changes their results."""

    def __init__(self, spoil):
        self.spoil = spoil

    def run(self, function, tasks, n_workers, n_pending):
        return self.spoil(function(task) for task in tasks)


def _the_first_two(results):
    yield from islice(results, 2)


def _each_twice(results):
    for result in results:
        yield from (result, result)


def _backwards(results):
    yield from reversed(list(results))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_the_first_two, "each of the 6 tasks, in their order, but after 2 of them no more came"),
        (
            _each_twice,
            "each of the 6 tasks, in their order, but after 1 of them the result of task 1 came",
        ),
        (
            _backwards,
            "each of the 6 tasks, in their order, but after 0 of them the result of task 6 came",
        ),
        (list, "must be a generator, .* returned a list"),
        (lambda results: map(list, results), "must be a generator, .* returned a map"),
    ],
    ids=["fewer", "twice", "backwards", "list", "map"],
)
def test_an_executor_that_loses_or_reorders_results_is_refused(spoil, sentence):
    X, _ = points_and_codes(1333)
    with pytest.raises((RuntimeError, TypeError), match=sentence):
        reduce(X, KernelSums(SCALES), executor=Wrong(spoil))


def test_new_rows_need_all_results_of_the_executor():
    X, _ = points_and_codes(700)
    fitted = DiffusionMap(bandwidth=1.0).fit(X)
    fitted.set_params(executor=Wrong(_the_first_two), n_threads=2)
    with pytest.raises(RuntimeError, match="each of the 3 tasks, .* after 2 of them no more came"):
        fitted.transform(np.tile(X, (3, 1)))


class Lacking:
    name = "lacking"

    def answers(self, tile, requests, hints):
        return []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"executor": Lacking()}, "an object with run, but .*Lacking.*, which lacks run"),
        ({"executor": ProcessPool}, "but .*ProcessPool.* was given, a class"),
        ({"arithmetic": Lacking()}, "which lacks devices, processor, largest_side, .*nearest_of"),
        ({"arithmetic": Halved}, "but .*Halved.* was given, a class"),
    ],
    ids=["no executor", "class of executors", "no arithmetic", "class of arithmetics"],
)
def test_error_names_the_methods_that_an_object_lacks(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        reduce([[0.0], [1.0]], NearestOthers(1), **wrong)


@pytest.mark.parametrize("n_samples", [10, 512, 513, 1025])
@pytest.mark.parametrize("name", STATISTICS)
def test_same_bits_with_every_executor(name, n_samples, executor):
    X, codes = points_and_codes(n_samples)
    statistic = STATISTICS[name](codes)
    expected = reduce(X, statistic, executor="serial", n_threads=1)
    assert_same_bits(reduce(X, statistic, **executor), expected)


@pytest.mark.parametrize("name", STATISTICS)
def test_same_bits_for_many_small_tiles(name):
    X, codes = points_and_codes(1333)
    statistic = STATISTICS[name](codes)
    limit = statistic.result_bytes(1333) + 6 * pending_bytes(statistic, plans.SMALLEST_SIDE, 3)
    expected = reduce(X, statistic, memory_limit=limit, executor="serial")
    for n_threads in (2, 3, 7):
        found = reduce(X, statistic, memory_limit=limit, executor="threads", n_threads=n_threads)
        assert_same_bits(found, expected)


@pytest.mark.parametrize("name", STATISTICS)
def test_smaller_tiles_give_equal_results_up_to_rounding(name):
    X, codes = points_and_codes(601)
    statistic = STATISTICS[name](codes)
    expected = parts(reduce(X, statistic))
    sides = set()
    for side in (256, 128, 64):
        limit = statistic.result_bytes(601) + pending_bytes(statistic, side, 3)
        sides.add(engine.plan.make_plan(601, 3, statistic, limit, 1).side)
        found = parts(reduce(X, statistic, memory_limit=limit))
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)
    assert sides == {256, 128, 64}


def test_tiles_cover_every_pair_once():
    for n_samples, side in [(1, 16), (16, 16), (17, 16), (100, 16), (1025, 512)]:
        plan = plans.Plan(n_samples, side, 1, 0)
        seen = np.zeros((n_samples, n_samples), dtype=int)
        tiles = list(plan.tiles())
        for rows, columns in tiles:
            seen[rows, columns] += 1
            if rows != columns:
                seen[columns, rows] += 1
        assert (seen == 1).all()
        assert len(tiles) == plan.n_tiles


def test_tile_size_does_not_depend_on_the_number_of_threads():
    for limit in np.geomspace(2e6, 1e9, 40).astype(int).tolist():
        sides = {
            engine.plan.make_plan(5000, 8, RowSums(SCALES), limit, n_threads).side
            for n_threads in (1, 2, 3, 64)
        }
        assert len(sides) == 1


class Spy(Statistic):
    """A statistic that counts tiles and records the number of BLAS threads during each tile."""

    def __init__(self, fails=False):
        self.fails, self.blas_threads, self.running = fails, set(), threading.local()

    def result_bytes(self, n_samples):
        return 8

    tile_bytes = partial_bytes = result_bytes

    def start(self, n_samples):
        return 0

    def on_tile(self, tile, hint):
        self.blas_threads |= {
            pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"
        }
        if self.fails and tile.rows.start > 0:
            raise RuntimeError("a tile went wrong")
        return 1

    def merge(self, state, partial):
        return state + partial

    def finish(self, state):
        return state


def test_blas_keeps_to_one_thread_inside_tiles(executor):
    spy = Spy()
    with threadpool_limits(limits=2, user_api="blas"):
        reduce(np.random.default_rng(0).normal(size=(1100, 2)), spy, **executor)
    assert spy.blas_threads == {1}


def test_an_error_inside_a_tile_is_raised(executor):
    X = np.random.default_rng(0).normal(size=(1600, 2))
    with pytest.raises(RuntimeError, match="a tile went wrong"):
        reduce(X, Spy(fails=True), **executor)
    assert reduce(X, Spy(), **executor) == 10


@pytest.mark.parametrize("what", ["executor", "arithmetic"])
@pytest.mark.parametrize("name", ["loky", "Threads", "", None, 2, ["threads"]])
def test_unknown_names_are_refused(what, name):
    with pytest.raises(ValueError, match=f"{what} must be one of .*, but .* was given"):
        reduce([[0.0], [1.0]], NearestOthers(1), **{what: name})


OPEN = ["result_bytes", "tile_bytes", "partial_bytes", "start", "on_tile", "merge", "finish"]


@pytest.mark.parametrize("missing", OPEN)
def test_a_statistic_without_a_method_cannot_be_made(missing):
    others = {name: getattr(Spy, name) for name in OPEN if name != missing}
    incomplete = type("Incomplete", (Statistic,), others)
    with pytest.raises(TypeError, match=f"abstract class Incomplete .*method.*{missing}"):
        incomplete()


def test_error_names_every_missing_method():
    with pytest.raises(TypeError) as refused:
        type("Empty", (Statistic,), {})()
    assert all(name in str(refused.value) for name in OPEN)


@pytest.mark.parametrize("n_rows", [1, 511, 513, 1100])
def test_distances_between_have_the_same_bits_for_any_number_of_threads(n_rows):
    X, Y = points_and_codes(1100)[0], points_and_codes(n_rows)[0]
    expected = engine.passes.distances_between(X, Y, executor="serial")
    assert expected.shape == (1100, n_rows)
    for n_threads in (None, 1, 2, 7):
        found = engine.passes.distances_between(X, Y, n_threads=n_threads)
        np.testing.assert_array_equal(found, expected)
    for i in (0, 512, 1099):
        np.testing.assert_allclose(expected[i], ((X[i] - Y) ** 2).sum(axis=1), rtol=1e-13)
    assert engine.passes.distances_between(X, Y[:0]).shape == (1100, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"n_threads": 0},
        {"n_threads": -1},
        {"n_threads": 1.5},
        {"n_threads": "2"},
        {"executor": "processes"},
        {"arithmetic": "exact"},
    ],
    ids=str,
)
def test_distances_between_refuse_wrong_options(wrong):
    X = points_and_codes(3)[0]
    with pytest.raises((ValueError, TypeError), match=f"^{next(iter(wrong))} must be"):
        engine.passes.distances_between(X, X, **wrong)


@pytest.mark.parametrize("between", [False, True])
def test_dense_distances_use_n_threads(between, monkeypatch):
    arithmetic = arithmetic_named("auto")
    together, compute = threading.Barrier(2, timeout=20), arithmetic.distances

    def both_at_once(x, y):
        together.wait()
        return compute(x, y)

    monkeypatch.setattr(arithmetic, "distances", both_at_once)
    n = 2000  # there is an even number of tiles, both among all pairs and above the diagonal
    cloud = PointCloud(points_and_codes(n)[0], n_threads=2)
    rows = np.arange(n)
    r = cloud.squared_distances_between(rows, rows) if between else cloud.squared_distances
    assert r.shape == (n, n)


def test_waiting_tiles_are_dropped_after_an_error():
    begun, go_on = [], threading.Event()

    def fail_at_first(tile):
        begun.append(tile)
        if tile == 0:
            raise RuntimeError("of the first tile")
        go_on.wait(0.02)

    with pytest.raises(RuntimeError, match="of the first tile"):
        list(engine.executors.EXECUTORS["threads"].run(fail_at_first, range(100), 1, 100))
    assert len(begun) < 50


def test_a_result_is_freed_before_the_next_tile():
    class Partial:
        pass

    class OneAtATime(Statistic):
        def result_bytes(self, n_samples):
            return 8

        tile_bytes = partial_bytes = result_bytes

        def start(self, n_samples):
            return []

        def hint(self, state, rows, columns):
            assert all(earlier() is None for earlier in state)

        def on_tile(self, tile, hint):
            return Partial()

        def merge(self, state, partial):
            return [*state, weakref.ref(partial)]

        def finish(self, state):
            return len(state)

    X = points_and_codes(1300)[0]
    assert reduce(X, OneAtATime(), executor="serial") > 2


def test_hints_are_not_changed_while_threads_read_them():
    statistic = NearestOthers(1)
    known = statistic.start(6)
    seen = statistic.hint(known, slice(0, 4), slice(4, 6))
    assert [len(near.limits) for near in seen] == [4, 2]
    known.limits[:] = 1.0
    assert all((near.limits == np.inf).all() for near in seen)
    again = statistic.hint(known, slice(0, 4), slice(4, 6))
    assert all((near.limits == 1.0).all() for near in again)


def test_large_tiles_need_streamed_statistics_only():
    streamed, not_streamed = KernelSums([1.0]), engine.statistics.CountsBetween(0.5, 1.5)
    assert engine.statistics.Together([streamed, streamed]).requests == [streamed.request] * 2
    assert engine.statistics.Together([streamed, not_streamed]).requests is None


class CountingRequests(Reference):
    """An arithmetic that records the number of requests in each call."""

    def __init__(self):
        self.numbers = []

    def answers(self, tile, requests, hints):
        self.numbers.append(len(requests))
        return super().answers(tile, requests, hints)


@pytest.mark.parametrize("n_streamed", [0, 1, 2])
def test_an_arithmetic_gets_all_requests_of_a_tile_together(n_streamed):
    counting, others = (
        CountingRequests(),
        [engine.statistics.CountsBetween(0.5, 1.5), engine.statistics.CountsBetween(1.5, 2.5)],
    )
    both = engine.statistics.Together([*others, *[KernelSums(SCALES)] * n_streamed])
    reduce(points_and_codes(600)[0], both, arithmetic=counting)
    assert counting.numbers == [n_streamed] * 3 * (n_streamed > 0)


class Halving(Reference):
    """An arithmetic with a largest side of tiles of which half is below the smallest side."""

    def largest_side(self, n_samples, requests, some_rows):
        return plans.SMALLEST_SIDE * 3 // 2


def test_no_tile_is_smaller_than_the_smallest():
    statistic, arithmetic, side = RowSums(SCALES), Halving(), plans.SMALLEST_SIDE
    limit = statistic.result_bytes(900) + plans.pending_bytes(statistic, side, 3, arithmetic)
    assert engine.plan.make_plan(900, 3, statistic, limit, 1, arithmetic).side == side
    with pytest.raises(MemoryError):
        engine.plan.make_plan(900, 3, statistic, limit - 1, 1, arithmetic)
