"""Files of events, such as a station writes, for tests of reading."""

import numpy as np
import pytest

obspy = pytest.importorskip("obspy", reason="reading waveforms needs ObsPy")

RATE, SECONDS = 20.0, 60.0
T0 = obspy.UTCDateTime("2012-03-04T05:06:07")


def trace(samples, component="Z", start=T0, rate=RATE, station="HRFI", channel=None, location=""):
    """A trace; the default channel is BH followed by the letter of the component."""
    header = {"network": "IS", "station": station, "channel": channel or f"BH{component}"}
    header |= {"sampling_rate": rate, "starttime": start, "location": location}
    return obspy.Trace(np.ascontiguousarray(samples, dtype=np.float64), header)


def stream(event, start=T0, components="ZNE", **options):
    """A stream with one trace for each component of an event."""
    return obspy.Stream(
        [trace(z, c, start, **options) for z, c in zip(event, components, strict=True)]
    )


def write(path, *traces):
    """Write traces to a miniSEED file."""
    obspy.Stream(list(traces)).write(str(path), format="MSEED")


def rewrite(folder, number, change):
    """Read the file of an event, change its traces, and write it again."""
    path = folder / f"{number}.mseed"
    found = change(obspy.read(str(path)))
    found.write(str(path), format="MSEED")


def write_events(folder, events):
    """Write a three-component file for each event, and a catalogue; events are an hour apart."""
    lines = ["time,latitude,longitude,type,file"]
    for number, event in enumerate(events):
        start = T0 + 3600 * number
        write(folder / f"{number}.mseed", *stream(event, start))
        kind = "quarry" if number % 2 else "mine"
        lines.append(f"{start},31.{number},35.0,{kind},{number}.mseed")
    (folder / "events.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
