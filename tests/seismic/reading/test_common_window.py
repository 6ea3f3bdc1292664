"""The common sampling rate and length of all events, and data that must not affect them."""

import numpy as np
import pytest
from tests.seismic.event_files import RATE, T0, rewrite, stream, trace, write

from kernelscale.seismic import read_recordings
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.recordings import RecordingError


def at(*seconds):
    return Catalogue({"time": np.array([str(T0 + s) for s in seconds])})


def lengthened(folder, blasts, lengths):
    """Write files of the four events with the given numbers of samples."""
    waves = np.concatenate([blasts, blasts[..., ::-1]], axis=-1)
    for number, n_samples in enumerate(lengths):
        parts = stream(waves[number][:, :n_samples], T0 + 3600 * number)
        write(folder / f"{number}.mseed", *parts)
    return waves


@pytest.mark.parametrize("n_samples", [1403, 1404, 6001, 6002, 6003, 6004, 6005])
@pytest.mark.parametrize("wanted", [20.0, 33.3, 7.0, 250.0])
def test_complete_files_are_accepted_at_any_other_rate(tmp_path, n_samples, wanted):
    """Files are accepted if no length is requested, or if their own length is requested."""
    random = np.random.default_rng(0)
    for number in range(2):
        wave = random.normal(size=n_samples).cumsum()
        write(tmp_path / f"{number}.mseed", trace(wave, start=T0 + 3600 * number, rate=100.0))
    for seconds in (None, n_samples / 100):
        found = read_recordings(tmp_path, components="Z", sampling_rate=wanted, seconds=seconds)
        assert found.waveforms.shape == (2, 1, int(n_samples / 100 * wanted + 1e-4))


@pytest.mark.parametrize(("rate", "wanted"), [(20.0, 10.0), (100.0, 20.0), (50.0, 20.0), (20, 40)])
@pytest.mark.parametrize("start", [0.0, 30.0, 130.0])
def test_windows_at_another_rate_are_cut_from_the_complete_resampled_file(
    tmp_path, rate, wanted, start
):
    """Windows have no steps at their ends.

    Within the file, resampling uses the samples beyond the window. Beyond the file, it extends the
    wave along a straight line.
    """
    time = np.arange(round(200 * rate)) / rate
    write(tmp_path / "a.mseed", trace(time, rate=rate))
    found = read_recordings(
        tmp_path, at(start), seconds=60.0, sampling_rate=wanted, components="Z"
    ).waveforms[0, 0]
    assert found == pytest.approx(start + np.arange(round(60 * wanted)) / wanted, abs=1e-6)


def test_a_window_at_another_rate_is_cut_after_resampling(tmp_path):
    wave = np.random.default_rng(0).normal(size=4000)
    write(tmp_path / "a.mseed", trace(wave))
    whole = read_recordings(tmp_path, sampling_rate=10.0, components="Z").waveforms[0, 0]
    part = read_recordings(tmp_path, at(70.0), sampling_rate=10.0, components="Z").waveforms[0, 0]
    assert part == pytest.approx(whole[700:1300], abs=1e-9)


# the first time is closer to the files of the four events, the second to the other files
@pytest.mark.parametrize("start", [2e5, 8.9e5])
@pytest.mark.parametrize("missing", [1, 5])
def test_components_that_no_event_has_do_not_decide_the_rate(folder, blasts, missing, start):
    for number in range(9):
        fast = stream(blasts[0], T0 + 9e5 + 3600 * number, rate=100.0)
        write(folder / f"other{number}.mseed", *fast)
    known = at(0, 3600, 7200, *(start + 100 * k for k in range(missing)))
    with pytest.raises(RecordingError, match=r"event 3 .* covers 0 s of a window of 60 s"):
        read_recordings(folder, known)
    found = read_recordings(folder, known, skip_bad=True)
    assert found.waveforms == pytest.approx(blasts[:3])
    assert len(found.skipped) == missing


def test_if_no_file_has_an_event_the_first_is_reported(folder):
    with pytest.raises(RecordingError, match=r"event 0 .* covers 0 s of a window of 60 s"):
        read_recordings(folder, at(1e6, 2e6))


@pytest.mark.parametrize("skip_bad", [True, False])
def test_if_no_file_has_the_name_the_event_is_reported(folder, skip_bad):
    known = Catalogue({"time": np.array([str(T0)]), "file": np.array(["gone.mseed"])})
    sentence = (
        r"event 0 .* in gone.mseed has no component Z or N or E, or its files could not be read"
    )
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(folder, known, skip_bad=skip_bad)


@pytest.mark.parametrize("short", [1187, 1100, 1000])
def test_an_event_shorter_than_most_is_reported(folder, blasts, short):
    lengthened(folder, blasts, [1200, 1200, short, 1200])
    sentence = rf"2\.mseed: component Z .* covers {short / RATE:g} s of a window of 60 s"
    with pytest.raises(RecordingError, match=sentence):
        read_recordings(folder)
    found = read_recordings(folder, skip_bad=True)
    assert found.waveforms.shape == (3, 3, 1200)
    assert len(found.skipped) == 1


@pytest.mark.parametrize("lengths", [[1200, 1195, 1189, 1200], [1200, 1200, 1189, 2000]])
def test_lengths_within_one_per_cent_are_equal(folder, blasts, lengths):
    waves = lengthened(folder, blasts, lengths)
    assert read_recordings(folder).waveforms == pytest.approx(waves[..., :1189])


@pytest.mark.parametrize("lengths", [[1200, 1100, 1000, 900], [1200, 1200, 1000, 1000]])
def test_events_without_a_common_length_need_a_given_length(folder, blasts, lengths):
    waves = lengthened(folder, blasts, lengths)
    shortest = min(lengths) / RATE
    sentence = (
        rf"Events are from {shortest:g} to 60 s long, .*; give the length of a window in seconds"
    )
    for skip_bad in (True, False):
        with pytest.raises(RecordingError, match=sentence):
            read_recordings(folder, skip_bad=skip_bad)
    found = read_recordings(folder, seconds=shortest)
    assert found.waveforms == pytest.approx(waves[..., : min(lengths)])


def test_a_component_that_is_short_in_most_events_is_reported_for_each(folder):
    for number in range(3):
        start = T0 + 3600 * number
        rewrite(folder, number, lambda s, start=start: s[:2] + s[2:].trim(endtime=start + 40))
    found = read_recordings(folder, skip_bad=True)
    assert found.waveforms.shape == (1, 3, 1200)


@pytest.mark.parametrize("wanted", [10.0, 40.0, 20.0])
def test_faults_have_their_times_in_the_original_recording(folder, wanted):
    def filled(found):
        found[0].data[500:530] = 0
        return found

    rewrite(folder, 2, filled)
    with pytest.raises(RecordingError, match=r"2\.mseed is 0 for 1\.5 s on end"):
        read_recordings(folder, sampling_rate=wanted)
