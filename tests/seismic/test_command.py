"""`kernelscale sonogram`, and `compare` on recordings."""

import json

import numpy as np
import pytest

from kernelscale.seismic import Recordings, make_quarry_blasts, save_recordings, sonogram

pytest.importorskip("matplotlib")
SMALL = ("--window-length", "256", "--overlap", "0.5", "--frequencies", "6")


@pytest.fixture(scope="module")
def blasts():
    return make_quarry_blasts(16, 20.0, random_state=0)


@pytest.fixture
def archive(blasts, tmp_path):
    save_recordings(blasts, tmp_path / "blasts.npz")
    return tmp_path / "blasts.npz"


@pytest.fixture
def folder(blasts, tmp_path):
    """A folder of recordings in miniSEED, one of them with a gap, and their catalogue."""
    obspy = pytest.importorskip("obspy", reason="reading waveforms needs ObsPy")
    lines = ["time,lat,lon,type,file"]
    place = tmp_path / "recordings"
    place.mkdir()
    for number, event in enumerate(blasts.waveforms):
        start = obspy.UTCDateTime("2012-03-04T05:06:07") + 3600 * number
        header = {"station": "HRFI", "sampling_rate": 20.0, "starttime": start}
        stream = obspy.Stream(
            [
                obspy.Trace(samples.copy(), {**header, "channel": f"BH{c}"})
                for samples, c in zip(event, "ZNE", strict=True)
            ]
        )
        if number == 5:
            stream = stream.slice(start, start + 9) + stream.slice(start + 12)
        stream.write(str(place / f"{number}.mseed"), format="MSEED")
        quarry = blasts.events["category"][number]
        lines.append(f"{start},31.0,35.0,{quarry},{number}.mseed")
    (place / "events.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return place


def test_features_are_written_as_a_table_that_compare_reads(invoke, blasts, archive, tmp_path):
    features = tmp_path / "features.npz"
    said = invoke("sonogram", archive, *SMALL, "--label", "category", "-o", features)
    assert said.stdout.startswith("16 events of 60 s at 20 Hz: 144 features = components Z, N, E x")
    arrays = np.load(features)
    power = sonogram(blasts.waveforms, 20.0, 256, 0.5, 6).power
    assert (arrays["X"] == np.swapaxes(power, -1, -2).reshape(16, -1)).all()
    assert (arrays["y"] == blasts.events["category"]).all()
    assert (arrays["event_lat"] == blasts.events["lat"]).all()
    assert arrays["feature_names"][0].startswith("Z/0.07")
    compared = json.loads(invoke("compare", features, "--json").stdout)
    assert compared["data"]["n_features"] == 144
    assert compared["data"]["n_classes"] == 4


def test_the_first_event_is_drawn(invoke, archive, tmp_path):
    invoke("sonogram", archive, *SMALL, "--plot", tmp_path / "first.png")
    assert (tmp_path / "first.png").read_bytes().startswith(b"\x89PNG")


def test_bad_files_give_one_sentence_and_are_skipped_on_request(invoke, refuse, folder, tmp_path):
    catalog = ("--catalog", folder / "events.csv")
    sentence = refuse("sonogram", folder, *catalog, *SMALL, code=1)
    assert "5.mseed has a gap or NaN in 59 of its 1200 samples, the first after 9.05 s" in sentence
    output = tmp_path / "features.npz"
    said = invoke("sonogram", folder, *catalog, *SMALL, "--skip-bad", "-o", output).stdout
    assert said.startswith("15 events")
    assert "Skipped event 5 (2012-03-04T10:06:07.000000Z) in 5.mseed: " in said
    assert len(np.load(output)["X"]) == 15


def test_files_of_events_without_a_catalogue(invoke, folder):
    files = [folder / f"{number}.mseed" for number in (0, 1)]
    said = invoke("sonogram", *files, *SMALL, "--seconds", "30", "--components", "ZN").stdout
    assert said.startswith("2 events of 30 s at 20 Hz")
    assert "components Z, N x" in said


def test_compare_accepts_waveforms(invoke, refuse, folder):
    typed = ("compare", folder, "--catalog", folder / "events.csv", "--label", "type")
    assert "5.mseed has a gap" in refuse(*typed, code=1)
    document = json.loads(invoke(*typed, "--skip-bad", "--json").stdout)
    assert (document["data"]["n_samples"], document["data"]["n_classes"]) == (15, 4)
    assert document["data"]["n_features"] == 3 * 16 * 3
    assert any("5.mseed" in note for note in document["notes"])
    assert any(note.startswith("Features are the log power") for note in document["notes"])


def test_compare_cuts_the_same_windows_as_sonogram(invoke, refuse, folder, tmp_path):
    options = ("--catalog", folder / "events.csv", "--skip-bad")
    window = ("--seconds", "30", "--before", "-15", "--sampling-rate", "10", "--components", "ZN")
    refused = refuse("compare", folder, *options, "--seconds", "90", code=1)
    assert "covers 60 s of a window of 90 s, and gaps are not filled; shorten the window" in refused
    said = invoke(
        "sonogram", folder, *options, *window, *SMALL[2:], "--window-length", "128"
    ).stdout
    # the window begins after the gap of event 5
    assert said.startswith("16 events of 30 s at 10 Hz")
    document = json.loads(invoke("compare", folder, *options, *window, "--json").stdout)
    assert document["data"]["n_samples"] == 16
    assert document["data"]["n_features"] == 2 * 16 * 3


def test_channels_are_chosen_by_name_and_others_reported(invoke, refuse, blasts, tmp_path):
    obspy = pytest.importorskip("obspy", reason="reading waveforms needs ObsPy")
    for number, event in enumerate(blasts.waveforms):
        codes = ["BHZ", "BHN", "BHE", "BNZ", "BDF"]
        start = obspy.UTCDateTime("2012-03-04T05:06:07") + 3600 * number
        header = {"station": "HRFI", "sampling_rate": 20.0, "starttime": start}
        traces = [
            obspy.Trace(event[k % 3].copy(), {**header, "channel": code})
            for k, code in enumerate(codes)
        ]
        obspy.Stream(traces).write(str(tmp_path / f"{number}.mseed"), format="MSEED")
    for command in (("sonogram", tmp_path, *SMALL), ("compare", tmp_path)):
        sentence = refuse(*command, code=1)
        assert "component Z is in both .HRFI..BHZ" in sentence
        assert "give the channels to read" in sentence
        assert "16" in invoke(*command, "--channels", "BH?").stdout
    said = invoke("sonogram", tmp_path, *SMALL, "--components", "NE").stdout
    assert "Skipped channel .HRFI..BDF: channel .HRFI..BDF in " in said
    assert "and 15 other files is not a component of a seismometer" in said


@pytest.mark.parametrize(
    ("options", "flags"),
    [
        (("--seconds", "9"), "--seconds is an option"),
        (("--pick", "--skip-bad"), "--pick, --skip-bad are options"),
    ],
)
def test_options_of_cutting_are_refused_for_tables(invoke, tmp_path, options, flags):
    np.save(tmp_path / "a.npy", np.random.default_rng(0).normal(size=(30, 2)))
    result = invoke("compare", tmp_path / "a.npy", *options, code=2)
    assert f"{flags} for recordings, but {tmp_path / 'a.npy'} is a table." in result.stderr


def test_a_bad_row_and_a_file_of_another_station_are_skipped(invoke, refuse, folder):
    import obspy

    path = folder / "events.csv"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}yesterday,1,2,a,b\n", encoding="utf-8")
    found = obspy.read(str(folder / "7.mseed"))
    for one in found:
        one.stats.station = "ELSE"
    found.write(str(folder / "7.mseed"), format="MSEED")
    typed = ("sonogram", folder, "--catalog", path, *SMALL)
    assert "7.mseed is of station .ELSE, but other files are of .HRFI" in refuse(*typed, code=1)
    said = invoke(*typed, "--skip-bad").stdout
    assert said.startswith("14 events")
    assert "events.csv, event 16, time: 'yesterday' is not a date and time" in said


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (("nowhere.mseed",), "There is no file or folder 'nowhere.mseed'."),
        (
            ("{archive}", "-o", "features.csv"),
            "-o needs a file that ends in .npz, but 'features.csv'",
        ),
        (
            ("{archive}", "--label", "kind"),
            "--label 'kind' is not a column of the events; their columns: lat, lon,",
        ),
        (("{archive}", "--seconds", "9"), "holds events that are cut already"),
        (("{archive}", "--plot", "a.xlsx"), "'a.xlsx' is not the name of a figure file"),
        (
            ("{folder}", "--pick"),
            "--pick and --before cut events around the times of a cat",
        ),
        (("{folder}", "--before", "5"), "give --catalog, or leave out --pick and --before."),
        (("{folder}", "--catalog", "gone.csv"), "There is no catalogue 'gone.csv'."),
        (
            ("{folder}", "--response", "gone.xml"),
            "There is no file 'gone.xml', given as the response",
        ),
        (("gone.npz",), "There is no file 'gone.npz'."),
        (("{archive}", "--frequencies", "0"), "a whole number of at least 1 is needed"),
    ],
)
def test_usage_errors_are_reported(invoke, archive, folder, typed, sentence):
    typed = [part.format(archive=archive, folder=folder) for part in typed]
    result = invoke("sonogram", *typed, code=2)
    assert sentence in result.stderr


