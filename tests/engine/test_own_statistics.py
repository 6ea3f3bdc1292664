"""User-defined statistics in threads: errors, freed results, and one thread of BLAS."""

import threading
import weakref

import numpy as np
import pytest
from tests.engine.every_statistic import points_and_codes
from threadpoolctl import threadpool_info, threadpool_limits

from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import NearestOthers, Statistic


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
