"""Figures of diffusion maps: positions, colours and texts."""

import warnings

import numpy as np
import pytest

from kernelscale import DiffusionMap, reports
from kernelscale.diffusion import MapWarning
from kernelscale.reports import EmbeddingPicture
from kernelscale.reports.label_colors import MOST_CLASSES, MOST_IN_LEGEND, PALETTE

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(4)
    return random.normal(size=(120, 3)) + np.arange(120)[:, None] // 60


@pytest.fixture(scope="module")
def fitted(rows):
    return DiffusionMap(3, "max_min", alpha=0.5).fit(rows)


@pytest.fixture(scope="module")
def one(rows):
    return DiffusionMap(1, "max_min").fit(rows)


def shown(figure):
    """Positions of the points in each scatter plot that is not empty."""
    FigureCanvasAgg(figure).draw()
    found = [np.asarray(points.get_offsets()) for points in figure.axes[0].collections]
    return [points for points in found if len(points)]


def legend(figure):
    return [text.get_text() for box in figure.legends for text in box.get_texts()]


# Positions of points


def test_rows_are_drawn_at_their_first_two_coordinates(fitted):
    figure = reports.plot(fitted)
    [points] = shown(figure)
    np.testing.assert_array_equal(points, fitted.embedding_[:, :2])
    assert legend(figure) == []


def test_both_directions_have_the_same_unit(fitted):
    assert reports.plot(fitted).axes[0].get_aspect() == 1


def test_one_coordinate_is_drawn_over_the_row_number(one):
    figure = reports.plot(one)
    [points] = shown(figure)
    np.testing.assert_array_equal(points, np.column_stack([np.arange(120), one.embedding_]))
    assert figure.axes[0].get_xlabel() == "row"


def test_new_rows_are_larger_and_on_top(fitted, rows):
    new = fitted.transform(rows[:5] + 0.1)
    figure = reports.plot(EmbeddingPicture(fitted, new=new))
    trained, embedded = shown(figure)
    assert len(trained) == 120
    np.testing.assert_array_equal(embedded, new[:, :2])
    faint, strong = figure.axes[0].collections[:2]
    assert faint.get_alpha() < 0.5
    assert strong.get_zorder() > faint.get_zorder()
    assert strong.get_sizes()[0] > faint.get_sizes()[0]
    assert legend(figure) == ["training rows", "new rows"]


def test_new_rows_have_the_last_row_numbers(one, rows):
    figure = reports.plot(EmbeddingPicture(one, new=one.transform(rows[:5])))
    _, embedded = shown(figure)
    np.testing.assert_array_equal(embedded[:, 0], 120 + np.arange(5))
    assert figure.axes[0].get_xlabel() == "row, new ones last"


# Texts


def test_axes_have_eigenvalues(fitted):
    axes = reports.plot(fitted).axes[0]
    first, second, _ = fitted.eigenvalues_
    assert axes.get_xlabel() == f"coordinate 1 (lambda = {first:.3g})"
    assert axes.get_ylabel() == f"coordinate 2 (lambda = {second:.3g})"


def test_the_title_has_the_scale(fitted, rows):
    title = reports.plot(fitted).axes[0].get_title(loc="left")
    epsilon = fitted.bandwidth_.epsilon
    assert title == f"max_min: epsilon = {epsilon:.4g}\n120 rows, alpha = 0.5, t = 1"
    picture = EmbeddingPicture(fitted, new=fitted.embedding_[:7])
    assert "120 rows, 7 new, alpha" in reports.plot(picture).axes[0].get_title(loc="left")
    tuned = DiffusionMap(bandwidth="self_tuning").fit(rows)
    title = reports.plot(tuned).axes[0].get_title(loc="left")
    assert title.startswith("self_tuning: one scale for each row\n")


