"""Events in several files: files without a gap are joined, and files with a gap are refused."""

import numpy as np
import pytest
from tests.seismic.event_files import RATE, T0, stream, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.recordings import RecordingError

HOUR = 2400  # number of samples in a file


@pytest.fixture
def hours():
    return np.random.default_rng(0).normal(size=(3, 2 * HOUR))


@pytest.fixture
def hourly(hours, tmp_path):
    """A function that writes two consecutive files; the second starts `late` samples too late."""

    def written(late=0.0, second=hours[:, HOUR:]):
        write(tmp_path / "h0.mseed", *stream(hours[:, :HOUR]))
        write(tmp_path / "h1.mseed", *stream(second, T0 + (HOUR + late) / RATE))
        return tmp_path

    return written


def at(seconds):
    return Catalogue({"time": np.array([str(T0 + seconds)])})


@pytest.mark.parametrize("late", [0.0, 0.4, -0.4])
@pytest.mark.parametrize("start", [60.0, 60.5, 119.9, 119.95])
def test_an_event_across_the_end_of_a_file_is_complete(hourly, hours, late, start):
    found = read_recordings(hourly(late), at(start), seconds=60.0)
    first = round(start * RATE)
    assert found.waveforms[0] == pytest.approx(hours[:, first : first + 1200])


@pytest.mark.parametrize("late", [0.6, 1.0, 100.0])
def test_files_with_a_gap_between_them_are_reported(hourly, late):
    folder = hourly(late)
    missing = max(1, round(late))
    covered = rf"covers {60 - missing / RATE:g} s of a window of 60"
    sentence = rf"component Z in .*h0.mseed and .*h1.mseed {covered}"
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(folder, at(90.0), seconds=60.0)


def test_samples_shared_by_files_must_be_equal(hourly, hours):
    same = hourly(-200, hours[:, HOUR - 200 : -200])
    expected = hours[:, 1800:3000]
    assert read_recordings(same, at(90.0)).waveforms[0] == pytest.approx(expected)
    other = hourly(-200, hours[:, HOUR:])
    with pytest.raises(
        RecordingError, match=r"has different samples at the same time in .*h0.* and in .*h1"
    ):
        read_recordings(other, at(90.0))
    assert read_recordings(other, at(10.0)).waveforms[0] == pytest.approx(hours[:, 200:1400])


def test_a_channel_that_changed_its_rate_is_reported(hourly, hours, tmp_path):
    hourly()
    write(tmp_path / "h1.mseed", *stream(hours[:, HOUR:], T0 + HOUR / RATE, rate=40.0))
    with pytest.raises(RecordingError, match=r"is at 20 Hz in .*h0.mseed and at 40 Hz in .*h1"):
        read_recordings(tmp_path, at(90.0), sampling_rate=20.0)
