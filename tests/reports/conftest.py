"""What tests of pictures share."""

import pytest


@pytest.fixture(scope="session")
def heading():
    """A function that reads the heading of a figure; Matplotlib has one from version 3.8 on."""
    return lambda figure: figure._suptitle.get_text()


@pytest.fixture
def drawn(tables):
    """A function that draws a picture of an experiment; the module says of which tables."""
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from kernelscale.reports.experiment_figures import DRAWINGS
    from kernelscale.reports.figure_file import new_figure

    def draw(experiment, picture):
        figure = new_figure()
        DRAWINGS[experiment][picture](figure, tables[experiment])
        FigureCanvasAgg(figure).draw()
        return figure

    return draw
