"""Every test of the engine runs with every available arithmetic."""

import pytest

from kernelscale.engine.arithmetic import registry
from kernelscale.engine.arithmetic.registry import ARITHMETICS


@pytest.fixture(autouse=True, params=["reference", "compiled"])
def every_arithmetic(request, monkeypatch):
    """Sets the arithmetic that "auto" selects to each available one in turn."""
    if request.param not in ARITHMETICS:
        pytest.skip("the compiled arithmetic was not built")
    monkeypatch.setattr(registry, "FASTEST", request.param)
    return request.param
