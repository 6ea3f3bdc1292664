"""Catalogues in CSV, which are read without ObsPy; invalid catalogues raise errors."""

import re
import sys

import numpy as np
import pytest

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue import seconds_of
from kernelscale.seismic.reading.catalogue_files import read_catalogue
from kernelscale.seismic.recordings import RecordingError


def written(tmp_path, text):
    path = tmp_path / "events.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_other_column_names_are_translated_and_numbers_converted(tmp_path):
    path = written(tmp_path, "origin_time, latitude,depth,type\n2007/01/01 01:42:45,1.5,,a\n")
    columns = read_catalogue(path).columns
    assert list(columns) == ["time", "lat", "depth_km", "type"]
    assert columns["lat"].tolist() == [1.5]
    assert np.isnan(columns["depth_km"]).all()
    assert read_catalogue(path).seconds("time").tolist() == [1167615765.0]


@pytest.mark.parametrize(
    "text",
    [
        "2007-01-01T01:42:45.08Z",
        "2007/01/01 01:42:45.08",
        " 2007-01-01T01:42:45.080000",
        "2007-01-01T03:42:45.08+02:00",
        "2006-12-31T21:12:45.08-0430",
        "20070101T014245.08",
        "2007-01-01 02:42:45.080000000 +01",
    ],
)
def test_times_are_read_in_any_usual_format(text, recwarn):
    assert seconds_of(text) == pytest.approx(1167615765.08, abs=1e-6)
    assert not recwarn.list


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("19700102", 86400),
        ("1970-01-01T00:01", 60),
        ("2016-12-31T23:59:60", 1483228800),  # this second is a leap second
        ("1969-12-31T23:59:59", -1),
        ("2012-02-29", 1330473600),
    ],
)
def test_times_are_seconds_since_1970(text, seconds):
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", " ", "NaN", "NaT", "None"])
def test_a_missing_time_is_nan(text):
    assert np.isnan(seconds_of(text))


@pytest.mark.parametrize(
    "text",
    ["yesterday", "2007", "1167615765.08", "2007-13-01", "2007-02-29", "2007-01-01T24:00",
     "2007-01-01T00:60", "2007-01/01", "01.02.2007", "2007-01-01T00:00+99", "99999-01-01"],
)  # fmt: skip
def test_an_invalid_time_is_shown_as_written(text):
    with pytest.raises(
        RecordingError, match=f"^'{re.escape(text)}' is not a date and time such as"
    ):
        seconds_of(text)


def test_times_picks_and_files_are_text_even_if_they_are_digits(tmp_path):
    path = written(tmp_path, "time,pick,file,size\n20070101,20070102,01,7\n")
    known = read_catalogue(path)
    assert {name: column[0] for name, column in known.columns.items()} == {
        "time": "20070101", "pick": "20070102", "file": "01", "size": 7.0,
    }  # fmt: skip
    assert known.seconds("pick") - known.seconds("time") == 86400


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no events"),
        ("time,lat\n", "has no events"),
        ("time,lat\n2007-01-01,1,2\n", "event 0, has more or fewer fields"),
        ("time,lat\n2007-01-01\n", "event 0, has more or fewer fields"),
        ("lat,latitude\n1,2\n", "has two columns of the same name: lat, lat"),
    ],
)
def test_a_bad_catalogue_is_named(tmp_path, text, sentence):
    with pytest.raises(RecordingError, match=f"events.csv,? {sentence}"):
        read_catalogue(written(tmp_path, text))


def test_a_bad_time_is_reported_with_its_file_and_event(tmp_path):
    path = written(tmp_path, "time,pick\n2007-01-01,\n2007-01-01,yesterday\n")
    sentence = r"events.csv, event 1, pick: 'yesterday' is not a date and time such as"
    with pytest.raises(RecordingError, match=sentence):
        read_catalogue(path).seconds("pick")


def test_a_missing_column_is_reported_with_its_file(tmp_path):
    path = written(tmp_path, "time;type\n2007-01-01;a\n")
    with pytest.raises(RecordingError, match="events.csv has no column 'time', which should give"):
        read_catalogue(path).seconds("time")


def test_bad_rows_are_skipped_and_the_others_keep_their_number(tmp_path):
    path = written(tmp_path, "time,lat\n2007-01-01,1\n2007-01-02\n2007-01-03,3\n")
    known = read_catalogue(path, skip_bad=True)
    assert known.columns["lat"].tolist() == [1.0, 3.0]
    assert [known.number(row) for row in range(2)] == [0, 2]
    [(name, why)] = known.skipped
    assert name.endswith("events.csv, event 1")
    assert "event 1, has more or fewer fields" in why
    with pytest.raises(
        RecordingError, match="has no events that can be read; first fault: .*csv, event 0, has"
    ):
        read_catalogue(written(tmp_path, "time,lat\n2007-01-01\n"), skip_bad=True)


def test_without_obspy_the_error_gives_the_install_command(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "obspy", None)
    assert len(read_catalogue(written(tmp_path, "time\n2007-01-01\n"))) == 1
    (tmp_path / "a.mseed").write_bytes(b"x")
    with pytest.raises(ImportError, match=r'pip install "kernelscale\[seismic\]"'):
        read_recordings(tmp_path)


@pytest.mark.parametrize("name", ["gone.csv", "gone.xml"])
def test_a_missing_catalogue_is_reported(name):
    with pytest.raises(FileNotFoundError, match=f"There is no catalogue '{name}'"):
        read_catalogue(name)


@pytest.mark.parametrize("names", ["time,time", "time, time ", "time,origin_time", "time,mag,mag"])
def test_two_columns_of_the_same_name_are_refused(tmp_path, names):
    row = ",".join(["2012-03-04"] * len(names.split(",")))
    (tmp_path / "a.csv").write_text(f"{names}\n{row}\n", encoding="utf-8")
    with pytest.raises(RecordingError, match=r"a\.csv has two columns of the same name: time"):
        read_catalogue(tmp_path / "a.csv")


def test_a_folder_is_refused_as_a_catalogue(tmp_path):
    with pytest.raises(FileNotFoundError, match="There is no catalogue"):
        read_catalogue(tmp_path)
