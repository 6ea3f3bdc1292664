"""Every test of the engine runs on every arithmetic that is there."""

import pytest

from kernelscale.engine.arithmetic import registry
from kernelscale.engine.arithmetic.registry import ARITHMETICS


@pytest.fixture(autouse=True, params=["reference", "compiled"])
def every_arithmetic(request, monkeypatch):
    """What "auto" stands for, one after the other."""
    if request.param not in ARITHMETICS:
        pytest.skip("the compiled arithmetic was not built")
    monkeypatch.setattr(registry, "FASTEST", request.param)
    return request.param
