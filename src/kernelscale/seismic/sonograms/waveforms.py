"""Checks of waveforms."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["check_waveforms"]


def check_waveforms(waveforms: Any, *, n_dimensions: int | None = None) -> np.ndarray:
    """Return waveforms as a float64 array of shape (..., n_samples), all finite.

    Examples
    --------
    A gap is an error; it is not filled.

    >>> check_waveforms([[1.0, float("nan")]])
    Traceback (most recent call last):
    ...
    ValueError: waveforms hold NaN at index (0, 1) (1 such samples in all), but every sample must be
    finite; leave out the recording or fill its gap.
    """
    _check_unmasked(waveforms)
    array = np.asarray(waveforms)
    if array.dtype.kind not in "fiu":
        raise TypeError(f"waveforms must be real numbers, but {array.dtype} was given.")
    if array.size == 0 or array.ndim == 0 or n_dimensions not in (None, array.ndim):
        wanted = "(n_events, n_components, n_samples)" if n_dimensions else "(..., n_samples)"
        raise ValueError(
            f"waveforms must have the shape {wanted} and at least one sample, but the shape "
            f"{array.shape} was given."
        )
    samples = array.astype(np.float64, order="C", copy=False)
    bad = ~np.isfinite(samples)
    if bad.any():
        first = tuple(int(place) for place in np.argwhere(bad)[0])
        what = "NaN" if np.isnan(samples[first]) else "infinity"
        raise ValueError(
            f"waveforms hold {what} at index {first} ({int(bad.sum())} such samples in all), but "
            f"every sample must be finite; leave out the recording or fill its gap."
        )
    return samples


def _check_unmasked(waveforms: Any) -> None:
    """Refuse masked samples, because NumPy would use the values below the mask."""
    if isinstance(waveforms, (list, tuple)):
        for part in waveforms:
            _check_unmasked(part)
    elif np.ma.is_masked(waveforms):
        masked = np.ma.getmaskarray(waveforms)
        first = tuple(int(place) for place in np.argwhere(masked)[0])
        raise ValueError(
            f"waveforms hold a masked sample at index {first} ({int(masked.sum())} such samples), "
            f"but every sample must be known; leave out the recording or fill its gap."
        )
