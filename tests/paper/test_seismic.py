"""Section 5 of the paper on substitute data: known results, and messages if data are missing."""

import gzip

import numpy as np
import pytest

from kernelscale.paper.harness import data_folder
from kernelscale.paper.harness.claim_tables import judged
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.seismic.claims import CLAIMS, _break_alike
from kernelscale.paper.seismic.classes import SIX_RULES, _Found, _of_both_classes, _text
from kernelscale.paper.seismic.earthquakes import Condition, deformed, earthquakes_of, scores_of
from kernelscale.paper.seismic.findings import _lowest_loss, find
from kernelscale.paper.seismic.manifold import FILE
from kernelscale.paper.seismic.ways import (
    ALGORITHM_2,
    ALGORITHMS_2_AND_3,
    PAPERS_OTHERS,
    SEISMIC_WAYS,
    embedded,
    share_of_features,
    top_correlation,
    with_noise,
)
from kernelscale.reports.figure_file import new_figure
from kernelscale.seismic import load_recordings
from kernelscale.seismic.sources import SourceGeometry

matplotlib = pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def without_data(quick_run):
    return quick_run("seismic", with_data=False).tables


@pytest.fixture
def random():
    return np.random.default_rng(0)


def test_without_data_synthetic_blasts_are_measured_and_the_rest_named(without_data):
    states = [row["state"] for row in without_data["summary"]]
    assert states.count("measured") == 1
    assert sum(state.startswith("skipped: ") for state in states) == 3
    assert {"summary", "synthetic_ways", "synthetic_maps"} == without_data.keys()


def test_raw_features_separate_quarries_only_without_noise(
    without_data,
):
    told = {(row["way"], row["noise"]): row for row in without_data["synthetic_ways"]}
    assert told["max_min", 0.0]["separation"] > 0.9
    assert told["max_min", 0.0]["map"] > 0.9
    assert told["max_min", 3.0]["separation"] < 0.6
    assert told["standardised_max_min", 3.0]["map"] > 0.85


def test_no_claim_of_the_paper_is_tested_on_other_data(quick_run):
    judged_here = quick_run("seismic", with_data=False).judged
    assert {row["verdict"] for row in judged_here["verdicts"]} == {"not testable here"}
    assert {row["claim"] for row in judged_here["trials"]} == {
        "quarries_apart",
        "quarries_correlated",
    }


def test_a_finding_holds_where_the_numbers_do(quick_run):
    found = quick_run("seismic", with_data=False).judged["findings"]
    said = {row["finding"].rpartition("by ")[2]: row for row in found}
    assert said["raw, MaxMin"]["holds"] == "holds where signal to noise 10 with noise 0"
    assert said["standardised, eps = 1"]["holds"] == "does not hold"
    assert find({}) == []


def test_pictures_are_drawn_with_and_without_data(without_data):
    for draw in EXPERIMENTS["seismic"].drawings.values():
        figure = new_figure()
        draw(figure, without_data)
        assert figure.axes or "skipped" in figure.texts[0].get_text()


def test_only_the_chosen_channel_is_deformed(random):
    X, spoiled = random.uniform(1, 2, (30, 5)), np.array([False, True, True, False, False])
    for condition in (Condition("power", "power_law", 0.1), Condition("log", "noise", 2.0)):
        found = deformed(X, spoiled, condition, random)
        assert (found[:, ~spoiled] == X[:, ~spoiled]).all()
        assert (found[:, spoiled] != X[:, spoiled]).all()
    power = deformed(X, spoiled, Condition("power", "power_law", 0.1), random)
    assert power[:, spoiled] ** 10 == pytest.approx(X[:, spoiled])


def test_noise_is_in_units_of_the_channels_own_variance(random):
    X = random.normal(loc=(0, 50, 900), scale=(1.0, 100.0, 7.0), size=(4000, 3))
    noise = with_noise(X, np.array([True, False, True]), 3.0, random) - X
    assert noise[:, 1].std() == 0
    # The noise of both features has 3 times the root mean square of their deviations, 1 and 7.
    assert noise[:, [0, 2]].std(axis=0) == pytest.approx([15.0, 15.0], rel=0.05)


