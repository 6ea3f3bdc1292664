"""A Dask cluster gives results that do not depend on the number of workers or on lost workers."""

import copy
import os
import pickle
import signal
import sys
import threading
import time

import numpy as np
import pytest
from sklearn.base import clone
from tests.engine.every_statistic import STATISTICS, assert_same_bits, points_and_codes

from kernelscale import DiffusionMap, dimension_profile, engine, scale_curve
from kernelscale.engine import DaskExecutor, remote_runs
from kernelscale.engine.executors import dask_data, dask_job, dask_workers, packing
from kernelscale.engine.executors.protocol import Worker
from kernelscale.engine.passes import reduce
from kernelscale.engine.row_blocks import RowBlocks
from kernelscale.engine.statistics import KernelSums, RowSums
from kernelscale.markov.out_of_sample import extension

dask = pytest.importorskip("dask", reason="dask is not installed")
distributed = pytest.importorskip("distributed", reason="distributed is not installed")

X, CODES = points_and_codes(1700)
ROWS = np.random.default_rng(1).permutation(1700)[:1100]
SAMPLED = {
    "groups": engine.statistics.GroupedHistogram(5.0, n_groups=7),
    "row sums": RowSums([0.7, 9.0]),
}


@pytest.fixture(autouse=True)
def every_arithmetic():
    """Override the fixture that sets each arithmetic: workers in other processes have only one."""


def cluster_of(n_workers, **options):
    defaults = {"threads_per_worker": 1, "processes": False, "dashboard_address": ":0"}
    return distributed.LocalCluster(n_workers=n_workers, **{**defaults, **options})


@pytest.fixture(scope="module")
def client():
    """A client with two workers, which are threads of this process."""
    with cluster_of(2) as cluster, distributed.Client(cluster, set_as_default=False) as client:
        yield client


@pytest.fixture(scope="module")
def executor(client):
    """An executor on the cluster that sends a few tiles in each message."""
    return DaskExecutor(client, tile_seconds=0.02)


@pytest.fixture
def processes():
    """A client with two workers in separate processes."""
    with cluster_of(2, processes=True) as cluster, distributed.Client(cluster) as client:
        yield client


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


@pytest.mark.parametrize("name", STATISTICS)
def test_same_bits_as_in_this_thread(name, executor):
    statistic = STATISTICS[name](CODES)
    expected = reduce(X, statistic, executor="serial")
    assert_same_bits(reduce(X, statistic, executor=executor), expected)


@pytest.mark.parametrize("sampled", SAMPLED)
def test_same_bits_of_some_rows(sampled, executor):
    statistic = SAMPLED[sampled]
    found = reduce(X, statistic, rows=ROWS, executor=executor)
    expected = reduce(X, statistic, rows=ROWS, executor="serial")
    if sampled == "groups":
        found, expected = ((each.pooled, *each.groups) for each in (found, expected))
    assert_same_bits(found, expected)


@pytest.mark.parametrize("n_workers", [1, 3])
def test_same_bits_for_any_number_of_workers(n_workers):
    statistic = STATISTICS["together"](CODES)
    with cluster_of(n_workers) as cluster, distributed.Client(cluster):
        found = reduce(X, statistic, executor="dask")  # "dask" selects the default client
    assert_same_bits(found, reduce(X, statistic))


class Once:
    """A listener for progress that calls a function once, in the middle of a pass."""

    def __init__(self, act):
        self.act, self.events = act, []

    def __call__(self, event):
        self.events.append(event)
        if len(self.events) == 3:
            self.act()


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


def test_data_just_released_can_be_sent_again(executor):
    statistic = KernelSums([1.0])
    expected = reduce(X, statistic)
    # When a copy is released, the scheduler is not informed before the next copy is sent.
    for _ in range(30):
        assert_same_bits(reduce(X.copy(), statistic, executor=executor), expected)


def test_new_rows_go_to_the_workers_for_any_n_threads(executor, monkeypatch):
    monkeypatch.setattr(extension, "PAIRS_AT_ONCE", len(X))
    fitted = DiffusionMap(2, 1.0, executor=executor, n_threads=1).fit(X)
    expected, messages = DiffusionMap(2, 1.0).fit(X).transform(X[:4] + 0.1), []
    submit = dask_job.Job.submit
    monkeypatch.setattr(
        dask_job.Job, "submit", lambda job, tasks: (messages.append(tasks), submit(job, tasks))[1]
    )
    np.testing.assert_array_equal(fitted.transform(X[:4] + 0.1), expected)
    assert messages


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


def test_an_error_of_a_task_is_raised(executor):
    class Fails(KernelSums):
        def on_tile(self, tile, hint):
            raise ArithmeticError("a tile went wrong")

    with pytest.raises(ArithmeticError, match="a tile went wrong"):
        reduce(X, Fails([1.0]), executor=executor)


def test_error_without_a_client_says_how_to_make_one():
    with pytest.raises(ValueError, match=r"needs a Dask client.*: from distributed import Client"):
        scale_curve(X, executor="dask")


def test_error_without_distributed_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"pip install .kernelscale\[dask\]"):
        scale_curve(X, executor="dask")


