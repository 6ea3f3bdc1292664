"""The sonogram of a recording: power over time and over frequencies evenly spaced in the logarithm.

A fast Fourier transform does not have these frequencies. The transform is therefore a product with
a matrix of cosines and sines, which is the same for every window of every recording.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from scipy.signal import get_window

from ..._validation import check_count, check_positive
from ..rates import digits_of, same_rate
from .waveforms import check_waveforms

__all__ = ["Sonogram", "sonogram"]

# Number of multiplications in one matrix product. OpenBLAS uses one thread for a product of this
# size, so the result does not depend on the number of threads, not even in its last bit. Small
# products are as quick as large ones.
SMALL_PRODUCT = 2**18
FRAMES = 8  # number of windows in one matrix product
MOST_NUMBERS = 2**34  # largest number of values of a sonogram or of its transform: 128 GiB


class Sonogram(NamedTuple):
    """Power of recordings over frequency and time.

    Attributes
    ----------
    power : ndarray of shape (..., n_frequencies, n_frames)
        Power in the squared unit of the waveforms.
    frequencies : ndarray of shape (n_frequencies,)
        Frequencies in the unit of the sampling rate, such as Hz.
    times : ndarray of shape (n_frames,)
        Centres of the windows, in seconds after the first sample.

    Examples
    --------
    Silence has no power at any frequency or time.

    >>> silence = sonogram([0.0] * 100, 20.0, window_length=50, overlap=0.5, n_frequencies=4)
    >>> bool(silence.power.any()), silence.times.tolist()
    (False, [1.25, 2.5, 3.75])
    """

    power: np.ndarray
    frequencies: np.ndarray
    times: np.ndarray


def sonogram(
    waveforms: Any,
    sampling_rate: float,
    window_length: int = 512,
    overlap: float = 0.85,
    n_frequencies: int = 512,
    window: str = "hann",
    fmin: float | None = None,
    fmax: float | None = None,
) -> Sonogram:
    """Power ``|sum_n w(n - l(t)) z(n) exp(-2 pi i f n)|^2 / n_frequencies``.

    z is the waveform, w the window, and f the frequency in cycles per sample. Windows t = 0, 1, ...
    start at sample ``l(t) = floor((1 - overlap) window_length t)``; the last window still ends
    within the recording (paper's eqs. STFT, NSPEC). Mean and trend are not removed.

    Parameters
    ----------
    waveforms : array-like of shape (..., n_samples)
        Recordings that are at least one window long.
    sampling_rate : float
        Samples per second.
    window_length : int
        Number of samples in a window.
    overlap : float
        Share of a window that the next window also covers, from 0 to below 1.
    n_frequencies : int
        Number of frequencies, evenly spaced in the logarithm.
    window : str
        A window of SciPy's `get_window`; the paper does not state its window.
    fmin, fmax : float, optional
        First and last frequency; by default ``sampling_rate / window_length`` and half the sampling
        rate.

    Returns
    -------
    Sonogram
        Power, frequencies and times.

    Raises
    ------
    ValueError, TypeError
        If the waveforms or an option are not valid.

    Examples
    --------
    A tone of 5 Hz has its largest power at the frequency nearest to 5 Hz, at all times.

    >>> time = np.arange(1000) / 40
    >>> found = sonogram(np.sin(2 * np.pi * 5 * time), 40, n_frequencies=64)
    >>> found.power.shape
    (64, 7)
    >>> np.unique(found.frequencies[found.power.argmax(axis=0)]).round(1)
    array([5.])
    """
    samples = check_waveforms(waveforms)
    rate = check_positive(sampling_rate, "sampling_rate")
    n_frequencies = check_count(n_frequencies, "n_frequencies")
    starts = _window_starts(samples.shape[-1], window_length, overlap)
    n_rows = samples.size // samples.shape[-1]
    _check_size(n_frequencies * max(n_rows * len(starts), 2 * window_length))
    frequencies = _frequencies(rate, window_length, n_frequencies, fmin, fmax)
    transform = _transform(frequencies / rate, window_length, window)
    rows = samples.reshape(-1, samples.shape[-1])
    power = np.empty((len(rows), n_frequencies, len(starts)))
    places = _in_blocks(starts, FRAMES)[:, :, None] + np.arange(window_length)
    with np.errstate(over="ignore", invalid="ignore"):  # refused below
        for row, found in zip(rows, power, strict=True):
            _power(row[places], transform, found)
    if not np.isfinite(power).all():
        raise ValueError(
            f"waveforms must be so small that their power is finite, but reach "
            f"{np.abs(samples).max():.3g}; give them in a larger unit."
        )
    times = (starts + window_length / 2) / rate
    return Sonogram(power.reshape(*samples.shape[:-1], *power.shape[1:]), frequencies, times)


def _power(frames: np.ndarray, transform: np.ndarray, found: np.ndarray) -> None:
    """Write the power of `frames`, of shape (n_blocks, FRAMES, window_length), into `found`."""
    # Axes: blocks of frames, cosine or sine, blocks of frequencies, frames, frequencies.
    parts = frames[:, None, None] @ transform
    power = np.square(parts, out=parts).sum(axis=1)
    whole = power.transpose(1, 3, 0, 2).reshape(power.shape[1] * power.shape[3], -1)
    n_frequencies, n_frames = found.shape
    np.divide(whole[:n_frequencies, :n_frames], n_frequencies, out=found)


def _transform(frequencies: np.ndarray, window_length: int, window: str) -> np.ndarray:
    """The window times cosines and sines, of shape (2, n_blocks, window_length, columns)."""
    try:
        weights = get_window(window, window_length)
    except (ValueError, TypeError, IndexError, OverflowError) as error:
        raise ValueError(
            f"window must be a window of scipy.signal.get_window, but {window!r} was given."
        ) from error
    columns = _in_blocks(frequencies, max(1, SMALL_PRODUCT // (FRAMES * window_length)))
    angles = 2 * np.pi * np.arange(window_length)[:, None] * columns[:, None]
    return weights[:, None] * np.stack([np.cos(angles), np.sin(angles)])


def _in_blocks(values: np.ndarray, length: int) -> np.ndarray:
    """The values in rows of the given length; the last row is filled up with the last value."""
    n_blocks = -(-len(values) // length)
    padded = np.pad(values, (0, n_blocks * length - len(values)), mode="edge")
    return padded.reshape(n_blocks, length)


def _check_size(n_numbers: int) -> None:
    if n_numbers > MOST_NUMBERS:
        raise ValueError(
            f"A sonogram may have at most {MOST_NUMBERS:.2g} numbers, but {n_numbers:.2g} are "
            f"needed; give fewer waveforms, a smaller n_frequencies or a smaller overlap."
        )


def _window_starts(n_samples: int, window_length: int, overlap: float) -> np.ndarray:
    check_count(window_length, "window_length", smallest=2)
    # Computed with fractions, because 1 - 0.9 in floating point is a little less than 0.1.
    hop = (1 - _as_written(overlap)) * window_length
    if not (0 <= overlap < 1 and hop >= 1):
        raise ValueError(
            f"overlap must be a number from 0 to below 1 that shifts windows of {window_length} "
            f"samples by at least one sample, but {overlap!r} was given."
        )
    if n_samples < window_length:
        raise ValueError(
            f"waveforms have {n_samples} samples, fewer than the {window_length} of one window; "
            f"give longer recordings or a smaller window_length."
        )
    n_windows = (n_samples - window_length) // hop + 1
    # Computed with Python's integers, because the products may need more than 64 bits.
    steps = range(int(n_windows) + 1)
    starts = np.array([step * hop.numerator // hop.denominator for step in steps])
    return starts[starts + window_length <= n_samples]


def _as_written(overlap: Any) -> Fraction:
    """The fraction that equals the decimal digits of a number."""
    try:
        return Fraction("" if isinstance(overlap, str) else repr(float(overlap)))
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"overlap must be a number from 0 to below 1, but {overlap!r} was given."
        ) from None


def _frequencies(
    rate: float, window_length: int, n_frequencies: int, fmin: float | None, fmax: float | None
) -> np.ndarray:
    first = rate / window_length if fmin is None else check_positive(fmin, "fmin")
    last = rate / 2 if fmax is None else check_positive(fmax, "fmax")
    if same_rate(2 * last, rate, window_length / rate):
        last = rate / 2  # fmax=50 Hz is allowed for a clock at 99.999992 Hz
    alone = n_frequencies == 1 and first == last
    if not (first < last or alone) or last > rate / 2:
        lowest, given, highest = digits_of([first, last, rate / 2])
        raise ValueError(
            f"fmin must be below fmax, and fmax at most half the sampling rate, {highest}, but "
            f"{lowest} and {given} were given."
        )
    return np.geomspace(first, last, n_frequencies)