def test_a_channel_that_is_not_used_has_no_share(random):
    X, chosen = random.normal(size=(50, 4)), np.array([True, True, False, False])
    assert share_of_features(X, np.array([0.0, 0.0, 1.0, 1.0]), chosen) == 0
    assert share_of_features(X / X.std(axis=0), np.ones(4), chosen) == pytest.approx(0.5)


def test_constant_coordinates_have_correlation_zero(random):
    assert top_correlation(np.ones((9, 2)), random.normal(size=(9, 2))) == 0


def test_the_papers_four_ways_are_among_those_measured():
    assert {*PAPERS_OTHERS, ALGORITHM_2, ALGORITHMS_2_AND_3, "ours"} <= SEISMIC_WAYS.keys()


@pytest.mark.data
def test_the_first_coordinate_of_the_default_shows_distance_in_chile():
    path = data_folder.find(FILE)
    if path is None:
        pytest.skip(f"needs {FILE} in the folder that KERNELSCALE_DATA names")
    events = earthquakes_of(load_recordings(path), n_frequencies=12)
    coordinates = embedded(events.features["log"], "auto")["auto"].coordinates
    distance, both, on_map, *_ = scores_of(coordinates, events.geometry, events.places)
    assert distance >= 0.74
    assert both >= distance - 1e-9
    assert 0.28 <= on_map <= 0.47  # one station hardly shows azimuths


def way_rows(way, both, loss):
    """A row with the correlation of a way without noise, and a row with its loss by noise."""
    shared = {"way": way, "features": "log", "condition": "noise", "repeats": 20, "level": 0.0}
    clean = {**shared, "distance_two": both}
    lost = {"distance_two": loss, "distance_two_low": loss - 0.01, "distance_two_high": loss + 0.01}
    return clean, {**shared, **lost, "level": 1.0}


def lowest_loss_of_the_default(**known_and_lost):
    clean, lost = zip(*(way_rows(way, *both) for way, both in known_and_lost.items()), strict=True)
    return _lowest_loss(lost, clean, "log", "auto")


def test_a_way_of_low_correlation_does_not_lose_the_least():
    found = lowest_loss_of_the_default(auto=(0.3, -0.1), max_min=(0.8, 0.2))
    assert found["holds"] == "does not hold"
    words = "is 0.30 by this way and 0.80 by the best, so this way does not count; "
    assert words in found["measured"]


def test_the_smallest_loss_is_distinguished_from_a_larger_one():
    least = lowest_loss_of_the_default(auto=(0.7, 0.1), max_min=(0.8, 0.2))
    larger = lowest_loss_of_the_default(auto=(0.7, 0.2), max_min=(0.8, 0.1))
    alike = lowest_loss_of_the_default(auto=(0.7, 0.11), max_min=(0.8, 0.1))
    assert [row["holds"] for row in (least, larger, alike)] == [
        "holds",
        "does not hold",
        "holds",
    ]
    assert "auto's map of all pairs" in least["finding"]
    assert "nothing to lose;" not in least["measured"]


def test_shares_and_correlations_have_intervals_from_0_to_1(without_data):
    for row in without_data["synthetic_ways"]:
        for metric in ("separation", "map", "share"):
            assert 0 <= row[f"{metric}_low"] <= row[metric] <= row[f"{metric}_high"] <= 1


def test_draws_have_as_many_events_as_the_paper_and_one_record_of_each(random):
    y = np.repeat([0, 1], 200)
    events = np.arange(400) // 2  # each event has two records
    for _ in range(5):
        rows = _of_both_classes(y, events, random)
        assert np.bincount(y[rows]).tolist() == [46, 62]
        assert len(set(events[rows])) == len(rows)


def test_a_mean_of_equal_scales_that_differs_from_them_by_rounding_is_drawn():
    curve = {"data": "one", "repeats": 2, "accuracy": 0.5, "accuracy_low": 0.4, "counts": 1}
    curve |= {"accuracy_high": 0.6}
    mark = {"data": "one", "title": "eps_0", "accuracy": 0.5}
    for moved in (np.nextafter(3.0, 0), np.nextafter(3.0, 9)):
        tables = {
            "alaska_accuracy": [curve | {"epsilon": scale} for scale in (1.0, 9.0)],
            "alaska_scales": [
                mark | {"epsilon": moved, "epsilon_smallest": 3.0, "epsilon_largest": 3.0}
            ],
        }
        figure = new_figure()
        EXPERIMENTS["seismic"].drawings["accuracy"](figure, tables)
        assert figure.axes


