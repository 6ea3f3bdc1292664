"""Files of waveforms: the windows that are read, and one error for each kind of fault."""

import numpy as np
import pytest
from tests.seismic.event_files import RATE, SECONDS, T0, obspy, rewrite, stream, trace, write

from kernelscale.seismic import load_recordings, read_recordings, save_recordings
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.reading.catalogue_files import read_catalogue
from kernelscale.seismic.recordings import RecordingError


def test_written_files_are_read(folder, blasts):
    found = read_recordings(folder)
    assert found.waveforms == pytest.approx(blasts)
    assert (found.sampling_rate, found.components, found.skipped) == (RATE, ("Z", "N", "E"), ())
    assert [name.rpartition("/")[2] for name in found.events["file"]] == [
        f"{k}.mseed" for k in range(4)
    ]


def test_times_and_labels_come_from_the_catalogue(folder, blasts):
    found = read_recordings(folder, folder / "events.csv", seconds=30.0)
    assert found.waveforms == pytest.approx(blasts[..., :600])
    assert found.events["lat"].tolist() == [31.0, 31.1, 31.2, 31.3]
    assert found.events["type"].tolist() == ["mine", "quarry", "mine", "quarry"]


def test_a_file_of_the_catalogue_must_match_the_complete_name(blasts, tmp_path):
    for number, name in enumerate(["1.mseed", "11.mseed"]):  # both files have the same times
        stream(blasts[number]).write(str(tmp_path / name), format="MSEED")
    times = np.array([str(T0)] * 3)
    known = Catalogue({"time": times, "file": np.array(["11.mseed", "1.mseed", "11.mseed; x"])})
    found = read_recordings(tmp_path, known).waveforms
    assert found == pytest.approx(blasts[[1, 0, 1]])


def test_windows_begin_before_a_pick_on_request(folder, blasts):
    times = [str(T0 + 3600 * k) for k in range(4)]
    picks = [str(T0 + 3600 * k + 10 + k) for k in range(4)]
    known = Catalogue({"time": np.array(times), "pick": np.array(picks)})
    found = read_recordings(folder, known, around="pick", before=2.0, seconds=20.0)
    expected = [event[:, (8 + k) * 20 : (28 + k) * 20] for k, event in enumerate(blasts)]
    assert found.waveforms == pytest.approx(np.array(expected))


def test_components_are_the_last_letter_of_the_code(blasts, tmp_path):
    stream(blasts[0][[2, 0, 1]], components="2Z1").write(str(tmp_path / "a.mseed"), format="MSEED")
    assert read_recordings(tmp_path).waveforms[0] == pytest.approx(blasts[0])
    assert read_recordings(tmp_path, components="EZ").waveforms[0] == pytest.approx(
        blasts[0][[2, 0]]
    )


def test_files_of_one_component_each_form_one_event(blasts, tmp_path):
    for one in stream(blasts[1]):
        one.write(str(tmp_path / f"event.{one.stats.channel}.sac"), format="SAC")
    found = read_recordings(sorted(tmp_path.iterdir()))
    # SAC stores samples as float32
    assert found.waveforms[0] == pytest.approx(blasts[1], rel=1e-6, abs=1e-4)


def test_components_that_begin_a_few_samples_apart_are_cut_at_the_same_time(folder, blasts):
    for number in range(4):
        start = T0 + 3600 * number
        rewrite(folder, number, lambda found, s=start: found[:2] + found[2:].trim(s + 0.15))
    found = read_recordings(folder)
    assert found.waveforms == pytest.approx(blasts[..., 3:])


def test_other_rates_are_resampled_to_the_requested_one(tmp_path):
    time = np.arange(2400) / 40
    wave = np.array([np.sin(2 * np.pi * f * time) for f in (0.5, 1.0, 2.0)])
    stream(wave, rate=40.0).write(str(tmp_path / "fast.mseed"), format="MSEED")
    stream(wave[:, ::2], T0 + 3600).write(str(tmp_path / "slow.mseed"), format="MSEED")
    with pytest.raises(RecordingError, match=r"mseed has component . at .*; give a sampling_rate"):
        read_recordings(tmp_path)
    found = read_recordings(tmp_path, sampling_rate=20.0)
    assert found.waveforms[0][:, 50:-50] == pytest.approx(wave[:, ::2][:, 50:-50], abs=0.02)
    assert (found.waveforms[1] == wave[:, ::2]).all()


