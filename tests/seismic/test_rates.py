"""Sampling rates count as equal if they differ only by the drift of a clock."""

import numpy as np
import pytest
from tests.seismic.event_files import T0, obspy, trace, write

from kernelscale.seismic import read_recordings, sonogram
from kernelscale.seismic.rates import DRIFT, digits_of, same_rate
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.reading.conditioning import resampled
from kernelscale.seismic.recordings import RecordingError

NEAR = (99.999992, 100.000008, 100.0)
WAVE = np.random.default_rng(0).normal(size=(3, 6000)).cumsum(axis=1)


def at(*seconds):
    return Catalogue({"time": np.array([str(T0 + s) for s in seconds])})


def written(folder, rates, format="MSEED"):
    """Write one file for each sampling rate, with an hour between files."""
    for number, (rate, wave) in enumerate(zip(rates, WAVE, strict=False)):
        one = trace(wave, start=T0 + 3600 * number, rate=rate)
        one.write(str(folder / f"{number}.{format.lower()}"), format=format)
    return folder


@pytest.mark.parametrize("seconds", [0.1, 60.0, 86400.0])
def test_rates_are_equal_if_their_samples_do_not_drift_apart(seconds):
    for drift in (0.0, 0.5 * DRIFT, 2 * DRIFT):
        other = 100.0 + drift / seconds
        assert same_rate(100.0, other, seconds) == same_rate(other, 100.0, seconds)
        assert same_rate(100.0, other, seconds) == (drift < DRIFT)


@pytest.mark.parametrize("format", ["MSEED", "SLIST", "TSPAIR"])
@pytest.mark.parametrize("wanted", [None, 100.0])
@pytest.mark.parametrize("catalogued", [True, False])
def test_the_last_digits_of_a_clock_do_not_change_the_rate(tmp_path, format, wanted, catalogued):
    known = at(0, 3600, 7200) if catalogued else None
    found = read_recordings(
        written(tmp_path, NEAR, format), known, components="Z", sampling_rate=wanted
    )
    # waveforms are equal, including the last sample
    assert found.waveforms[:, 0] == pytest.approx(WAVE, rel=1e-5)
    assert found.sampling_rate == pytest.approx(100, abs=1e-5)


def test_a_drift_by_a_fraction_of_a_sample_does_not_change_the_rate(tmp_path):
    rates = (100.0, 100.0 + 0.8 * DRIFT / 60, 100.0 - 0.8 * DRIFT / 60)
    found = read_recordings(written(tmp_path, rates), at(0, 3600, 7200), components="Z", seconds=50)
    assert found.waveforms.shape == (3, 1, 5000)
    assert 0.01 < DRIFT < 0.25


def test_the_most_frequent_rate_is_used_for_all(tmp_path):
    found = read_recordings(written(tmp_path, (100.0, NEAR[1], 100.0)), components="Z", seconds=50)
    assert found.sampling_rate == 100.0


@pytest.mark.parametrize("wanted", [None, 100.0])
def test_files_of_one_event_are_joined_if_rates_differ_by_clock_digits(tmp_path, wanted):
    """Segments of one file with such rates are joined too."""
    whole = WAVE.ravel()
    parts = [
        trace(whole[first : first + 3000], start=T0 + first / 100, rate=rate)
        for first, rate in zip(range(0, 18_000, 3000), 2 * NEAR, strict=True)
    ]
    for files in ([[part] for part in parts], [parts]):
        folder = tmp_path / str(len(files))
        folder.mkdir()
        for number, segments in enumerate(files):
            write(folder / f"{number}.mseed", *segments)
        found = read_recordings(
            folder, at(10), seconds=150, sampling_rate=wanted, components="Z"
        ).waveforms[0, 0]
        n_samples = len(found)  # at the lowest rate, 150 s have one sample fewer
        assert n_samples in (14_999, 15_000)
        assert (found == whole[1000 : 1000 + n_samples]).all()


