"""Test files of ObsPy in formats whose channels have no SEED codes.

`RUNS` has the options of the command line with which a file is read. `REFUSED` has options with
which a file is refused, and the reason. Reading any file with a map of its first channel succeeds
or raises an error with the reason.
"""

import re
from pathlib import Path

import numpy as np
import pytest

from kernelscale.seismic import read_each_station
from kernelscale.seismic.reading.streams import read_segments
from kernelscale.seismic.recordings import RecordingError

obspy = pytest.importorskip("obspy")

IO = Path(obspy.__file__).parent / "io"
FORMATS = ["segy", "wav", "nied", "win", "kinemetrics", "rg16", "seg2", "dmx", "gcf", "pdas"]

RUNS = {
    "segy/1.su_first_trace": "--map Z=0",
    "segy/1.sgy_first_trace": "--map Z=0",
    "segy/planes.segy_first_trace": "--map Z=0 --window-length 64",
    "wav/3cssan.near.8.1.RNON.wav": "--map Z=0",
    "nied/test.knet": "--map E=EW",
    "win/10030302.00": "--map Z=a100,N=a101",
    "win/1070533011_1701260003.win": "--map Z=f111,N=f112,E=f113",
    "kinemetrics/BI008_MEMA-04823.evt": "--map Z=2,N=0,E=1",
    "kinemetrics/BX456_MOLA-02351.evt": "--map Z=2,N=0,E=1",
    "rg16/three_chans_six_traces.fcnt": "--map Z=DP2,N=DP3,E=DP4",
    "rg16/one_channel_many_traces.fcnt": "--map Z=DP3",
    "dmx/131114_090600.dmx": "--components Z --each-station",
    "gcf/20160603_1955n.gcf": "--components N --window-length 64",
}
REFUSED = {
    "rg16/header_3_chan_one_code.dat": ("--map Z=DP0", "has no samples"),
    "kinemetrics/BX456_MOLA-02351.evt": ("--map Z=9", "has channels 0, 1, 2, 3, 4, 5"),
    "dmx/131114_090600.dmx": ("--components Z", "give one station (--station"),
    "segy/1.su_first_trace": ("", "give channel_map (such as --map Z=0)"),
    "nied/test.knet": ("", "give channel_map (such as --map E=EW)"),
}


def path_of(name):
    folder, _, file = name.partition("/")
    path = IO / folder / "tests" / "data" / file
    if not path.exists():
        pytest.skip("this ObsPy came without its test data")
    return path


@pytest.mark.parametrize("name", RUNS)
def test_a_file_is_read_with_the_given_options(name, invoke):
    typed = [str(path_of(name)), *RUNS[name].split(), "--frequencies", "8"]
    assert re.search(r"\b(1 event|([2-9]|\d\d+) events) of ", invoke("sonogram", *typed).stdout)


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_not_read_gives_the_reason(name, invoke):
    typed, why = REFUSED[name]
    result = invoke("sonogram", str(path_of(name)), *typed.split(), code=1)
    assert why in result.stderr.splitlines()[-1]  # ObsPy may print warnings before the error


def files_of(folder):
    return sorted(file for file in (IO / folder / "tests" / "data").glob("*") if file.is_file())


@pytest.mark.parametrize("folder", FORMATS)
def test_every_other_file_is_read_like_by_obspy_or_gives_the_reason(folder):
    if not files_of(folder):
        pytest.skip("this ObsPy came without its test data")
    said, n_read = [], 0
    for file in files_of(folder):
        try:
            first = next(segment for segment in read_segments(file) if len(segment.data))
        except (RecordingError, StopIteration):
            # the file has no waveforms; it contains expected arrays of ObsPy's tests, for example
            continue
        code = first.stats.channel.strip() or "0"
        station = f"{first.stats.network}.{first.stats.station}"
        try:
            found = read_each_station(file, channel_map={"Z": code})[station]
        except RecordingError as error:
            said.append(str(error))
            continue
        n_read += 1
        n_samples = min(found.waveforms.shape[-1], len(first.data))
        np.testing.assert_array_equal(found.waveforms[0, 0, :n_samples], first.data[:n_samples])
    assert n_read > 0
    assert all(sentence.endswith(".") for sentence in said), said
