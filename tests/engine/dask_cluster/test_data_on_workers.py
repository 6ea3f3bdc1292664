"""Data that the workers of a Dask cluster receive, keep and release."""

import time

import numpy as np
import pytest
from tests.engine.dask_cluster.clusters import CODES, SAMPLED, Once, X
from tests.engine.every_statistic import STATISTICS, assert_same_bits

from kernelscale.engine import remote_runs
from kernelscale.engine.executors import dask_data, packing
from kernelscale.engine.passes import reduce
from kernelscale.engine.row_blocks import RowBlocks
from kernelscale.engine.statistics import KernelSums


def kept_there(client):
    """Names of all data that the cluster holds, computed or pending."""
    return client.run_on_scheduler(lambda dask_scheduler: {*dask_scheduler.tasks})


def nothing_is_left(client, before):
    """Whether the cluster, after a short wait, holds no more data than before."""
    for _ in range(100):
        if kept_there(client) <= before:
            return True
        time.sleep(0.05)
    return False


def test_data_just_released_can_be_sent_again(executor):
    statistic = KernelSums([1.0])
    expected = reduce(X, statistic)
    # The scheduler may not yet know that a copy was released when the next copy is sent.
    for _ in range(12):
        assert_same_bits(reduce(X.copy(), statistic, executor=executor), expected)


@pytest.mark.parametrize("fault", [KeyboardInterrupt, ZeroDivisionError])
def test_a_cancelled_run_leaves_nothing_on_the_cluster(fault, client, executor):
    def stop():
        raise fault

    points, before = X + 1, kept_there(client)
    with pytest.raises(fault):
        reduce(points, SAMPLED["row sums"], executor=executor, progress=Once(stop))
    assert nothing_is_left(client, before)


def test_points_stay_on_the_cluster_as_long_as_the_array_exists(client, executor, monkeypatch):
    sent, scatter = [], client.scatter
    monkeypatch.setattr(client, "scatter", lambda data: sent.append(data) or scatter(data))
    points, before, statistic = X + 2, kept_there(client), SAMPLED["row sums"]
    first = reduce(points, statistic, executor=executor)
    assert sum(len(block) for data in sent for block in data.values()) == len(points)
    sent.clear()
    assert_same_bits(reduce(points, statistic, executor=executor), first)
    assert not sent
    points *= 2  # the array now has other points in the same memory
    found = reduce(points, statistic, executor=executor)
    assert_same_bits(found, reduce(points, statistic))
    assert not (found == first).all()
    assert kept_there(client) - before
    del points
    assert nothing_is_left(client, before)


def test_messages_are_small(client, executor, monkeypatch):
    monkeypatch.setattr(packing, "LARGE", 1024)
    monkeypatch.setattr(packing, "PIECE", 4096)
    monkeypatch.setattr(remote_runs, "BLOCK_BYTES", 4096)
    monkeypatch.setattr(dask_data, "MESSAGE", 8192)
    sizes, scatter = [], client.scatter

    def note(data):
        sizes.append(sum(each.nbytes for each in data.values()))
        return scatter(data)

    monkeypatch.setattr(client, "scatter", note)
    points, statistic = X + 3, STATISTICS["product"](CODES)
    found = reduce(points, statistic, executor=executor)
    assert_same_bits(found, reduce(points, statistic))
    assert sum(sizes) == points.nbytes + statistic.vectors.nbytes
    assert max(sizes) < 8192 + 4096


def test_given_distances_are_not_sent(executor):
    r = np.abs(X[:600, :1] - X[:600, 0])
    statistic = KernelSums([1.0])
    found = reduce(r, statistic, metric="precomputed", executor=executor)
    assert_same_bits(found, reduce(r, statistic, metric="precomputed"))


def test_blocks_of_rows_are_read_like_an_array(random):
    points = random.normal(size=(103, 3))
    blocks = RowBlocks.of(points, side=10)
    for start, stop in [(0, 103), (0, 10), (9, 11), (10, 40), (95, 103)]:
        np.testing.assert_array_equal(blocks[start:stop], points[start:stop])
        assert np.concatenate([each.read() for each in blocks.holding(slice(start, stop))]).size
    rows = random.permutation(103)[:40]
    np.testing.assert_array_equal(blocks[rows], points[rows])
    np.testing.assert_array_equal(blocks.with_rows(rows, 10)[rows[7:21]], points[rows[7:21]])
