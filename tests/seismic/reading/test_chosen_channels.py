"""Files with several channels: which channel is read, and the error if there are two candidates."""

import numpy as np
import pytest
from tests.seismic.event_files import T0, obspy, rewrite, stream, trace, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.recordings import RecordingError


@pytest.mark.parametrize("code", ["BDF", "BHU", "VM1"])
@pytest.mark.parametrize("components", ["ZNE", "Z"])
def test_a_channel_without_a_component_is_reported_and_its_event_is_read(
    folder, blasts, code, components
):
    for number in (1, 3):
        extra = trace(np.ones(60), start=T0 + 3600 * number, rate=1.0, channel=code)
        rewrite(folder, number, lambda found, extra=extra: found + obspy.Stream([extra]))
    for skip_bad in (False, True):
        found = read_recordings(folder, components=components, skip_bad=skip_bad)
        assert found.waveforms == pytest.approx(blasts[:, : len(components)])
        [(name, why)] = found.skipped
        assert name == f"channel IS.HRFI..{code}"
        assert "1.mseed and 1 other files is not a component of a seismometer" in why


def test_a_file_with_only_other_channels_is_reported(folder, blasts):
    write(folder / "microphone.mseed", trace(blasts[0, 0], channel="BDF"))
    found = read_recordings(folder)
    assert len(found.waveforms) == 4
    assert "microphone.mseed" in found.skipped[0][1]
    with pytest.raises(RecordingError, match=r"component Z or N or E; channel IS.HRFI..BDF in"):
        read_recordings(folder / "microphone.mseed")


def two_instruments(found):
    accelerometer = found[0].copy()
    accelerometer.stats.channel = "BNZ"
    accelerometer.data = 2 * accelerometer.data
    return found + obspy.Stream([accelerometer])


def two_locations(found):
    other = found[0].copy()
    other.stats.location = "10"
    return found + obspy.Stream([other])


def east_labelled_vertical(found):
    found[2].stats.channel = "HHZ"
    return found


def shorter_instrument(found):
    """One of two channels of a component is shorter, but length must not decide between them."""
    found = two_instruments(found)
    found[0].trim(endtime=found[0].stats.starttime + 50)
    return found


TWICE = {
    two_instruments: ("IS.HRFI..BHZ", "IS.HRFI..BNZ"),
    two_locations: ("IS.HRFI..BHZ", "IS.HRFI.10.BHZ"),
    east_labelled_vertical: ("IS.HRFI..BHZ", "IS.HRFI..HHZ"),
    shorter_instrument: ("IS.HRFI..BHZ", "IS.HRFI..BNZ"),
}


@pytest.mark.parametrize("change", TWICE, ids=lambda change: change.__name__)
@pytest.mark.parametrize("catalogue", ["events.csv", None])
def test_two_channels_of_a_component_are_named_and_none_is_chosen(
    folder, blasts, change, catalogue
):
    rewrite(folder, 2, change)
    # without another east trace the event would only lack component E
    if change is east_labelled_vertical:
        east = blasts[2, 2]
        rewrite(folder, 2, lambda found: found + stream([east], T0 + 7200, "E"))
    catalogue = catalogue and folder / catalogue
    with pytest.raises(RecordingError, match=r"2\.mseed.*: component Z is in both") as error:
        read_recordings(folder, catalogue, seconds=60.0)
    assert all(channel in str(error.value) for channel in TWICE[change])
    found = read_recordings(folder, catalogue, seconds=60.0, skip_bad=True)
    assert found.waveforms == pytest.approx(blasts[[0, 1, 3]])
    assert "is in both" in found.skipped[0][1]


@pytest.mark.parametrize(
    ("change", "channels", "factor"),
    [(two_instruments, "BH?", 1), (two_instruments, "BNZ,BHN,BHE", 2), (two_locations, ".BH?", 1)],
)
def test_given_channels_are_used(folder, blasts, change, channels, factor):
    rewrite(folder, 2, change)
    found = read_recordings(folder, channels=channels, skip_bad=True)
    assert found.waveforms[-2 if factor == 1 else 0, 0] == pytest.approx(factor * blasts[2, 0])
    if factor == 1:
        assert found.waveforms == pytest.approx(blasts)
        assert found.skipped == ()


def test_a_chosen_channel_may_be_of_any_instrument(tmp_path, blasts):
    write(tmp_path / "a.mseed", trace(blasts[0, 0], channel="BXZ"))
    assert len(read_recordings(tmp_path, components="Z", channels="BX?").waveforms) == 1
    with pytest.raises(RecordingError, match="No file has a component whose channel is 'HH.'"):
        read_recordings(tmp_path, components="Z", channels="HH?")


def test_a_later_instrument_is_not_a_second_one(folder, blasts):
    def newer(found):
        for one in found:
            one.stats.channel = one.stats.channel.replace("B", "H")
        return found

    rewrite(folder, 3, newer)
    lines = (folder / "events.csv").read_text(encoding="utf-8").splitlines()
    without_files = "\n".join(line.rpartition(",")[0] for line in lines)
    (folder / "events.csv").write_text(without_files + "\n", encoding="utf-8")
    assert read_recordings(folder, folder / "events.csv").waveforms == pytest.approx(blasts)


def test_unrequested_channels_do_not_affect_the_others(folder, blasts):
    rewrite(folder, 1, lambda found: found[:2] + found[2:].trim(endtime=T0 + 3600 + 57))
    assert read_recordings(folder, components="ZN").waveforms == pytest.approx(blasts[:, :2])


@pytest.mark.parametrize("together", [True, False])
def test_one_channel_with_two_different_traces_is_named(folder, together):
    """The east trace has the code of the north channel, in the same file or in a separate file."""

    def label(found):
        found[2].stats.channel = "BHN"
        return found

    if together:
        rewrite(folder, 0, label)
        sentence = r"0\.mseed has channel IS.HRFI..BHN twice at the same time with different"
    else:
        parts = label(obspy.read(str(folder / "0.mseed")))
        for number, part in enumerate(parts):
            write(folder / f"0{number}.mseed", part)
        (folder / "0.mseed").unlink()
        sentence = (
            "channel IS.HRFI..BHN has different samples at the same time in .*01.mseed and in .*02"
        )
    for components in ("ZNE", "ZN"):
        with pytest.raises(RecordingError, match=sentence):
            read_recordings(folder, components=components)
    found = read_recordings(folder, components="ZN", skip_bad=True)
    assert len(found.waveforms) == 3
    assert len(found.skipped) == 1


def test_a_copy_of_a_file_is_not_a_second_recording(folder, blasts):
    (folder / "copy.mseed").write_bytes((folder / "1.mseed").read_bytes())
    assert read_recordings(folder).waveforms == pytest.approx(blasts)
