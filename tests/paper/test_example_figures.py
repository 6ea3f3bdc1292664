"""Pictures of single examples show the values in the tables of a quick run."""

import numpy as np
import pytest

from kernelscale.paper.shared.scaling_ways import ALGORITHM_2, ALGORITHMS_2_AND_3, PAPERS_OTHERS
from kernelscale.paper.swiss_roll.plan import QUICK

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def tables(quick_run):
    names = ("swiss_roll", "rotated_digit", "gaussian_mixture", "spiral_classes")
    return {name: quick_run(name).tables for name in names}


def points(axes):
    """All points of a panel of two coordinates, in order of the first coordinate."""
    found = np.concatenate([cloud.get_offsets() for cloud in axes.collections])
    return found[np.lexsort(found.T[::-1])]


def rows_of(rows, names="xy", **facts):
    kept = [row for row in rows if all(row[name] == value for name, value in facts.items())]
    found = np.array([[row[name] for name in names] for row in kept])
    return found[np.lexsort(found.T[::-1])]


def test_rolls_are_in_space_and_coloured_by_theta(drawn, tables):
    clean, noisy, bar = drawn("swiss_roll", "rolls").axes
    assert bar.get_ylabel() == "theta"
    for axes in (clean, noisy):
        [cloud] = axes.collections
        rows = rows_of(tables["swiss_roll"]["example_rolls"], "xyz", panel=axes.get_title())
        assert len(cloud.get_array()) == len(rows) == QUICK.papers_samples
        x = cloud._offsets3d[0]
        np.testing.assert_allclose(sorted(x), rows[:, 0])
    theta = {row["theta"] for row in tables["swiss_roll"]["example_rolls"]}
    assert 4.7 < min(theta) < max(theta) < 14.2


def test_the_clean_roll_lies_on_its_spiral(tables):
    """The points satisfy eq. EQSwissYML with theta from the table."""
    rows = [r for r in tables["swiss_roll"]["example_rolls"] if r["panel"] == "the roll itself"]
    for row in rows[:20]:
        theta = row["theta"]
        assert row["x"] == pytest.approx(6 * theta * np.cos(theta), abs=0.01)
        assert row["z"] == pytest.approx(6 * theta * np.sin(theta), abs=0.01)


def test_every_way_of_the_paper_and_ours_embeds_the_roll(drawn, tables):
    rows = tables["swiss_roll"]["example_embeddings"]
    ways = list(dict.fromkeys(row["way"] for row in rows))
    assert ways == [*PAPERS_OTHERS, ALGORITHM_2, ALGORITHMS_2_AND_3, "ours", "clean"]
    *panels, _ = [axes for axes in drawn("swiss_roll", "embeddings").axes if axes.collections]
    for axes, way in zip(panels, ways, strict=True):
        np.testing.assert_allclose(points(axes), rows_of(rows, way=way))
        [error] = {row["error"] for row in rows if row["way"] == way}
        assert axes.get_xlabel() == f"error {error:.2f}"
    assert error == pytest.approx(0, abs=1e-9)  # the last panel is the roll itself


def test_the_digit_is_shown_with_noise_of_variance_one_half(drawn, tables):
    figure = drawn("rotated_digit", "digits")
    images = [axes.images[0].get_array() for axes in figure.axes if axes.images]
    clean, noisy = (np.asarray(image) for image in images)
    assert clean.shape == noisy.shape == (28, 28)
    assert 0 <= clean.min() < clean.max() <= 1
    assert (noisy - clean).var() == pytest.approx(0.5, rel=0.15)


def test_angles_go_round_the_clean_digits_circle(drawn, tables):
    rows = tables["rotated_digit"]["example_embeddings"]
    *_, clean_default, _, _, _, _, _, _ = drawn("rotated_digit", "digits").axes
    np.testing.assert_allclose(points(clean_default), rows_of(rows, panel="clean", way="ours"))
    assert {row["angle"] for row in rows} == {6.0 * k for k in range(60)}


def test_classes_are_in_colours_beside_their_embedding(drawn, tables):
    mixture = tables["gaussian_mixture"]
    figure = drawn("gaussian_mixture", "data")
    n_panels = len(figure.axes) // 2
    upper, lower = figure.axes[:n_panels], figure.axes[n_panels:]
    for above, below in zip(upper, lower, strict=True):
        panel = above.get_title()
        np.testing.assert_allclose(points(above), rows_of(mixture["data"], panel=panel))
        assert [len(cloud.get_offsets()) for cloud in above.collections] == [40, 40]
        scale = min(
            {row["scale"] for row in mixture["embeddings"]},
            key=lambda scale: abs(np.log(scale / eps_Ge(mixture, panel))),
        )
        expected = rows_of(mixture["embeddings"], panel=panel, scale=scale)
        np.testing.assert_allclose(points(below), expected)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["class 1", "class 2"]


def eps_Ge(mixture, panel):  # noqa: N802
    [scale] = [
        row["scale"]
        for row in mixture["chosen"]
        if (row["panel"], row["criterion"]) == (panel, "Ge")
    ]
    return scale


def test_spirals_are_drawn_in_space_with_a_panel_for_each_gap(drawn, tables):
    figure = drawn("spiral_classes", "data")
    assert [axes.get_title() for axes in figure.axes] == ["gap 0.02", "gap 0.04"]
    for axes in figure.axes:
        rows = rows_of(tables["spiral_classes"]["data"], "xyz", panel=axes.get_title())
        x = np.concatenate([cloud._offsets3d[0] for cloud in axes.collections])
        np.testing.assert_allclose(sorted(x), rows[:, 0])
        assert len(axes.collections) == 4


@pytest.mark.parametrize("name", ["swiss_roll", "rotated_digit"])
def test_a_slider_has_the_same_points_at_every_scale(name, tables):
    rows = tables[name]["embeddings"]
    panels = {row["panel"] for row in rows}
    assert len(panels) == 2
    for panel in panels:
        at = {}
        for row in rows:
            if row["panel"] == panel:
                at.setdefault(row["scale"], []).append((row["point"], row["label"]))
        assert len(at) == 18
        assert len({tuple(points) for points in at.values()}) == 1


def test_no_heading_runs_over_a_legend(drawn):
    """In pictures of examples, headings and legends do not overlap."""
    for experiment, picture in (("gaussian_mixture", "data"), ("spiral_classes", "data")):
        figure = drawn(experiment, picture)
        renderer = figure.canvas.get_renderer()
        legend = figure.legends[0].get_window_extent(renderer)
        for text in (figure._suptitle, *(axes.title for axes in figure.axes)):
            if text is not None and text.get_text():
                assert not text.get_window_extent(renderer).overlaps(legend)
