"""The sonogram, checked by its invariances, by loops over its formula, and by SciPy's FFT."""

import numpy as np
import pytest
from scipy.fft import rfft
from tests.oracles import naive_sonogram
from threadpoolctl import threadpool_limits

from kernelscale.seismic import sonogram

OPTIONS = {"window_length": 32, "n_frequencies": 11}


@pytest.fixture
def noise():
    return np.random.default_rng(0).normal(size=(2, 3, 150))


@pytest.mark.parametrize("overlap", [0.0, 0.5, 0.8, 0.85, 0.9])
@pytest.mark.parametrize("window_length", [16, 37])
def test_power_is_that_of_the_formula(noise, overlap, window_length):
    found = sonogram(noise[0, :2], 40.0, window_length, overlap, 11)
    for z, power in zip(noise[0, :2], found.power, strict=True):
        slow = naive_sonogram.sonogram(z, found.frequencies / 40.0, window_length, overlap)
        assert power == pytest.approx(slow, rel=1e-10, abs=1e-10 * slow.max())


def test_the_settings_of_the_paper_agree_with_the_formula_too():
    z = np.random.default_rng(1).normal(size=700)
    found = sonogram(z, 40.0)
    assert found.power.shape == (512, 3)
    some = [0, 1, 77, 300, 511]
    slow = naive_sonogram.sonogram(z, found.frequencies[some] / 40.0, 512, 0.85, 512)
    assert found.power[some] == pytest.approx(slow, rel=1e-10)


def test_at_its_frequencies_the_fast_fourier_transform_agrees(noise):
    found = sonogram(noise, 32.0, 32, 0.0, 5, "boxcar", fmin=1.0, fmax=16.0)
    assert found.frequencies == pytest.approx([1, 2, 4, 8, 16])
    frames = noise[..., :128].reshape(2, 3, 4, 32)
    power = np.abs(rfft(frames)[..., [1, 2, 4, 8, 16]]) ** 2 / 5
    assert found.power == pytest.approx(np.swapaxes(power, -1, -2), rel=1e-10)


def test_logarithms_of_frequencies_are_evenly_spaced_up_to_half_the_rate():
    frequencies = sonogram(np.ones(600), 40.0).frequencies
    assert (frequencies[0], frequencies[-1]) == pytest.approx((40 / 512, 20))
    assert np.diff(np.log(frequencies)) == pytest.approx(np.log(256) / 511)


@pytest.mark.parametrize("n_samples", [512, 588, 589, 665, 10_000])
def test_exactly_the_full_windows_are_used(n_samples):
    times = sonogram(np.zeros(n_samples), 40.0, n_frequencies=2).times
    starts = [t * 76.8 // 1 for t in range(200) if t * 76.8 // 1 + 512 <= n_samples]
    assert times == pytest.approx((np.array(starts) + 256) / 40)


def test_power_is_quadratic_in_amplitude_and_events_are_independent(noise):
    power = sonogram(noise, 40.0, **OPTIONS).power
    assert sonogram(3 * noise, 40.0, **OPTIONS).power == pytest.approx(9 * power, rel=1e-12)
    assert (sonogram(noise[1, 2], 40.0, **OPTIONS).power == power[1, 2]).all()


def test_a_later_arrival_moves_by_the_same_number_of_windows():
    z = np.zeros(400)
    z[200:232] = np.hanning(32)
    earlier, later = (sonogram(np.roll(z, shift), 1.0, 32, 0.5, 8).power for shift in (-32, 0))
    assert later[:, 2:] == pytest.approx(earlier[:, :-2], abs=1e-12)


def test_bits_do_not_depend_on_threads(noise):
    z = np.tile(noise, 8)
    answers = []
    for n_threads in (1, 2):
        with threadpool_limits(n_threads):
            answers.append(sonogram(z, 40.0).power)
    assert (answers[0] == answers[1]).all()


@pytest.mark.parametrize(
    ("waveforms", "options", "sentence"),
    [
        ([1.0] * 20, {}, "waveforms have 20 samples, fewer than the 32 of one window"),
        ([1.0, np.nan] * 40, {}, r"waveforms hold NaN at index \(1,\) \(40 such samples in all\)"),
        ([1.0, -np.inf] * 40, {}, r"waveforms hold infinity at index \(1,\)"),
        ([], {}, r"at least one sample, but the shape \(0,\) was given"),
        ([0.0] * 40, {"overlap": "0.5"}, "overlap must be a number from 0 to below 1"),
        ([0.0] * 40, {"overlap": np.nan}, "overlap must be a number from 0 to below 1"),
        ([0.0] * 40, {"overlap": 1.0}, "overlap must be a number from 0 to below 1"),
        ([0.0] * 40, {"overlap": 0.99}, "shifts windows of 32 samples by at least one sample"),
        ([0.0] * 40, {"overlap": -0.1}, "overlap must be"),
        ([0.0] * 40, {"window": "hand"}, "window must be a window of scipy.signal.get_window"),
        ([0.0] * 40, {"fmax": 21.0}, "fmax at most half the sampling rate, 20"),
        ([0.0] * 40, {"fmin": 6.0, "fmax": 6.0}, "fmin must be below fmax"),
        ([0.0] * 40, {"n_frequencies": 0}, "n_frequencies must be an integer of at least 1"),
        ([0.0] * 40, {"window_length": 1.5}, "window_length must be an integer of at least 2"),
        ([0.0] * 40, {"sampling_rate": 0}, "sampling_rate must be a positive finite number"),
    ],
)
def test_faults_give_one_sentence(waveforms, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        sonogram(waveforms, **{"sampling_rate": 40.0, **OPTIONS, **options})


@pytest.mark.parametrize("window_length", [37, 64])
def test_times_are_the_middles_of_the_windows(noise, window_length):
    times = sonogram(noise, 40.0, window_length, 0.0, 4).times
    assert times[0] * 40 == window_length / 2
    assert np.diff(times) * 40 == pytest.approx(window_length)


@pytest.mark.parametrize("largest", [1e155, 1e300])
def test_waveforms_too_large_for_a_power_are_refused(noise, largest, recwarn):
    with pytest.raises(ValueError, match=r"that their power is finite, but reach \S+e\+"):
        sonogram(noise * largest, 40.0, **OPTIONS)
    assert not recwarn.list


def test_text_is_not_a_waveform():
    with pytest.raises(TypeError, match="waveforms must be real numbers"):
        sonogram(["a", "b"], 40.0)


def test_one_frequency_may_be_the_first_and_the_last():
    wave = np.sin(np.arange(400) / 3)
    found = sonogram(wave, 20.0, 64, 0.5, 1, fmin=3.0, fmax=3.0)
    assert found.frequencies.tolist() == [3.0]
    assert (found.power == sonogram(wave, 20.0, 64, 0.5, 2, fmin=3.0, fmax=9.0).power[:1] * 2).all()
    for n_frequencies, last in ((2, 3.0), (1, 2.9), (1, 10.1)):
        with pytest.raises(ValueError, match="fmin must be below fmax"):
            sonogram(wave, 20.0, 64, 0.5, n_frequencies, fmin=3.0, fmax=last)
