"""Bins of a joint histogram: one for what is below 1, and runs of float32 bit patterns above."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = ["LARGEST_OCTAVE", "STEPS", "JointPart", "bins_and_remainders", "edges_of_joint_bins"]

LARGEST_OCTAVE = 120  # what is beyond is taken to lie there
STEPS = 1 << 16  # of a remainder: where in its bin a number lies
_ONE = 127 << 23  # bit pattern of 1


class JointPart(NamedTuple):
    """Pairs in cells of (g, h), of shape (n_g, n_h), and sums of the remainders of both.

    Row 0 is bin 0 of g; the next rows are bins first, first + 1, ...
    """

    first: int
    counts: np.ndarray
    g_remainders: np.ndarray
    h_remainders: np.ndarray

    def rows_from(self, first: int, n_rows: int) -> JointPart:
        """The same with rows of zeros about it, to be added to another."""
        moved = []
        for part in self[1:]:
            wide = np.zeros((n_rows, part.shape[1]), dtype=np.int64)
            wide[0] = part[0]
            wide[1 + self.first - first :][: len(part) - 1] = part[1:]
            moved.append(wide)
        return JointPart(first, *moved)

    def plus(self, other: JointPart) -> JointPart:
        """Both together; adds in place where there is room."""
        filled = [part for part in (self, other) if len(part.counts) > 1]
        first = min((part.first for part in filled), default=self.first)
        end = max((part.first + len(part.counts) for part in filled), default=first + 1)
        n_rows = end - first
        total = self
        if (self.first, len(self.counts)) != (first, n_rows):
            total = self.rows_from(first, n_rows)
        start = 1 + other.first - first
        for mine, others in zip(total[1:], other[1:], strict=True):
            mine[0] += others[0]
            mine[start : start + len(others) - 1] += others[1:]
        return total


def bins_and_remainders(values: np.ndarray, bins_per_octave: int) -> tuple[np.ndarray, np.ndarray]:
    """The bin of each float32, and where it lies in it, from 0 to `STEPS`."""
    shift = 23 - (bins_per_octave.bit_length() - 1)
    values = np.minimum(values, np.float32(2.0**LARGEST_OCTAVE))
    patterns, low = values.view(np.int32), values < 1
    remainders = (patterns & ((1 << shift) - 1)) >> (shift - 16)
    return (
        np.where(low, 0, (patterns >> shift) - (_ONE >> shift) + 1),
        np.where(low, (np.minimum(values, 1) * STEPS).astype(np.int32), remainders),
    )


def edges_of_joint_bins(bins: np.ndarray, bins_per_octave: int) -> tuple[np.ndarray, np.ndarray]:
    """Lower edges and widths of bins."""
    shift = 23 - (bins_per_octave.bit_length() - 1)
    patterns = np.maximum(np.asarray(bins), 1) - 1 + (_ONE >> shift)
    lower, upper = (
        ((patterns + k).astype(np.uint32) << shift).view(np.float32).astype(float) for k in (0, 1)
    )
    zero = np.asarray(bins) == 0
    return np.where(zero, 0.0, lower), np.where(zero, 1.0, upper - lower)