def test_the_title_has_the_number_of_components():
    X = np.repeat([0.0, 100.0, 300.0], 6)[:, None] + np.tile(np.linspace(0, 1, 6), 3)[:, None]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The graph has", MapWarning)
        fitted = DiffusionMap(3, bandwidth=1.0).fit(X)
    axes = reports.plot(fitted).axes[0]
    assert "18 rows, in 3 components, " in axes.get_title(loc="left")
    assert axes.get_ylabel() == "coordinate 2 (lambda = 1)"


def test_an_eigenvalue_near_1_is_written_as_1_minus_a_number():
    X = np.arange(300.0)[:, None]
    axes = reports.plot(DiffusionMap(bandwidth=2.0).fit(X)).axes[0]
    assert axes.get_xlabel() == "coordinate 1 (lambda = 1 - 0.0001)"


# Colours


@pytest.mark.parametrize("n_classes", [2, 8, 10, 12])
def test_a_few_classes_have_a_legend(n_classes, fitted):
    labels = np.arange(120) % n_classes
    figure = reports.plot(EmbeddingPicture(fitted, labels))
    assert legend(figure) == list(map(str, range(n_classes)))
    groups = shown(figure)
    assert len(groups) == n_classes
    np.testing.assert_array_equal(groups[1], fitted.embedding_[labels == 1, :2])
    looks = [
        (tuple(c.get_facecolor()[0]), len(c.get_paths()[0].vertices))
        for c in figure.axes[0].collections[:n_classes]
    ]
    assert len(set(looks)) == n_classes
    named = {text.get_text() for text in figure.axes[0].texts}
    assert named == (set(legend(figure)) if n_classes > len(PALETTE) else set())


def test_many_classes_are_named_at_their_points(fitted):
    labels = np.array([f"c{k}" for k in np.arange(120) % (MOST_IN_LEGEND + 1)])
    figure = reports.plot(EmbeddingPicture(fitted, labels))
    assert legend(figure) == []
    named = {text.get_text(): text.get_position() for text in figure.axes[0].texts}
    assert named.keys() == set(labels)
    middle = np.median(fitted.embedding_[labels == "c3", :2], axis=0)
    np.testing.assert_allclose(named["c3"], middle)


def test_very_many_classes_are_not_named(fitted):
    labels = np.array([f"c{k}" for k in range(120)])
    assert not reports.plot(EmbeddingPicture(fitted, labels)).axes[0].texts


@pytest.mark.parametrize("labels", [np.linspace(0, 1, 120), np.arange(120) % (MOST_CLASSES + 1)])
def test_numbers_on_a_scale_have_a_colour_bar(labels, fitted):
    figure = reports.plot(EmbeddingPicture(fitted, labels))
    assert len(figure.axes) == 2
    assert figure.axes[1].get_ylabel() == "label"
    np.testing.assert_array_equal(figure.axes[0].collections[0].get_array(), labels)
    assert legend(figure) == []


def test_a_few_numbers_with_fractions_are_classes(fitted):
    figure = reports.plot(EmbeddingPicture(fitted, np.arange(120) % 2 / 2))
    assert legend(figure) == ["0.0", "0.5"]


def test_new_rows_have_the_colours_of_their_classes(fitted):
    labels, new_labels = np.repeat(["a", "b"], 60), ["b", "d"]
    picture = EmbeddingPicture(fitted, labels, fitted.embedding_[:2], new_labels)
    figure = reports.plot(picture)
    assert legend(figure) == ["training rows", "new rows", "a", "b", "d"]
    colors = [
        tuple(c.get_facecolor()[0, :3])
        for c in figure.axes[0].collections[:6]
        if len(c.get_offsets())
    ]
    assert colors[1] == colors[2]
    assert len(set(colors)) == 3


def test_only_the_rows_with_labels_are_coloured(fitted):
    new = fitted.embedding_[:4]
    for picture in (
        EmbeddingPicture(fitted, np.arange(120) % 3, new),
        EmbeddingPicture(fitted, None, new, np.arange(4) % 3),
    ):
        figure = reports.plot(picture)
        assert len(shown(figure)) == 4
        assert legend(figure) == ["training rows", "new rows", "0", "1", "2"]


