"""Synthetic blasts: arrivals, polarisation and noise, which depend on the seed only."""

import numpy as np
import pytest

from kernelscale.seismic import make_quarry_blasts
from kernelscale.seismic.quarry_blasts import P_WAVE, S_WAVE
from kernelscale.seismic.sources import source_geometry

RATE = 20.0


@pytest.fixture(scope="module")
def quiet():
    return make_quarry_blasts(12, 1e4, random_state=1)


@pytest.fixture(scope="module")
def geometry(quiet):
    events = quiet.events
    return source_geometry(events["lat"], events["lon"], events["depth_km"], quiet.station)


def power_between(waveforms, start, seconds):
    """Mean square of each component of each event, over `seconds` seconds from `start` on."""
    return np.array(
        [
            (event[:, int(first * RATE) : int((first + seconds) * RATE)] ** 2).mean(axis=-1)
            for event, first in zip(waveforms, start, strict=True)
        ]
    )


def test_no_energy_comes_before_p_and_most_after_s(quiet, geometry):
    p, s = geometry.distance / P_WAVE.speed, geometry.distance / S_WAVE.speed
    before, first, second = (
        power_between(quiet.waveforms, start, 2.0).sum(axis=1)
        for start in (p - 2.5, p + 0.5, s + 0.5)
    )
    assert (before < 0.01 * first).all()
    assert np.median(second / first) > 2


def test_p_moves_the_ground_along_the_ray(quiet, geometry):
    start = (geometry.distance / P_WAVE.speed * RATE).astype(int)
    for event, first, azimuth in zip(quiet.waveforms, start, geometry.azimuth, strict=True):
        Z, N, E = event[:, first : first + 40]
        angle = np.radians(azimuth)
        away = N * np.cos(angle) + E * np.sin(angle)
        across = E * np.cos(angle) - N * np.sin(angle)
        assert (across**2).sum() < 0.01 * (away**2).sum()
        assert np.corrcoef(Z, away)[0, 1] > 0.99


def test_far_quarries_are_weaker_and_lower_in_frequency(quiet, geometry):
    strength = quiet.waveforms.std(axis=(1, 2)) / 10 ** quiet.events["mag"]
    assert np.corrcoef(np.log(geometry.distance), np.log(strength))[0, 1] < -0.8
    spectra = np.abs(np.fft.rfft(quiet.waveforms[:, 0])) ** 2
    tone = spectra @ np.fft.rfftfreq(1200, 1 / RATE) / spectra.sum(axis=1)
    near, far = (tone[quiet.events["category"] == name].mean() for name in ("north", "south"))
    assert near > far + 0.3


@pytest.mark.parametrize("ratio", [0.5, 20.0])
def test_noise_has_the_requested_level(ratio):
    noisy = make_quarry_blasts(8, ratio, random_state=2).waveforms
    # the random numbers are the same, but there is almost no noise
    silent = make_quarry_blasts(8, 1e9, random_state=2).waveforms
    found = silent.std(axis=(1, 2)) / (noisy - silent).std(axis=(1, 2))
    assert found == pytest.approx(ratio, rel=0.01)


def test_positions_are_those_of_the_quarries(quiet, geometry):
    names = quiet.events["category"]
    assert np.unique(names, return_counts=True)[1].tolist() == [3, 3, 3, 3]
    assert geometry.distance[names == "north"] == pytest.approx(45.7, abs=12)
    assert geometry.azimuth[names == "west"] == pytest.approx(260, abs=5)


def test_the_seed_determines_the_waveforms():
    first, again, other = (make_quarry_blasts(4, random_state=seed) for seed in (0, 0, 1))
    assert (first.waveforms == again.waveforms).all()
    assert (first.waveforms != other.waveforms).any()


def test_a_recording_too_short_for_the_s_wave_is_refused():
    with pytest.raises(ValueError, match=r"seconds must be at least \d+, because the last S wave"):
        make_quarry_blasts(4, seconds=20.0, random_state=0)
    with pytest.raises(ValueError, match="signal_to_noise must be a positive"):
        make_quarry_blasts(4, 0.0)


def test_scatter_is_a_length_and_zero_scatter_gives_points():
    places = make_quarry_blasts(8, scatter_km=0.0, random_state=0).events["lat"]
    assert len(np.unique(places)) == 4
    for scatter in (-1.0, np.nan, np.inf, 20_000.0):
        with pytest.raises(ValueError, match="scatter_km must be from 0 to 10000, but"):
            make_quarry_blasts(4, scatter_km=scatter)