@pytest.mark.parametrize("rate", [100.05, 99.9, 100.0021])
def test_rates_that_drift_apart_are_reported_with_the_digits_that_differ(tmp_path, rate):
    folder = written(tmp_path, (100.0, rate, 100.0))
    with pytest.raises(RecordingError, match=rf"1\.mseed has .* at {rate:.6g} Hz, .* 100 Hz"):
        read_recordings(folder, components="Z", seconds=59)
    left = read_recordings(folder, components="Z", seconds=59, skip_bad=True)
    assert len(left.waveforms) == 2
    write(folder / "1.mseed", trace(WAVE[1], start=T0 + 60, rate=rate))
    with pytest.raises(RecordingError, match=r"is at 100 Hz in .*0\.mseed and at .* Hz in .*1\."):
        read_recordings(folder, at(30), components="Z", seconds=59, sampling_rate=100.0)


def test_different_numbers_are_written_with_different_digits():
    random = np.random.default_rng(0)
    for scale in 10.0 ** np.arange(-16, 1):
        values = (100 + scale * random.normal(size=3)).tolist()
        texts = digits_of(values)
        assert len(set(texts)) == len(set(values))
        assert min(map(len, texts)) >= len("100")


@pytest.mark.parametrize("rate", [20.01, 19.997, 99.97, 100.003])
@pytest.mark.parametrize("wanted", [20.0, 100.0])
def test_resampling_to_a_rate_nearby_does_not_drift(rate, wanted):
    """A straight line that is resampled keeps its values at the new times, up to the end."""
    time = np.arange(6000) / rate
    found = resampled(time, rate, wanted)
    expected = np.arange(len(found)) / wanted
    assert np.abs(found - expected)[100:-100].max() * wanted < 1.5 * DRIFT


@pytest.mark.parametrize("rate", [100.0001, 99.9999, 300.001, 33.3334])
def test_a_wave_keeps_its_position_over_hours(rate):
    """The ratio of the rates is not a ratio of small integers.

    The samples before the window are used by the filter only.
    """
    wave = np.sin(np.arange(400_000) / rate * 40)
    found = resampled(wave, rate, 100.0, lead=150_000)
    expected = np.sin((150_000 / rate + np.arange(len(found)) / 100) * 40)
    assert abs(len(found) - 250_000 * 100 / rate) < 1
    assert np.abs(found - expected)[:-100].max() < 2e-3


@pytest.mark.parametrize("rate", [100 + 0.5 * DRIFT / 60, 100 - 0.5 * DRIFT / 60])
def test_a_drift_only_outside_the_window_is_accepted(rate):
    """The recording is three times as long as the window, and its whole drift exceeds the limit."""
    wave = np.concatenate(WAVE)
    segment = obspy.Trace(wave, {"sampling_rate": rate, "starttime": T0, "channel": "HHZ"})
    found = read_recordings(segment, at(60), components="Z", seconds=59.99, sampling_rate=100.0)
    [[samples]] = found.waveforms
    assert (samples == wave[6000 : 6000 + len(samples)]).all()


def test_fmax_may_be_half_the_sampling_rate():
    found = sonogram(WAVE[0], NEAR[0], fmax=50.0, n_frequencies=4)
    assert found.frequencies[-1] == pytest.approx(50)
    sentence = "half the sampling rate, 49.99, but 0.195273 and 50 were given"
    with pytest.raises(ValueError, match=sentence):
        sonogram(WAVE[0], 99.98, fmax=50.0, n_frequencies=4)


@pytest.mark.parametrize("overlap", [0.123456789012345, 0.987654321098765, 1e-300])
def test_windows_use_all_digits_of_the_overlap(overlap):
    """Starts of windows are computed exactly, with integers too large for 64 bits."""
    times = sonogram(np.ones(9_000), 1.0, 256, overlap, n_frequencies=1).times - 128
    hop = (1 - overlap) * 256
    assert np.abs(times - np.floor(hop * np.arange(len(times)))).max() <= 1
    assert (np.diff(times) > 0).all()


@pytest.mark.filterwarnings("ignore:Sample spacing")
def test_the_rate_of_a_stream_is_used_and_not_that_of_its_sac_file(tmp_path):
    trace(WAVE[0].astype("f4"), rate=125.0).write(str(tmp_path / "a.sac"), format="SAC")
    [read] = obspy.read(str(tmp_path / "a.sac"))
    read.stats.sampling_rate = 25.0
    assert read_recordings(read, components="Z").sampling_rate == 25.0
