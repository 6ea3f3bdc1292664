"""What makes a waveform useless, in words."""

from __future__ import annotations

import numpy as np

__all__ = ["fault_of"]

CLIPPED_RUN = 5  # samples in a row at the largest or smallest value
# Of all samples, at the largest or at the smallest value: where fast waves are clipped runs are
# short. Of 600 recordings by seismometers none has more than 2 %, nor more than 11 samples.
CLIPPED_SHARE, CLIPPED_SAMPLES = 0.05, 20
FEWEST_VALUES = 20  # a quiet recording in whole counts has few values, and runs of one of them
# Zeros in a row that fill a gap. Of 400 recordings of nearly as many instruments none has both,
# but those computed from a model; one sample a second has up to three zeros in a row.
ZERO_SECONDS, ZERO_RUN = 1.0, 20


def fault_of(samples: np.ndarray, rate: float) -> str:
    """What is wrong with a waveform; empty if nothing is.

    Examples
    --------
    A wave whose tops were cut off, and one that is whole.

    >>> wave = np.sin(np.arange(300) / 7)
    >>> fault_of(np.clip(wave, -0.8, 0.8), 20.0)
    'is clipped: 9 samples in a row are at its largest or smallest value'
    >>> fault_of(wave, 20.0)
    ''
    """
    bad = ~np.isfinite(samples)
    if bad.any():
        what = "infinity" if np.isinf(samples).any() else "a gap or NaN"
        return (
            f"has {what} in {int(bad.sum())} of its {len(samples)} samples, the first after "
            f"{np.argmax(bad) / rate:g} s"
        )
    if np.ptp(samples) == 0:
        return "is flat"
    if len(np.unique(samples)) < FEWEST_VALUES:
        return ""
    ends = [samples == end for end in (samples.max(), samples.min())]
    run, most = max(map(_longest_run, ends)), max(end.sum() for end in ends)
    if run >= CLIPPED_RUN:
        return f"is clipped: {run} samples in a row are at its largest or smallest value"
    if most >= CLIPPED_SAMPLES and most > CLIPPED_SHARE * len(samples):
        return f"is clipped: {most} of its {len(samples)} samples are at one end of its values"
    zeros = _longest_run(samples == 0)
    if zeros >= ZERO_RUN and zeros > ZERO_SECONDS * rate:
        return f"is 0 for {zeros / rate:g} s on end, as where a gap was filled"
    return ""


def _longest_run(true: np.ndarray) -> int:
    """Length of the longest stretch of True."""
    edges = np.flatnonzero(np.diff(np.r_[False, true, False]))
    return int((edges[1::2] - edges[::2]).max()) if len(edges) else 0
