"""Origins and picks of QuakeML files."""

import numpy as np
import pytest
from tests.seismic.event_files import T0, stream

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue_files import read_catalogue
from kernelscale.seismic.recordings import RecordingError


def test_quakeml_is_a_catalogue_too(tmp_path):
    from obspy.core.event import Catalog, Event, Magnitude, Origin

    origin = Origin(time=T0, latitude=31.5, longitude=35.25, depth=12000.0)
    event = Event(origins=[origin], magnitudes=[Magnitude(mag=2.5)], event_type="quarry blast")
    Catalog([event]).write(str(tmp_path / "events.xml"), format="QUAKEML")
    columns = read_catalogue(tmp_path / "events.xml").columns
    assert [columns[name][0] for name in ("lat", "lon", "depth_km", "mag", "type")] == [
        31.5,
        35.25,
        12.0,
        2.5,
        "quarry blast",
    ]
    assert read_catalogue(tmp_path / "events.xml").seconds("time") == pytest.approx([T0.timestamp])


@pytest.fixture
def quakeml(folder):
    """A function that writes the four events as QuakeML, with arrivals at the given stations."""
    from obspy.core.event import Catalog, Event, Origin, Pick, WaveformStreamID

    def written(*stations):
        """Write arrivals at stations, each as (network, code, seconds after the origin).

        The seconds are those of the first event; each further event has one second more.
        """
        events = []
        for number in range(4):
            start = T0 + 3600 * number
            picks = [
                Pick(time=start + late + number, waveform_id=WaveformStreamID(network, code))
                for network, code, late in stations
            ]
            events.append(Event(origins=[Origin(time=start)], picks=picks))
        Catalog(events).write(str(folder / "events.xml"), format="QUAKEML")
        return folder / "events.xml"

    return written


@pytest.mark.parametrize("network", ["IS", None])
def test_the_first_pick_at_the_station_in_quakeml_is_used(folder, blasts, quakeml, network):
    path = quakeml(
        ("IS", "ELSE", 1.0), (network, "HRFI", 30.0), (network, "HRFI", 10.0), ("XX", "HRFI", 2.0)
    )
    found = read_recordings(folder, path, around="pick", before=2.0, seconds=20.0)
    expected = [event[:, (8 + k) * 20 : (28 + k) * 20] for k, event in enumerate(blasts)]
    assert found.waveforms == pytest.approx(np.array(expected))
    assert "pick" not in read_recordings(folder, path, seconds=20.0).events


def test_quakeml_without_picks_of_the_station_is_reported(folder, quakeml):
    with pytest.raises(
        RecordingError, match=r"events\.xml has no column 'pick', which should give the times"
    ):
        read_recordings(folder, quakeml(), around="pick")
    with pytest.raises(RecordingError, match=r"event 0 .* has no time in .*xml"):
        read_recordings(folder, quakeml(("IS", "ELSE", 1.0)), around="pick")


def test_picks_of_a_network_apply_to_recordings_without_a_network(blasts, quakeml, tmp_path):
    folder = tmp_path / "sac"
    folder.mkdir()
    for number in range(4):
        for each in stream(blasts[number], T0 + 3600 * number):
            each.stats.network = ""
            each.data = each.data.astype(np.float32)
            each.write(str(folder / f"{number}{each.stats.channel}.sac"), format="SAC")
    path = quakeml(("IS", "HRFI", 10.0), ("IS", "ELSE", 1.0))
    found = read_recordings(folder, path, around="pick", before=2.0, seconds=20.0)
    assert found.waveforms[0] == pytest.approx(blasts[0][:, 160:560], rel=1e-6)
