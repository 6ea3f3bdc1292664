"""Processing of a waveform: the effect of each step, and of resampling."""

import numpy as np
import pytest
from scipy.signal import detrend

from kernelscale.seismic.reading.conditioning import Conditioning, resampled
from kernelscale.seismic.recordings import RecordingError


@pytest.fixture
def wave():
    return np.sin(np.arange(1200) / 9)


@pytest.mark.parametrize("wanted", [10.0, 40.0, 25.0, 33.3])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_an_offset_causes_no_edge_effects(wave, wanted, offset):
    plain = resampled(wave, 20.0, wanted)
    assert resampled(wave + offset, 20.0, wanted) - offset == pytest.approx(plain, abs=1e-6)
    assert abs(plain[0]) < 0.3  # the resampled wave starts near 0, as the original wave does
    assert resampled(np.full(1200, 5.0), 20.0, wanted) == pytest.approx(5.0)


@pytest.mark.parametrize("wanted", [10.0, 40.0, 25.0])
def test_a_slow_wave_is_the_same_at_another_rate(wave, wanted):
    found = resampled(wave, 20.0, wanted)
    expected = np.sin(np.arange(len(found)) / wanted * 20.0 / 9)
    assert len(found) == 1200 * wanted / 20
    assert found[60:-60] == pytest.approx(expected[60:-60], abs=0.01)


def test_frequencies_above_the_lower_rate_are_removed():
    fast = np.sin(2 * np.pi * 8 * np.arange(1200) / 20)
    assert np.abs(resampled(fast, 20.0, 10.0)[40:-40]).max() < 0.01


@pytest.mark.parametrize("wanted", [10.0, 40.0, 25.0, 33.3, 3.0])
def test_a_line_stays_a_line_up_to_its_ends(wanted):
    line = 3.0 - 0.1 * np.arange(1200)
    found = resampled(line, 20.0, wanted)
    assert found == pytest.approx(3.0 - 0.1 * np.arange(len(found)) / wanted * 20.0, abs=1e-9)


@pytest.mark.parametrize("lead", [0, 1, 7, 20, 400])
@pytest.mark.parametrize("wanted", [10.0, 40.0, 25.0, 3.0, 20.0])
def test_samples_before_the_window_are_used_by_the_filter_only(lead, wanted):
    """Earlier samples change the output only near its ends, and do not delay it."""
    wave = np.sin(np.arange(-lead, 1200) / 9)
    plain = np.sin(np.arange(1200) / 9)
    found, alone = resampled(wave, 20.0, wanted, lead), resampled(plain, 20.0, wanted)
    assert len(found) == len(alone)
    n_ends = round(12 * max(1.0, wanted / 20))
    assert found[n_ends:-n_ends] == pytest.approx(alone[n_ends:-n_ends], abs=2e-3)


@pytest.mark.parametrize(("rate", "wanted"), [(1000.0, 0.4), (1.0, 1001.0)])
def test_rates_a_thousand_times_apart_are_refused(rate, wanted):
    with pytest.raises(RecordingError, match=f"{rate:g} Hz cannot be resampled to {wanted:g} Hz,"):
        resampled(np.arange(9.0), rate, wanted)


def test_steps_are_applied_in_the_order_of_the_attributes(wave):
    wave += 3 + 0.1 * np.arange(1200)
    assert Conditioning().apply(wave, 20.0) is wave
    assert Conditioning("constant").apply(wave, 20.0) == pytest.approx(wave - wave.mean())
    line = Conditioning("linear", 0.2).apply(wave, 20.0)
    assert line[120:-120] == pytest.approx(detrend(wave)[120:-120])
    assert line[[0, -1]] == pytest.approx(0)