def test_only_requested_steps_are_applied(folder, blasts):
    rewrite(folder, 0, lambda s: stream([1e6 + 3 * np.arange(1200) + t.data for t in s]))
    plain, done = (
        read_recordings(folder, detrend=trend, taper=taper, band=band).waveforms
        for trend, taper, band in [(None, None, None), ("linear", 0.1, (1.0, 5.0))]
    )
    assert plain[1] == pytest.approx(blasts[1])
    assert done[:, :, [0, -1]] == pytest.approx(0, abs=2e-3 * done.std())
    power = np.abs(np.fft.rfft(done)) ** 2
    frequencies = np.fft.rfftfreq(1200, 1 / RATE)
    outside = (frequencies < 0.5) | (frequencies > 8)
    assert (power[..., outside].sum(axis=-1) < 0.02 * power.sum(axis=-1)).all()


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


def test_options_are_checked(folder):
    with pytest.raises(ValueError, match="band must be two frequencies"):
        read_recordings(folder, band=(1.0, 15.0))
    with pytest.raises(ValueError, match="around must be one of origin, pick"):
        read_recordings(folder, around="s")
    with pytest.raises(
        ValueError, match="components must be letters from Z, N, E, V, L, T, each at most once"
    ):
        read_recordings(folder, components="ZZ")
    with pytest.raises(
        ValueError, match="A window of 0.01 s at 20 Hz has no sample; give more seconds"
    ):
        read_recordings(folder, seconds=0.01)
    for before in (np.nan, np.inf):
        with pytest.raises(
            ValueError, match="before must be a number of seconds from -1e\\+10 to 1e\\+10, but"
        ):
            read_recordings(folder, folder / "events.csv", before=before)
    with pytest.raises(FileNotFoundError, match="There is no file or folder 'nowhere'"):
        read_recordings("nowhere")
    with pytest.raises(
        RecordingError, match="events.csv has no column 'pick', around which events are cut"
    ):
        read_recordings(folder, folder / "events.csv", around="pick")


def test_quakeml_is_a_catalogue_too(tmp_path):
    from obspy.core.event import Catalog, Event, Magnitude, Origin

    origin = Origin(time=T0, latitude=31.5, longitude=35.25, depth=12000.0)
    event = Event(origins=[origin], magnitudes=[Magnitude(mag=2.5)], event_type="quarry blast")
    Catalog([event]).write(str(tmp_path / "events.xml"), format="QUAKEML")
    columns = read_catalogue(tmp_path / "events.xml").columns
    assert [columns[name][0] for name in ("lat", "lon", "depth_km", "mag", "type")] == [
        31.5,
        35.25,
        12.0,
        2.5,
        "quarry blast",
    ]
    assert read_catalogue(tmp_path / "events.xml").seconds("time") == pytest.approx([T0.timestamp])


def test_the_response_is_removed_on_request(tmp_path):
    wave = obspy.read()[0]  # ObsPy's example, whose response is known
    inventory = obspy.read_inventory()
    wave.write(str(tmp_path / "a.mseed"), format="MSEED")
    inventory.write(str(tmp_path / "station.xml"), format="STATIONXML")
    expected = wave.copy().remove_response(inventory=inventory, output="VEL", taper=False).data
    found = read_recordings(tmp_path, components="Z", response=tmp_path / "station.xml")
    assert found.waveforms[0, 0] == pytest.approx(expected)
    with pytest.raises(RecordingError, match=r"a.mseed is not StationXML"):
        read_recordings(tmp_path, components="Z", response=tmp_path / "a.mseed")


