"""Clusters, clients and tasks that cannot be used, and their errors."""

import sys

import numpy as np
import pytest
from tests.engine.dask_cluster.clusters import SAMPLED, X, cluster_of, distributed

from kernelscale import engine, scale_curve
from kernelscale.engine import DaskExecutor
from kernelscale.engine.executors import dask_workers
from kernelscale.engine.executors.protocol import Worker
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums, RowSums


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
        pytest.raises(MemoryError, match="on a worker of 4 threads, but only"),
    ):
        reduce(X, statistic, memory_limit=limit, executor=DaskExecutor(client))
