"""Memory limits for tiles of a given side."""

from kernelscale.engine import plan
from kernelscale.engine.arithmetic.registry import arithmetic_named


def pending_bytes(statistic, side, n_features):
    """Bytes of one worker with tiles of the given side, for the arithmetic under test."""
    return plan.pending_bytes(statistic, side, n_features, arithmetic_named("auto"))
