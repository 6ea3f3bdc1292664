"""Traces of one channel laid side by side on a window's samples."""

from itertools import pairwise

import numpy as np
import pytest

from kernelscale.seismic.joining import Stretch, join
from kernelscale.seismic.seismic_files import Trace

RATE = 20.0


def pieces_of(samples, lengths, offset=0.0):
    """Traces of one channel that abut exactly, at times that are not those of the window."""
    edges = np.r_[0, np.cumsum(lengths)]
    return [
        Trace(f"{k}", "A.B", "A.B..BHZ", "Z", RATE, (first + offset) / RATE, samples[first:last])
        for k, (first, last) in enumerate(pairwise(edges))
    ]


@pytest.mark.parametrize("offset", [0.5, -0.5, 0.499999, 0.2])
@pytest.mark.parametrize("lengths", [[61, 60, 59], [1, 178, 1], [180]])
def test_traces_that_abut_are_never_torn_apart_by_rounding(offset, lengths):
    samples = np.arange(180.0)
    for begin in np.arange(3, 90) / RATE:
        found = join(pieces_of(samples, lengths, offset), Stretch(begin, 2.0, RATE))
        assert found.held.all()
        assert (np.diff(found.samples) == 1).all()
        assert abs(found.samples[0] - (begin * RATE - offset)) <= 0.5 + 1e-6


@pytest.mark.parametrize("early", [0.01, 0.49])
def test_a_window_begins_at_the_nearest_sample(early):
    """Not at the one before: times are a hair off in binary."""
    [piece] = pieces_of(np.arange(180.0), [180])
    found = join([piece], Stretch((60 - early) / RATE, 2.0, RATE))
    assert found.samples.tolist() == list(range(60, 100))
    found = join([piece], Stretch((60 + early) / RATE, 2.0, RATE))
    assert found.samples.tolist() == list(range(60, 100))
