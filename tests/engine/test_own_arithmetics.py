"""An executor or an arithmetic may be a user's object; an object that lacks a method is refused."""

import numpy as np
import pytest
from tests.engine.every_statistic import SCALES, points_and_codes
from tests.engine.test_executors import ProcessPool

from kernelscale import engine
from kernelscale.engine.arithmetic.reference import Reference
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums, NearestOthers


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


class Lacking:
    name = "lacking"

    def answers(self, tile, requests, hints):
        return []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"executor": Lacking()}, "an object with run, but .*Lacking.*, which lacks run"),
        ({"executor": ProcessPool}, "but .*ProcessPool.* was given, which is a class"),
        ({"arithmetic": Lacking()}, "which lacks devices, processor, largest_side, .*nearest_of"),
        ({"arithmetic": Halved}, "but .*Halved.* was given, which is a class"),
    ],
    ids=["no executor", "class of executors", "no arithmetic", "class of arithmetics"],
)
def test_error_names_the_methods_that_an_object_lacks(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        reduce([[0.0], [1.0]], NearestOthers(1), **wrong)


@pytest.mark.parametrize("what", ["executor", "arithmetic"])
@pytest.mark.parametrize("name", ["loky", "Threads", "", None, 2, ["threads"]])
def test_unknown_names_are_refused(what, name):
    with pytest.raises(ValueError, match=f"{what} must be one of .*, but .* was given"):
        reduce([[0.0], [1.0]], NearestOthers(1), **{what: name})
