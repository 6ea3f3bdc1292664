"""Memory limits under which tiles have the side a test wants."""

from kernelscale.engine.arithmetic import reference
from kernelscale.engine.arithmetic.registry import arithmetic_named
from kernelscale.engine.plan import _pending_bytes


def pending_bytes(statistic, side, n_features):
    """Bytes of one worker with tiles of a side, in the arithmetic under test."""
    compiled = arithmetic_named("auto") is not reference
    return _pending_bytes(statistic, side, n_features, compiled)