def test_a_file_of_waveforms_is_refused_as_a_table(invoke, folder):
    result = invoke("compare", folder / "0.mseed", code=2)
    assert "0.mseed is a single file of recordings; give the folder of all" in result.stderr
    window = ("--catalog", folder / "events.csv", "--components", "Z")
    assert "component Z" in invoke("compare", folder / "5.mseed", *window, code=1).stderr


@pytest.mark.parametrize("kinds", [("a", "b"), ("1", "2")])
def test_an_event_without_a_label_is_reported_or_skipped(invoke, refuse, folder, tmp_path, kinds):
    path = folder / "events.csv"
    lines = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
    for number, line in enumerate(lines[1:]):
        line[3] = "" if number == 7 else kinds[number % 2]
    path.write_text("\n".join(map(",".join, lines)), encoding="utf-8")
    typed = (folder, "--catalog", path, "--label", "type", "--seconds", "9")
    small = ("--window-length", "64", "--frequencies", "4")
    name = "event 7 (2012-03-04T12:06:07.000000Z) in 7.mseed"
    sentence = f"{name} has no label, because its 'type' is empty"
    for command in (("compare", *typed), ("sonogram", *typed, *small)):
        assert f"{sentence}; fill the label in, or leave the event out." in refuse(*command, code=1)
    document = json.loads(invoke("compare", *typed, "--skip-bad", "--json").stdout)
    assert (document["data"]["n_samples"], document["data"]["n_classes"]) == (15, 2)
    assert any(note.startswith(f"Skipped {name}: ") for note in document["notes"])
    output = tmp_path / "features.npz"
    invoke("sonogram", *typed, *small, "--skip-bad", "-o", output)
    arrays = np.load(output)
    assert len(arrays["X"]) == len(arrays["y"]) == len(arrays["event_time"]) == 15
    assert sorted(set(arrays["y"].astype(int).astype(str) if kinds[0] == "1" else arrays["y"])) == [
        *kinds
    ]