# Files and refused arguments


@pytest.mark.parametrize("extension", ["png", "pdf", "svg"])
def test_a_file_is_written(extension, fitted, tmp_path):
    path = tmp_path / f"map.{extension}"
    reports.plot(EmbeddingPicture(fitted, np.arange(120) % 10), path)
    assert path.stat().st_size > 1000
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        ({"labels": range(3)}, r"labels must have one entry for each of 120 rows, .* \(3,\)"),
        ({"new": np.ones((2, 2))}, r"new must hold 3 coordinate\(s\) for each row, .* \(2, 2\)"),
        (
            {"new": np.ones(3)},
            r"new must hold 3 coordinate\(s\) for each row, but its shape is \(3,\)",
        ),
        ({"new_labels": [1]}, r"new_labels must have one entry for each of 0 rows"),
    ],
)
def test_arguments_of_wrong_shapes_are_refused(extra, sentence, fitted):
    with pytest.raises(ValueError, match=sentence):
        EmbeddingPicture(fitted, **extra)


# New rows among the others


def test_colours_of_classes_do_not_depend_on_new_classes(fitted, rows):
    labels = np.array(["m", "z"])[np.arange(120) % 2]
    alone = reports.plot(EmbeddingPicture(fitted, labels))
    new = fitted.embedding_[:4]
    both = reports.plot(EmbeddingPicture(fitted, labels, new, np.array(["a", "m", "q", "z"])))
    assert legend(both)[-4:] == ["m", "z", "a", "q"]
    for first, second in zip(*(f.axes[0].collections[:2] for f in (alone, both)), strict=True):
        np.testing.assert_array_equal(first.get_facecolor()[0, :3], second.get_facecolor()[0, :3])


def test_far_rows_are_crosses(fitted):
    new, far = fitted.embedding_[:5], np.array([False, True, False, False, True])
    figure = reports.plot(EmbeddingPicture(fitted, new=new, far=far))
    assert legend(figure) == ["training rows", "new rows", "new rows, too far away"]
    _, near, away = shown(figure)
    np.testing.assert_array_equal(near, new[~far, :2])
    np.testing.assert_array_equal(away, new[far, :2])
    none = reports.plot(EmbeddingPicture(fitted, new=new, far=np.zeros(5, dtype=bool)))
    assert legend(none) == ["training rows", "new rows"]
    with pytest.raises(ValueError, match="far must have one entry for each of 5 rows"):
        EmbeddingPicture(fitted, new=new, far=far[:2])


def test_the_colour_bar_has_the_name_of_the_labels(fitted):
    picture = EmbeddingPicture(fitted, np.linspace(0, 1, 120), label_name="height")
    assert reports.plot(picture).axes[1].get_ylabel() == "height"


def test_of_many_coordinates_the_first_two_independent_ones_are_shown():
    points = np.random.default_rng(0).uniform(size=(400, 2)) * [2.5, 1.0]
    fitted = DiffusionMap(5, 0.03, alpha=1.0).fit(points)
    picture = EmbeddingPicture(fitted, new=fitted.transform(points[:7] + 0.01))
    np.testing.assert_array_equal(picture.shown, [0, 2])
    trained, new = shown(figure := reports.plot(picture))
    np.testing.assert_array_equal(trained, fitted.embedding_[:, [0, 2]])
    np.testing.assert_array_equal(new, picture.new[:, [0, 2]])
    assert figure.axes[0].get_ylabel().startswith("coordinate 3 (lambda = ")


def test_a_map_of_two_coordinates_shows_both():
    line = np.linspace(0, 1, 60)[:, None]
    picture = EmbeddingPicture(fitted := DiffusionMap(2, 0.01).fit(line))
    np.testing.assert_array_equal(picture.shown, [0, 1])
    assert "independent_coordinates_" not in vars(fitted)
