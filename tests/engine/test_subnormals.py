"""Subnormal numbers are taken as zero within a context, in one thread."""

import platform
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kernelscale.engine.arithmetic.registry import ARITHMETICS
from kernelscale.engine.machine.subnormals import subnormals_as_zero

SMALLEST = np.full(64, np.finfo(np.float32).tiny)
HALF = np.float32(0.5)


def is_zero():
    """Whether half of the smallest normal number counts as zero in this thread."""
    return not (SMALLEST * HALF).any()


needs_processor = pytest.mark.skipif(
    "compiled" not in ARITHMETICS or platform.machine() not in ("x86_64", "AMD64", "aarch64"),
    reason="without compiled functions, or on another processor, nothing changes",
)


@needs_processor
def test_subnormal_numbers_are_zero_within_the_context_only():
    assert not is_zero()
    with subnormals_as_zero():
        assert is_zero()
        with subnormals_as_zero():
            assert is_zero()
        assert is_zero()
    assert not is_zero()


@needs_processor
def test_a_setting_of_the_caller_is_kept():
    from kernelscale.engine.arithmetic import tile_functions

    tile_functions.subnormals_as_zero(1)
    try:
        with subnormals_as_zero():
            assert is_zero()
        assert tile_functions.subnormals_as_zero(0) in (1, 3)  # some processors have one switch
    finally:
        tile_functions.subnormals_as_zero(0)


def test_an_error_ends_the_context():
    with pytest.raises(ZeroDivisionError), subnormals_as_zero():
        raise ZeroDivisionError
    assert not is_zero()


def test_other_threads_are_not_changed():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(is_zero).result()  # starts the thread
        with subnormals_as_zero():
            assert not pool.submit(is_zero).result()
