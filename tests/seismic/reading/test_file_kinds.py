"""Sources of waveforms: file formats, archives, warnings of ObsPy, and objects of ObsPy."""

import bz2
import gzip
import pickle
import re
import shutil
import threading
import warnings

import numpy as np
import pytest
from tests.seismic.event_files import T0, obspy, stream, trace, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.reading.seismic_files import read_traces
from kernelscale.seismic.reading.streams import read_segments
from kernelscale.seismic.recordings import RecordingError


@pytest.fixture
def events(blasts):
    """Streams of two events with whole numbers as samples, which text formats store exactly."""
    counts = np.round(blasts[:2] * 100)
    return [stream(event, T0 + 3600 * number) for number, event in enumerate(counts)]


def waves(events):
    return np.array([[one.data for one in event] for event in events])


@pytest.mark.parametrize("format", ["MSEED", "SLIST", "TSPAIR", "GSE2", "SAC"])
def test_formats_of_obspy_give_the_same_recordings(events, tmp_path, format):
    for event in events:
        for one in event:  # a SAC file contains one trace
            kind = {"GSE2": np.int32, "SAC": np.float32}.get(format, np.float64)
            one.data = one.data.astype(kind)
            name = f"{one.stats.starttime.timestamp}{one.stats.channel}.{format.lower()}"
            one.write(str(tmp_path / name), format=format)
    found = read_recordings(tmp_path)
    assert (found.waveforms == waves(events)).all()
    assert found.sampling_rate == pytest.approx(20)


@pytest.fixture
def packed(events, tmp_path):
    """A function that packs the files of the events and other files into an archive.

    An archive of kind gz or bz2 has only the file of the first event.
    """
    folder = tmp_path / "files"
    folder.mkdir()
    for number, event in enumerate(events):
        write(folder / f"{number}.mseed", *event)
    (folder / "readme.txt").write_text("Two events.", encoding="utf-8")
    (folder / "empty").touch()

    def pack(kind):
        if kind in ("gz", "bz2"):
            path = tmp_path / f"0.mseed.{kind}"
            module = {"gz": gzip, "bz2": bz2}[kind]
            path.write_bytes(module.compress((folder / "0.mseed").read_bytes()))
            return path
        return tmp_path / shutil.make_archive(str(tmp_path / "all"), kind, folder)

    return pack


KINDS = ["zip", "tar", "gztar", "bztar", "xztar", "gz", "bz2"]


