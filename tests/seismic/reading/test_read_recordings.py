"""Windows and components that are read from files, and the steps that are applied to them."""

import numpy as np
import pytest
from tests.seismic.event_files import RATE, T0, obspy, rewrite, stream

from kernelscale.seismic import load_recordings, read_recordings, save_recordings
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.recordings import RecordingError


def test_written_files_are_read(folder, blasts):
    found = read_recordings(folder)
    assert found.waveforms == pytest.approx(blasts)
    assert (found.sampling_rate, found.components, found.skipped) == (RATE, ("Z", "N", "E"), ())
    assert [name.rpartition("/")[2] for name in found.events["file"]] == [
        f"{k}.mseed" for k in range(4)
    ]


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
        RecordingError, match="events.csv has no column 'pick', which should give the times"
    ):
        read_recordings(folder, folder / "events.csv", around="pick")


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


def test_recordings_from_files_are_saved_and_read(folder, tmp_path):
    for catalogue in (None, folder / "events.csv"):
        found = read_recordings(folder, catalogue, seconds=30.0)
        save_recordings(found, tmp_path / "all.npz")
        again = load_recordings(tmp_path / "all.npz")
        np.testing.assert_array_equal(again.waveforms, found.waveforms)
        np.testing.assert_array_equal(again.events["file"], found.events["file"])
