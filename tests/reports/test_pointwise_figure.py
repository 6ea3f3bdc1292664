"""Figures that show the dimension around each row as a colour."""

import numpy as np
import pytest

from kernelscale import estimate_dimension, reports
from kernelscale.reports import PointwisePicture
from kernelscale.results import Dimension

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg


def around(values):
    return Dimension("levina_bickel", 2, 2.0, "By neighbours.", pointwise=np.array(values, float))


def drawn(result, X, **options):
    figure = reports.plot(PointwisePicture(result, X, **options))
    FigureCanvasAgg(figure).draw()
    return figure.axes


def points_of(axes):
    """Positions and colours of rows that have a dimension, and positions of all other rows."""
    grey, known = axes.collections[:2]
    return known.get_offsets(), known.get_array(), grey.get_offsets()


def test_two_features_are_drawn_unchanged():
    X = np.random.default_rng(0).normal(size=(30, 2))
    values = np.arange(30.0)
    values[4] = np.nan
    rows, histogram, bar = drawn(around(values), X, feature_names=["width", "height"])
    places, colors, without = points_of(rows)
    np.testing.assert_array_equal(places, np.delete(X, 4, axis=0))
    np.testing.assert_array_equal(colors, np.delete(values, 4))
    np.testing.assert_array_equal(without, X[[4]])
    assert (rows.get_xlabel(), rows.get_ylabel()) == ("width", "height")
    assert sum(patch.get_height() for patch in histogram.patches) == 29
    assert bar.get_ylabel() == "dimension around a row"


def test_more_features_are_drawn_over_principal_components():
    random = np.random.default_rng(1)
    X = random.normal(size=(200, 2)) * [5, 1] @ np.linalg.qr(random.normal(size=(6, 2)))[0].T
    rows, *_ = drawn(estimate_dimension(X, "levina_bickel"), X)
    places, *_ = points_of(rows)
    centred = X - X.mean(axis=0)
    squares = (centred[:, None] - centred[None]) ** 2
    seen = (places[:, None] - places[None]) ** 2
    np.testing.assert_allclose(seen.sum(axis=-1), squares.sum(axis=-1), atol=1e-9)
    share = places[:, 0].var() / X.var(axis=0).sum()
    assert rows.get_xlabel() == f"principal component 1 ({share:.0%} of the variance)".replace(
        "%", " %"
    )


def test_one_feature_is_drawn_over_the_row_number():
    rows, *_ = drawn(around([1.0] * 5), np.arange(5.0)[:, None] ** 2)
    np.testing.assert_array_equal(points_of(rows)[0], [[k, k**2] for k in range(5)])
    assert (rows.get_xlabel(), rows.get_ylabel()) == ("row", "feature 0")


def test_colours_ignore_extreme_values():
    values = np.r_[np.linspace(1, 3, 99), 1000.0]
    rows, *_ = drawn(around(values), np.random.default_rng(0).normal(size=(100, 2)))
    assert rows.collections[1].get_clim()[1] < 4


def test_rows_without_any_estimate_are_all_grey():
    X = np.random.default_rng(0).normal(size=(5, 3))
    rows, *_ = drawn(around([np.nan] * 5), X)
    assert len(rows.collections) == 1


@pytest.mark.parametrize(
    ("result", "options", "message"),
    [
        (
            Dimension("danco", 2, 2.0, ""),
            {},
            "The method 'danco' does not estimate the dimension around",
        ),
        (around([1, 2]), {}, "X must have one row for each of 2 estimates around rows, but it "),
        (around([1, 2, 3]), {"feature_names": ["a"]}, "must name 2 features, but 1 were given"),
    ],
    ids=["no_values", "rows", "names"],
)
def test_inconsistent_arguments_are_refused(result, options, message):
    with pytest.raises(ValueError, match=message):
        PointwisePicture(result, np.arange(6.0).reshape(3, 2), **options)
