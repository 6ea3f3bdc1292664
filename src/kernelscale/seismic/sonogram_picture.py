"""The picture of an event: its waveforms above their sonograms, a column for each component."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import check_kind, check_name_list, check_positive, check_vectors
from ..reports.curve_figure import BLACK, write_plain_numbers
from .sonograms.sonogram import Sonogram

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["SonogramPicture"]

_COLORS = "cividis"  # a colour map that is readable with any type of colour vision
_FAINTEST = -60.0  # faintest power that is drawn, in decibels relative to the largest power
_WIDTH = 4.0  # width in inches of the column of one component
_TICKS = np.array([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500])


@dataclass(frozen=True, eq=False)
class SonogramPicture:
    """An event, for `reports.plot` to draw.

    Attributes
    ----------
    title : str
        The name of the event.
    waveforms : ndarray of shape (n_components, n_samples)
        Ground motion.
    sampling_rate : float
        Samples per second.
    components : sequence of str
        Names of the components.
    sonogram : Sonogram
        Power of shape (n_components, n_frequencies, n_frames), with frequencies and times.

    Raises
    ------
    ValueError, TypeError
        If the waveforms, the rate or the sonogram are not valid, or a component has no name.

    Examples
    --------
    Two components of an event.

    >>> from kernelscale.seismic import sonogram
    >>> waveforms = np.random.default_rng(0).normal(size=(2, 600))
    >>> power = sonogram(waveforms, 20.0, window_length=64)
    >>> SonogramPicture("noise", waveforms, 20.0, "ZN", power).sonogram.power.shape
    (2, 512, 56)
    """

    title: str
    waveforms: np.ndarray
    sampling_rate: float
    components: Sequence[str]
    sonogram: Sonogram

    def __post_init__(self) -> None:
        check_kind(self.sonogram, Sonogram, "sonogram")
        check_positive(self.sampling_rate, "sampling_rate")
        names = self.components
        if not isinstance(names, str):  # a text is a sequence of names of one letter
            names = check_name_list(names, "components")
            object.__setattr__(self, "components", tuple(names))
        waveforms = check_vectors(self.waveforms, "waveforms")
        if waveforms.ndim != 2 or len(waveforms) != len(names):
            raise ValueError(
                f"waveforms must be of shape (n_components, n_samples), with n_components names in "
                f"components, but {waveforms.shape} and {len(names)} names were given."
            )

    def draw(self, figure: Figure) -> None:
        """Draw a column for each component; colours show decibels relative to the largest power."""
        n_components, n_samples = self.waveforms.shape
        figure.set_size_inches(_WIDTH * n_components + 1.2, 5.5)
        grid = figure.subplots(
            2, n_components, sharex=True, sharey="row", height_ratios=[1, 2], squeeze=False
        )
        power, frequencies, times = self.sonogram
        largest = power.max() or 1.0
        seconds = np.arange(n_samples) / self.sampling_rate
        image: Any = None
        style: dict[str, Any] = {
            "cmap": _COLORS,
            "vmin": _FAINTEST,
            "vmax": 0.0,
            "shading": "nearest",
        }
        for number, (upper, lower) in enumerate(grid.T):
            upper.plot(seconds, self.waveforms[number], color=BLACK, lw=0.6)
            upper.set_title(f"component {self.components[number]}", fontsize="medium")
            faint = 10 ** (_FAINTEST / 10) * largest
            decibels = 10 * np.log10(np.maximum(power[number], faint) / largest)
            image = lower.pcolormesh(times, frequencies, decibels, rasterized=True, **style)
            lower.set(yscale="log", xlabel="seconds")
        shown = (frequencies[0] <= _TICKS) & (frequencies[-1] >= _TICKS)
        write_plain_numbers(grid[1, 0].yaxis, _TICKS[shown])
        grid[0, 0].set_ylabel("ground motion")
        grid[1, 0].set_ylabel("frequency (Hz)")
        figure.colorbar(image, ax=grid[1], label="power in decibels,\nrelative to the largest")
        figure.suptitle(self.title, x=0.01, ha="left", fontsize="medium")
