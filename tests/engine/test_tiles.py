"""Results do not depend on the size of tiles, and tiles cover every pair once."""

import numpy as np
import pytest
from tests.engine.every_statistic import (
    SCALES,
    STATISTICS,
    assert_same_bits,
    parts,
    points_and_codes,
)
from tests.engine.limits import pending_bytes

from kernelscale import engine
from kernelscale.engine import plan as plans
from kernelscale.engine.arithmetic.reference import Reference
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums, RowSums


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


def test_large_tiles_need_streamed_statistics_only():
    streamed, not_streamed = KernelSums([1.0]), engine.statistics.CountsBetween(0.5, 1.5)
    assert engine.statistics.Together([streamed, streamed]).requests == [streamed.request] * 2
    assert engine.statistics.Together([streamed, not_streamed]).requests is None


class Halving(Reference):
    """An arithmetic whose largest side of tiles is less than twice the smallest side."""

    def largest_side(self, n_samples, requests, some_rows):
        return plans.SMALLEST_SIDE * 3 // 2


def test_no_tile_is_smaller_than_the_smallest():
    statistic, arithmetic, side = RowSums(SCALES), Halving(), plans.SMALLEST_SIDE
    limit = statistic.result_bytes(900) + plans.pending_bytes(statistic, side, 3, arithmetic)
    assert engine.plan.make_plan(900, 3, statistic, limit, 1, arithmetic).side == side
    with pytest.raises(MemoryError):
        engine.plan.make_plan(900, 3, statistic, limit - 1, 1, arithmetic)
