"""The map of sources on the page that `kernelscale compare` writes for recordings."""

import re

import numpy as np
import pytest

from kernelscale.seismic import Recordings, make_quarry_blasts, save_recordings
from kernelscale.seismic.map_of_sources import map_in_degrees, source_map

N_EVENTS = 24


@pytest.fixture(scope="module")
def blasts():
    return make_quarry_blasts(N_EVENTS, 20.0, random_state=0)


@pytest.fixture
def compared(invoke, tmp_path):
    """A function that runs `compare` on recordings and returns the page and the printed text."""

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
    assert ">station<" not in page  # the files do not contain the position of the station


def test_without_positions_no_map_is_drawn_or_mentioned(compared, blasts, tmp_path):
    plain = Recordings(blasts.waveforms, 20.0, blasts.components)
    save_recordings(plain, tmp_path / "plain.npz")
    page, said = compared(tmp_path / "plain.npz")
    assert 'class="map"' not in page
    assert "map of sources" not in page + said


def test_unusable_positions_are_reported(compared, blasts, tmp_path):
    unknown = {"lat": np.full(N_EVENTS, np.nan), "lon": np.full(N_EVENTS, np.nan)}
    save_recordings(
        Recordings(blasts.waveforms, 20.0, blasts.components, unknown), tmp_path / "no.npz"
    )
    page, said = compared(tmp_path / "no.npz")
    assert "There is no map of sources: No place of a source is known" in said
    assert "There is no map of sources: No place of a source is known" in page


@pytest.mark.parametrize("names", [("x_km", "y_km"), ("x", "y")])
def test_kilometres_are_not_converted(names):
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
        ([31.0, 310.0], "There is no map of sources: Latitudes must be from -90 to 90 degrees"),
    ],
)
def test_an_invalid_latitude_is_a_note(lat, sentence):
    found, [remark] = source_map(recordings(lat=np.array(lat), lon=np.zeros(2)))
    assert found is None
    assert remark.startswith(sentence)


def test_events_are_named_by_their_time_file_or_row():
    places = {"x": np.zeros(2), "y": np.zeros(2)}
    files, times = np.array(["a", "b"]), np.array(["s", "t"])
    for known, names in (
        ({}, ("row 0", "row 1")),
        ({"file": files}, ("a", "b")),
        ({"file": files, "time": times}, ("s", "t")),
    ):
        assert source_map(recordings(**places, **known))[0].names == names


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x05\x06" + bytes(18)])
def test_a_broken_archive_is_reported_and_not_read_as_a_recording(refuse, tmp_path, content):
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    assert "broken.npz" in refuse("compare", path, code=1)


# Degrees


@pytest.mark.parametrize("middle", [(0.0, 0.0), (-21.0, 180.0), (78.0, -15.0), (89.95, 40.0)])
def test_degrees_become_kilometres_anywhere_on_earth(middle):
    """Within 30 km of the middle, distances on the map have errors of at most 0.02 km."""
    random = np.random.default_rng(0)
    kilometres = random.uniform(-20, 20, size=(40, 2))
    found = map_in_degrees(*degrees_around(middle, kilometres).T).about_the_middle()
    between = np.linalg.norm(found.places[:, None] - found.places, axis=2)
    expected = np.linalg.norm(kilometres[:, None] - kilometres, axis=2)
    assert between == pytest.approx(expected, abs=0.02)


def degrees_around(middle, kilometres):
    """Latitude and longitude of points in the plane that touches the earth at `middle`.

    The points are given in km east and north of `middle`.
    """
    latitude, longitude = np.radians(middle)
    out = [np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude)]
    out = np.array([*out, np.sin(latitude)])
    east = np.array([-np.sin(longitude), np.cos(longitude), 0.0])
    places = 6371.0 * out + kilometres @ np.array([east, np.cross(out, east)])
    up = np.arctan2(places[:, 2], np.hypot(places[:, 0], places[:, 1]))
    return np.degrees(np.column_stack([up, np.arctan2(places[:, 1], places[:, 0])]))


def test_east_is_right_north_is_up_and_the_station_is_at_its_place():
    found = map_in_degrees([31.0, 31.1, 31.0], [35.0, 35.0, 35.1], (31.0, 35.0))
    steps = found.places[1:] - found.places[0]
    assert steps == pytest.approx(np.array([[0.0, 11.1], [9.5, 0.0]]), abs=0.05)
    assert found.station == pytest.approx(tuple(found.places[0]))


def test_unknown_degrees_give_an_unknown_position():
    found = map_in_degrees([31.0, np.nan, 31.2], [35.0, 35.0, 35.0])
    assert found.is_known.tolist() == [True, False, True]


@pytest.mark.parametrize("degrees", [([91.0], [0.0]), ([0.0], [np.inf])])
def test_degrees_beyond_the_earth_are_refused(degrees):
    with pytest.raises(ValueError, match="Latitudes must be from -90 to 90 degrees, and long"):
        map_in_degrees(*degrees)
