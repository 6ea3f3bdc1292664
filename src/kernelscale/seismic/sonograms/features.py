"""Sonograms as rows of features, in a transformer for scikit-learn's pipelines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from ..._scikit_learn import Tags
from ..._validation import check_name, check_positive, check_switch
from ..rates import digits_of
from .sonogram import Sonogram, sonogram
from .waveforms import check_waveforms

__all__ = ["SonogramFeatures"]

NORMALIZATIONS = ("event",)


class SonogramFeatures(TransformerMixin, BaseEstimator):
    """The sonograms of an event's components, concatenated into one row of features.

    For each component, the row has all frequencies of the first window, then all frequencies of the
    second window, and so on (paper's section 5.1).

    Parameters
    ----------
    sampling_rate : float
        Samples per second.
    window_length, overlap, n_frequencies, window, fmin, fmax
        As in `sonogram`.
    log : bool
        Whether to take the decimal logarithm of the power. Power below `log_floor` times the
        largest power of the event is first raised to this floor.
    normalize : {"event"} or None
        With "event", the strength of each event is removed. The event's power is divided by its
        mean over all components, frequencies and windows. If `log` is True, the mean of the
        logarithms is subtracted instead.
    log_floor : float
        Smallest power in the logarithm, as a share of the largest power of the event.
    components : sequence of str, optional
        Names of the components, used in the names of features; by default their numbers.

    Attributes
    ----------
    frequencies_ : ndarray of shape (n_frequencies,)
        Frequencies in Hz.
    times_ : ndarray of shape (n_frames,)
        Centres of the windows in seconds.
    components_ : ndarray of shape (n_components,)
        Names of the components.
    n_samples_ : int
        Number of samples of a component, the same for all events.

    Examples
    --------
    Three events of two components; the first feature is the lowest frequency of component Z.

    >>> waveforms = np.random.default_rng(0).normal(size=(3, 2, 64))
    >>> features = SonogramFeatures(20.0, window_length=32, n_frequencies=4, components=["Z", "N"])
    >>> features.fit_transform(waveforms).shape
    (3, 56)
    >>> str(features.get_feature_names_out()[0])
    'Z/0.625Hz/0.8s'
    """

    def __init__(
        self,
        sampling_rate: float = 1.0,
        *,
        window_length: int = 512,
        overlap: float = 0.85,
        n_frequencies: int = 512,
        window: str = "hann",
        fmin: float | None = None,
        fmax: float | None = None,
        log: bool = False,
        normalize: str | None = None,
        log_floor: float = 1e-12,
        components: Sequence[str] | None = None,
    ) -> None:
        self.sampling_rate = sampling_rate
        self.window_length = window_length
        self.overlap = overlap
        self.n_frequencies = n_frequencies
        self.window = window
        self.fmin = fmin
        self.fmax = fmax
        self.log = log
        self.normalize = normalize
        self.log_floor = log_floor
        self.components = components

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array, tags.input_tags.three_d_array = False, True
        return tags

    def fit(self, X: Any, y: Any = None) -> SonogramFeatures:
        """Determine frequencies, windows and names of components.

        Parameters
        ----------
        X : array-like of shape (n_events, n_components, n_samples)
            Waveforms.
        y : None
            Not used.

        Returns
        -------
        SonogramFeatures
            Itself.

        Raises
        ------
        ValueError, TypeError
            If the waveforms or a parameter are not valid.
        """
        waveforms = check_waveforms(X, n_dimensions=3)
        self._check_options()
        _, n_components, n_samples = waveforms.shape
        self.components_ = self._component_names(n_components)
        self.n_samples_ = n_samples
        _, self.frequencies_, self.times_ = self._sonogram(waveforms[:1, :1])
        return self

    def transform(self, X: Any) -> np.ndarray:
        """Features of events.

        Parameters
        ----------
        X : array-like of shape (n_events, n_components, n_samples)
            Waveforms with the same numbers of components and samples as in `fit`.

        Returns
        -------
        ndarray of shape (n_events, n_components * n_frequencies * n_frames)
            A row for each event.

        Raises
        ------
        ValueError, TypeError
            If the waveforms are not valid, or an event has no power and `log` or
            `normalize` is set.
        """
        check_is_fitted(self)
        waveforms = check_waveforms(X, n_dimensions=3)
        fitted = (len(self.components_), self.n_samples_)
        if waveforms.shape[1:] != fitted:
            raise ValueError(
                f"X has components and samples {waveforms.shape[1:]}, but SonogramFeatures is "
                f"expecting {fitted}, as in fit."
            )
        power = self._sonogram(waveforms).power
        rows = np.swapaxes(power, -1, -2).reshape(len(power), -1)
        if self.log or self.normalize:
            _check_power(rows, waveforms)
        return self._finish(rows)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names of the features: ``component/frequency/time``.

        Parameters
        ----------
        input_features : None
            Not used; scikit-learn requires it.

        Returns
        -------
        ndarray of str objects of shape (n_features,)
            Names in the order of the columns of `transform`.
        """
        check_is_fitted(self)
        frequencies, times = map(digits_of, (self.frequencies_.tolist(), self.times_.tolist()))
        return np.array(
            [
                f"{component}/{frequency}Hz/{time}s"
                for component in self.components_
                for time in times
                for frequency in frequencies
            ],
            dtype=object,
        )

    def component_of(self, component: str) -> np.ndarray:
        """Mask of the features of a component.

        Parameters
        ----------
        component : str
            Name of the component.

        Returns
        -------
        ndarray of bool of shape (n_features,)
            True for features of the component.

        Raises
        ------
        ValueError
            If there is no such component.
        """
        check_is_fitted(self)
        check_name(component, self.components_.tolist(), "component")
        of_each = len(self.frequencies_) * len(self.times_)
        return np.repeat(self.components_ == component, of_each)

    def _check_options(self) -> None:
        check_switch(self.log, "log")
        if not check_positive(self.log_floor, "log_floor") < 1:
            raise ValueError(
                f"log_floor must be below 1, as it is a share of the largest power, but "
                f"{self.log_floor!r} was given."
            )
        if self.normalize is not None:
            check_name(self.normalize, NORMALIZATIONS, "normalize, unless None,")

    def _component_names(self, n_components: int) -> np.ndarray:
        try:
            names = list(range(n_components) if self.components is None else self.components)
        except TypeError:
            names = []  # a value that is not iterable is refused below
        if len(names) != n_components or len({str(name) for name in names}) != n_components:
            raise ValueError(
                f"components must be {n_components} different names, one for each component of X, "
                f"but {self.components!r} was given."
            )
        return np.array([str(name) for name in names])

    def _sonogram(self, waveforms: np.ndarray) -> Sonogram:
        return sonogram(
            waveforms,
            self.sampling_rate,
            self.window_length,
            self.overlap,
            self.n_frequencies,
            self.window,
            self.fmin,
            self.fmax,
        )

    def _finish(self, rows: np.ndarray) -> np.ndarray:
        largest = rows.max(axis=1, keepdims=True)
        if self.log:
            rows = np.log10(np.maximum(rows, self.log_floor * largest))
        if self.normalize:
            means = rows.mean(axis=1, keepdims=True)
            rows = rows - means if self.log else rows / means
        return rows


def _check_power(rows: np.ndarray, waveforms: np.ndarray) -> None:
    """Refuse events without power, because 0 has no logarithm and cannot be normalised."""
    without = np.flatnonzero(rows.max(axis=1) == 0)
    if not len(without):
        return
    event = int(without[0])
    largest = np.abs(waveforms[event]).max()
    if largest == 0:
        raise ValueError(
            f"Event {event} is 0 in every component, so its power has no logarithm and cannot be "
            f"normalised; leave it out."
        )
    raise ValueError(
        f"Event {event} has a largest amplitude of {largest:.3g}, and its power underflows to 0; "
        f"give waveforms in a smaller unit."
    )
