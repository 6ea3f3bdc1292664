import numpy as np
import pytest

from kernelscale.paper.harness.claim_tables import judged
from kernelscale.paper.shared.recovery import neighbor_regression
from kernelscale.paper.shared.scaling_ways import (
    ALGORITHM_2,
    ALGORITHMS,
    ALGORITHMS_2_AND_3,
    AT_PEAK,
    BY_DANCO,
    MORE_DIMS,
    OURS,
    RAW_WEIGHTS,
    THEN_EPS_0,
    WAYS,
    WAYS_OF_ROLL,
    trying,
)
from kernelscale.paper.swiss_roll.claims import CLAIMS
from kernelscale.paper.swiss_roll.findings import find, summary
from kernelscale.paper.swiss_roll.measure import _Measurement
from kernelscale.paper.swiss_roll.plan import MANY_UNITS, ONE_UNIT, QUICK, Setting
from kernelscale.paper.swiss_roll.rolls import made
from kernelscale.paper.swiss_roll.scores import Scorer
from kernelscale.paper.swiss_roll.trials import by_noise, neglects
from kernelscale.paper.swiss_roll.ways import (
    CLEAN,
    OF_COUNTS,
    OF_MAP,
    OTHERS,
    READINGS,
    READINGS_OF_COUNTS,
)

METRICS = ("error", "mse", "mse_unit", "r2", "r2_ten", "noise_share")


@pytest.fixture(scope="module")
def tables(quick_run):
    return quick_run("swiss_roll").tables


def test_every_way_is_measured_at_every_place_of_the_map(tables):
    places = len(QUICK.noises) * len(QUICK.noise_features) * 2
    assert len(tables["ways"]) == places * (len(OF_MAP) + 1)
    assert len(tables["map"]) == places * len(OF_MAP)
    assert {row["way"] for row in tables["ways"]} == {*OF_MAP, "oracle"}
    assert {row["opponent"] for row in tables["map"]} == {*OF_MAP, "oracle"} - {OURS}


def test_every_reading_is_compared_with_every_other_way(tables):
    of_paper = len(READINGS) * len(OTHERS) * len(QUICK.of_paper)
    of_counts = len(READINGS_OF_COUNTS) * len(OTHERS) * len(QUICK.of_counts)
    assert len(tables["paper_compared"]) == of_paper
    assert len(tables["counts_compared"]) == of_counts


def test_only_the_plain_reading_and_the_other_ways_have_all_repeats(tables):
    weak, strong = (
        {row["way"]: row["repeats"] for row in tables["paper"] if row["noise"] == noise}
        for [noise] in (QUICK.papers_noises, QUICK.strong_noises)
    )
    every = {*OTHERS, ALGORITHM_2, "oracle"}
    shared, searched = {THEN_EPS_0, AT_PEAK, MORE_DIMS}, {ALGORITHMS_2_AND_3, BY_DANCO}
    few = QUICK.papers_few
    of_weak, of_strong = QUICK.papers_repeats, QUICK.strong_repeats
    others = QUICK.papers_others
    assert weak == (
        dict.fromkeys(every, of_weak)
        | dict.fromkeys(shared | searched, others)
        | {RAW_WEIGHTS: few}
    )
    assert strong == (
        dict.fromkeys(every, of_strong)
        | dict.fromkeys(shared, min(others, of_strong))
        | dict.fromkeys(searched | {RAW_WEIGHTS}, few)
    )
    assert [row["repeats"] for row in tables["orders"]] == [others, few]


def test_differences_are_those_of_the_means(tables):
    means = {place(row): row for row in tables["ways"]}
    for row in tables["map"]:
        ours, theirs = (means[place({**row, "way": way})] for way in (OURS, row["opponent"]))
        for metric in METRICS:
            assert row[metric] == pytest.approx(ours[metric] - theirs[metric])
            assert row[f"{metric}_low"] <= row[metric] <= row[f"{metric}_high"]


def place(row):
    return tuple(row[name] for name in ("noise", "noise_features", "units", "way"))


def test_errors_and_shares_are_in_their_ranges(tables):
    for row in [*tables["ways"], *tables["paper"]]:
        assert 0 <= row["error"] <= 1
        assert row["mse"] >= row["error"] - 1e-12
    for row in tables["ways"]:
        assert 0 <= row["r2"] <= 1
        assert 0 <= row["r2_ten"] <= 1
    assert "r2" not in tables["paper"][0]


