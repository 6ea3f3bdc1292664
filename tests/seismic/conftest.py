import pytest

from kernelscale.seismic import make_quarry_blasts


@pytest.fixture(scope="session")
def blasts():
    """Waveforms of four events with three components, 60 s long at 20 Hz."""
    waveforms = make_quarry_blasts(4, 20.0, random_state=0).waveforms
    waveforms.flags.writeable = False
    return waveforms


@pytest.fixture
def folder(blasts, tmp_path):
    """A folder with the files of four events, one hour apart, and their catalogue events.csv."""
    from tests.seismic.event_files import write_events

    write_events(tmp_path, blasts)
    return tmp_path
