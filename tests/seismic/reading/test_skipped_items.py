"""An error names the bad file, event or row; on request the bad item is skipped."""

import numpy as np
import pytest
from tests.seismic.event_files import T0, obspy, rewrite, stream, trace, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue_files import read_catalogue
from kernelscale.seismic.recordings import RecordingError


@pytest.mark.parametrize("catalogue", ["events.csv", None])
@pytest.mark.parametrize("number", [0, 3])
def test_a_file_of_another_station_is_skipped_at_any_position(folder, blasts, catalogue, number):
    def move(found):
        for one in found:
            one.stats.station = "ELSE"
        return found

    rewrite(folder, number, move)
    catalogue = catalogue and folder / catalogue
    sentence = (
        rf"{number}\.mseed is of station IS.ELSE, but other files are of IS.HRFI; give one station"
    )
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(folder, catalogue)
    found = read_recordings(folder, catalogue, skip_bad=True)
    assert found.waveforms == pytest.approx(np.delete(blasts, number, axis=0))
    assert sum("is of station IS.ELSE" in why for _, why in found.skipped) == 1
    chosen = read_recordings(folder, None, station="IS.ELSE")
    assert chosen.waveforms == pytest.approx(blasts[[number]])


def test_two_stations_with_equally_many_traces_are_refused(folder, blasts):
    for number in (4, 5, 6, 7):
        write(folder / f"{number}.mseed", *stream(blasts[0], T0 + 3600 * number, station="ELSE"))
    with pytest.raises(RecordingError, match="give one station"):
        read_recordings(folder, skip_bad=True)


def test_an_unknown_station_is_reported_with_the_known_ones(folder, blasts):
    write(folder / "4.mseed", *stream(blasts[0], T0 - 3600, station="ELSE"))
    with pytest.raises(RecordingError, match="of station 'ZZZ'; the files have: IS.ELSE, IS.HRFI"):
        read_recordings(folder, station="ZZZ")


BAD_ROWS = {
    "yesterday,31,35,mine,1.mseed": "events.csv, event 1, time: 'yesterday' is not a date",
    ",31,35,mine,1.mseed": r"event 1 .* has no time in .*events.csv",
    "2012-03-04,31,35,mine": "events.csv, event 1, has more or fewer fields",
    f"{T0 + 3600},31,35,mine,gone.mseed": "event 1 .* in gone.mseed has no component Z",
    f"{T0 + 9e5},31,35,mine,1.mseed": r"event 1 .*: component Z in .*1.mseed covers 0 s of",
}


@pytest.mark.parametrize("row", BAD_ROWS)
def test_only_the_bad_row_of_a_catalogue_is_skipped(folder, blasts, row):
    path = folder / "events.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*lines[:2], row, *lines[3:]]) + "\n", encoding="utf-8")
    with pytest.raises(RecordingError, match=BAD_ROWS[row]):
        read_recordings(folder, path)
    found = read_recordings(folder, path, skip_bad=True)
    assert found.waveforms == pytest.approx(blasts[[0, 2, 3]])
    assert found.events["file"].tolist() == ["0.mseed", "2.mseed", "3.mseed"]
    [(name, _)] = found.skipped
    assert "event 1" in name


def test_numbers_of_events_are_those_of_the_file(folder):
    path = folder / "events.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], "short", *lines[1:]]) + "\n", encoding="utf-8")
    rewrite(folder, 2, lambda found: found[:2])
    found = read_recordings(folder, path, skip_bad=True)
    assert [name.partition(" (")[0].rpartition("/")[2] for name, _ in found.skipped] == [
        "events.csv, event 0",
        "event 3",
    ]


def test_an_event_of_quakeml_without_an_origin_is_named(tmp_path):
    from obspy.core.event import Catalog, Event, Origin

    first = Origin(time=T0 + 5, latitude=1.0, longitude=2.0)
    better = Origin(time=T0, latitude=31.5)  # this origin has no longitude and no depth
    event = Event(origins=[first, better])
    event.preferred_origin_id = better.resource_id
    path = tmp_path / "events.xml"
    Catalog([Event(), event]).write(str(path), format="QUAKEML")
    with pytest.raises(RecordingError, match=r"events.xml, event 0, has no origin time"):
        read_catalogue(path)
    known = read_catalogue(path, skip_bad=True)
    # this is the time of the preferred origin
    assert known.seconds("time").tolist() == [T0.timestamp]
    assert known.columns["lat"].tolist() == [31.5]
    assert np.isnan(known.columns["lon"]).all()
    assert known.number(0) == 1
    assert len(known.skipped) == 1


