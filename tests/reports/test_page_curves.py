"""Curves of a page: their gaps, their axes and the names of lines."""

import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kernelscale.reports.page.axes import Axis, tick_text
from kernelscale.reports.page.chart_parts import WIDTH
from kernelscale.reports.page.curve_panels import NAMES_APART, Curve, CurvePanels


def test_a_curve_has_a_gap_where_a_value_is_missing():
    nan = float("nan")
    curve = Curve("c", [1.0, 2.0, 4.0, 8.0, 16.0], [0.5, 1.0, nan, 3.0, 4.0])
    readings = [curve.at(scale) for scale in (1.0, 2.0, 3.0, 4.0, 5.0, 8.0)]
    assert readings == [0.5, 1.0, None, None, None, 3.0]
    assert [len(segment) for segment in curve.segments] == [2, 2]
    assert CurvePanels([curve]).drawn(1.0).count("<polyline") == 2


def test_a_curve_has_no_reading_at_a_missing_value():
    curve = Curve("c", [1.0, 2.0, 4.0], [float("nan"), 1.0, 3.0])
    assert curve.at(1.5) is None
    # this scale is half-way between 2 and 4 on the logarithmic axis
    assert curve.at(8**0.5) == pytest.approx(2.0)
    assert CurvePanels([curve]).readings(1.0) == ["–"]


ENDS = st.floats(1e-12, 1e12)


@given(
    start=ENDS,
    width=st.floats(1e-4, 1e4),
    most=st.integers(2, 12),
    logarithmic=st.booleans(),
    negative=st.booleans(),
)
@example(start=0.3, width=0.0, most=6, logarithmic=False, negative=False)
@example(start=0.3, width=0.0, most=6, logarithmic=True, negative=False)
# before a correction this axis had only the tick 0.8
@example(start=0.61, width=0.55, most=3, logarithmic=False, negative=False)
def test_ticks_lie_on_the_axis_and_positions_ascend(start, width, most, logarithmic, negative):
    low, high = start, start * (1 + width)
    if negative and not logarithmic:
        low, high = -high, -low
    axis = Axis.around([low, high], 0, 100, logarithmic=logarithmic)
    ticks = axis.ticks(most)
    assert len(ticks) >= 2
    assert len(ticks) <= max(most + 1, 6)
    assert len({tick_text(tick) for tick in ticks}) == len(ticks)
    slack = 1e-9 * (axis.high - axis.low)
    assert all(axis.low - slack <= tick <= axis.high + slack for tick in ticks)
    places = [axis.place(tick) for tick in ticks]
    assert places == sorted(set(places))
    assert axis.place(axis.low) == 0
    assert axis.place(axis.high) == 100


def test_a_long_number_at_the_right_end_of_the_axis_is_within_the_chart():
    drawn = CurvePanels([Curve("c", [1.0, 1e5], [0.0, 1.0])]).drawn(1.0)
    [x] = re.findall(r'<text x="([^"]*)"[^>]*class="tick middle">100000</text>', drawn)
    assert float(x) + 6 * 3.5 <= 640
    assert float(x) > 600


NAMED = {"a": 1.0, "scikit_learn_scale": 1.01, "b": 1.02, "standard_deviation": 30.0, "c": 999.0}


def names_of(panels):
    """Horizontal position of the end of each slanted name, and the class of its style."""
    found = re.findall(
        r'translate\(([\d.]+) [\d.]+\) rotate\(45\)" class="([^"]*)">([^<]*)<', panels
    )
    return {name: (float(x), look) for x, look, name in found}


def test_names_of_lines_do_not_overlap_and_lie_within_the_chart():
    curve = Curve("c", [1.0, 1000.0], [0.0, 1.0])
    panels = CurvePanels([curve], [*NAMED.items()], ("recommended", 30.0))
    found = names_of(panels.drawn(1.0))
    assert [*found] == [*NAMED]
    places = np.array([x for x, _ in found.values()])
    assert (np.diff(places) > NAMES_APART - 0.1).all()
    assert all(
        x >= 4.5 * len(name) for name, (x, _) in found.items()
    )  # slanted names extend to the left of their end
    assert places.max() <= WIDTH
    assert [name for name, (_, look) in found.items() if "name" in look] == ["standard_deviation"]


def test_space_for_names_is_reserved_only_if_there_are_lines():
    curve = Curve("c", [1.0, 1000.0], [0.0, 1.0])
    assert names_of(CurvePanels([curve]).drawn(1.0)) == {}
    assert CurvePanels([curve], [("a", 2.0)]).height > CurvePanels([curve]).height
    assert CurvePanels([curve], [("outside", 1e6)]).height == CurvePanels([curve]).height