@pytest.mark.parametrize("kind", KINDS)
def test_archives_are_read_like_the_files_in_them(packed, events, kind):
    found = read_recordings(packed(kind)).waveforms
    assert (found == waves(events)[: len(found)]).all()
    assert len(found) == (1 if kind in ("gz", "bz2") else 2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_truncated_archive_is_refused(packed, kind):
    path = packed(kind)
    whole = path.read_bytes()
    for share in np.linspace(0.05, 0.8, 6):
        path.write_bytes(whole[: int(share * len(whole))])
        with pytest.raises(RecordingError, match=rf"{path.name} cannot be read as waveforms \("):
            read_recordings(path)


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_file_of_an_archive_that_is_cut_short_is_named(packed, kind, tmp_path):
    inside = tmp_path / "files" / "1.mseed"
    inside.write_bytes(inside.read_bytes()[:9000])
    with pytest.raises(RecordingError, match=r"all\.(zip|tar) .* \((\./)?1\.mseed in it: "):
        read_recordings(packed(kind))


@pytest.mark.parametrize("name", ["a[1].mseed", "a*.mseed", "a?.mseed"])
def test_a_path_that_resembles_a_pattern_is_a_name(events, tmp_path, name):
    write(tmp_path / name, *events[0])
    write(tmp_path / "a1.mseed", *events[1])
    assert (read_recordings(tmp_path / name).waveforms == waves(events[:1])).all()


@pytest.fixture
def warning_reader(monkeypatch, events, tmp_path):
    """A function that makes a reader of ObsPy give a warning for an intact file."""
    write(tmp_path / "a.mseed", *events[0])
    read = obspy.read
    scope = {"__name__": "obspy.io.reftek.core", "warnings": warnings}

    def remark(text):
        def reading(*args, **options):
            # as if in a module of ObsPy, because only warnings of its modules are filtered
            exec("warnings.warn(text)", scope, {"text": text})
            return read(*args, **options)

        monkeypatch.setattr(obspy, "read", reading)
        return tmp_path / "a.mseed"

    return remark


HARMLESS = [
    "No channel code specified in the data file and no component codes specified. Using stream",
    "Encountered some packets of types that are not implemented yet (types: [b'SH']). Dropped 3 pa",
    "Many companies use custom defined SEG2 header variables. This might cause basic header",
    "\nOnly SEG 2 revision 1 is officially supported. This file has revision 2.",
    "Non-zero value found in Trace's 'DELAY' field.",
    "Inconsistent word order.",
]
MISSING = [
    "No event trailer (ET) packets in packet sequence. File might be truncated.",
    "Length of data not a multiple of 1024. Data might be truncated. Dropping 3 byte(s).",
    "Detected a non-contiguous packet sequence!",
    "Mismatching byte size 100 != 90",
    "This shouldn't happen, it's weird...",
    "readMSEEDBuffer(): Not a SEED record. Will skip bytes 4096 to 4223.",
    "readMSEEDBuffer(): Unexpected end of file when parsing record starting at offset 8192.",
    "readMSEEDBuffer(): Last reclen exceeds buflen, skipping.",
    "IS_HRFI__BHZ_D: Warning: Data integrity check for Steim2 failed, Last sample=1, Xn=2",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_warnings_of_readers_are_passed_on(warning_reader, events, text):
    with pytest.warns(UserWarning, match=re.escape(text)):
        found = read_recordings(warning_reader(text))
    assert (found.waveforms == waves(events[:1])).all()


@pytest.mark.parametrize("text", MISSING)
def test_a_warning_that_samples_are_missing_is_an_error(warning_reader, text):
    with pytest.raises(RecordingError, match=r"a\.mseed cannot be read as waveforms \("):
        read_recordings(warning_reader(text))


def test_rounded_spacings_of_sac_give_no_warning(tmp_path):
    trace(np.sin(np.arange(900.0)).astype("f4"), rate=125.0).write(str(tmp_path / "a.sac"), "SAC")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_recordings(tmp_path, components="Z")


@pytest.mark.parametrize("first_out", ["reader", "other"])
def test_warning_filters_are_restored_even_if_changed_elsewhere(
    warning_reader, monkeypatch, first_out
):
    """Blocks of `catch_warnings` in a reader and in another thread may overlap."""
    path = warning_reader("Inconsistent word order.")
    reading, finish = threading.Event(), threading.Event()
    read = obspy.read

    def waiting(*args, **options):
        reading.set()
        assert finish.wait(10)
        return read(*args, **options)

    monkeypatch.setattr(obspy, "read", waiting)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = list(warnings.filters)
        thread = threading.Thread(target=read_segments, args=(path,))
        thread.start()
        assert reading.wait(10)
        other = warnings.catch_warnings()
        other.__enter__()
        if first_out == "reader":
            finish.set()
            thread.join()
        other.__exit__(None, None, None)
        finish.set()
        thread.join()
        assert list(warnings.filters) == before


def test_streams_and_traces_are_accepted(events, tmp_path):
    one = obspy.Stream([*events[0], *events[1]])
    kept = one.copy()
    known = Catalogue({"time": np.array([str(T0), str(T0 + 3600)])})
    for source in (one, list(one), [events[0], events[1]]):
        assert (read_recordings(source).waveforms == waves(events)).all()
        assert (read_recordings(source, known, seconds=60).waveforms == waves(events)).all()
    assert one == kept
    write(tmp_path / "1.mseed", *events[1])
    found = read_recordings([events[0], tmp_path / "1.mseed"])
    assert (found.waveforms == waves(events)).all()
    vertical = read_recordings(one[0], components="Z").waveforms[0, 0]
    assert (vertical == one[0].data).all()
    with pytest.raises(TypeError, match="files must be paths .* or ObsPy's Streams and Traces, bu"):
        read_recordings([5])


def test_a_stream_has_no_file_name_for_a_catalogue(events):
    columns = {"time": np.array([str(T0)]), "file": np.array(["0.mseed"])}
    assert (read_recordings(events[0], Catalogue(columns)).waveforms == waves(events[:1])).all()


def test_a_stream_without_a_rate_is_reported(events):
    events[0][0].stats.sampling_rate = 0.0
    with pytest.raises(RecordingError, match=r"the Stream given .* \(its sampling rate is 0 Hz\)"):
        read_recordings(events[0])


def test_faults_of_a_stream_are_reported_too(events):
    events[0][1].data = np.ma.masked_equal(events[0][1].data, events[0][1].data[7])
    with pytest.raises(RecordingError, match="component N in the Stream given has a gap or NaN"):
        read_recordings(events[0])


def test_files_of_verticals_only_get_a_hint(events, tmp_path):
    for number, event in enumerate(events):
        write(tmp_path / f"{number}.mseed", event[0])
    sentence = r"has no component N; .*, and no file has N; give components='Z' \(--components Z\)"
    for skip_bad in (True, False):
        with pytest.raises(RecordingError, match=sentence):
            read_recordings(tmp_path, skip_bad=skip_bad)
    write(tmp_path / "1.mseed", *events[1])
    with pytest.raises(RecordingError, match="has no component N; all of Z, N, E are needed.$"):
        read_recordings(tmp_path)


def oracle(segments):
    """The segments merged by ObsPy, with NaN in the gaps."""
    [merged] = obspy.Stream(segments).merge(method=0)
    return np.ma.filled(merged.data.astype(float), np.nan)


@pytest.mark.parametrize("seed", range(12))
def test_traces_are_joined_as_obspy_merges_them(tmp_path, seed):
    """The segments have gaps and overlaps, are nested, or start between samples."""
    random = np.random.default_rng(seed)
    wave = random.normal(size=5000)
    starts = random.integers(0, 4900, size=40)
    segments = [
        trace(wave[s : s + n], start=T0 + (s + random.uniform(-0.3, 0.3)) / 20)
        for s, n in zip(starts, random.integers(1, 200, size=40), strict=True)
    ]
    segments.append(trace(wave[:1], start=T0))
    write(tmp_path / "a.mseed", *segments)
    [found] = read_traces(tmp_path / "a.mseed")[0]
    assert not len(found.disputed)
    np.testing.assert_array_equal(found.samples, oracle(segments))


@pytest.mark.parametrize("conflict", ["inside", "end", "third"])
def test_a_conflict_affects_only_its_events(tmp_path, conflict):
    random = np.random.default_rng(0)
    wave = random.normal(size=60_000)  # 60 000 samples are 50 minutes
    where = {"inside": 20_000, "end": 59_900, "third": 20_000}[conflict]
    segments = [trace(wave), trace(random.normal(size=400), start=T0 + where / 20)]
    if conflict == "third":  # a third trace starts between the two, and contradicts neither
        segments.append(trace(wave[10_000:19_000], start=T0 + 500))
    write(tmp_path / "day.mseed", *segments)
    known = Catalogue({"time": np.array([str(T0 + s) for s in (100, where / 20 - 20, 2000)])})
    sentence = r"event 1 .*day\.mseed has channel IS\.HRFI\.\.BHZ twice at the same time with diff"
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(tmp_path, known, components="Z")
    found = read_recordings(tmp_path, known, components="Z", skip_bad=True)
    assert (found.waveforms[:, 0] == [wave[2000:3200], wave[40_000:41_200]]).all()
    assert len(found.skipped) == 1


def test_a_change_of_rate_affects_only_the_events_at_the_change(tmp_path):
    wave = np.random.default_rng(0).normal(size=40_000)
    write(
        tmp_path / "day.mseed",
        trace(wave[:20_000]),
        trace(wave[20_000:], start=T0 + 1000, rate=40.0),
    )
    known = Catalogue({"time": np.array([str(T0 + s) for s in (100, 980, 1200)])})
    with pytest.raises(RecordingError, match="at 40 Hz, but other files have 20 Hz"):
        read_recordings(tmp_path, known, components="Z")
    found = read_recordings(tmp_path, known, components="Z", skip_bad=True, sampling_rate=20.0)
    assert len(found.waveforms) == 2
    assert "is at 20 Hz in" in found.skipped[0][1]


def test_counts_of_two_calibrations_are_not_joined(tmp_path):
    wave = np.random.default_rng(0).normal(size=4000)
    parts = trace(wave[:2000]), trace(wave[2000:], start=T0 + 100)
    parts[1].stats.calib = 2.0
    known = Catalogue({"time": np.array([str(T0 + 20), str(T0 + 80)])})
    found = read_recordings(list(parts), known, components="Z", skip_bad=True)
    assert (found.waveforms == wave[400:1600]).all()
    assert "has the calibration 1.0 in the Stream given and 2.0" in found.skipped[0][1]


class _Code:
    """An object whose pickle calls a function when it is loaded."""

    def __init__(self, made):
        self.made = made

    def __reduce__(self):
        return open, (str(self.made), "w")


@pytest.mark.parametrize("before", [b"", b"cobspy.core.stream\nStream\n0"])
@pytest.mark.parametrize("name", ["a.mseed", "a.pickle", "a"])
@pytest.mark.parametrize("pack", [None, "zip", "tar", "folder"])
def test_no_file_of_waveforms_runs_code(pack, name, before, tmp_path):
    made, folder = tmp_path / "made", tmp_path / "files"
    folder.mkdir()
    (folder / name).write_bytes(before + pickle.dumps(_Code(made), protocol=0))
    path = folder / name if pack is None else folder
    if pack in ("zip", "tar"):
        path = tmp_path / shutil.make_archive(str(tmp_path / "all"), pack, folder)
    with pytest.raises(
        RecordingError, match="pickle of ObsPy," if before else "ObsPy does not read"
    ):
        read_recordings(path)
    assert not made.exists()


def test_a_pickled_stream_is_refused(events, tmp_path):
    events[0].write(str(tmp_path / "a.pickle"), format="PICKLE")
    with pytest.raises(RecordingError, match=r"a\.pickle cannot be read .* save it as miniSEED"):
        read_recordings(tmp_path / "a.pickle")
