"""A file of many events: distant segments are separate recordings, and gaps need no memory."""

import tracemalloc

import numpy as np
import pytest

pytest.importorskip("obspy", reason="reading waveforms needs ObsPy")

from tests.seismic.event_files import T0, obspy, stream, trace, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.seismic_files import read_traces
from kernelscale.seismic.recordings import RecordingError

DAY = 86400.0


@pytest.fixture
def bulk(blasts, tmp_path):
    """Four events in one file, half a year apart, with their catalogue."""
    days = [0.0, 180.0, 360.0, 540.0]
    write(
        tmp_path / "all.mseed",
        *(t for e, d in zip(blasts, days, strict=True) for t in stream(e, T0 + DAY * d)),
    )
    lines = [f"{T0 + DAY * day}" for day in days]
    (tmp_path / "events.csv").write_text("\n".join(["time", *lines]) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("catalogued", [True, False])
def test_all_events_of_one_file_are_read(bulk, blasts, catalogued):
    tracemalloc.start()
    found = read_recordings(bulk, bulk / "events.csv" if catalogued else None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.waveforms == pytest.approx(blasts)
    assert peak < 20 * blasts.nbytes  # samples for the time between events would take gigabytes
    assert len(set(found.names)) == 4


def test_without_a_catalogue_events_are_named_by_their_file_and_time(bulk):
    names = read_recordings(bulk).names
    assert names[0] == f"{bulk / 'all.mseed'} at 2012-03-04T05:06:07.000"


def test_only_the_bad_event_of_a_file_is_skipped(bulk, blasts):
    path = bulk / "all.mseed"
    found = obspy.read(str(path))
    [bad] = [t for t in found.select(channel="BHZ") if t.stats.starttime == T0 + 180 * DAY]
    bad.data[:] = 7.0
    found.write(str(path), format="MSEED")
    with pytest.raises(RecordingError, match=r"all.mseed at 2012-08-31T05:06:07.000: .* is flat"):
        read_recordings(bulk)
    left = read_recordings(bulk, skip_bad=True)
    assert left.waveforms == pytest.approx(blasts[[0, 2, 3]])
    assert len(left.skipped) == 1


@pytest.mark.parametrize(("gap", "n_traces"), [(1.0, 1), (59.0, 1), (61.0, 2), (1e6, 2)])
def test_a_short_gap_is_inside_a_recording_and_a_long_one_separates_recordings(
    tmp_path, gap, n_traces
):
    wave = np.sin(np.arange(1200) / 7)
    write(tmp_path / "a.mseed", trace(wave), trace(wave, start=T0 + 60.0 + gap))
    found, _ = read_traces(tmp_path / "a.mseed")
    assert len(found) == n_traces
    n_missing = sum(int(np.isnan(each.samples).sum()) for each in found)
    assert n_missing == (round(gap * 20) if n_traces == 1 else 0)


def test_overlapping_traces_are_one_recording(tmp_path):
    wave = np.sin(np.arange(4000) / 7)
    segments = [
        trace(wave[start : start + 1600], start=T0 + start / 20) for start in (0, 800, 2400)
    ]
    write(tmp_path / "a.mseed", *segments)
    [found] = read_traces(tmp_path / "a.mseed")[0]
    np.testing.assert_array_equal(found.samples, wave)


def test_text_with_the_code_of_a_seismometer_is_reported(folder, blasts):
    text = obspy.Trace(np.frombuffer(b"a line of a log", dtype="|S1").copy())
    text.stats.update({"network": "IS", "station": "HRFI", "channel": "BHZ", "starttime": T0})
    text.write(str(folder / "log.mseed"), format="MSEED", encoding="ASCII")
    with pytest.raises(RecordingError, match=r"log\.mseed cannot be read as waveforms"):
        read_recordings(folder)
    found = read_recordings(folder, skip_bad=True)
    assert found.waveforms == pytest.approx(blasts)
