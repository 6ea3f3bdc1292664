"""BLAS uses one thread while a caller requires it, and afterwards as many threads as before."""

from __future__ import annotations

import os
import threading
from contextlib import ExitStack

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_limits

from kernelscale.engine.machine.blas import one_blas_thread
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, RowSums

BLAS = ThreadpoolController().select(user_api="blas")


def n_threads():
    return {library["num_threads"] for library in BLAS.info()}


@pytest.fixture
def two_threads():
    with threadpool_limits(limits=2, user_api="blas"):
        if n_threads() != {2}:
            pytest.skip("BLAS here cannot use two threads")
        yield


@pytest.mark.usefixtures("two_threads")
@pytest.mark.parametrize("leaving", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_overlapping_callers_share_the_limit(leaving):
    contexts = [ExitStack() for _ in range(3)]
    for context in contexts:
        context.enter_context(one_blas_thread())
        assert n_threads() == {1}
    for n_left, which in enumerate(leaving, start=1):
        contexts[which].close()
        assert n_threads() == ({2} if n_left == 3 else {1})


@pytest.mark.usefixtures("two_threads")
def test_an_error_restores_the_number_of_threads():
    with pytest.raises(KeyError), one_blas_thread():
        raise KeyError
    assert n_threads() == {2}


@pytest.mark.usefixtures("two_threads")
def test_concurrent_calls_have_the_bits_of_single_calls():
    X = np.random.default_rng(0).normal(size=(1100, 120))
    small = X[:50]

    def answer():
        sums = reduce(X, RowSums([100.0], precision="single"))
        return np.r_[reduce(X, DistanceHistogram(240.0)).means.ravel(), sums.ravel()]

    def disturb():
        while not done.is_set():
            reduce(small, DistanceHistogram(240.0))

    alone = answer()
    done = threading.Event()
    others = [threading.Thread(target=disturb) for _ in range(2)]
    for other in others:
        other.start()
    try:
        for _ in range(3):
            np.testing.assert_array_equal(answer(), alone)
    finally:
        done.set()
        for other in others:
            other.join()
    assert n_threads() == {2}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.usefixtures("two_threads")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_its_own_limit():
    inside, done = threading.Event(), threading.Event()

    def hold():
        with one_blas_thread():
            inside.set()
            done.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    inside.wait()
    child = os.fork()
    if child == 0:
        try:
            before = n_threads()
            with one_blas_thread():
                within = n_threads()
            os._exit(0 if (before, within, n_threads()) == ({2}, {1}, {2}) else 1)
        finally:
            os._exit(2)
    done.set()
    holder.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
