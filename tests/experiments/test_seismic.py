"""Section 5 on substitutes: known answers, and what is said where data are missing."""

import numpy as np
import pytest

from kernelscale.experiments import EXPERIMENTS, data_folder
from kernelscale.experiments.seismic_earthquakes import (
    Condition,
    deformed,
    earthquakes_of,
    scores_of,
)
from kernelscale.experiments.seismic_manifold import FILE
from kernelscale.experiments.seismic_verdicts import verdicts
from kernelscale.experiments.seismic_ways import (
    SEISMIC_WAYS,
    embedded,
    share_of_features,
    top_correlation,
    with_noise,
)
from kernelscale.reports.experiment_figures import DRAWINGS
from kernelscale.reports.figure_file import new_figure
from kernelscale.seismic import load_recordings

matplotlib = pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def without_data():
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("KERNELSCALE_DATA", raising=False)
        return EXPERIMENTS["seismic"].run(True, lambda event: None)


@pytest.fixture
def random():
    return np.random.default_rng(0)


def test_without_data_synthetic_blasts_are_measured_and_the_rest_named(without_data):
    states = [row["state"] for row in without_data["summary"]]
    assert states.count("measured") == 1
    assert sum(state.startswith("left out: ") for state in states) == 3
    assert {"summary", "verdicts", "synthetic_ways", "synthetic_maps"} == without_data.keys()


def test_quarries_are_told_apart_where_nothing_is_spoiled_and_by_raw_features_not_else(
    without_data,
):
    told = {(row["way"], row["noise"]): row for row in without_data["synthetic_ways"]}
    assert told["max_min", 0.0]["separation"] > 0.9
    assert told["max_min", 0.0]["map"] > 0.9
    assert told["max_min", 3.0]["separation"] < 0.6
    assert told["standardised_max_min", 3.0]["map"] > 0.85


def test_a_verdict_holds_where_the_numbers_do(without_data):
    said = {row["claim"].rpartition("by ")[2]: row for row in without_data["verdicts"]}
    assert said["raw, MaxMin"]["verdict"] == "holds where signal to noise 10 with noise 0"
    assert said["standardised, eps = 1"]["verdict"] == "does not hold"
    assert verdicts({}) == []


def test_pictures_are_drawn_with_and_without_data(without_data):
    for draw in DRAWINGS["seismic"].values():
        figure = new_figure()
        draw(figure, without_data)
        assert figure.axes or "left out" in figure.texts[0].get_text()


def test_only_the_spoiled_channel_is_spoiled(random):
    X, spoiled = random.uniform(1, 2, (30, 5)), np.array([False, True, True, False, False])
    for condition in (Condition("power", "power_law", 0.1), Condition("log", "noise", 2.0)):
        found = deformed(X, spoiled, condition, random)
        assert (found[:, ~spoiled] == X[:, ~spoiled]).all()
        assert (found[:, spoiled] != X[:, spoiled]).all()
    power = deformed(X, spoiled, Condition("power", "power_law", 0.1), random)
    assert power[:, spoiled] ** 10 == pytest.approx(X[:, spoiled])


def test_noise_is_in_units_of_the_channels_own_variance(random):
    X = random.normal(scale=7.0, size=(4000, 3))
    noise = with_noise(X, np.array([True, False, True]), 3.0, random) - X
    assert noise[:, [0, 2]].std() == pytest.approx(21.0, rel=0.05)


def test_a_channel_left_out_has_no_share(random):
    X, chosen = random.normal(size=(50, 4)), np.array([True, True, False, False])
    assert share_of_features(X, np.array([0.0, 0.0, 1.0, 1.0]), chosen) == 0
    assert share_of_features(X / X.std(axis=0), np.ones(4), chosen) == pytest.approx(0.5)


def test_coordinates_that_are_all_the_same_know_nothing(random):
    assert top_correlation(np.ones((9, 2)), random.normal(size=(9, 2))) == 0


def test_the_papers_four_ways_are_among_those_measured():
    assert {"standard", "eps_0", "max_min", "paper_mode", "ours"} <= SEISMIC_WAYS.keys()


@pytest.mark.data
def test_the_first_coordinate_tells_distance_in_chile_by_the_default():
    path = data_folder.find(FILE)
    if path is None:
        pytest.skip(f"needs {FILE} in the folder that KERNELSCALE_DATA names")
    events = earthquakes_of(load_recordings(path), n_frequencies=12)
    coordinates = embedded(SEISMIC_WAYS["auto"], events.features["log"]).coordinates
    distance, both, on_map, *_ = scores_of(coordinates, events.geometry, events.places)
    assert distance >= 0.74
    assert both >= distance - 1e-9
    assert 0.28 <= on_map <= 0.47  # one station hardly tells azimuth
