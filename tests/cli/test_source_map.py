"""The map of sources on the page of `kernelscale compare`, from recordings."""

import re

import numpy as np
import pytest

from kernelscale.cli.sources import source_map
from kernelscale.seismic import Recordings, make_quarry_blasts, save_recordings

N_EVENTS = 24


@pytest.fixture(scope="module")
def blasts():
    return make_quarry_blasts(N_EVENTS, 20.0, random_state=0)


@pytest.fixture
def compared(invoke, tmp_path):
    """A function that compares recordings and gives the page, and what was said."""

    def run(data, *typed):
        said = invoke("compare", data, *typed, "--report", tmp_path / "page.html").stdout
        return (tmp_path / "page.html").read_text(encoding="utf-8"), said

    return run


def looks(page, kind):
    svg = re.search(rf'<svg [^>]*class="{kind}".*?</svg>', page)[0]
    drawn = re.search(r'<g class="points">(.*?)</g>', svg)[1]
    return re.findall(r'<path [^>]*?class="(class.)"', drawn)


def recordings(**events):
    return Recordings(np.zeros((2, 1, 9)), 20.0, ("Z",), events)


def test_an_archive_of_recordings_has_its_map(compared, blasts, tmp_path):
    save_recordings(blasts, tmp_path / "blasts.npz")
    page, _ = compared(tmp_path / "blasts.npz", "--label", "category")
    assert looks(page, "map") == looks(page, "embedding")
    quarries = sorted(set(blasts.events["category"].tolist()))
    expected = [f"class{quarries.index(name)}" for name in blasts.events["category"]]
    assert looks(page, "map") == expected
    assert ">station<" in page


def test_a_folder_with_a_catalogue_has_its_map(compared, blasts, tmp_path):
    obspy = pytest.importorskip("obspy", reason="reading waveforms needs ObsPy")
    lines = ["time,latitude,longitude,type,file"]
    for number, event in enumerate(blasts.waveforms):
        start = obspy.UTCDateTime("2012-03-04T05:06:07") + 3600 * number
        header = {"station": "HRFI", "sampling_rate": 20.0, "starttime": start}
        traces = [
            obspy.Trace(samples.copy(), {**header, "channel": f"BH{component}"})
            for samples, component in zip(event, "ZNE", strict=True)
        ]
        obspy.Stream(traces).write(str(tmp_path / f"{number}.mseed"), format="MSEED")
        known = [blasts.events[name][number] for name in ("lat", "lon", "category")]
        lines.append(",".join(map(str, [start, *known, f"{number}.mseed"])))
    catalogue = tmp_path / "events.csv"
    catalogue.write_text("\n".join(lines) + "\n", encoding="utf-8")
    page, _ = compared(tmp_path, "--catalog", catalogue, "--label", "type")
    assert looks(page, "map") == looks(page, "embedding")
    assert len(looks(page, "map")) == N_EVENTS
    assert page.count("<title>2012-03-04T05:06:07.000000Z, north</title>") == 2
    assert ">station<" not in page  # which files do not say the place of


def test_without_places_there_is_no_map_and_no_word_of_it(compared, blasts, tmp_path):
    plain = Recordings(blasts.waveforms, 20.0, blasts.components)
    save_recordings(plain, tmp_path / "plain.npz")
    page, said = compared(tmp_path / "plain.npz")
    assert 'class="map"' not in page
    assert "map of sources" not in page + said


def test_places_that_are_no_use_are_said(compared, blasts, tmp_path):
    unknown = {"lat": np.full(N_EVENTS, np.nan), "lon": np.full(N_EVENTS, np.nan)}
    save_recordings(
        Recordings(blasts.waveforms, 20.0, blasts.components, unknown), tmp_path / "no.npz"
    )
    page, said = compared(tmp_path / "no.npz")
    assert "There is no map of sources: No place of a source is known" in said
    assert "There is no map of sources: No place of a source is known" in page


@pytest.mark.parametrize("names", [("x_km", "y_km"), ("x", "y")])
def test_kilometres_are_taken_as_they_are(names):
    east, north = np.array([1.0, 2.0]), np.array([5, 7])
    found, remarks = source_map(recordings(**dict(zip(names, (east, north), strict=True))))
    assert found.places.tolist() == [[1.0, 5.0], [2.0, 7.0]]
    assert found.station is None
    assert remarks == ()


def test_degrees_come_before_kilometres():
    degrees = {"lat": np.array([0.0, 0.0]), "lon": np.array([0.0, 1.0])}
    found, _ = source_map(recordings(**degrees, x=np.zeros(2), y=np.zeros(2)))
    assert np.ptp(found.places[:, 0]) == pytest.approx(111.2, abs=0.1)


@pytest.mark.parametrize(
    ("lat", "sentence"),
    [
        (["31.0", "unknown"], "There is no map of sources: lat and lon are not all numbers."),
        ([31.0, 310.0], "There is no map of sources: Latitudes must lie from -90 to 90 degrees"),
    ],
)
def test_what_is_no_latitude_is_a_remark(lat, sentence):
    found, [remark] = source_map(recordings(lat=np.array(lat), lon=np.zeros(2)))
    assert found is None
    assert remark.startswith(sentence)


def test_events_are_called_by_their_time_file_or_row():
    places = {"x": np.zeros(2), "y": np.zeros(2)}
    files, times = np.array(["a", "b"]), np.array(["s", "t"])
    for known, names in (
        ({}, ("row 0", "row 1")),
        ({"file": files}, ("a", "b")),
        ({"file": files, "time": times}, ("s", "t")),
    ):
        assert source_map(recordings(**places, **known))[0].names == names


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x05\x06" + bytes(18)])
def test_a_broken_archive_is_told_and_is_no_recording(refuse, tmp_path, content):
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    assert "broken.npz" in refuse("compare", path, code=1)
