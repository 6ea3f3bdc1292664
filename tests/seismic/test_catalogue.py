"""Catalogues in CSV, and the sentence where one is bad; and that ObsPy is not needed for them."""

import sys

import numpy as np
import pytest

from kernelscale.seismic import RecordingError, read_catalogue, read_recordings
from kernelscale.seismic.utc_times import seconds_of


def written(tmp_path, text):
    path = tmp_path / "events.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_names_of_others_become_ours_and_numbers_are_numbers(tmp_path):
    path = written(tmp_path, "origin_time, latitude,depth,type\n2007/01/01 01:42:45,1.5,,a\n")
    columns = read_catalogue(path).columns
    assert list(columns) == ["time", "lat", "depth_km", "type"]
    assert columns["lat"].tolist() == [1.5]
    assert np.isnan(columns["depth_km"]).all()
    assert read_catalogue(path).seconds("time").tolist() == [1167615765.0]


@pytest.mark.parametrize(
    "text", ["2007-01-01T01:42:45.08Z", "2007/01/01 01:42:45.08", " 2007-01-01T01:42:45.080000"]
)
def test_times_are_read_in_any_usual_writing(text):
    assert seconds_of(text) == pytest.approx(1167615765.08, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no events"),
        ("time,lat\n", "has no events"),
        ("time,lat\n2007-01-01,1,2\n", "event 0, has more or fewer fields"),
        ("time,lat\n2007-01-01\n", "event 0, has more or fewer fields"),
        ("lat,latitude\n1,2\n", "has two columns of one name: lat, lat"),
    ],
)
def test_a_bad_catalogue_is_named(tmp_path, text, sentence):
    with pytest.raises(RecordingError, match=f"events.csv,? {sentence}"):
        read_catalogue(written(tmp_path, text))


def test_a_time_that_is_none_is_said(tmp_path):
    path = written(tmp_path, "time\nyesterday\n")
    with pytest.raises(RecordingError, match="'yesterday' is no date and time such as"):
        read_catalogue(path).seconds("time")


def test_without_obspy_the_error_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "obspy", None)
    assert len(read_catalogue(written(tmp_path, "time\n2007-01-01\n"))) == 1
    (tmp_path / "a.mseed").write_bytes(b"x")
    with pytest.raises(ImportError, match=r'pip install "kernelscale\[seismic\]"'):
        read_recordings(tmp_path)
