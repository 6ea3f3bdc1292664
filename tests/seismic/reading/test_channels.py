"""Codes of channels: the component of ground motion, and selection by patterns."""

import pytest

from kernelscale.seismic.reading.channels import component_of, is_wanted


@pytest.mark.parametrize("instrument", "HLNGP")
@pytest.mark.parametrize(("letter", "component"), ["ZZ", "NN", "1N", "EE", "2E"])
def test_seismometers_and_similar_instruments_have_components(instrument, letter, component):
    for code in (f"B{instrument}{letter}", f"b{instrument}{letter}".lower(), letter):
        assert component_of(code) == component


@pytest.mark.parametrize(
    "code", ["BDF", "VM1", "VMZ", "LOG", "ACE", "BHU", "HHV", "EHW", "LDO", ""]
)
def test_channels_that_do_not_measure_the_ground_have_no_component(code):
    assert component_of(code) == ""


@pytest.mark.parametrize(
    ("patterns", "wanted"),
    [
        (None, "00.HHZ 00.HHN 10.HHZ .BHZ"),
        ("HH?", "00.HHZ 00.HHN 10.HHZ"),
        ("00.hh?", "00.HHZ 00.HHN"),
        ("BHZ, 10.*", "10.HHZ .BHZ"),
        ("HNZ", ""),
    ],
)
def test_channels_are_named_by_code_or_location_and_code(patterns, wanted):
    names = ["00.HHZ", "00.HHN", "10.HHZ", ".BHZ"]
    found = [name for name in names if is_wanted(*name.split("."), patterns)]
    assert found == wanted.split()
