"""Files that cannot be used raise an error that names them, or are skipped."""

import numpy as np
import pytest
from tests.seismic.event_files import SECONDS, rewrite

from kernelscale.seismic import read_recordings
from kernelscale.seismic.recordings import RecordingError


def gappy(found):
    start = found[0].stats.starttime
    return found.slice(start, start + 20) + found.slice(start + 25)


def clipped(found):
    for one in found:
        level = 0.05 * np.abs(one.data).max()
        one.data = np.clip(one.data, -level, level)
    return found


def with_nan(found):
    found[1].data[77] = np.nan
    return found


def flat(found):
    found[2].data[:] = 3.0
    return found


def short(found):
    return found.trim(endtime=found[0].stats.starttime + 40)


def without_east(found):
    return found[:2]


def slow(found):
    for one in found:
        one.stats.sampling_rate = 10.0
        one.data = np.tile(one.data, 2)
    return found


def mislabelled(found):
    found[0].stats.channel = "BHQ"
    return found


def of_another_station(found):
    for one in found:
        one.stats.station = "XXXX"
    return found


BAD = {
    gappy: "component Z in .*2.mseed has a gap or NaN in 99 of its 1200 samples, the first after",
    clipped: r"component Z in .*2.mseed is clipped: \d+ samples in a row",
    with_nan: "component N in .*2.mseed has a gap or NaN in 1 of its 1200 samples",
    flat: "component E in .*2.mseed is flat",
    short: r"component Z in .*2.mseed covers 40.05 s of a window of 60 s, and gaps are not filled",
    without_east: r"2.mseed has no component E; all of Z, N, E are needed",
    slow: "2.mseed has component . at 10 Hz, but other files have 20 Hz; give a sampling_rate",
    mislabelled: "2.mseed has no component Z; .*; channel IS.HRFI..BHQ in .*2.mseed was skipped",
    of_another_station: "2.mseed is of station IS.XXXX, but other files are of IS.HRFI",
}


@pytest.mark.parametrize("change", BAD, ids=lambda change: change.__name__)
@pytest.mark.parametrize("catalogued", [True, False])
def test_a_bad_file_is_named_or_skipped(folder, blasts, change, catalogued):
    catalogue = folder / "events.csv" if catalogued else None
    rewrite(folder, 2, change)
    with pytest.raises(RecordingError, match=BAD[change]):
        read_recordings(folder, catalogue, seconds=SECONDS)
    found = read_recordings(folder, catalogue, seconds=SECONDS, skip_bad=True)
    assert found.waveforms == pytest.approx(blasts[[0, 1, 3]])
    assert any("2.mseed" in f"{name} {why}" for name, why in found.skipped)
    if catalogued:
        assert found.events["lat"].tolist() == [31.0, 31.1, 31.3]


@pytest.mark.parametrize("n_bytes", [100, 3000, 9000])
def test_a_truncated_file_is_named(folder, n_bytes):
    path = folder / "1.mseed"
    path.write_bytes(path.read_bytes()[:n_bytes])
    with pytest.raises(RecordingError, match=r"1\.mseed"):
        read_recordings(folder, folder / "events.csv")
    found = read_recordings(folder, folder / "events.csv", skip_bad=True)
    assert len(found.waveforms) == 3
    assert "1.mseed" in str(found.skipped)


def test_a_file_of_something_else_is_named(folder):
    (folder / "notes.mseed").write_text("This is no waveform.", encoding="utf-8")
    with pytest.raises(RecordingError, match=r"notes.mseed cannot be read as waveforms"):
        read_recordings(folder)
    assert len(read_recordings(folder, skip_bad=True).waveforms) == 4


def test_the_first_reason_is_reported_if_no_event_is_left(folder):
    for number in range(4):
        rewrite(folder, number, flat)
    with pytest.raises(
        RecordingError, match="No event can be used; first fault: .*E in .* is flat"
    ):
        read_recordings(folder, skip_bad=True)


@pytest.mark.parametrize("left", [2.0, 40.0, 50.5])
def test_without_a_catalogue_a_short_component_does_not_shorten_the_others(folder, left):
    rewrite(
        folder, 2, lambda found: found[:2] + found[2:].trim(endtime=found[2].stats.starttime + left)
    )
    with pytest.raises(
        RecordingError, match=r"2\.mseed: component E .* covers .* s of a window of 60 s"
    ):
        read_recordings(folder)
    found = read_recordings(folder, skip_bad=True)
    assert found.waveforms.shape == (3, 3, 1200)
    assert len(found.skipped) == 1


def test_components_that_do_not_overlap_are_named(folder):
    def late(found):
        found[2].trim(endtime=found[2].stats.starttime + 0.4)
        found[0].stats.starttime += 0.9
        return found

    rewrite(folder, 0, late)
    with pytest.raises(RecordingError, match=r"0\.mseed: component"):
        read_recordings(folder)
    assert len(read_recordings(folder, skip_bad=True).waveforms) == 3
