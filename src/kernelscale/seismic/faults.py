"""What makes a waveform useless, in words."""

from __future__ import annotations

import numpy as np

__all__ = ["fault_of"]

CLIPPED_RUN = 5  # samples in a row at the largest or smallest value
# Of all samples, at the largest or at the smallest value: where fast waves are clipped runs are
# short. Of 600 recordings by seismometers none has more than 2 %, nor more than 11 samples.
CLIPPED_SHARE, CLIPPED_SAMPLES = 0.05, 20
# A quiet recording in whole counts has few values, and runs and many samples of each; but of what
# is not clipped the outermost values are rarer than those next to them.
FEWEST_VALUES, CLIPPED_RATIO = 20, 2
# Zeros in a row that fill a gap. Of 400 recordings of nearly as many instruments none has both,
# but those computed from a model; one sample a second has up to three zeros in a row.
ZERO_SECONDS, ZERO_RUN = 1.0, 20
# How much longer they are than chance makes them, where zeros are many as in the quiet; and below
# which share of others a recording is dead.
ZERO_CHANCE, DEAD_SHARE = 4, 0.01
# Samples in a row at another value, where many are taken: coarse ones have up to 61 in the quiet.
STUCK_SECONDS, STUCK_RUN = 1.0, 100


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
    return _filled(samples, rate) or _clipped(samples) or _stuck(samples, rate)


def _filled(samples: np.ndarray, rate: float) -> str:
    zero = samples == 0
    n_others, zeros = int((~zero).sum()), _longest_run(zero)
    enough = max(ZERO_RUN, ZERO_CHANCE * _run_by_chance(len(samples) - zeros, n_others))
    if zeros >= enough and zeros > ZERO_SECONDS * rate:
        return f"is 0 for {zeros / rate:g} s on end, as where a gap was filled"
    if n_others < DEAD_SHARE * len(samples):
        return f"is 0 in all but {n_others} of its {len(samples)} samples"
    return ""


def _run_by_chance(n_samples: int, n_others: int) -> float:
    """The longest run of zeros to be expected, had each sample its own chance to be another."""
    if n_others == n_samples:
        return 0.0
    return float((np.log(n_others) + 1) / -np.log1p(-n_others / n_samples))


def _clipped(samples: np.ndarray) -> str:
    values, counts = np.unique(samples, return_counts=True)
    if len(values) == 2:
        return f"has two values only, {values[0]:g} and {values[1]:g}"
    most = max(counts[0], counts[-1])
    if len(values) < FEWEST_VALUES:
        next_to = ((counts[0], counts[1]), (counts[-1], counts[-2]))
        most = max((end for end, next_ in next_to if end > CLIPPED_RATIO * next_), default=0)
    else:
        run = max(_longest_run(samples == end) for end in (values[0], values[-1]))
        if run >= CLIPPED_RUN:
            return f"is clipped: {run} samples in a row are at its largest or smallest value"
    if most >= CLIPPED_SAMPLES and most > CLIPPED_SHARE * len(samples):
        return f"is clipped: {most} of its {len(samples)} samples are at one end of its values"
    return ""


def _stuck(samples: np.ndarray, rate: float) -> str:
    if len(np.unique(samples)) < FEWEST_VALUES:
        return ""
    edges = np.flatnonzero(np.r_[True, np.diff(samples) != 0, True])
    runs = np.diff(edges)
    longest = int(runs.argmax())
    if runs[longest] >= STUCK_RUN and runs[longest] > STUCK_SECONDS * rate:
        value = samples[edges[longest]]
        return f"stays at {value:g} for {runs[longest] / rate:g} s on end"
    return ""


def _longest_run(true: np.ndarray) -> int:
    """Length of the longest stretch of True."""
    edges = np.flatnonzero(np.diff(np.r_[False, true, False]))
    return int((edges[1::2] - edges[::2]).max()) if len(edges) else 0
