"""If the response of an instrument changed, the response at the time of the window is used."""

import copy

import numpy as np
import pytest
from tests.seismic.event_files import obspy, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.recordings import RecordingError

RATE = 100.0
START = obspy.UTCDateTime(2009, 8, 24, 0, 20, 3)


def epoch(channel, begin, end, gain):
    """A copy of a channel, valid from `begin` to `end`; its sensitivity is multiplied by `gain`."""
    found = copy.deepcopy(channel)
    found.start_date, found.end_date = begin, end
    found.response.response_stages[0].stage_gain *= gain
    found.response.instrument_sensitivity.value *= gain
    return found


def inventory_of(*epochs):
    """ObsPy's example inventory; the vertical channel has the given epochs (begin, end, gain)."""
    found = obspy.read_inventory().select(channel="EHZ", starttime=START)
    [network] = found
    [station] = network
    station.channels = [epoch(station[-1], *each) for each in epochs]
    return found


@pytest.fixture(scope="module")
def recorded():
    """Ten minutes of noise on the vertical channel of ObsPy's example."""
    [trace] = obspy.read().select(channel="EHZ")
    trace.data = np.random.default_rng(0).normal(size=60_000).cumsum()
    trace.data -= np.linspace(0, trace.data[-1], 60_000)
    trace.stats.starttime = START
    return trace


@pytest.fixture
def window(recorded):
    """A function that reads a window of 40 s and removes the response."""

    def read(inventory, after, source=recorded):
        known = Catalogue({"time": np.array([str(START + after)])})
        options = {"seconds": 40.0, "components": "Z"}
        return read_recordings(source, known, response=inventory, **options)

    return read


def by_hand(recorded, gain, after, begin, end):
    """Reference: ObsPy removes the response from `begin` to `end`, then the window is cut."""
    whole = recorded.slice(START + begin, START + end - 1 / RATE).copy()
    whole.remove_response(inventory_of((None, None, gain)), output="VEL", taper=False)
    return whole.slice(START + after, START + after + 40 - 1 / RATE).data


@pytest.mark.parametrize("last_second", [0, 1])
@pytest.mark.parametrize(
    ("after", "gain", "begin", "end"),
    [
        (310.0, 2.0, 300, 410),  # the window begins ten seconds after the change
        (300.0, 2.0, 300, 400),
        (260.0, 1.0, 200, 300),  # the window ends at the change
        (230.0, 1.0, 170, 300),
        (100.0, 1.0, 40, 200),  # the window is far from the change
        (400.0, 2.0, 340, 500),
    ],
)
def test_the_response_at_the_window_is_used_and_the_margin_ends_at_its_change(
    window, recorded, last_second, after, gain, begin, end
):
    change = START + 300
    inventory = inventory_of((None, change - last_second, 1.0), (change, None, 2.0))
    found = window(inventory, after).waveforms[0, 0]
    assert found == pytest.approx(by_hand(recorded, gain, after, begin, end), rel=1e-9)


@pytest.mark.parametrize(("after", "gain"), [(260.0, 1.0), (300.0, 2.0)])
@pytest.mark.parametrize("late", [-0.004, 0.004])
def test_a_change_at_the_end_of_a_window_is_accepted(window, recorded, after, gain, late):
    change = START + 300 + late
    found = window(inventory_of((None, change, 1.0), (change, None, 2.0)), after)
    begin, end = (200, 300) if after < 300 else (300, 400)
    assert found.waveforms[0, 0] == pytest.approx(by_hand(recorded, gain, after, begin, end))


def test_the_margin_ends_where_two_epochs_overlap(window, recorded):
    change = START + 300
    inventory = inventory_of((None, change + 20, 1.0), (change, None, 2.0))
    for after, gain, begin, end in ((350.0, 2.0, 321, 450), (250.0, 1.0, 190, 300)):
        found = window(inventory, after).waveforms[0, 0]
        assert found == pytest.approx(by_hand(recorded, gain, after, begin, end), rel=1e-9)


@pytest.mark.parametrize("after", [299.0, 280.0, 261.0])
def test_a_change_inside_the_window_is_refused(window, recorded, tmp_path, after):
    change = START + 300
    inventory = inventory_of((None, change, 1.0), (change, None, 2.0))
    inventory.write(str(tmp_path / "station.xml"), format="STATIONXML")
    write(tmp_path / "a.mseed", recorded)
    sentence = (
        rf"event 0 .*: component Z in .*a\.mseed: the response of BW\.RJOB\.\.EHZ cannot be "
        rf"removed at {START + after} \(the response changes before .*: one is valid "
        rf"until {change}, another from {change} on\)"
    )
    with pytest.raises(RecordingError, match=sentence):
        window(tmp_path / "station.xml", after, tmp_path / "a.mseed")


@pytest.mark.parametrize("after", [250.0, 280.0, 310.0])
def test_epochs_of_the_same_response_are_joined(window, recorded, after):
    """Epochs are joined even if the descriptions of their stages differ."""
    change = START + 300
    inventory = inventory_of((None, change, 1.0), (change, None, 1.0))
    for number, one in enumerate(inventory[0][0]):
        one.response.response_stages[0].name = f"of epoch {number}"
    found = window(inventory, after).waveforms[0, 0]
    expected = by_hand(recorded, 1.0, after, after - 60, after + 100)
    assert found == pytest.approx(expected, rel=1e-9)


def test_two_responses_at_one_time_are_refused(window):
    inventory = inventory_of((None, None, 1.0), (START, None, 2.0))
    with pytest.raises(RecordingError, match=r"one is valid at all times, another from 2009"):
        window(inventory, 300.0)


def test_times_outside_the_operation_of_a_station_are_reported(window):
    inventory = inventory_of((START + 100, START + 300, 1.0))
    for after in (20.0, 500.0):
        with pytest.raises(
            RecordingError, match=rf"has the response from {START + 100} until {START + 301}\)"
        ):
            window(inventory, after)
    for after in (70.0, 280.0):
        with pytest.raises(RecordingError, match=r"until .*, but the window ends at"):
            window(inventory, after)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda i: setattr(i[0], "code", "XX"), r"no network 'BW'; it has XX"),
        (lambda i: setattr(i[0][0], "code", "RJOC"), r"no station 'RJOB'; it has RJOC"),
        (
            lambda i: [setattr(one, "location_code", "00") for one in i[0][0]],
            r"no channel '\.EHZ'; it has 00\.EHZ",
        ),
        (lambda i: setattr(i[0][0], "channels", []), r"no channel '\.EHZ'; it has none"),
        (
            lambda i: [setattr(one, "response", None) for one in i[0][0]],
            "describes the channel, but without its response",
        ),
        (
            lambda i: [setattr(one, "end_date", START - 9) for one in i[0][0]],
            rf"has the response from .* until {START - 8}",
        ),
    ],
)
def test_the_channels_of_the_inventory_are_reported(window, change, reason):
    inventory = inventory_of((START - 1e6, None, 1.0))
    change(inventory)
    with pytest.raises(RecordingError, match=reason):
        window(inventory, 300.0)


def test_an_object_that_is_not_an_inventory_is_refused(window):
    with pytest.raises(TypeError, match=r"response must be .* a Path or ObsPy's Inventory"):
        window(5, 300.0)
