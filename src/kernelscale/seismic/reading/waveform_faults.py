"""Faults of a waveform: gaps, clipping, zeros and constant stretches."""

from __future__ import annotations

import numpy as np

__all__ = ["fault_of"]

# A run is a stretch of consecutive samples with the same value. Counts are the integers that a
# recorder writes.
CLIPPED_RUN = 5  # shortest run of samples at the largest or smallest value that shows clipping
# A clipped recording of fast waves has short runs only. It is recognised if the samples at its
# largest or smallest value are at least this share of all its samples, and at least this number.
# None of 600 recordings by seismometers exceeds 2 % or 11 samples.
CLIPPED_SHARE, CLIPPED_SAMPLES = 0.05, 20
# A quiet recording in whole counts has fewer than FEWEST_VALUES different values, each with long
# runs and many samples. If it is not clipped, its extreme values are rarer than the values next to
# them; if it is clipped, an extreme value is over CLIPPED_RATIO times as frequent as the next one.
FEWEST_VALUES, CLIPPED_RATIO = 20, 2
# Consecutive zeros count as a filled gap if there are at least ZERO_RUN and they last over SECONDS.
# Of 400 recordings from nearly as many stations, only synthetic ones have such zeros. Recordings at
# one sample per second have up to three consecutive zeros.
ZERO_RUN, SECONDS = 20, 1.0
# A slow wave in coarse counts (few counts for its amplitude) may keep one value for this long. It
# then changes by a single count.
SECONDS_AT_A_STEP = 5.0
# A run is a fault only if it is at least CHANCE times as long as the longest run to be expected by
# chance, given the share of nearby samples with the same value. Nearby samples are within NEAR
# times the run's length. In quiet coarse counts that share is nearly 1, so long runs are expected.
CHANCE, NEAR = 4, 3
DEAD_SHARE = 0.01  # a recording with a smaller share of nonzero samples is faulty
# Shortest run of equal samples other than 0 that is a fault, in a recording of many different
# values. Quiet recordings in coarse counts have runs of up to 61 equal samples.
STUCK_RUN = 100


def fault_of(samples: np.ndarray, rate: float) -> str:
    """The fault of a waveform, as the predicate of a sentence; empty if there is no fault.

    Examples
    --------
    A clipped wave, and the same wave before clipping.

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
    start, zeros = _longest_run(samples == 0)
    if _is_too_long(samples, start, zeros, rate, ZERO_RUN):
        return f"is 0 for {zeros / rate:g} s on end, as if a gap was filled with zeros"
    n_others = int(np.count_nonzero(samples))
    if n_others < DEAD_SHARE * len(samples):
        return f"is 0 in all but {n_others} of its {len(samples)} samples"
    return ""


def _is_too_long(samples: np.ndarray, start: int, length: int, rate: float, fewest: int) -> bool:
    """Whether a run of one value is too long for ground motion; quick tests come first."""
    return (
        length >= fewest
        and length > SECONDS * rate
        and length > _seconds(samples, start, length) * rate
        and length >= _by_chance(samples, start, length)
    )


def _seconds(samples: np.ndarray, start: int, length: int) -> float:
    """The longest allowed run in seconds.

    A longer run is allowed if the samples beside the run differ from it by a single count.
    """
    step = float(np.diff(np.unique(samples)).min())
    beside = np.concatenate([samples[max(start - 1, 0) : start], samples[start + length :][:1]])
    jumps = np.abs(beside - samples[start]).max(initial=0.0) > 1.5 * step
    return SECONDS if jumps else SECONDS_AT_A_STEP


def _by_chance(samples: np.ndarray, start: int, length: int) -> float:
    """Longest allowed run in samples, given how many samples near the run have the same value."""
    before = samples[max(start - NEAR * length, 0) : start]
    after = samples[start + length : start + (NEAR + 1) * length]
    near = np.concatenate([before, after])
    share = float(np.mean(near != samples[start])) if len(near) else 1.0
    if share in (0.0, 1.0):
        return np.inf if share == 0 else 0.0
    n_runs = max(share * (len(samples) - length), 1.0)
    return CHANCE * float((np.log(n_runs) + 1) / -np.log1p(-share))


def _clipped(samples: np.ndarray) -> str:
    values, counts = np.unique(samples, return_counts=True)
    if len(values) == 2:
        return f"has two values only, {values[0]:g} and {values[1]:g}"
    most = max(counts[0], counts[-1])
    if len(values) < FEWEST_VALUES:
        next_to = ((counts[0], counts[1]), (counts[-1], counts[-2]))
        most = max((end for end, next_ in next_to if end > CLIPPED_RATIO * next_), default=0)
    else:
        run = max(_longest_run(samples == end)[1] for end in (values[0], values[-1]))
        if run >= CLIPPED_RUN:
            return f"is clipped: {run} samples in a row are at its largest or smallest value"
    if most >= CLIPPED_SAMPLES and most > CLIPPED_SHARE * len(samples):
        return f"is clipped: {most} of its {len(samples)} samples are at one end of its values"
    return ""


def _stuck(samples: np.ndarray, rate: float) -> str:
    start, run = _longest_run(np.diff(samples) == 0)
    run += 1  # number of samples, not of steps
    many_values = run >= STUCK_RUN and len(np.unique(samples)) >= FEWEST_VALUES
    if many_values and _is_too_long(samples, start, run, rate, STUCK_RUN):
        return f"stays at {samples[start]:g} for {run / rate:g} s on end"
    return ""


def _longest_run(true: np.ndarray) -> tuple[int, int]:
    """Start and length of the longest run of True in a mask."""
    edges = np.flatnonzero(np.diff(np.r_[False, true, False]))
    if not len(edges):
        return 0, 0
    lengths = edges[1::2] - edges[::2]
    longest = int(lengths.argmax())
    return int(edges[2 * longest]), int(lengths[longest])