def test_an_object_that_is_not_a_client_is_refused(client):
    with pytest.raises(TypeError, match=r"client must be a distributed\.Client .*'tcp:"):
        DaskExecutor("tcp://10.0.0.1:8786")
    with pytest.raises(ValueError, match="tile_seconds must be at least 0"):
        DaskExecutor(client, tile_seconds=-1)


def test_a_cluster_without_workers_is_refused():
    with (
        cluster_of(0) as cluster,
        distributed.Client(cluster) as client,
        pytest.raises(RuntimeError, match=r"has no workers; start one with: dask worker \w+://"),
    ):
        reduce(X, SAMPLED["row sums"], executor=DaskExecutor(client))


class Described:
    """A client whose workers have the given descriptions."""

    class scheduler:  # noqa: N801
        address = "tcp://10.0.0.1:8786"

    def __init__(self, *workers):
        self.workers = {f"tcp://10.0.0.{k}:1": worker for k, worker in enumerate(workers)}

    def run(self, function, on_error):
        return self.workers


def test_error_names_workers_that_differ():
    version, arithmetic = dask_workers.installed()
    alike = dask_workers._Found(Worker(4, None), version, arithmetic)
    assert dask_workers.Workers(Described(alike, alike)).n_threads == 8
    for other, sentence in (
        (alike._replace(version="0.0"), "0.1:1 has kernelscale 0.0, but this process has"),
        (
            alike._replace(arithmetic="other"),
            "0.1:1 has the other arithmetic, but this process has",
        ),
        (alike._replace(arithmetic=f"{arithmetic.split()[0]} (old)"), "old.* and another"),
        (ModuleNotFoundError("no kernelscale"), "cannot run kernelscale.*: no kernelscale; inst"),
    ):
        with pytest.raises(RuntimeError, match=sentence):
            dask_workers.Workers(Described(alike, other))


def test_tiles_too_large_for_a_worker_are_refused_first():
    statistic = RowSums(np.geomspace(0.1, 10, 50))
    limit = engine.plan.make_plan(1700, 3, statistic, 2**30, 1).projected_memory
    with (
        cluster_of(1, threads_per_worker=4) as cluster,
        distributed.Client(cluster) as client,
        pytest.raises(MemoryError, match="on a worker of 4 threads, but may use"),
    ):
        reduce(X, statistic, memory_limit=limit, executor=DaskExecutor(client))


def test_a_pass_within_a_task_does_not_deadlock():
    statistic = STATISTICS["kernel_sums"](CODES)
    with cluster_of(1) as cluster, distributed.Client(cluster) as client:
        task = client.submit(reduce, X, statistic, executor="dask")
        assert_same_bits(task.result(timeout=30), reduce(X, statistic))


def test_methods_give_the_same_bits(executor):
    def answers(**used):
        streamed = DiffusionMap(2, "median", memory_limit="14 MiB", **used).fit(X)
        graph = DiffusionMap(neighbors=9, **used).fit(X)
        curve, profile = scale_curve(X, **used), dimension_profile(X[:700], **used)
        return [
            *(streamed.embedding_, streamed.transform(X[:9]), graph.transform(X[:9] + 0.1)),
            *(curve.S, curve.dimension, profile.noise_scale),
        ]

    for found, expected in zip(answers(executor=executor), answers(), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_given_distances_are_not_sent(executor):
    r = np.abs(X[:600, :1] - X[:600, 0])
    statistic = KernelSums([1.0])
    found = reduce(r, statistic, metric="precomputed", executor=executor)
    assert_same_bits(found, reduce(r, statistic, metric="precomputed"))


def test_copies_of_an_estimator_use_the_same_cluster(executor):
    assert clone(DiffusionMap(executor=executor)).executor is executor
    assert copy.deepcopy(executor) is executor
    elsewhere = pickle.loads(pickle.dumps(executor))
    assert (elsewhere.client, elsewhere.tile_seconds) == (None, executor.tile_seconds)


def test_blocks_of_rows_are_read_like_an_array(random):
    points = random.normal(size=(103, 3))
    blocks = RowBlocks.of(points, side=10)
    for start, stop in [(0, 103), (0, 10), (9, 11), (10, 40), (95, 103)]:
        np.testing.assert_array_equal(blocks[start:stop], points[start:stop])
        assert np.concatenate([each.read() for each in blocks.holding(slice(start, stop))]).size
    rows = random.permutation(103)[:40]
    np.testing.assert_array_equal(blocks[rows], points[rows])
    np.testing.assert_array_equal(blocks.with_rows(rows, 10)[rows[7:21]], points[rows[7:21]])


def test_threads_of_this_process_are_not_dask_tasks():
    """A thread of the caller is not a Dask task, even if workers are threads of this process."""
    found = []
    with cluster_of(1) as cluster, distributed.Client(cluster):
        options = {"executor": "dask"}
        work = threading.Thread(
            target=lambda: found.append(reduce(X, SAMPLED["row sums"], **options))
        )
        work.start()
        work.join()
    assert_same_bits(found[0], reduce(X, SAMPLED["row sums"]))
