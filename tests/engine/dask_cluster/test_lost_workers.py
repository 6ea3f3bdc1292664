"""Lost, killed and joining workers of a Dask cluster."""

import os
import signal

import pytest
from tests.engine.dask_cluster.clusters import (
    CODES,
    SAMPLED,
    Once,
    X,
    cluster_of,
    dask,
    distributed,
)
from tests.engine.every_statistic import STATISTICS, assert_same_bits

from kernelscale import scale_curve
from kernelscale.engine import DaskExecutor
from kernelscale.engine.executors import dask_data, dask_job
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums


def test_same_bits_if_a_worker_is_killed(processes):
    def kill():
        os.kill(next(iter(processes.run(os.getpid).values())), signal.SIGKILL)

    statistic, killing = STATISTICS["together"](CODES), Once(kill)
    slow = DaskExecutor(processes, tile_seconds=0)
    found = reduce(X, statistic, executor=slow, progress=killing)
    assert_same_bits(found, reduce(X, statistic))
    assert killing.events[-1].done == killing.events[-1].total == len(killing.events)
    # The killed worker had the only copy of some points, so these points are sent again.
    assert_same_bits(reduce(X, statistic, executor=slow), found)


def test_same_bits_if_a_worker_joins_and_another_leaves():
    statistic = STATISTICS["row_sums"](CODES)
    with cluster_of(1) as cluster, distributed.Client(cluster) as client:

        def change():
            first = list(client.scheduler_info()["workers"])
            cluster.scale(2)
            client.wait_for_workers(2)
            client.retire_workers(first)

        options = {"executor": DaskExecutor(client, 0), "progress": Once(change)}
        assert_same_bits(reduce(X, statistic, **options), reduce(X, statistic))


def breaking(futures, n_times):
    """A version of `futures` whose first `n_times` calls fail as if workers were lost."""
    left = [distributed.comm.CommClosedError] * n_times

    def broken(self, wanted):
        if left:
            raise left.pop()
        return futures(self, wanted)

    return broken


def test_points_are_sent_again_if_a_worker_is_lost_during_transfer(executor, monkeypatch):
    monkeypatch.setattr(dask_job, "SECONDS_TO_NOTICE", 0.01)
    statistic, futures = SAMPLED["row sums"], dask_data.DataOnCluster.futures
    monkeypatch.setattr(dask_data.DataOnCluster, "futures", breaking(futures, 3))
    assert_same_bits(reduce(X + 2, statistic, executor=executor), reduce(X + 2, statistic))
    monkeypatch.setattr(dask_data.DataOnCluster, "futures", breaking(futures, 99))
    with pytest.raises(RuntimeError, match="does not answer, or no longer has workers"):
        reduce(X + 3, statistic, executor=executor)


def test_tasks_that_kill_their_workers_raise_an_error():
    class Deadly(KernelSums):
        def on_tile(self, tile, hint):
            os.kill(os.getpid(), signal.SIGKILL)

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        cluster_of(1, processes=True) as cluster,
        distributed.Client(cluster) as client,
        pytest.raises(RuntimeError, match="workers of the Dask cluster ended during the same"),
    ):
        reduce(X, Deadly([1.0]), executor=DaskExecutor(client))


def test_a_client_closed_during_a_pass_raises_an_error():
    with cluster_of(1) as cluster, distributed.Client(cluster) as client:
        options = {"executor": DaskExecutor(client, 0), "progress": Once(client.close)}
        with pytest.raises(RuntimeError, match="The Dask client was closed before"):
            reduce(X, SAMPLED["row sums"], **options)
        with pytest.raises(ValueError, match="client must be connected, but"):
            scale_curve(X, executor=DaskExecutor(client))
