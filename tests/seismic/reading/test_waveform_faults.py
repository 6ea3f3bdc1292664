"""Faults of waveforms, and waveforms that resemble faults."""

import re

import numpy as np
import pytest

from kernelscale.seismic import Recordings, load_recordings, save_recordings
from kernelscale.seismic.reading.waveform_faults import fault_of
from kernelscale.seismic.recordings import RecordingError

RATE = 20.0


@pytest.fixture
def wave():
    return np.random.default_rng(0).normal(size=1200)


def clipped_above(wave):
    wave[:] = np.minimum(np.sin(np.arange(1200) / 9), 0.5)


def clipped_below(wave):
    wave[:] = np.maximum(np.sin(np.arange(1200) / 9), -0.5)


def clipped_often(wave):
    """Change a wave to clipped noise, in which long runs of one value do not occur."""
    wave[:] = np.clip(wave, -1.2, 9.0)


def with_nan(wave):
    wave[77] = np.nan


def infinite(wave):
    wave[77] = -np.inf


def flat(wave):
    wave[:] = 3.0


def zero_filled(wave):
    wave[500:530] = 0.0


def padded(wave):
    wave[1170:] = 0.0


def zeros_except_a_spike(wave):
    wave[:] = 0.0
    wave[5] = 1.0


def zeros_except_a_spike_in_the_middle(wave):
    wave[:] = 0.0
    wave[[600, 601]] = 1.0, 2.0


def square(wave):
    wave[:] = np.sign(np.sin(np.arange(1200) / 9) + 1e-3)


def clipped_in_counts(wave):
    wave[:] = np.clip(np.rint(5 * wave), -6, 6)


def clipped_above_in_counts(wave):
    wave[:] = np.minimum(np.rint(100 * np.sin(np.arange(1200) / 9)), -85)


def clipped_once_in_counts(wave):
    wave[:] = np.rint(20 * wave)
    wave[600:605] = 90


def zero_filled_in_counts(wave):
    wave[:] = np.rint(3 * wave)
    wave[400:] = 0.0


def stuck(wave):
    wave[300:900] = wave[300]


FAULTS = {
    clipped_above: r"is clipped: \d+ samples in a row",
    clipped_below: r"is clipped: \d+ samples in a row",
    clipped_often: r"is clipped: 1\d\d of its 1200 samples are at one end of its values",
    with_nan: "has a gap or NaN in 1 of its 1200 samples, the first after 3.85 s",
    infinite: "has infinity in 1 of its 1200 samples, the first after 3.85 s",
    flat: "is flat",
    zero_filled: "is 0 for 1.5 s on end, as if a gap was filled with zeros",
    zeros_except_a_spike: "is 0 for 59.7 s on end",
    zeros_except_a_spike_in_the_middle: "is 0 in all but 2 of its 1200 samples",
    square: "has two values only, -1 and 1",
    clipped_in_counts: r"is clipped: 1\d\d of its 1200 samples are at one end of its values",
    clipped_above_in_counts: r"is clipped: \d+ of its 1200 samples are at one end of its values",
    clipped_once_in_counts: "is clipped: 5 samples in a row",
    zero_filled_in_counts: "is 0 for 40 s on end",
    stuck: r"stays at \d\.\d+ for 30 s on end",
    padded: "is 0 for 1.5 s on end, as if a gap was filled with zeros",
}
every_fault = pytest.mark.parametrize("spoil", FAULTS, ids=lambda spoil: spoil.__name__)


@every_fault
def test_a_fault_is_reported(wave, spoil):
    assert fault_of(wave, RATE) == ""
    spoil(wave)
    assert re.match(FAULTS[spoil], fault_of(wave, RATE))


@every_fault
def test_events_of_an_archive_are_checked_too(wave, spoil, tmp_path):
    waveforms = np.random.default_rng(1).normal(size=(3, 2, 1200))
    spoil(waveforms[1, 1])
    save_recordings(Recordings(waveforms, RATE, ("Z", "E")), tmp_path / "x.npz")
    sentence = f"x.npz, event 1: component E {FAULTS[spoil]}.*; leave the event out"
    with pytest.raises(RecordingError, match=sentence):
        load_recordings(tmp_path / "x.npz")
    found = load_recordings(tmp_path / "x.npz", skip_bad=True)
    assert (found.waveforms == waveforms[[0, 2]]).all()
    assert len(found.skipped) == 1