@pytest.mark.parametrize("n_bytes", [1, 100, 2000, 4000, 4095, 4096, 12288])
@pytest.mark.parametrize("alone", [True, False])
def test_a_truncated_file_is_reported_without_a_catalogue_too(folder, n_bytes, alone):
    """If a file is truncated in or between records, ObsPy often reads it without a warning."""
    path = folder / "1.mseed"
    path.write_bytes(path.read_bytes()[:-n_bytes])
    with pytest.raises(RecordingError, match=r"1\.mseed"):
        read_recordings(path if alone else folder)
    if n_bytes % 4096:  # this is an error even if all required samples come before the cut
        with pytest.raises(RecordingError, match=r"1\.mseed (is truncated|cannot be read)"):
            read_recordings(path if alone else folder, seconds=30.0)


@pytest.mark.parametrize("n_bytes", [0, 10, 48, 100, 500, 3000, 4095, 4097])
def test_a_file_shorter_than_a_record_is_reported_by_name(folder, n_bytes):
    path = folder / "1.mseed"
    path.write_bytes(path.read_bytes()[:n_bytes])
    with pytest.raises(
        RecordingError, match=r"1\.mseed (cannot be read as|is truncated)"
    ) as caught:
        read_recordings(folder)
    # the file was opened, so the error must not state that it cannot be opened
    assert "Cannot open" not in str(caught.value)


@pytest.mark.parametrize("n_bytes", [4096, 5000])
def test_a_file_with_an_unfilled_end_is_reported(folder, n_bytes):
    """All required samples come before the unfilled end, and ObsPy would only give a warning."""
    path = folder / "1.mseed"
    path.write_bytes(path.read_bytes()[:-n_bytes] + bytes(n_bytes))
    for catalogue in (folder / "events.csv", None):
        with pytest.raises(RecordingError, match=r"1\.mseed cannot be read as waveforms .*Not a"):
            read_recordings(folder, catalogue, seconds=30.0)
        assert len(read_recordings(folder, catalogue, seconds=30.0, skip_bad=True).waveforms) == 3


@pytest.mark.parametrize("left", [20.0, 50.0])
def test_a_short_component_of_a_single_event_is_reported(folder, left):
    rewrite(folder, 0, lambda found: found[:2] + found[2:].trim(endtime=T0 + left))
    with pytest.raises(
        RecordingError, match=rf"component E in .* covers {left + 0.05:g} s of a window of 60"
    ):
        read_recordings(folder / "0.mseed")
    assert read_recordings(folder / "0.mseed", seconds=left).seconds == left


def test_an_event_without_a_component_does_not_affect_the_others(folder, blasts):
    rewrite(folder, 3, lambda found: found[:2].trim(endtime=T0 + 3 * 3600 + 57))
    found = read_recordings(folder, skip_bad=True)
    assert found.waveforms == pytest.approx(blasts[:3])


def test_components_begin_within_a_second_of_the_first_component_not_of_the_previous_one(
    folder, blasts
):
    for name, late in (("a", 0.9), ("b", 1.8)):
        write(folder / f"{name}.mseed", *stream(blasts[0], T0 + late, station="HRFI"))
    (folder / "0.mseed").unlink()
    write(folder / "0.mseed", trace(blasts[0, 0]))
    # File 0 (Z only) and file a (all components) contain the same event, but their recordings of Z
    # differ; file b contains another event.
    found = read_recordings(folder, skip_bad=True)
    assert len(found.waveforms) == 4
    assert sum(name.endswith("b.mseed") for name in found.events["file"]) == 1


def test_one_channel_at_two_rates_in_a_file_is_named(folder, blasts):
    def faster(found):
        return found + obspy.Stream([trace(blasts[0, 0], start=T0 + 3700, rate=40.0)])

    rewrite(folder, 1, faster)
    sentence = r"1\.mseed has channel IS.HRFI..BHZ at 20 and at 40 Hz; a channel needs one rate"
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(folder)
    assert len(read_recordings(folder, skip_bad=True).waveforms) == 3


@pytest.mark.parametrize("options", [{}, {"sampling_rate": 10.0}, {"seconds": 9.0}])
def test_an_error_is_raised_if_no_event_has_all_components(folder, options):
    for number in range(4):
        rewrite(folder, number, lambda found: found[:2])
    for skip_bad in (False, True):
        with pytest.raises(RecordingError, match=r"0\.mseed has no component E; all of Z, N, E"):
            read_recordings(folder, skip_bad=skip_bad, **options)
        with pytest.raises(RecordingError, match="No file (has|holds)"):
            read_recordings(folder, components="E", skip_bad=skip_bad, **options)