def test_the_best_scale_is_one_that_counts():
    at_scales, counts = np.array([0.99, 0.8, 0.7]), np.array([0.0, 1.0, 1.0])
    for at_rule, rule_counts, best in ((0.95, 0.0, 0.8), (0.95, 1.0, 0.95)):
        found = _Found(
            at_scales, counts, np.array([2.0]), np.array([at_rule]), np.array([rule_counts])
        )
        assert found.best == best


@pytest.mark.parametrize(
    ("low", "counts", "verdict"),
    [
        (0.02, 1.0, "holds"),  # the mean loss exceeds the limit, which its interval contains
        (0.04, 1.0, "does not hold"),
        (0.0, 0.5, "does not hold"),  # not resolved in most draws
        (0.0, 0.55, "holds"),
    ],
)
def test_a_scale_near_the_best_one_counts_and_does_not_surely_lose(low, counts, verdict):
    row = {"data": "one", "repeats": 20, "counts": counts}
    for name, value in (("accuracy", 0.9), ("loss", 0.035)):
        row |= {name: value, f"{name}_low": low, f"{name}_high": 0.95}
    scales = [row | {"rule": rule, "title": title} for rule, title in SIX_RULES.items()]
    found = find({"alaska_scales": scales})  # without other tables, all findings are on scales
    assert [each["holds"] for each in found] == [verdict] * 3
    assert f"resolved in {counts:.0%} of draws" in found[0]["measured"]
    verdicts = judged(CLAIMS, {"alaska_scales": scales})["verdicts"]
    [row] = [row for row in verdicts if row["claim"] == "seismic_classes"]
    assert row["verdict"] == "not testable here"  # the records are not the paper's
    assert "accuracy 0.90" in row["measured"]


def test_claims_that_are_not_testable_are_in_the_table_without_data():
    verdicts = judged(CLAIMS, {})["verdicts"]
    assert [row["claim"] for row in verdicts] == [claim.name for claim in CLAIMS]
    assert {row["verdict"] for row in verdicts} == {"not testable here"}


def test_distance_is_scored_from_the_first_coordinate_and_from_both(random):
    geometry = SourceGeometry(random.uniform(10, 200, 300), random.uniform(0, 360, 300))
    knows = geometry.distance / 100 + 0.01 * random.normal(size=300)
    coordinates = np.c_[random.normal(size=300), knows]
    first, both, *_ = scores_of(coordinates, geometry, random.normal(size=(300, 2)))
    assert first < 0.3
    assert both > 0.99


def noise_rows(**maps):
    """Rows with the canonical correlations of each way without and with noise; 0.4 by default."""
    return [
        {"features": "log", "deformation": "noise", "way": way, "title": way, "repeats": 2}
        | {"level": level, "map": value, "map_low": value, "map_high": value}
        for way in (*PAPERS_OTHERS, ALGORITHM_2, ALGORITHMS_2_AND_3)
        for level, value in zip((0.0, 8.0), maps.get(way, (0.4, 0.4)), strict=True)
    ]


@pytest.mark.parametrize(
    ("eps_0", "alike"), [((0.4, 0.1), True), ((0.2, 0.01), True), ((0.4, 0.3), False)]
)
def test_ways_break_alike_if_most_is_lost_at_the_same_noise(eps_0, alike):
    rows = noise_rows(eps_0=eps_0, max_min=(0.4, 0.1))
    [trial] = _break_alike({"ipoc_ways": rows})
    assert (trial.outcome == "true") == alike


def test_a_damaged_file_of_classes_is_named(tmp_path):
    path, text = tmp_path / "classes.csv.gz", "station,label\nBAE,1\n" * 5
    content = gzip.compress(text.encode())
    for place in range(len(content)):
        for damaged in (content[:place], content[:place] + b"\xa5" + content[place + 1 :]):
            path.write_bytes(damaged)
            try:
                assert _text(path) == text or not damaged
            except ValueError as error:
                assert str(error).startswith(f"{path} is damaged (")  # noqa: PT017
                assert str(error).endswith("fetch it again.")  # noqa: PT017
