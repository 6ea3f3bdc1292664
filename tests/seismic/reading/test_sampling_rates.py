"""Files with different sampling rates."""

import numpy as np
import pytest
from tests.seismic.event_files import T0, obspy, stream, trace, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.recordings import RecordingError


def test_other_rates_are_resampled_to_the_requested_one(tmp_path):
    time = np.arange(2400) / 40
    wave = np.array([np.sin(2 * np.pi * f * time) for f in (0.5, 1.0, 2.0)])
    stream(wave, rate=40.0).write(str(tmp_path / "fast.mseed"), format="MSEED")
    stream(wave[:, ::2], T0 + 3600).write(str(tmp_path / "slow.mseed"), format="MSEED")
    with pytest.raises(RecordingError, match=r"mseed has component . at .*; give a sampling_rate"):
        read_recordings(tmp_path)
    found = read_recordings(tmp_path, sampling_rate=20.0)
    assert found.waveforms[0][:, 50:-50] == pytest.approx(wave[:, ::2][:, 50:-50], abs=0.02)
    assert (found.waveforms[1] == wave[:, ::2]).all()


@pytest.mark.parametrize("rate", [100.0, 40.0, 7.0, 20.0])
def test_different_rates_give_the_same_number_of_samples(folder, blasts, rate):
    fast = obspy.Stream(
        [
            trace(np.interp(np.arange(6002) / 5, np.arange(len(z)), z), c, T0 + 90000, rate=100.0)
            for z, c in zip(blasts[0], "ZNE", strict=True)
        ]
    )
    fast.write(str(folder / "fast.mseed"), format="MSEED")
    found = read_recordings(folder, sampling_rate=rate)
    assert found.waveforms.shape == (5, 3, 60 * rate)
    assert found.sampling_rate == rate
    for seconds in (10.1, 33.33, 0.2):
        found = read_recordings(folder, sampling_rate=rate, seconds=seconds)
        assert found.waveforms.shape == (5, 3, int(seconds * rate))


@pytest.mark.parametrize("rate", [125.0, 120.0, 62.5, 31.25])
def test_intervals_of_sac_may_be_fractions_of_a_microsecond(tmp_path, blasts, rate):
    for z, c in zip(blasts[0], "ZNE", strict=True):
        trace(z.astype("f4"), c, rate=rate).write(str(tmp_path / f"{c}.sac"), format="SAC")
    assert read_recordings(tmp_path).sampling_rate == rate
    stream(blasts[1], T0 + 3600, rate=rate).write(str(tmp_path / "b.mseed"), format="MSEED")
    for skip_bad in (False, True):  # the rates agree within the accuracy of SAC
        assert len(read_recordings(tmp_path, skip_bad=skip_bad).waveforms) == 2


def test_a_different_rate_is_reported_and_the_rest_is_read(folder, blasts):
    write(folder / "fast.mseed", *stream(blasts[0], T0 + 90000, rate=20.01))
    found = read_recordings(folder, skip_bad=True)
    assert len(found.waveforms) == 4
    assert "at 20.01 Hz, but other files have 20 Hz" in found.skipped[0][1]


def without_files(folder):
    """Remove the column with file names from the catalogue."""
    path = folder / "events.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line.rpartition(",")[0] for line in lines), encoding="utf-8")
    return path


def test_rates_of_files_without_an_event_have_no_effect(folder, blasts):
    write(folder / "before.mseed", *stream(blasts[0], T0 - 90000, rate=50.0))
    found = read_recordings(folder, without_files(folder))
    assert found.waveforms == pytest.approx(blasts)


def test_the_file_at_another_rate_is_named_without_a_column_of_files(folder, blasts):
    write(folder / "3.mseed", *stream(blasts[0][:, :900], T0 + 3 * 3600, rate=15.0))
    path = without_files(folder)
    with pytest.raises(RecordingError, match=r"3\.mseed has component . at 15 Hz, but other files"):
        read_recordings(folder, path)
    found = read_recordings(folder, path, skip_bad=True)
    assert found.waveforms == pytest.approx(blasts[:3])
    assert "3.mseed has component Z at 15 Hz, but other files have 20 Hz" in found.skipped[0][1]
