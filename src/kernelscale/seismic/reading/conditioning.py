"""Conditioning of waveforms before the sonogram (detrend, taper, filter), and resampling."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.signal import butter, detrend, resample_poly, sosfiltfilt
from scipy.signal.windows import tukey
from scipy.special import i0

from ..._validation import check_name, check_share
from ..rates import DRIFT, same_rate
from ..recordings import RecordingError

__all__ = ["Conditioning", "resampled"]

TRENDS = ("constant", "linear")
FILTER_ORDER = 4
NARROWEST_TAPER = 1e-9  # a smaller positive share is raised to this, because of rounding errors
LARGEST_RATIO = 1000  # largest ratio of two rates, and largest denominator of its fraction
# The filter of scipy.signal.resample_poly: half its length in samples of the lower rate, and the
# parameter of its Kaiser window.
FILTER_REACH, KAISER = 10, 5.0
CHUNK = 1 << 20  # number of weights that are computed at a time


@dataclass(frozen=True)
class Conditioning:
    """Steps on a waveform, in the order in which they are applied.

    Attributes
    ----------
    trend : {"constant", "linear"} or None
        Trend that is subtracted: the mean, or the least-squares line.
    taper : float or None
        Share of the length that is tapered, half of it at each end.
    band : tuple of float or None
        Lowest and highest frequency in Hz that pass a Butterworth filter of order 4, applied
        forwards and backwards.
    """

    trend: str | None = None
    taper: float | None = None
    band: tuple[float, float] | None = None

    def check(self, rate: float) -> None:
        """Refuse steps that are not possible at a sampling rate."""
        if self.trend is not None:
            check_name(self.trend, TRENDS, "detrend, unless None,")
        if self.taper is not None:
            check_share(self.taper, "taper")
        if self.band is not None and not _is_band(self.band, rate / 2):
            raise ValueError(
                f"band must be two frequencies, the lower first, below half the sampling rate, "
                f"{rate / 2:.9g} Hz, but {self.band!r} was given."
            )

    def apply(self, samples: np.ndarray, rate: float) -> np.ndarray:
        """The waveform after these steps."""
        if self.trend is not None:
            samples = detrend(samples, type="linear" if self.trend == "linear" else "constant")
        if self.taper is not None:
            share = max(self.taper, NARROWEST_TAPER) if self.taper else 0.0
            samples = samples * tukey(len(samples), share)
        if self.band is not None:
            sections = butter(FILTER_ORDER, self.band, btype="bandpass", fs=rate, output="sos")
            samples = sosfiltfilt(sections, samples)
        return samples


def _is_band(band: Any, highest: float) -> bool:
    try:
        low, high = band
        return bool(0 < low < high < highest)
    except (TypeError, ValueError):
        return False


def resampled(samples: np.ndarray, rate: float, wanted: float, lead: int = 0) -> np.ndarray:
    """The samples resampled to another rate, with a polyphase filter against aliasing.

    The first `lead` samples are used only by the filter: the result begins after them. The waveform
    is extended beyond its ends along the line through its first and last samples.

    Raises
    ------
    RecordingError
        If one rate is more than 1000 times the other.

    Examples
    --------
    Resampled to half the rate, a slow wave has every second sample of the original.

    >>> wave = np.sin(np.arange(400) / 10)
    >>> half = resampled(wave, 40.0, 20.0)
    >>> len(half), bool(np.abs(half - wave[::2])[20:-20].max() < 0.01)
    (200, True)
    """
    if same_rate(rate, wanted, len(samples) / rate):
        return samples[lead:]
    if not 1 / LARGEST_RATIO <= wanted / rate <= LARGEST_RATIO:
        raise RecordingError(
            f"{rate:g} Hz cannot be resampled to {wanted:g} Hz, because rates may differ by a "
            f"factor of at most {LARGEST_RATIO}."
        )
    exact = wanted / rate
    ratio = Fraction(exact).limit_denominator(LARGEST_RATIO)
    drifts = abs(float(ratio) - exact) * len(samples) > DRIFT
    # Number of samples before the result; resample_poly needs a whole number of them at the other
    # rate too.
    used = lead if drifts else lead // ratio.denominator * ratio.denominator
    samples = samples[lead - used :]
    slope = (samples[-1] - samples[0]) / max(1, len(samples) - 1)
    line = samples[0] + slope * np.arange(len(samples))  # resample_poly extends with zeros
    if drifts:
        times = used + np.arange(math.ceil((len(samples) - used) * exact)) / exact
        return _between(samples - line, times, exact) + samples[0] + slope * times
    found = resample_poly(samples - line, ratio.numerator, ratio.denominator)
    found += samples[0] + slope * np.arange(len(found)) / float(ratio)
    return np.asarray(found[used * ratio.numerator // ratio.denominator :])


def _between(samples: np.ndarray, times: np.ndarray, ratio: float) -> np.ndarray:
    """Samples interpolated at `times` (in samples), with the filter of `resample_poly`.

    `resample_poly` tabulates the filter for every phase. If the ratio of the rates has a large
    denominator there are millions of phases, so here the weights are computed for each value.
    """
    narrow = min(1.0, ratio)  # a lower rate needs a lower cutoff frequency
    reach = math.ceil(FILTER_REACH / narrow)
    padded = np.pad(samples, reach + 1)
    around = np.arange(-reach, reach + 2)
    found = np.empty(len(times))
    for chosen in np.array_split(np.arange(len(times)), len(times) * len(around) // CHUNK + 1):
        before = np.floor(times[chosen]).astype(np.intp)[:, None]
        away = narrow * (times[chosen, None] - before - around)
        inside = np.sqrt(np.maximum(1 - (away / FILTER_REACH) ** 2, 0))
        weights = np.where(inside > 0, np.sinc(away) * i0(KAISER * inside), 0.0)
        values = padded[before + around + reach + 1]
        found[chosen] = np.einsum("ij,ij->i", weights, values) / weights.sum(axis=1)
    return found
