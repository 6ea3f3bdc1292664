"""The options `--map` and `--each-station` of `kernelscale sonogram`."""

import numpy as np
import pytest

from kernelscale.seismic import read_recordings

obspy = pytest.importorskip("obspy")
pytest.importorskip("matplotlib")
SMALL = ("--window-length", "128", "--overlap", "0.5", "--frequencies", "4")


@pytest.fixture
def folder(tmp_path, monkeypatch, random):
    """A folder with two events at two stations, whose channels are numbered."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "recordings").mkdir()
    for number, station in enumerate(["A/1", "B"] * 2):
        start = obspy.UTCDateTime("2012-03-04T05:06:07") + 3600 * (number // 2)
        header = {"station": station, "sampling_rate": 20.0, "starttime": start}
        waves = random.normal(size=(2, 600))
        traces = [obspy.Trace(w, {**header, "channel": str(k)}) for k, w in enumerate(waves)]
        obspy.Stream(traces).write(tmp_path / "recordings" / f"{number}.mseed", format="MSEED")
    return tmp_path


def test_each_station_has_separate_files(invoke, folder):
    typed = ["recordings", "--map", "Z=1,n=0", "--each-station", *SMALL, "-o", "a.npz"]
    said = invoke("sonogram", *typed, "--plot", "a.png")
    firsts = [line.split(" events")[0] for line in said.stdout.splitlines() if "events" in line]
    assert firsts == ["Station .A/1: 2", "Station .B: 2"]
    written = {path.name for path in folder.iterdir()} - {"recordings"}
    assert written == {"a_A_1.npz", "a_B.npz", "a_A_1.png", "a_B.png"}
    for station, file in ((".A/1", "a_A_1.npz"), (".B", "a_B.npz")):
        invoke("sonogram", *typed[:3], "--station", station, *SMALL, "-o", "alone.npz")
        np.testing.assert_array_equal(np.load(file)["X"], np.load("alone.npz")["X"])


def test_a_station_of_short_recordings_does_not_stop_the_others(invoke, folder):
    short = {"station": "C", "sampling_rate": 20.0, "channel": "1"}
    obspy.Trace(np.arange(100.0), short).write(folder / "recordings" / "9.mseed", format="MSEED")
    typed = ["sonogram", "recordings", "--map", "Z=1", "--each-station", *SMALL, "-o", "a.npz"]
    window = "--window-length is 128"
    too_short = f"Station .C: Recordings of 5 s at 20 Hz have 100 samples, but {window}"
    assert too_short in invoke(*typed, code=1).stderr
    said = invoke(*typed, "--skip-bad").stderr
    assert f"Skipped: {too_short}" in said
    written = {path.name for path in folder.iterdir()} - {"recordings"}
    assert written == {"a_A_1.npz", "a_B.npz"}


def test_stations_whose_files_would_have_the_same_name_are_refused(invoke, folder):
    like = obspy.read(folder / "recordings" / "0.mseed")
    for trace in like:
        trace.stats.station = "A_1"
    like.write(folder / "recordings" / "9.mseed", format="MSEED")
    typed = ["sonogram", "recordings", "--map", "Z=1", "--each-station", *SMALL, "-o", "a.npz"]
    sentence = "The files of two stations would both be 'a_A_1.npz'; run the command for one"
    assert sentence in invoke(*typed, code=2).stderr
    assert [path.name for path in folder.iterdir()] == ["recordings"]


def test_the_map_assigns_channels_to_components(invoke, folder):
    typed = ["recordings", "--station", "B", *SMALL, "-o", "a.npz"]
    found = read_recordings("recordings", station="B", channel_map={"Z": "1", "N": "0"})
    assert found.waveforms.shape == (2, 2, 600)
    invoke("sonogram", *typed, "--map", "Z=1,N=0")
    X = np.load("a.npz")["X"]
    invoke("sonogram", *typed, "--map", "Z=0,N=1")
    np.testing.assert_array_equal(np.load("a.npz")["X"], np.roll(X, X.shape[1] // 2, axis=1))


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("recordings --map Z", 2, "as in Z=0,N=1,E=2, but 'Z' was given"),
        ("recordings --map Z=0,Z=1", 2, "as in Z=0,N=1,E=2, but 'Z=0,Z=1' was given"),
        ("recordings --map X=0", 2, "one of Z, N, E, V, L, T, is needed, as in Z=0,N=1,E=2, but"),
        ("recordings --map Z=0", 1, "read each station (sonogram --each-station)"),
        ("recordings --station B", 1, "(such as --map Z=0,N=1)"),
        (
            "recordings --each-station --station B",
            2,
            "--each-station reads every station and --st",
        ),
        (
            "recordings --each-station --pick",
            2,
            "--pick and --before cut events around",
        ),
        ("x.npz --each-station", 2, "x.npz holds events that are cut already; leave out --each-st"),
    ],
)
def test_invalid_arguments_are_reported(line, code, sentence, folder, check_refused):
    check_refused(f"sonogram {line}", code, sentence, folder)
