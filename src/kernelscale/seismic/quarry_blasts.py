"""Simulated blasts of four quarries, recorded by one station."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import check_random_state

from .._validation import check_count, check_positive, check_seed
from .recordings import Recordings

__all__ = ["make_quarry_blasts"]

STATION = (31.0, 35.0)  # latitude and longitude in degrees
KM_A_DEGREE = 111.195
COMPONENTS = ("Z", "N", "E")
INCIDENCE = np.radians(35)  # angle in radians between the rays at the station and the vertical
CODA_SECONDS = 4.0  # time in which the energy of a wave falls to 1/e
RISE_SECONDS = 0.4  # time in which a wave rises to 1 - 1/e of its amplitude
MICROSEISM_HZ = 0.2
MOST_SAMPLES = 2**34  # 128 GiB for all events and components together
LARGEST_SCATTER = 1e4  # in km: a quarter of the circumference of the earth


class _Quarry(NamedTuple):
    """A quarry: its place in km `north` and `east` of the station, and the waves of its blasts.

    `quality` is the Q of the path to the station; `corner` is the corner frequency in Hz.
    """

    name: str
    north: float
    east: float
    quality: float
    corner: float


class _Wave(NamedTuple):
    """A kind of wave: `speed` in km/s, amplitude `strength` at the source, and `quality`.

    `quality` is the Q of the wave, relative to the Q of the path.
    """

    speed: float
    strength: float
    quality: float


QUARRIES = (
    _Quarry("north", 45.0, 8.0, 250.0, 4.0),
    _Quarry("east", 10.0, 75.0, 300.0, 3.5),
    _Quarry("south", -105.0, 20.0, 350.0, 3.0),
    _Quarry("west", -25.0, -140.0, 400.0, 4.5),
)
P_WAVE, S_WAVE = _Wave(6.0, 1.0, 1.0), _Wave(3.5, 1.6, 0.6)


def make_quarry_blasts(
    n_events: int = 200,
    signal_to_noise: float = 10.0,
    *,
    sampling_rate: float = 20.0,
    seconds: float = 60.0,
    scatter_km: float = 3.0,
    random_state: Any = None,
) -> Recordings:
    """Three-component recordings of blasts in four quarries; each begins when its blast does.

    Each blast emits a P and an S wave, which are trains of decaying noise. A wave arrives after
    distance / speed, and its amplitude is proportional to 1 / distance. Its spectrum at the source
    is ``1 / (1 + (f / corner)^2)``, and a path of length r attenuates it by
    ``exp(-pi f r / (Q v))``, with the quality Q and the speed v of the wave. The P wave moves the
    ground along the ray. The S wave moves it across the ray, in equal parts in the vertical plane
    and out of that plane. The noise of the site falls with frequency and has the peak of the
    microseism.

    Parameters
    ----------
    n_events : int
        Number of blasts, assigned to the quarries in turn.
    signal_to_noise : float
        Ratio of the root mean squares of an event's signal and of its noise, over all components;
        the same for all events.
    sampling_rate : float
        Samples per second.
    seconds : float
        Length of a recording.
    scatter_km : float
        Standard deviation in km of the places of blasts within a quarry, to the north and to the
        east.
    random_state : int, RandomState instance or None
        Seed.

    Returns
    -------
    Recordings
        The waveforms, the station, and the columns ``lat``, ``lon``, ``depth_km`` (0), ``mag``
        (from 1 to 3) and ``category`` (the quarry).

    Raises
    ------
    ValueError
        If a parameter is not valid, or the recording ends before the last S wave arrives.

    Examples
    --------
    Seconds until the ground moves, for the quarries from the nearest to the farthest.

    >>> blasts = make_quarry_blasts(4, 1000.0, random_state=0)
    >>> vertical = np.abs(blasts.waveforms[:, 0])
    >>> moving = vertical > 0.04 * vertical.max(axis=1, keepdims=True)
    >>> dict(zip(blasts.events["category"].tolist(), (moving.argmax(axis=1) / 20).tolist()))
    {'north': 8.5, 'east': 13.8, 'south': 16.85, 'west': 23.8}
    """
    check_count(n_events, "n_events", largest=MOST_SAMPLES)
    ratio = check_positive(signal_to_noise, "signal_to_noise")
    rate = check_positive(sampling_rate, "sampling_rate")
    if not isinstance(scatter_km, Real) or not 0 <= scatter_km <= LARGEST_SCATTER:
        raise ValueError(
            f"scatter_km must be from 0 to {LARGEST_SCATTER:g}, but {scatter_km!r} was given."
        )
    n_samples = _length(check_positive(seconds, "seconds") * rate, n_events)
    random = check_random_state(check_seed(random_state))
    of_quarry = np.arange(n_events) % len(QUARRIES)
    centres = np.array([(quarry.north, quarry.east) for quarry in QUARRIES])[of_quarry]
    places = centres + scatter_km * random.standard_normal((n_events, 2))
    magnitudes = random.uniform(1.0, 3.0, n_events)
    _check_length(places, seconds)
    waveforms = np.empty((n_events, len(COMPONENTS), n_samples))
    for waveform, number, place, magnitude in zip(
        waveforms, of_quarry, places, magnitudes, strict=True
    ):
        signal = _ground_motion(QUARRIES[number], place, n_samples, rate, random)
        noise = _site_noise(n_samples, rate, random)
        noise *= np.sqrt((signal**2).mean() / (noise**2).mean()) / ratio
        waveform[:] = 10.0**magnitude * (signal + noise)
    return Recordings(waveforms, rate, COMPONENTS, _events(of_quarry, places, magnitudes), STATION)


def _length(n_samples: float, n_events: int) -> int:
    largest = MOST_SAMPLES // (n_events * len(COMPONENTS))
    if not 2 <= n_samples <= largest:
        raise ValueError(
            f"seconds times sampling_rate must be from 2 to {largest} samples, for {n_events} "
            f"events, but is {n_samples:g}."
        )
    return round(n_samples)


def _events(
    of_quarry: np.ndarray, places: np.ndarray, magnitudes: np.ndarray
) -> dict[str, np.ndarray]:
    latitude = STATION[0] + places[:, 0] / KM_A_DEGREE
    return {
        "lat": latitude,
        "lon": STATION[1] + places[:, 1] / (KM_A_DEGREE * np.cos(np.radians(latitude))),
        "depth_km": np.zeros(len(places)),
        "mag": magnitudes,
        "category": np.array([quarry.name for quarry in QUARRIES])[of_quarry],
    }


def _check_length(places: np.ndarray, seconds: float) -> None:
    last = float(np.hypot(*places.T).max()) / S_WAVE.speed
    if seconds < last:
        raise ValueError(
            f"seconds must be at least {math.ceil(last)}, because the last S wave arrives after "
            f"{last:.1f} seconds, but {seconds!r} was given."
        )


def _ground_motion(
    quarry: _Quarry, place: np.ndarray, n_samples: int, rate: float, random: Any
) -> np.ndarray:
    """Motion by the P and S waves on the three components, in the unit of the source."""
    distance, azimuth = np.hypot(*place), np.arctan2(place[1], place[0])
    away = np.array([0.0, np.cos(azimuth), np.sin(azimuth)])
    across = np.array([0.0, -np.sin(azimuth), np.cos(azimuth)])
    up = np.array([1.0, 0.0, 0.0])
    along_ray = np.cos(INCIDENCE) * up + np.sin(INCIDENCE) * away
    in_plane = np.sin(INCIDENCE) * up - np.cos(INCIDENCE) * away
    first = _wave(P_WAVE, quarry, distance, n_samples, rate, random)
    second, third = (_wave(S_WAVE, quarry, distance, n_samples, rate, random) for _ in range(2))
    return along_ray[:, None] * first + in_plane[:, None] * second + across[:, None] * third


def _wave(
    wave: _Wave, quarry: _Quarry, distance: float, n_samples: int, rate: float, random: Any
) -> np.ndarray:
    after = np.arange(n_samples) / rate - distance / wave.speed
    later = np.maximum(after, 0)
    envelope = (after > 0) * (1 - np.exp(-later / RISE_SECONDS)) * np.exp(-later / CODA_SECONDS / 2)
    train = random.standard_normal(n_samples) * envelope
    frequencies = np.fft.rfftfreq(n_samples, 1 / rate)
    path = np.pi * frequencies * distance / (quarry.quality * wave.quality * wave.speed)
    spectrum = np.exp(-path) / (1 + (frequencies / quarry.corner) ** 2)
    return wave.strength / distance * np.fft.irfft(np.fft.rfft(train) * spectrum, n_samples)


def _site_noise(n_samples: int, rate: float, random: Any) -> np.ndarray:
    """Noise of three components; its amplitude falls as 1 / (1 + f), with the microseism's peak."""
    frequencies = np.fft.rfftfreq(n_samples, 1 / rate)
    octaves = np.log2(np.maximum(frequencies, frequencies[1]) / MICROSEISM_HZ)
    spectrum = 1 / (1 + frequencies) + 0.5 * np.exp(-2 * octaves**2)
    spectrum[0] = 0.0
    white = np.fft.rfft(random.standard_normal((len(COMPONENTS), n_samples)))
    return np.fft.irfft(white * spectrum, n_samples)