def test_the_oracle_depends_on_neither_noise_nor_units(tables):
    rows = [row for row in tables["ways"] if row["way"] == "oracle"]
    assert len({row["error"] for row in rows}) == 1


def test_standardising_ways_do_not_depend_on_units_or_the_noise_level(tables):
    for way in ("standardised_max_min", "standard"):
        errors = [row["error"] for row in tables["ways"] if row["way"] == way]
        np.testing.assert_allclose(errors, errors[0], rtol=1e-6)


def r2_of_raw_features(noise, units):
    """R^2 of the roll's parameters from ten coordinates of raw features: mean of three rolls."""
    found = []
    for seed in range(3):
        roll, points = made(Setting(120, noise, 2, units), seed)
        found.append(neighbor_regression(WAYS["max_min"].embed(points, 2, 10), roll.parameters))
    return np.mean(found)


def test_raw_features_predict_worse_in_other_units_and_in_noise():
    r2 = r2_of_raw_features(0.2, ONE_UNIT)
    assert r2 > r2_of_raw_features(0.2, MANY_UNITS) + 0.2
    assert r2 > r2_of_raw_features(2.0, ONE_UNIT)


def test_noise_is_in_units_of_the_spread_of_an_informative_feature():
    _, points = made(Setting(4000, 0.5, 3, ONE_UNIT), 0)
    spread = np.median(points[:, :10].std(axis=0))
    np.testing.assert_allclose(points[:, 10:].std(axis=0), 0.5 * spread, rtol=0.05)


def test_units_change_features_by_a_factor_each():
    one, many = (made(Setting(50, 0.5, 30, units), 7)[1] for units in (ONE_UNIT, MANY_UNITS))
    factors = many / one
    np.testing.assert_allclose(factors, factors[:1].repeat(50, axis=0))
    assert factors.min() > 10**-1.5
    assert factors.max() < 10**1.5
    assert factors.max() / factors.min() > 100


# Counting


def row(opponent, low, high, noise=1.0):
    counts = {"noise_features": 5, "informative_features": 10}
    facts = {"noise": noise, **counts, "units": ONE_UNIT, "n_samples": 9, "repeats": 4}
    numbers = {"": (low + high) / 2, "_low": low, "_high": high}
    return {
        **facts,
        "opponent": opponent,
        **{f"{metric}{end}": value for metric in METRICS for end, value in numbers.items()},
    }


def test_the_summary_counts_certain_differences():
    [found] = summary([row("a", -2, -1), row("a", -1, 1), row("a", 1, 2), row("a", -3, -2)])
    assert found["places"] == 4
    assert (found["better_error"], found["worse_error"]) == (2, 1)
    # A larger R^2 is better.
    assert (found["better_r2"], found["worse_r2"]) == (1, 2)
    assert found["largest_loss"] == 1.5


def way(name, error, noise):
    counts = {"noise_features": 5, "informative_features": 10}
    facts = {"noise": noise, **counts, "units": ONE_UNIT, "n_samples": 9, "repeats": 4}
    return {**facts, "way": name, "error": error, "mse": error}


def ways(algorithm_2, noise=1.0):
    errors = dict.fromkeys(WAYS, 0.5) | {ALGORITHM_2: algorithm_2, OURS: 0.1}
    return [way(name, error, noise) for name, error in errors.items()]


def asked(word, *, of_map=None, compared=None):
    """The first finding whose sentence contains `word`."""
    tables = {
        "ways": of_map or ways(0.1),
        "map": compared or [row("max_min", -2, -1), row("standardised_max_min", -2, -1)],
    }
    return next(entry for entry in find(tables) if word in entry["finding"])


def verdict(name, papers=(), paper=()):
    tables = {"paper_compared": papers, "counts_compared": (), "paper": paper, "counts": ()}
    [claim] = [claim for claim in CLAIMS if claim.name == name]
    [row] = judged([claim], tables)["verdicts"]
    return row


def papers(*by_way):
    """Rows with the intervals of each reading of Algorithm 2 minus each of two opponents."""
    return [
        {**row(opponent, *ends), "way": way, "title": opponent, "noise_features": 10}
        for way, pair in zip(READINGS, by_way, strict=True)
        for opponent, ends in zip("ab", pair, strict=True)
    ]