@pytest.mark.parametrize("around", ["origin", "pick"])
def test_an_event_without_a_time_is_named(folder, around):
    known = read_catalogue(folder / "events.csv")
    times = known.columns["time"].copy()
    columns = {**known.columns, "pick": times.copy()}
    columns["time" if around == "origin" else "pick"][1] = ""
    bad = Catalogue(columns)
    with pytest.raises(
        RecordingError, match=r"event 1 .* has no time in .* around which it could be cut"
    ):
        read_recordings(folder, bad, around=around, seconds=30.0)
    found = read_recordings(folder, bad, around=around, seconds=30.0, skip_bad=True)
    assert len(found.waveforms) == 3
    assert len(found.skipped) == 1


@pytest.mark.parametrize("rate", [100.0, 40.0, 7.0, 20.0])
def test_different_rates_give_the_same_number_of_samples(folder, blasts, rate):
    fast = obspy.Stream(
        [
            trace(np.interp(np.arange(6002) / 5, np.arange(len(z)), z), c, T0 + 90000, rate=100.0)
            for z, c in zip(blasts[0], "ZNE", strict=True)
        ]
    )
    fast.write(str(folder / "fast.mseed"), format="MSEED")
    found = read_recordings(folder, sampling_rate=rate)
    assert found.waveforms.shape == (5, 3, 60 * rate)
    assert found.sampling_rate == rate
    for seconds in (10.1, 33.33, 0.2):
        found = read_recordings(folder, sampling_rate=rate, seconds=seconds)
        assert found.waveforms.shape == (5, 3, int(seconds * rate))


@pytest.mark.parametrize("rate", [125.0, 120.0, 62.5, 31.25])
def test_intervals_of_sac_may_be_fractions_of_a_microsecond(tmp_path, blasts, rate):
    for z, c in zip(blasts[0], "ZNE", strict=True):
        trace(z.astype("f4"), c, rate=rate).write(str(tmp_path / f"{c}.sac"), format="SAC")
    assert read_recordings(tmp_path).sampling_rate == rate
    stream(blasts[1], T0 + 3600, rate=rate).write(str(tmp_path / "b.mseed"), format="MSEED")
    for skip_bad in (False, True):  # the rates agree within the accuracy of SAC
        assert len(read_recordings(tmp_path, skip_bad=skip_bad).waveforms) == 2


def test_a_different_rate_is_reported_and_the_rest_is_read(folder, blasts):
    write(folder / "fast.mseed", *stream(blasts[0], T0 + 90000, rate=20.01))
    found = read_recordings(folder, skip_bad=True)
    assert len(found.waveforms) == 4
    assert "at 20.01 Hz, but other files have 20 Hz" in found.skipped[0][1]


def test_recordings_from_files_are_saved_and_read(folder, tmp_path):
    for catalogue in (None, folder / "events.csv"):
        found = read_recordings(folder, catalogue, seconds=30.0)
        save_recordings(found, tmp_path / "all.npz")
        again = load_recordings(tmp_path / "all.npz")
        np.testing.assert_array_equal(again.waveforms, found.waveforms)
        np.testing.assert_array_equal(again.events["file"], found.events["file"])


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


def without_files(folder):
    """Remove the column with file names from the catalogue."""
    path = folder / "events.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line.rpartition(",")[0] for line in lines), encoding="utf-8")
    return path


def test_rates_of_files_without_an_event_have_no_effect(folder, blasts):
    write(folder / "before.mseed", *stream(blasts[0], T0 - 90000, rate=50.0))
    found = read_recordings(folder, without_files(folder))
    assert found.waveforms == pytest.approx(blasts)


def test_the_file_at_another_rate_is_named_without_a_column_of_files(folder, blasts):
    write(folder / "3.mseed", *stream(blasts[0][:, :900], T0 + 3 * 3600, rate=15.0))
    path = without_files(folder)
    with pytest.raises(RecordingError, match=r"3\.mseed has component . at 15 Hz, but other files"):
        read_recordings(folder, path)
    found = read_recordings(folder, path, skip_bad=True)
    assert found.waveforms == pytest.approx(blasts[:3])
    assert "3.mseed has component Z at 15 Hz, but other files have 20 Hz" in found.skipped[0][1]


