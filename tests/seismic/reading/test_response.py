"""For each event, the response of the instrument is removed once, after the checks."""

import numpy as np
import pytest
from tests.seismic.event_files import obspy, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.recordings import RecordingError

RATE = 100.0


@pytest.fixture
def example():
    """ObsPy's example of 30 s, whose responses are known."""
    return obspy.read()


@pytest.fixture
def place(tmp_path):
    (tmp_path / "files").mkdir()
    obspy.read_inventory().write(str(tmp_path / "station.xml"), format="STATIONXML")
    return tmp_path


@pytest.fixture
def written(place):
    """A function that writes traces to files and reads them, with or without their response."""

    def read(*files, known=None, response=True, **options):
        for old in (place / "files").iterdir():
            old.unlink()
        for number, traces in enumerate(files):
            write(place / "files" / f"h{number}.mseed", *traces)
        station = place / "station.xml" if response else None
        return read_recordings(place / "files", known, response=station, **options)

    return read


@pytest.fixture
def long(example):
    """Ten minutes of the example's channels, with a drift like that of a broadband instrument."""
    random = np.random.default_rng(0)
    for trace in example:
        walk = np.cumsum(random.normal(size=60_000))
        trace.data = walk - np.linspace(0, walk[-1], 60_000)
    return example


def at(start, seconds):
    return Catalogue({"time": np.array([str(start + seconds)])})


def clipped(samples):
    return np.clip(samples, -150, 150)


def filled(samples):
    samples[1000:2000] = 0
    return samples


def flat(samples):
    return np.full(len(samples), 17.0)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [(clipped, "is clipped: "), (filled, "is 0 for 10 s on end"), (flat, "is flat")],
)
def test_faults_are_found_in_the_unprocessed_recording(written, example, spoil, fault):
    for trace in example:
        trace.data = spoil(trace.data.astype(np.float64))
    for response in (False, True):
        with pytest.raises(RecordingError, match=fault):
            written(example, response=response)


def of_whole(long, start, seconds):
    """Reference: a recording with one more minute at each end is processed, then cut."""
    begin = long[0].stats.starttime + start
    found = long.slice(begin - 60, begin + seconds + 60 - 1 / RATE).copy()
    found.remove_response(inventory=obspy.read_inventory(), output="VEL", taper=False)
    return np.array([trace.slice(begin, begin + seconds - 1 / RATE).data for trace in found])


@pytest.mark.parametrize("start", [280.0, 302.0, 250.0])
def test_hourly_files_give_the_same_result_as_one_file(written, long, start):
    """Results are equal even if only the margin of the window lies in the other file."""
    begin = long[0].stats.starttime
    known = at(begin, start)
    parts = [long.slice(begin, begin + 300 - 1 / RATE), long.slice(begin + 300)]
    whole = written(long, known=known, seconds=40.0).waveforms
    assert (written(*parts, known=known, seconds=40.0).waveforms == whole).all()
    assert whole[0] == pytest.approx(of_whole(long, start, 40), rel=1e-9)


def test_ends_of_a_window_do_not_fade(written, long):
    """A window equals the same part of a longer window, apart from a slow difference."""
    begin = long[0].stats.starttime
    short = written(long, known=at(begin, 290.0), seconds=20.0, components="Z").waveforms[0, 0]
    longer = written(long, known=at(begin, 280.0), seconds=40.0, components="Z").waveforms[0, 0]
    difference = short - longer[1000:3000]
    curved = difference - np.polyval(np.polyfit(np.arange(2000), difference, 2), np.arange(2000))
    assert np.abs(curved).max() < 0.02 * np.ptp(short)


def test_traces_that_share_samples_are_joined(written, example):
    start = example[0].stats.starttime
    segments = example.slice(start, start + 18) + example.slice(start + 15)
    assert (written(segments).waveforms == written(example).waveforms).all()


def test_the_margin_of_an_event_is_not_required(written, long):
    """A margin with a fault is not used."""
    begin = long[0].stats.starttime
    alone = written(long.slice(begin + 300, begin + 340 - 1 / RATE), seconds=40.0)
    for trace in long:
        trace.data[20_000:29_000] = 0
    among = written(long, known=at(begin, 300.0), seconds=40.0)
    assert (among.waveforms == alone.waveforms).all()


def test_an_unknown_response_is_reported_with_the_event(written, example):
    other = example.copy()
    for trace in other:
        trace.stats.starttime -= 40 * 365 * 86400
    sentence = (
        r"h1\.mseed: component Z in .*h1\.mseed: the response of BW.RJOB..EHZ cannot be removed"
    )
    with pytest.raises(RecordingError, match=sentence):
        written(example, other)
    found = written(example, other, skip_bad=True)
    assert len(found.waveforms) == 1
    assert len(found.skipped) == 1


def test_the_response_is_looked_up_at_the_window_and_not_at_the_margin(written, long):
    for trace in long:
        trace.stats.station = "NONE"
    begin = long[0].stats.starttime
    with pytest.raises(RecordingError, match=rf"removed at {begin + 300} \("):
        written(long, known=at(begin, 300.0), seconds=40.0)


def test_a_missing_file_of_responses_is_reported(place, written, example):
    written(example)
    with pytest.raises(
        FileNotFoundError, match=r"There is no file 'nowhere\.xml', given as the response"
    ):
        read_recordings(place / "files", response="nowhere.xml")
