"""Recordings with channel codes that do not state the component."""

import itertools

import numpy as np
import pytest

from kernelscale.seismic import read_each_station, read_recordings
from kernelscale.seismic.reading.channels import Choice
from kernelscale.seismic.recordings import RecordingError

obspy = pytest.importorskip("obspy")

CODES = ["0", "1", "2"]


@pytest.fixture
def waves(random):
    return random.normal(size=(3, 3000))


def stream(waves, codes, **header):
    headers = [{"channel": code, "sampling_rate": 100.0, **header} for code in codes]
    return obspy.Stream([obspy.Trace(*pair) for pair in zip(waves, headers, strict=True)])


@pytest.mark.parametrize("codes", list(itertools.permutations(CODES)))
def test_the_map_determines_the_component_of_a_channel(codes, waves):
    named = dict(zip("ZNE", codes, strict=True))
    found = read_recordings(stream(waves, CODES), channel_map=named)
    assert found.components == ("Z", "N", "E")
    np.testing.assert_array_equal(found.waveforms[0], waves[list(map(int, codes))])


def test_traces_without_codes_are_mapped_by_number(waves, tmp_path):
    file = tmp_path / "shot.sgy"
    stream(waves.astype(np.float32), ["", "", ""]).write(file, "SEGY", data_encoding=5)
    found = read_recordings(file, channel_map={"N": "2", "Z": "0"})
    assert found.components == ("N", "Z")
    np.testing.assert_array_equal(found.waveforms[0], waves[[2, 0]].astype(np.float32))


def test_codes_of_a_map_are_patterns(waves):
    codes = ["a100", "a101", "b7"]
    found = read_recordings(stream(waves, codes), channel_map={"Z": "A?0[0]", "N": "?101"})
    np.testing.assert_array_equal(found.waveforms[0], waves[:2])
    located = stream(waves, ["X", "Y", "Z"], location="00")
    found = read_recordings(located, channel_map={"Z": "00.Y"})
    np.testing.assert_array_equal(found.waveforms[0, 0], waves[1])


def test_fewer_components_than_the_map_has_can_be_requested(waves):
    named = dict(zip("ZNE", CODES, strict=True))
    found = read_recordings(stream(waves, CODES), channel_map=named, components="EZ")
    np.testing.assert_array_equal(found.waveforms[0], waves[[2, 0]])


@pytest.mark.parametrize("codes", [["V", "L", "T"], ["HNV", "HNL", "HNT"]])
def test_vertical_longitudinal_and_transverse_are_components_on_request(codes, waves):
    found = read_recordings(stream(waves, codes), components="VLT")
    np.testing.assert_array_equal(found.waveforms[0], waves)
    with pytest.raises(
        RecordingError, match="was skipped, because its code is not the code of a component"
    ):
        read_recordings(stream(waves, codes))


def test_other_instruments_have_no_such_components():
    assert Choice.of("VLT", None, None).component_of("", "BDT", 0) == ""


@pytest.mark.parametrize(
    ("codes", "expected_map"),
    [
        (CODES, "Z=0,N=1,E=2"),
        (["EW2", "NS2", "UD2"], "Z=UD2,N=NS2,E=EW2"),
        (["HNL", "HNT", "HNV"], "V=HNV,L=HNL,T=HNT"),
        (["DS 1", "DS 2", "DS 3"], "'Z=DS 1,N=DS 2,E=DS 3'"),
    ],
)
def test_ignored_channels_give_a_map_to_copy(codes, expected_map, waves):
    with pytest.raises(RecordingError, match=rf"such as --map {expected_map}\)"):
        read_recordings(stream(waves, codes))


def test_files_without_a_time_are_separate_events(waves, tmp_path):
    for number, wave in enumerate(waves):
        own = stream([wave.astype(np.float32)], [""])
        own.write(tmp_path / f"{number}.sgy", "SEGY", data_encoding=5)
    found = read_recordings(tmp_path, channel_map={"Z": "0"})
    np.testing.assert_array_equal(found.waveforms[:, 0], waves.astype(np.float32))


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        (
            {"channel_map": {"Z": "7"}},
            RecordingError,
            "channel is '7'; the Stream given has channels 0, 1",
        ),
        (
            {"channel_map": {"X": "0"}},
            ValueError,
            r"such as {'Z': '0', .* of Z, N, E, V, L, T, bu",
        ),
        ({"channel_map": {"Z": 0}}, TypeError, "channel_map must name the channel of each compo"),
        (
            {"channel_map": {}},
            ValueError,
            "channel_map must name the channel of each component, such",
        ),
        ({"channel_map": "Z=0"}, TypeError, "channel_map must name the channel of each compone"),
        (
            {"channel_map": {"Z": "0", "N": "0"}},
            ValueError,
            "must name a different channel for each component",
        ),
        (
            {"channel_map": {"Z": "0"}, "components": "ZN"},
            ValueError,
            "contains 'N', but channel_map has channels for Z only",
        ),
    ],
)
def test_an_invalid_channel_map_gives_one_sentence(options, error, sentence, waves):
    with pytest.raises(error, match=sentence):
        read_recordings(stream(waves, CODES), **options)


# ---------------------------------------------------------------- several stations


@pytest.fixture
def stations(waves):
    """Three stations; the third has recorded zeros only."""
    streams = [
        stream([wave], ["HHZ"], station=station, network="IS")
        for wave, station in zip([*waves[:2], np.zeros(3000)], "BAC", strict=True)
    ]
    return sum(streams, obspy.Stream())


def test_each_station_is_read_like_a_single_one(stations):
    found = read_each_station(stations[:2], components="Z")
    assert list(found) == ["IS.A", "IS.B"]
    for station, events in found.items():
        alone = read_recordings(stations[:2], station=station, components="Z")
        np.testing.assert_array_equal(events.waveforms, alone.waveforms)


def test_a_bad_station_is_named_or_skipped(stations):
    with pytest.raises(RecordingError, match=r"Station IS\.C: .* component Z"):
        read_each_station(stations, components="Z")
    found = read_each_station(stations, components="Z", skip_bad=True)
    assert list(found) == ["IS.A", "IS.B"]
    for events in found.values():
        assert [name for name, _ in events.skipped] == ["station IS.C"]
    with pytest.raises(RecordingError, match=r"Station IS\.C: "):
        read_each_station(stations[2:], components="Z", skip_bad=True)


def test_the_error_lists_several_stations(stations):
    sentence = r"\(--station IS\.B; the files have IS\.A with 1 trace, IS\.B with 1 trace, IS"
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(stations, components="Z")
    with pytest.raises(
        RecordingError, match="No file is of station 'D'; the files have: IS.A, IS.B, IS.C"
    ):
        read_recordings(stations, components="Z", station="D")


def test_the_error_names_ignored_channels_if_none_is_left(stations):
    for trace in stations:
        trace.stats.channel = "BDF"
    with pytest.raises(RecordingError, match=r"No file has a component Z or N or E; channel IS\."):
        read_each_station(stations)
