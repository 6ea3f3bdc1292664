"""A Dask cluster gives the bits of one thread, for any number of workers."""

import copy
import pickle
import threading

import numpy as np
import pytest
from sklearn.base import clone
from tests.engine.dask_cluster.clusters import (
    CODES,
    SAMPLED,
    X,
    cluster_of,
    distributed,
)
from tests.engine.every_statistic import STATISTICS, assert_same_bits

from kernelscale import DiffusionMap, dimension_profile, scale_curve
from kernelscale.engine.executors import dask_job
from kernelscale.engine.passes import reduce
from kernelscale.markov.out_of_sample import extension

ROWS = np.random.default_rng(1).permutation(1700)[:1100]


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


def test_copies_of_an_estimator_use_the_same_cluster(executor):
    assert clone(DiffusionMap(executor=executor)).executor is executor
    assert copy.deepcopy(executor) is executor
    elsewhere = pickle.loads(pickle.dumps(executor))
    assert (elsewhere.client, elsewhere.tile_seconds) == (None, executor.tile_seconds)


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