BETTER, UNSURE, WORSE = (-2, -1), (-1, 1.5), (1, 2)


@pytest.mark.parametrize(
    ("plain", "others", "expected"),
    [
        ((BETTER, BETTER), (WORSE, WORSE), "holds"),
        ((BETTER, WORSE), (BETTER, BETTER), "holds in part"),  # the best opponent decides
        ((BETTER, WORSE), (WORSE, BETTER), "undecided"),  # fewer repeats than the paper
        ((BETTER, UNSURE), (WORSE, BETTER), "undecided"),  # an interval contains 0
    ],
)
def test_the_papers_claim_is_tested_against_the_best_of_its_opponents(plain, others, expected):
    found = verdict("roll_more_precise", papers(plain, *[others] * (len(READINGS) - 1)))
    assert found["verdict"] == expected


def of_share(way, share, noise=1.0):
    facts = {"noise": noise, "noise_features": 10, "informative_features": 10, "kept": 2.0}
    shares = {f"noise_share{end}": share for end in ("", "_low", "_high")}
    return {"way": way, "title": way, "raw_share": noise / 10, **facts, **shares}


@pytest.mark.parametrize(
    ("share", "of_other", "expected"),
    [(0.05, 0.9, "holds"), (0.9, 0.05, "holds in part"), (0.9, 0.5, "undecided")],
)
def test_neglected_features_have_a_small_share_of_distances(share, of_other, expected):
    shares = dict(zip(READINGS[:2], (share, of_other), strict=True))
    rows = [of_share(name, value) for name, value in shares.items()]
    assert verdict("roll_neglects_noise", paper=rows)["verdict"] == expected


def test_equal_shares_of_one_way_are_one_trial():
    """The scale of the map changes no weight, and standardised features hide the noise level."""
    rows = [
        of_share(way, share, noise)
        for noise in (0.1, 1.0)
        for way, share in zip(READINGS[:4], (0.3, 0.1 * noise, 0.3, 0.3), strict=True)
    ]
    trials = neglects({"paper": rows, "counts": ()})
    assert [trial.where for trial in trials] == [
        "10 features of noise, noise 0.1, 1, algorithm_2 "
        "(also for Algorithm 2, then eps_0, which has the same weights)",
        "10 features of noise, noise 0.1, algorithms_2_and_3",
        "10 features of noise, noise 0.1, 1, algorithm_2_peak",
        "10 features of noise, noise 1, algorithms_2_and_3",
    ]
    assert "in the raw data 0.01, 0.1; 2.0 of 10 informative features keep" in trials[0].measured


def test_other_numbers_of_noise_features_are_tried_with_two_readings(tables):
    trials = judged(CLAIMS, tables)["trials"]
    found = [row for row in trials if row["where"].startswith("2 feat")]
    of_precision = [row["favourable"] for row in found if row["claim"] == "roll_more_precise"]
    assert of_precision == [True] * 4
    of_shares = [row["favourable"] for row in found if row["claim"] == "roll_neglects_noise"]
    assert of_shares == [False, True]
    assert {row["way"] for row in tables["counts"]} == {*OF_COUNTS, "oracle"}


def test_a_map_of_standardised_features_is_shared_by_noise_levels_and_units():
    settings = [Setting(80, 0.5, 3, ONE_UNIT), Setting(80, 2.0, 3, MANY_UNITS)]
    first, second = (scores[ALGORITHM_2] for scores in _Measurement(QUICK)(settings, 0))
    [apart] = _Measurement(QUICK)(settings[1:], 0)
    assert {**first, "raw_share": 0} == {**second, "raw_share": 0}
    close = ("error", "mse", "mse_unit", "noise_share", "raw_share")
    assert [second[name] for name in close] == pytest.approx(
        [apart[ALGORITHM_2][name] for name in close], abs=1e-6
    )
    assert first["raw_share"] != second["raw_share"]


def test_constant_features_of_noise_have_a_map_of_their_own():
    settings = [Setting(60, noise, 3, ONE_UNIT) for noise in (0.5, 0.0)]
    noisy, without = _Measurement(QUICK)(settings, 0)
    assert noisy[AT_PEAK]["error"] != without[AT_PEAK]["error"]
    assert without[AT_PEAK]["noise_share"] == 0


