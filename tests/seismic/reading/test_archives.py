"""Files of recordings: values are read back unchanged, and invalid files raise errors."""

import numpy as np
import pytest

from kernelscale.seismic import Recordings, load_recordings, save_recordings
from kernelscale.seismic.recordings import RecordingError


@pytest.fixture
def recordings():
    waveforms = np.random.default_rng(0).normal(size=(4, 3, 60))
    events = {"lat": np.arange(4.0), "category": np.array(["a", "b", "a", "c"])}
    return Recordings(waveforms, 20.0, ("Z", "N", "E"), events, (-21.0, -69.5))


def test_saved_values_are_read_back(recordings, tmp_path):
    save_recordings(recordings, tmp_path / "four.npz")
    found = load_recordings(tmp_path / "four.npz")
    assert (found.waveforms == recordings.waveforms).all()
    assert found.events.keys() == recordings.events.keys()
    assert (found.events["category"] == recordings.events["category"]).all()
    assert found.components == ("Z", "N", "E")
    assert (found.sampling_rate, found.station, found.seconds) == (20.0, (-21.0, -69.5), 3.0)
    assert found.skipped == ()


def test_bad_events_are_named_or_skipped_and_the_order_is_kept(recordings, tmp_path):
    recordings.waveforms[1, 2, 5] = np.nan
    recordings.waveforms[2, 0] = 7.0
    save_recordings(recordings, tmp_path / "bad.npz")
    with pytest.raises(
        RecordingError, match=r"bad.npz, event 1: component E has a gap or NaN in 1 of"
    ):
        load_recordings(tmp_path / "bad.npz")
    found = load_recordings(tmp_path / "bad.npz", skip_bad=True)
    assert [name.rpartition("/")[2] for name, _ in found.skipped] == [
        "bad.npz, event 1",
        "bad.npz, event 2",
    ]
    assert found.skipped[1][1] == "component Z is flat; leave the event out."
    assert (found.waveforms == recordings.waveforms[[0, 3]]).all()
    assert found.events["lat"].tolist() == [0, 3]


def test_an_archive_of_bad_events_only_is_refused(recordings, tmp_path):
    recordings.waveforms[:] = 0.0
    save_recordings(recordings, tmp_path / "bad.npz")
    with pytest.raises(RecordingError, match="event 0: component Z is flat"):
        load_recordings(tmp_path / "bad.npz", skip_bad=True)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"fs": None}, "has no array fs; waveforms of shape"),
        ({"waveforms": None}, "has no array waveforms"),
        ({"fs": np.array(0.0)}, r"has fs = array\(0\.\); one positive sampling rate is needed"),
        ({"waveforms": np.zeros(5)}, r"has waveforms of float64 and shape \(5,\)"),
        ({"components": np.array(["Z"])}, "names 1 components, but its waveforms have 3"),
        ({"components": np.array(["Z", "N", "N"])}, "has two components of the same name: Z, N, N"),
        ({"fs": np.array([20.0, 20.0])}, r"has fs = array\(\[20., 20.\]\); one positive"),
        ({"fs": np.array("20")}, r"has fs = array\('20'.*\); one positive"),
        ({"station": np.array(31.0)}, r"has station = array\(31.\); its latitude and longitude"),
        ({"station": np.array("HRFI")}, r"has station = array\('HRFI'.*\); its latitude and long"),
        (
            {"station": np.array(["30", "35"], "M8[s]")},
            r"has station = array\(\['.*datetime64\[s\]'\);",
        ),
        ({"station": np.array([31.0, np.nan])}, r"has station = array\(\[31., nan\]\); its lati"),
        (
            {"lat": np.zeros(3)},
            r"has lat of shape \(3,\) for 4 events; one entry for each event is needed",
        ),
    ],
)
def test_another_layout_is_refused_with_one_sentence(recordings, tmp_path, changed, sentence):
    path = tmp_path / "other.npz"
    save_recordings(recordings, path)
    arrays = dict(np.load(path)) | changed
    np.savez(path, **{name: a for name, a in arrays.items() if a is not None})
    with pytest.raises(RecordingError, match=f"other.npz {sentence}"):
        load_recordings(path)


@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_the_rate_may_have_any_shape_and_names_may_be_bytes(recordings, tmp_path, shape):
    components, station = np.array([b"Z", b"N", b"E"]), np.array([[-21.0, -69.5]])
    rate = np.full(shape, 20.0)
    np.savez(
        tmp_path / "matlab.npz",
        waveforms=recordings.waveforms,
        fs=rate,
        components=components,
        station=station,
        notes=np.array(["of another length"]),
    )
    found = load_recordings(tmp_path / "matlab.npz")
    assert (found.sampling_rate, found.components) == (20.0, ("Z", "N", "E"))
    assert (found.station, found.events) == ((-21.0, -69.5), {})


def test_truncated_files_and_other_kinds_are_refused(recordings, tmp_path):
    path = tmp_path / "half.npz"
    save_recordings(recordings, path)
    path.write_bytes(path.read_bytes()[:700])
    with pytest.raises(RecordingError, match="half.npz is not a complete archive"):
        load_recordings(path)
    np.save(tmp_path / "one.npy", np.zeros(3))
    with pytest.raises(RecordingError, match="one.npy is not a complete archive"):
        load_recordings(tmp_path / "one.npy")


def test_a_missing_archive_is_reported():
    with pytest.raises(FileNotFoundError, match=r"There is no file 'gone\.npz'"):
        load_recordings("gone.npz")


def test_a_damaged_byte_never_changes_recordings(recordings, tmp_path):
    path = tmp_path / "four.npz"
    save_recordings(recordings, path)
    content, random = path.read_bytes(), np.random.default_rng(0)
    # the first change sets the length of component names to 0; every other one flips a random bit
    start = content.index(b"<U1") + 2
    for place in (start, *random.integers(len(content), size=200)):
        changed = bytearray(content)
        changed[place] = 48 if place == start else changed[place] ^ 1 << random.integers(8)
        path.write_bytes(changed)
        try:
            found = load_recordings(path)
        except RecordingError as error:
            assert "four.npz is not a complete archive" in str(error)  # noqa: PT017
        else:
            assert (found.waveforms == recordings.waveforms).all()
            assert found.components == recordings.components
            assert found.events.keys() == recordings.events.keys()


def test_files_in_the_home_folder_are_written_and_read(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    waves = np.random.default_rng(0).normal(size=(2, 1, 50))
    save_recordings(Recordings(waves, 20.0, ("Z",)), "~/two.npz")
    assert np.array_equal(load_recordings("~/two.npz").waveforms, waves)