@pytest.mark.parametrize(("late", "nearest"), [(-900.0, 0), (5e5, 3)])
def test_an_event_in_no_file_is_reported_with_the_nearest_recording(folder, late, nearest):
    known = Catalogue({"time": np.array([str(T0), str(T0 + late)])})
    sentence = rf"event 1 .* component Z in .*{nearest}\.mseed covers 0 s of a window of 60 s"
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(folder, known)
    assert len(read_recordings(folder, known, skip_bad=True).waveforms) == 1


@pytest.fixture
def quakeml(folder):
    """A function that writes the four events as QuakeML, with arrivals at the given stations."""
    from obspy.core.event import Catalog, Event, Origin, Pick, WaveformStreamID

    def written(*stations):
        """Write arrivals at stations, each as (network, code, seconds after the first origin)."""
        events = []
        for number in range(4):
            start = T0 + 3600 * number
            picks = [
                Pick(time=start + late + number, waveform_id=WaveformStreamID(network, code))
                for network, code, late in stations
            ]
            events.append(Event(origins=[Origin(time=start)], picks=picks))
        Catalog(events).write(str(folder / "events.xml"), format="QUAKEML")
        return folder / "events.xml"

    return written


@pytest.mark.parametrize("network", ["IS", None])
def test_the_first_pick_at_the_station_in_quakeml_is_used(folder, blasts, quakeml, network):
    path = quakeml(
        ("IS", "ELSE", 1.0), (network, "HRFI", 30.0), (network, "HRFI", 10.0), ("XX", "HRFI", 2.0)
    )
    found = read_recordings(folder, path, around="pick", before=2.0, seconds=20.0)
    expected = [event[:, (8 + k) * 20 : (28 + k) * 20] for k, event in enumerate(blasts)]
    assert found.waveforms == pytest.approx(np.array(expected))
    assert "pick" not in read_recordings(folder, path, seconds=20.0).events


def test_quakeml_without_picks_of_the_station_is_reported(folder, quakeml):
    with pytest.raises(
        RecordingError, match=r"events\.xml has no column 'pick', around which events are cut"
    ):
        read_recordings(folder, quakeml(), around="pick")
    with pytest.raises(RecordingError, match=r"event 0 .* has no time in .*xml"):
        read_recordings(folder, quakeml(("IS", "ELSE", 1.0)), around="pick")


@pytest.mark.parametrize(
    "shape",
    ["{}", "./{}", "files/{}", "./files/{}", "{folder}/files/{}", "files/../files/{}", "link/{}"],
)
def test_files_of_a_catalogue_are_paths(blasts, tmp_path, monkeypatch, shape):
    (tmp_path / "files").mkdir()
    for number in range(2):
        write(tmp_path / "files" / f"{number}.mseed", *stream(blasts[number]))
    (tmp_path / "link").symlink_to(tmp_path / "files", target_is_directory=True)
    names = [shape.format(f"{number}.mseed", folder=tmp_path) for number in (1, 0)]
    if shape.startswith("link"):
        names = [str(tmp_path / name) for name in names]
    known = Catalogue({"time": np.array([str(T0)] * 2), "file": np.array(names)})
    monkeypatch.chdir(tmp_path)
    for folder in ("files", "./files", tmp_path / "files", "link"):
        assert read_recordings(folder, known).waveforms == pytest.approx(blasts[[1, 0]])
    wrong = Catalogue({"time": known.columns["time"], "file": np.array(["x/1.mseed"] * 2)})
    with pytest.raises(RecordingError, match="has no component"):
        read_recordings("files", wrong)


def test_picks_of_a_network_apply_to_recordings_without_a_network(blasts, quakeml, tmp_path):
    folder = tmp_path / "sac"
    folder.mkdir()
    for number in range(4):
        for each in stream(blasts[number], T0 + 3600 * number):
            each.stats.network = ""
            each.data = each.data.astype(np.float32)
            each.write(str(folder / f"{number}{each.stats.channel}.sac"), format="SAC")
    path = quakeml(("IS", "HRFI", 10.0), ("IS", "ELSE", 1.0))
    found = read_recordings(folder, path, around="pick", before=2.0, seconds=20.0)
    assert found.waveforms[0] == pytest.approx(blasts[0][:, 160:560], rel=1e-6)
