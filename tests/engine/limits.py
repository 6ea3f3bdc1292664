"""Memory limits under which tiles have the side a test wants."""

from kernelscale.engine import plan
from kernelscale.engine.arithmetic.registry import arithmetic_named


def pending_bytes(statistic, side, n_features):
    """Bytes of one worker with tiles of a side, in the arithmetic under test."""
    return plan.pending_bytes(statistic, side, n_features, arithmetic_named("auto"))
