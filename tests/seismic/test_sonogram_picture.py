"""The picture of a sonogram: panels and colours."""

import numpy as np
import pytest

from kernelscale import reports
from kernelscale.seismic import sonogram
from kernelscale.seismic.sonogram_picture import SonogramPicture

pytest.importorskip("matplotlib")


@pytest.fixture
def picture():
    time = np.arange(1200) / 20
    waveforms = np.stack([np.sin(2 * np.pi * 4 * time), 0.1 * np.sin(2 * np.pi * time)])
    power = sonogram(waveforms, 20.0, 128, 0.5, 24)
    return SonogramPicture("two tones", waveforms, 20.0, ("Z", "N"), power)


def test_each_component_has_a_column_with_the_waveform_above(picture):
    figure = reports.plot(picture)
    waves, sonograms = figure.axes[:2], figure.axes[2:4]
    assert [axes.get_title() for axes in waves] == ["component Z", "component N"]
    for axes, samples in zip(waves, picture.waveforms, strict=True):
        assert (axes.lines[0].get_ydata() == samples).all()
    assert [axes.get_yscale() for axes in sonograms] == ["log", "log"]


def test_colours_are_decibels_below_the_largest_power_of_all_components(picture):
    loud, faint = (axes.collections[0].get_array() for axes in reports.plot(picture).axes[2:4])
    assert loud.max() == 0
    assert faint.max() == pytest.approx(-20, abs=0.5)
    assert min(loud.min(), faint.min()) == -60
    # Matplotlib before 3.8 gives the cells as a flat array
    cells = loud.reshape(len(picture.sonogram.frequencies), -1)
    brightest = np.unravel_index(cells.argmax(), cells.shape)[0]
    assert picture.sonogram.frequencies[brightest] == pytest.approx(4, rel=0.15)


def test_silence_can_be_drawn():
    silence = np.zeros((1, 200))
    power = sonogram(silence, 20.0, 64)
    assert reports.plot(SonogramPicture("silence", silence, 20.0, "Z", power)).axes
