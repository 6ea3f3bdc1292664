"""One progress event for each tile, in the calling thread; the listener may raise an error."""

import gc
import threading

import numpy as np
import pytest

from kernelscale import compare, select_bandwidth
from kernelscale.data import PointCloud
from kernelscale.engine.passes import reduce
from kernelscale.engine.progress import ProgressEvent
from kernelscale.engine.statistics import KernelSums, NearestOthers

X = np.random.default_rng(0).normal(size=(1600, 2))


def test_one_event_for_each_tile(executor):
    events = []
    reduce(X, NearestOthers(1), progress=events.append, **executor)
    assert events == [ProgressEvent("distances", done, 10) for done in range(1, 11)]


def test_events_are_frozen():
    with pytest.raises(AttributeError):
        ProgressEvent("distances", 1, 2).done = 2


def test_listener_runs_in_the_calling_thread(executor):
    seen = set()
    reduce(X, NearestOthers(1), progress=lambda e: seen.add(threading.get_ident()), **executor)
    assert seen == {threading.get_ident()}


def raise_at(done):
    def listener(event):
        if event.done == done:
            raise KeyboardInterrupt

    return listener


@pytest.mark.parametrize("done", [1, 5, 10])
def test_a_listener_that_raises_stops_the_work(executor, done):
    threads_before = threading.active_count()
    outcome = []

    def work():
        try:
            reduce(X, NearestOthers(1), progress=raise_at(done), **executor)
        except KeyboardInterrupt:
            outcome.append("interrupted")

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(timeout=30)
    assert outcome == ["interrupted"], "hung"
    gc.collect()
    assert threading.active_count() == threads_before
    reduce(X[:20], NearestOthers(1), **executor)


def test_threads_end_even_if_the_error_is_kept(executor):
    # An interactive session keeps the last traceback, and with it every frame of the pass.
    threads_before = threading.active_count()
    with pytest.raises(KeyboardInterrupt) as kept:
        reduce(X, NearestOthers(1), progress=raise_at(2), **executor)
    assert kept.tb is not None
    assert threading.active_count() == threads_before


def test_progress_of_every_stage_ends_at_its_total():
    y = np.arange(120) % 2
    events = []
    select_bandwidth(X[:120] + y[:, None], y, rule="spectral", progress=events.append)
    compare(X[:120] + y[:, None], y, progress=events.append)
    assert {event.stage for event in events} >= {"distances", "eigenvalues", "rules"}
    for stage in {event.stage for event in events}:
        last = [event for event in events if event.stage == stage][-1]
        assert last.done == last.total
    assert all(0 <= event.done <= event.total for event in events)


def test_a_subset_of_a_cloud_has_no_listener():
    # Passes over a subset are steps of a larger task. Their events would reset its progress.
    events = []
    cloud = PointCloud(np.random.default_rng(0).normal(size=(30, 2)), progress=events.append)
    part = cloud.restricted(np.arange(20))
    part.reduce(KernelSums([1.0]))
    part.report("rules", 1, 2)
    assert events == []
    cloud.reduce(KernelSums([1.0]))
    assert len(events) == 1
