import numpy as np
import pytest

from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.shared.figure_parts import WAY_COLORS
from kernelscale.paper.swiss_roll.figures import OPPONENTS
from kernelscale.reports.figure_file import new_figure

pytest.importorskip("matplotlib")

NOISES, COUNTS, UNITS = (0.0, 1.0, 2.0), (5, 20), ("one", "many")


def place(noise, n_noise, units):
    counts = {"noise_features": n_noise, "informative_features": 10}
    return {"noise": noise, **counts, "units": units}


def places():
    return [place(noise, n, units) for noise in NOISES for n in COUNTS for units in UNITS]


def drawn(experiment, picture, tables):
    figure = new_figure()
    EXPERIMENTS[experiment].drawings[picture](figure, tables)
    return figure


@pytest.fixture
def differences():
    """Rows in which the error of ManifoldScaler's default is 0.2, 0.1 and 0 below an opponent's.

    Only the interval of the first difference excludes 0.
    """
    return [
        {
            **at,
            "opponent": opponent,
            "title": opponent.upper(),
            "error": (error := 0.1 * at["noise"] - 0.2),
            "error_low": error - 0.1,
            "error_high": error + 0.15,
        }
        for opponent in (*OPPONENTS, "oracle")
        for at in places()
    ]


def test_differences_have_a_panel_for_each_opponent_and_kind_of_units(differences):
    *panels, bar = drawn("swiss_roll", "differences", {"map": differences}).axes
    assert len(panels) == 2 * len(OPPONENTS)
    assert panels[0].get_title() == "against\nMAX_MIN"
    assert "units: one" in panels[0].get_ylabel()
    assert "units: many" in panels[len(OPPONENTS)].get_ylabel()
    assert "below 0" in bar.get_ylabel()
    np.testing.assert_allclose(panels[0].images[0].get_array(), [[-0.2] * 2, [-0.1] * 2, [0.0] * 2])


def test_certain_differences_are_bold(differences):
    panel = drawn("swiss_roll", "differences", {"map": differences}).axes[0]
    written = {text.get_position(): text for text in panel.texts}
    assert written[0, 0].get_text() == "\N{MINUS SIGN}0.20"
    assert [written[0, k].get_fontweight() for k in range(3)] == ["bold", "normal", "normal"]


def test_the_winner_of_each_place_is_named_and_the_oracle_is_excluded():
    errors = {"max_min": 0.3, "ours": 0.2, "algorithm_2": 0.9, "oracle": 0.0}
    rows = [
        {
            **at,
            "way": way,
            "title": way.upper(),
            "error": error + at["noise"] * (way == "ours"),
            "r2": 1 - error,
            "r2_ten": 1 - error,
        }
        for way, error in errors.items()
        for at in places()
    ]
    figure = drawn("swiss_roll", "winners", {"ways": rows})
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles[:2] == ["Procrustes error; units: one", "Procrustes error; units: many"]
    error, r2 = (
        {text.get_position(): text.get_text() for text in figure.axes[k].texts} for k in (0, 2)
    )
    assert [error[0, k] for k in range(3)] == ["0.20, 0.30", "0.30, 0.90", "0.30, 0.90"]
    assert [r2[0, k] for k in range(3)] == ["0.80, 0.70"] * 3
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["MAX_MIN", "OURS"]


@pytest.mark.parametrize("name", ["rotated_digit", "object_circles"])
def test_every_way_is_a_curve_over_noise(name):
    rows = [
        {
            "noise_sd": sd,
            "way": way,
            "title": way.upper(),
            **{f"radius_variance{end}": 0.1 + 0.1 * sd for end in ("", "_low", "_high")},
            **{f"r2{end}": 0.9 for end in ("", "_low", "_high")},
        }
        for way in WAY_COLORS
        for sd in (0.0, 0.5)
    ]
    upper, lower = drawn(name, "radius_variance", {"ways": rows}).axes
    assert upper.get_yscale() == "log"
    curves = {bars.get_label(): bars.lines[0] for bars in upper.containers}
    assert set(curves) == {way.upper() for way in WAY_COLORS}
    np.testing.assert_allclose(curves["OURS"].get_ydata(), [0.1, 0.15])
    assert curves["OURS"].get_linewidth() > curves["MAX_MIN"].get_linewidth()
    assert "noise" in lower.get_xlabel()
    looks = {(line.get_color(), line.get_marker()) for line in curves.values()}
    assert len(looks) == len(curves)


def test_the_picture_of_a_skipped_experiment_states_the_reason():
    figure = drawn("object_circles", "radius_variance", {"summary": [{"skipped": "No folder."}]})
    assert [text.get_text() for text in figure.texts] == ["No folder."]
