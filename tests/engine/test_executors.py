"""Results do not depend on the executor or the number of workers."""

import multiprocessing
import threading
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice

import numpy as np
import pytest
from tests.engine.every_statistic import (
    SCALES,
    STATISTICS,
    Everything,
    assert_same_bits,
    points_and_codes,
)

from kernelscale import DiffusionMap, engine
from kernelscale.engine import statistics
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums, Statistic


class ProcessPool:
    """An executor such as a user may write: processes that receive the function with each task."""

    def __init__(self, processes):
        self.processes = processes

    def run(self, function, tasks, n_workers, n_pending):
        waiting = iter(tasks)
        submit = partial(self.processes.submit, function)
        pending = deque(map(submit, islice(waiting, n_pending)))
        while pending:
            yield pending.popleft().result()
            pending.extend(map(submit, islice(waiting, 1)))


@pytest.fixture(scope="module")
def processes():
    """Two processes. They start slowly, so the tests of all arithmetics share them."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_a_users_pool_of_processes_gives_the_same_bits(every_arithmetic, processes):
    X, codes = points_and_codes(1100)
    everything = Everything([make(codes) for make in STATISTICS.values()])
    options = {"arithmetic": every_arithmetic}
    found = reduce(X, everything, executor=ProcessPool(processes), n_threads=2, **options)
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


@pytest.mark.parametrize("n_samples", [10, 512, 513, 1025])
@pytest.mark.parametrize("name", STATISTICS)
def test_same_bits_with_every_executor(name, n_samples, executor):
    X, codes = points_and_codes(n_samples)
    statistic = STATISTICS[name](codes)
    expected = reduce(X, statistic, executor="serial", n_threads=1)
    assert_same_bits(reduce(X, statistic, **executor), expected)


class Wrong:
    """A faulty executor: a given function changes its results."""

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
