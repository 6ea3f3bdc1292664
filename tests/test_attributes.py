"""`cached_property` computes a value once for each object, and objects do not wait for others."""

import threading

import numpy as np

from kernelscale._attributes import cached_property
from kernelscale.engine.arithmetic.registry import ARITHMETICS
from kernelscale.engine.source import Source
from kernelscale.engine.tile import Tile


class Counted:
    def __init__(self):
        self.calls = 0

    @cached_property
    def value(self):
        """The value."""
        self.calls += 1
        return object()


def test_computed_once_and_for_each_object():
    one, other = Counted(), Counted()
    assert one.value is one.value
    assert one.calls == 1
    assert other.value is not one.value
    assert isinstance(Counted.value, cached_property)
    assert Counted.value.__doc__ == "The value."


def test_forgotten_when_deleted():
    counted = Counted()
    before = counted.value
    del counted.value
    assert counted.value is not before


def test_tiles_are_computed_concurrently():
    # Two computations of distances wait for each other; with a shared lock, neither would end.
    meeting = threading.Barrier(2)

    class Slow:
        @staticmethod
        def distances(x, y):
            meeting.wait(timeout=10)
            return ARITHMETICS["reference"].distances(x, y)

    source = Source.of(np.arange(8.0)[:, None])
    tiles = [Tile(source, slice(k, k + 4), slice(0, 4), Slow) for k in (0, 4)]
    found = [None, None]

    def compute(k):
        found[k] = tiles[k].distances

    threads = [threading.Thread(target=compute, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(found[0][0], [0, 1, 4, 9])
    np.testing.assert_array_equal(found[1][0], [16, 9, 4, 1])