@pytest.mark.parametrize(("zeros", "rate"), [(20, 20.0), (19, 1.0), (3, 1.0), (100, 100.0)])
def test_a_second_of_zeros_or_a_few_zeros_are_not_a_fault(wave, zeros, rate):
    wave[500 : 500 + zeros] = 0.0
    assert fault_of(wave, rate) == ""


@pytest.mark.parametrize("end", [1, -1])
def test_five_in_a_row_at_one_end_are_clipped_and_four_are_not(wave, end):
    wave[600:604] = end * 9.0
    assert fault_of(wave, RATE) == ""
    wave[604] = end * 9.0
    assert fault_of(wave, RATE).startswith("is clipped: 5 samples in a row")


@pytest.mark.parametrize(("share", "n_samples"), [(0.045, 1200), (0.09, 200)])
def test_a_few_equal_largest_values_are_not_a_fault(share, n_samples):
    values = np.random.default_rng(0).permutation(np.linspace(-1, 1, n_samples))
    top = np.sort(values)[-round(share * n_samples)]
    assert fault_of(np.minimum(values, top), RATE) == ""


@pytest.mark.parametrize("offset", [0.0, 0.1, 7.0])
@pytest.mark.parametrize("deviation", [0.2, 0.3, 0.5, 0.7, 1.0, 2.0, 4.0, 9.0])
def test_a_quiet_recording_in_whole_counts_is_not_a_fault(wave, deviation, offset):
    assert fault_of(np.rint(deviation * wave + offset), RATE) == ""


@pytest.mark.parametrize("deviation", [1.0, 2.0, 5.0])
def test_a_coarse_wave_is_not_clipped(deviation):
    assert fault_of(np.rint(deviation * np.sin(np.arange(1200) / 2)), RATE) == ""


@pytest.mark.parametrize(("run", "rate"), [(100, 100.0), (99, 20.0), (140, 140.0)])
def test_one_value_for_a_second_or_for_a_hundred_samples_is_not_a_fault(wave, run, rate):
    wave[500 : 500 + run] = wave[500]
    assert fault_of(wave, rate) == ""
    wave[500 + run] = wave[500]
    assert fault_of(wave, rate).startswith("stays at ")


@pytest.mark.parametrize("name", ["ipoc_pb01_3c_20hz.npz", "astsa_eqexp_40hz.npz"])
def test_good_recordings_have_no_faults(name, data_folder):
    assert load_recordings(data_folder / name).skipped == ()


def slow_wave(n_counts):
    """A wave of period 10 s at 20 Hz, rounded to whole counts.

    If it has few counts, it is 0 for more than a second at a time.
    """
    return np.round(n_counts * np.sin(np.arange(1200) * 2 * np.pi / 200)) + 0.0


@pytest.mark.parametrize("n_counts", [1.0, 2.0, 3.0, 20.0])
def test_a_slow_wave_in_few_counts_is_not_a_fault(n_counts):
    quiet = np.r_[slow_wave(n_counts), np.round(40 * np.sin(np.arange(400) / 3))]
    assert fault_of(quiet, 20.0) == ""


@pytest.mark.parametrize("n_counts", [20.0, 200.0])
def test_a_jump_to_zeros_is_a_fault(n_counts):
    wave = slow_wave(n_counts)
    wave[130:160] = 0.0  # for one and a half seconds, in which the wave is far from 0
    assert "is 0 for 1.5 s on end" in fault_of(wave, 20.0)


def test_long_zeros_are_a_fault_even_without_a_jump():
    noise = np.random.default_rng(0).integers(-3, 4, 2400).astype(float)
    noise[600:1400], noise[599], noise[1400] = 0.0, 1.0, -1.0
    assert "is 0 for 40 s on end" in fault_of(noise, 20.0)
