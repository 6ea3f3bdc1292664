"""Tests of the engine run with each available arithmetic, unless a file overrides the fixture."""

import pytest

from kernelscale.engine.arithmetic import registry
from kernelscale.engine.arithmetic.registry import ARITHMETICS


@pytest.fixture(autouse=True, params=["reference", "compiled"])
def every_arithmetic(request, monkeypatch):
    """Run the test once with each available arithmetic, which "auto" then selects."""
    if request.param not in ARITHMETICS:
        pytest.skip("the compiled arithmetic was not built")
    monkeypatch.setattr(registry, "FASTEST", request.param)
    return request.param
