"""Several traces of one channel are joined to give the samples of one window."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kernelscale.seismic.reading.joined_traces import Stretch, join
from kernelscale.seismic.reading.trace import Trace

RATE = 20.0


def pieces_of(samples, lengths, offset=0.0):
    """Contiguous traces of one channel; all their times are late by `offset` samples."""
    edges = np.r_[0, np.cumsum(lengths)]
    return [
        Trace(f"{k}", "A.B", "A.B..BHZ", "Z", RATE, (first + offset) / RATE, samples[first:last])
        for k, (first, last) in enumerate(pairwise(edges))
    ]


@pytest.mark.parametrize("offset", [0.5, -0.5, 0.499999, 0.2])
@pytest.mark.parametrize("lengths", [[61, 60, 59], [1, 178, 1], [180]])
def test_contiguous_traces_are_not_separated_by_rounding(offset, lengths):
    samples = np.arange(180.0)
    for begin in np.arange(3, 90) / RATE:
        found = join(pieces_of(samples, lengths, offset), Stretch(begin, 2.0, RATE))
        assert found.held.all()
        assert (np.diff(found.samples) == 1).all()
        assert abs(found.samples[0] - (begin * RATE - offset)) <= 0.5 + 1e-6


@pytest.mark.parametrize("early", [0.01, 0.49])
def test_a_window_begins_at_the_nearest_sample(early):
    """Times are rounded to binary numbers, but the window does not begin one sample too early."""
    [segment] = pieces_of(np.arange(180.0), [180])
    found = join([segment], Stretch((60 - early) / RATE, 2.0, RATE))
    assert found.samples.tolist() == list(range(60, 100))
    found = join([segment], Stretch((60 + early) / RATE, 2.0, RATE))
    assert found.samples.tolist() == list(range(60, 100))


def test_names_of_files_do_not_affect_positions_of_samples():
    first, second = pieces_of(np.arange(180.0), [90, 90], offset=0.3)
    second = replace(second, start=second.start + 0.4 / RATE)
    window = Stretch(30 / RATE, 5.0, RATE)
    expected = join([first, second], window).samples
    renamed = [replace(first, file="z"), replace(second, file="a")]
    for traces in (renamed, renamed[::-1]):
        assert (join(traces, window).samples == expected).all()


@pytest.mark.parametrize("gap_in", [0, 1])
def test_a_gap_in_one_trace_is_closed_by_another_that_has_the_samples(gap_in):
    samples = np.arange(180.0)
    traces = [*pieces_of(samples, [180]), *pieces_of(samples, [180])]
    broken = samples.copy()
    broken[60:70] = np.nan
    traces[gap_in] = replace(traces[gap_in], samples=broken, file="broken")
    found = join(traces, Stretch(50 / RATE, 2.0, RATE))
    assert found.samples.tolist() == list(range(50, 90))


@pytest.mark.parametrize(("begin", "nearest"), [(-9.0, "0"), (99.0, "2")])
def test_without_a_recording_the_nearest_file_is_named(begin, nearest):
    found = join(pieces_of(np.arange(180.0), [60, 60, 60]), Stretch(begin, 2.0, RATE))
    assert found.files == nearest
    assert not found.held.any()


@pytest.mark.parametrize("lengths", [[180], [50, 60, 70], [99, 1, 80]])
def test_a_margin_has_all_available_samples(lengths):
    traces = pieces_of(np.arange(180.0), lengths)
    for first, n_samples, margin in [(80, 20, 10), (10, 20, 30), (150, 20, 30), (0, 180, 5)]:
        found = join(traces, Stretch(first / RATE, n_samples / RATE, RATE), margin / RATE)
        assert found.samples.tolist() == list(range(first, first + n_samples))
        begin, end = max(first - margin, 0), min(first + n_samples + margin, 180)
        assert found.wide.tolist() == list(range(begin, end))
        assert found.lead == first - begin
        assert found.start == pytest.approx(begin / RATE)


def test_a_margin_ends_at_a_gap_a_conflict_or_another_channel():
    [whole] = pieces_of(np.arange(180.0), [180])
    gappy = replace(whole, samples=np.where(np.arange(180) == 70, np.nan, whole.samples))
    [_, other] = pieces_of(np.where(np.arange(180) == 125, -1, np.arange(180.0)), [120, 60])
    channel = replace(other, channel="A.B..HHZ")
    window = Stretch(80 / RATE, 1.0, RATE)
    for after, end in (([other], 125), ([channel], 180), ([], 180)):
        found = join([gappy, *after], window, 5.0)
        assert found.wide.tolist() == list(range(71, end))
        assert (found.lead, found.start) == (9, pytest.approx(71 / RATE))


@pytest.mark.parametrize("rate", [20.0, 40.0, 62.5, 100.0, 33.3, 1000.0])
@pytest.mark.parametrize("wanted", [20.0, 33.3, 100.0, 7.0])
def test_a_window_as_long_as_a_file_needs_no_further_samples(rate, wanted):
    """The file has enough samples, however its times, in seconds since 1970, are rounded."""
    for n_samples in range(1, 3000):
        for begin in (0.0, 1.7e9 + 0.1):
            window = Stretch(begin, begin + n_samples / rate - begin, wanted)
            assert window.length_at(rate) <= n_samples
        assert Stretch(0.0, n_samples / rate, rate).n_samples == n_samples
        assert Stretch(0.0, n_samples / rate, rate).length_at(rate) == n_samples
