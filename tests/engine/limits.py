"""The memory needed for tiles."""

from kernelscale.engine import plan
from kernelscale.engine.arithmetic.registry import arithmetic_named


def pending_bytes(statistic, side, n_features):
    """Bytes that one worker needs for tiles of `side` rows, with the arithmetic under test."""
    return plan.pending_bytes(statistic, side, n_features, arithmetic_named("auto"))
