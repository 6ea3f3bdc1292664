"""Each event of a catalogue is read from the files that it names, or that contain its time."""

import numpy as np
import pytest
from tests.seismic.event_files import T0, stream, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.reading.catalogue_files import read_catalogue
from kernelscale.seismic.recordings import RecordingError


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


@pytest.mark.parametrize(("late", "nearest"), [(-900.0, 0), (5e5, 3)])
def test_an_event_in_no_file_is_reported_with_the_nearest_recording(folder, late, nearest):
    known = Catalogue({"time": np.array([str(T0), str(T0 + late)])})
    sentence = rf"event 1 .* component Z in .*{nearest}\.mseed covers 0 s of a window of 60 s"
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(folder, known)
    assert len(read_recordings(folder, known, skip_bad=True).waveforms) == 1


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
