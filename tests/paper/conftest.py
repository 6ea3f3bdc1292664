"""A fixture for all tests of the experiments' pictures."""

from functools import cache

import pytest
from tests.reports.conftest import heading

__all__ = ["heading"]


@pytest.fixture(scope="module")
def drawn(tables):
    """A function that draws a picture of an experiment once, from the test module's `tables`."""
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from kernelscale.paper.registry import EXPERIMENTS
    from kernelscale.reports.figure_file import new_figure

    @cache
    def draw(experiment, picture):
        figure = new_figure()
        EXPERIMENTS[experiment].drawings[picture](figure, tables[experiment])
        FigureCanvasAgg(figure).draw()
        return figure

    return draw