def test_the_norm_of_eigenvectors_does_not_depend_on_the_norm_of_coordinates():
    roll, points = made(Setting(80, 0.5, 3, ONE_UNIT), 0)
    clean = CLEAN.mapped(roll.clean, np.ones(3), 2)
    found = WAYS["max_min"].mapped(points, np.ones(13), 2)
    longer = found._replace(coordinates=found.coordinates * [2.0, -3.0])
    measure = Scorer(clean, None)
    one, other = measure(found, points.std(axis=0)), measure(longer, points.std(axis=0))
    assert one["mse_unit"] == pytest.approx(other["mse_unit"])
    assert one["mse"] != pytest.approx(other["mse"])


def test_weights_of_raw_features_depend_on_their_units():
    """If the first features are standardised, they give the same weights as Algorithm 2 does."""
    _, points = made(Setting(80, 0.5, 3, ONE_UNIT), 0)
    ways = trying(WAYS_OF_ROLL, 4)
    raw, usual = ways[RAW_WEIGHTS], ways[ALGORITHM_2]
    standardised = (points - points.mean(axis=0)) / points.std(axis=0)
    np.testing.assert_allclose(raw.factors(standardised, 2), usual.factors(standardised, 2))
    longer = points * [*[1.0] * 10, *[5.0] * 3]
    assert not np.allclose(raw.factors(longer, 2)[10:] * 5, raw.factors(points, 2)[10:])


def test_ways_that_share_a_search_still_share_it_with_fewer_weights():
    few = trying(WAYS, 5)
    assert few[ALGORITHM_2].scale is few[THEN_EPS_0].scale
    assert few[ALGORITHM_2].scale.keywords["n_scales"] == 5
    assert {name for name, way in few.items() if way != WAYS[name]} == set(ALGORITHMS)
    of_roll = trying(WAYS_OF_ROLL, 5)
    assert of_roll[RAW_WEIGHTS].scale.keywords["n_scales"] == 5
    assert trying(WAYS, None) == WAYS


def test_the_overview_counts_readings_by_noise_level_and_error():
    better, worse = papers(*[(BETTER, BETTER)] * 7), papers(*[(WORSE, BETTER)] * 7)
    rows = [{**row, "noise": 10.0} for row in better] + worse[:4] + better[4:]
    said = by_noise({"paper_compared": rows})
    assert said.startswith(
        "At noise 10, 1 Algorithm 2 has the lowest error in 7, 5 by the mean square"
    )
    assert said.endswith("of 7 readings each")


@pytest.mark.parametrize(
    ("algorithm_2", "expected"),
    [
        ((0.4, 0.4), "holds"),
        ((0.4, 0.6), "holds where noise 0, 5 noise features, units one"),
        ((0.6, 0.6), "does not hold"),
    ],
)
def test_on_the_map_the_papers_way_is_compared_with_its_own_opponents(algorithm_2, expected):
    of_map = [entry for n, error in enumerate(algorithm_2) for entry in ways(error, noise=n)]
    assert asked("the lowest mean square error", of_map=of_map)["holds"] == expected


@pytest.mark.parametrize(("loss", "expected"), [(0.049, "holds"), (0.06, "does not hold")])
def test_a_loss_is_measured_against_the_better_of_two(loss, expected):
    rivals = [row("max_min", -2, -1), row("standardised_max_min", loss, loss), row("a", 1, 1)]
    found = asked("loses nowhere", compared=rivals)
    assert found["holds"] == expected
    assert found["value"] == loss


def test_a_loss_whose_interval_exceeds_the_limit_is_not_small():
    rivals = [row("max_min", -2, -1), row("standardised_max_min", -1.3, 1.2)]
    found = asked("loses nowhere", compared=rivals)
    assert found["holds"] == "does not hold"
    assert found["measured"].startswith("true of the whole interval in 0 of 1 settings")


def test_half_of_the_map_is_enough_and_the_oracle_is_no_opponent():
    rivals = [row("max_min", -2, -1), row("max_min", 1, 2), row("oracle", 1, 2)]
    assert asked("a lower error", compared=rivals)["holds"] == "holds"
    rivals.append(row("max_min", -1, 1))
    assert asked("a lower error", compared=rivals)["holds"] == "does not hold"
    rivals.append(row("standardised_max_min", -2, -1))
    found = asked("a lower error", compared=rivals)
    assert found["holds"] == "holds where the opponent is standardised_max_min"
    assert found["value"] == pytest.approx(1 / 3)
