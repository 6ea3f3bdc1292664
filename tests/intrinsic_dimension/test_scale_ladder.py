"""Ranges of scales in which the estimated dimension stays nearly the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscale.intrinsic_dimension.scale_ladder import longest_steady_range, steady_ranges


def test_steady_range_is_as_long_as_possible():
    found = steady_ranges(np.array([5.0, 5.2, 5.4, 3.0, 2.0, 2.1, 2.2, 2.3, 9.0]), 0.15)
    assert [(steady.first, steady.last) for steady in found] == [(0, 2), (4, 7)]
    assert found[0].dimension == 5.2
    assert found[1].dimension == pytest.approx(2.15)


def test_the_finest_of_equally_long_ranges_is_taken():
    longest = longest_steady_range(np.array([4.0, 4.0, 2.0, 2.0]), 0.1)
    assert (longest.first, longest.last, longest.n_scales) == (0, 1, 2)


@pytest.mark.parametrize("dimensions", [[3.0], [], [8.0, 4.0, 2.0, 1.0]])
def test_no_range_is_steady(dimensions):
    assert longest_steady_range(np.array(dimensions), 0.15) is None


@given(st.lists(st.floats(1, 50), min_size=2, max_size=12), st.floats(0.01, 1))
def test_dimensions_in_a_range_agree_and_no_range_can_be_longer(dimensions, tolerance):
    dimensions = np.array(dimensions)

    def agree(first, last):
        part = dimensions[first : last + 1]
        return part.max() <= (1 + tolerance) * part.min()

    for steady in steady_ranges(dimensions, tolerance):
        assert agree(steady.first, steady.last)
        assert steady.last == len(dimensions) - 1 or not agree(steady.first, steady.last + 1)
        assert steady.first == 0 or not agree(steady.first - 1, steady.last)