def test_missing_labels_of_all_events_are_reported(refuse, blasts, tmp_path):
    events = {"kind": np.full(16, ""), "size": np.full(16, np.nan)}
    save_recordings(
        Recordings(blasts.waveforms, 20.0, blasts.components, events), tmp_path / "x.npz"
    )
    for label in events:
        said = refuse("compare", tmp_path / "x.npz", "--label", label, "--skip-bad", code=1)
        assert f"x.npz, event 0 has no label, because its '{label}' is empty" in said


def test_a_trend_is_removed_by_both_commands(invoke, folder, tmp_path):
    window = ("--catalog", folder / "events.csv", "--seconds", "9", "--detrend", "linear")
    invoke("sonogram", folder, *window, *SMALL[2:], "--window-length", "64")
    plain, done = (
        json.loads(invoke("compare", folder, *options, "--json").stdout)
        for options in (window[:-2], window)
    )
    assert plain != done


def test_compare_has_the_options_of_sonogram_for_cutting_windows():
    import inspect

    from kernelscale.cli import compare
    from kernelscale.seismic import command as sonogram

    own = {"files", "output", "plot", "log", "normalize", "window_length", "overlap"}
    own |= {"frequencies", "fmin", "fmax", "each_station"}
    wanted = set(inspect.signature(sonogram.run).parameters) - own
    assert wanted <= set(inspect.signature(compare.run).parameters)


def test_damaged_archives_give_one_sentence(refuse, tmp_path):
    waveforms = np.zeros((2, 1, 600))
    save_recordings(Recordings(waveforms, 20.0, ("Z",)), tmp_path / "flat.npz")
    sentence = refuse("sonogram", tmp_path / "flat.npz", code=1)
    assert sentence.endswith("flat.npz, event 0: component Z is flat; leave the event out.")
