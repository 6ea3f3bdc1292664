import numpy as np
import pytest

from kernelscale.paper.harness.claim import judged
from kernelscale.paper.shared.recovery import neighbor_regression
from kernelscale.paper.shared.scaling_ways import (
    ALGORITHM_2,
    ALGORITHMS,
    ALGORITHMS_2_AND_3,
    AT_PEAK,
    OURS,
    THEN_EPS_0,
    WAYS,
    embed_by_ways,
    trying,
)
from kernelscale.paper.swiss_roll.claims import CLAIMS
from kernelscale.paper.swiss_roll.comparisons import orders
from kernelscale.paper.swiss_roll.findings import find, summary
from kernelscale.paper.swiss_roll.measure import _made
from kernelscale.paper.swiss_roll.plan import MANY_UNITS, ONE_UNIT, QUICK, Setting
from kernelscale.paper.swiss_roll.trials import depends
from kernelscale.paper.swiss_roll.ways import OF_COUNTS, OTHERS, OWN, READINGS

METRICS = ("error", "mse", "r2", "r2_ten", "noise_share")


@pytest.fixture(scope="module")
def tables(quick_run):
    return quick_run("swiss_roll").tables


def test_every_way_is_measured_at_every_place_of_the_map(tables):
    places = len(QUICK.noises) * len(QUICK.noise_features) * 2
    assert len(tables["ways"]) == places * (len(WAYS) + 1)
    compared = len(READINGS) * len(OTHERS)
    assert len(tables["paper_compared"]) == len(QUICK.papers_noises) * compared
    assert len(tables["map"]) == places * len(WAYS)
    assert {row["way"] for row in tables["ways"]} == {*WAYS, "oracle"}
    assert {row["opponent"] for row in tables["map"]} == {*WAYS, "oracle"} - {OURS}


def test_only_the_plain_reading_and_the_other_ways_have_all_repeats(tables):
    repeats = {row["way"]: row["repeats"] for row in tables["paper"]}
    every = {*OTHERS, ALGORITHM_2, "oracle"}
    assert {way for way, count in repeats.items() if count == QUICK.papers_repeats} == every
    assert {repeats[way] for way in repeats.keys() - every - OWN.keys()} == {QUICK.papers_others}
    assert {repeats[way] for way in OWN} == {QUICK.papers_own}
    assert {row["repeats"] for row in tables["orders"]} == {QUICK.papers_others}


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
        assert 0 <= row["r2"] <= 1
        assert 0 <= row["r2_ten"] <= 1


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
        roll, points = _made(Setting(120, noise, 2, units), seed)
        found.append(neighbor_regression(WAYS["max_min"].embed(points, 2, 10), roll.parameters))
    return np.mean(found)


def test_raw_features_predict_worse_in_other_units_and_in_noise():
    r2 = r2_of_raw_features(0.2, ONE_UNIT)
    assert r2 > r2_of_raw_features(0.2, MANY_UNITS) + 0.2
    assert r2 > r2_of_raw_features(2.0, ONE_UNIT)


def test_noise_is_in_units_of_the_spread_of_an_informative_feature():
    _, points = _made(Setting(4000, 0.5, 3, ONE_UNIT), 0)
    spread = np.median(points[:, :10].std(axis=0))
    np.testing.assert_allclose(points[:, 10:].std(axis=0), 0.5 * spread, rtol=0.05)


def test_units_change_features_by_a_factor_each():
    one, many = (_made(Setting(50, 0.5, 30, units), 7)[1] for units in (ONE_UNIT, MANY_UNITS))
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


def verdict(name, papers=(), paper=(), of_orders=()):
    tables = {"paper_compared": papers, "paper": paper, "counts": (), "orders": of_orders}
    rows = judged(CLAIMS, tables)["verdicts"]
    return next(row for row in rows if row["claim"] == name)


def papers(*by_way):
    """Rows with the intervals of each reading of Algorithm 2 minus each of two opponents."""
    return [
        {"way": way, "title": opponent, **row(opponent, *ends)}
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
    tables = {"paper_compared": (), "paper": rows, "counts": (), "orders": ()}
    trials = judged(CLAIMS, tables)["trials"]
    trials = [row for row in trials if row["claim"] == "roll_neglects_noise"]
    assert [row["where"] for row in trials] == [
        "10 features of noise, noise 0.1, 1, algorithm_2 "
        "(also for Algorithm 2, then eps_0, which has the same weights)",
        "10 features of noise, noise 0.1, algorithms_2_and_3",
        "10 features of noise, noise 0.1, 1, algorithm_2_peak",
        "10 features of noise, noise 1, algorithms_2_and_3",
    ]
    assert "in the raw data 0.01, 0.1; 2.0 of 10 informative features keep" in trials[0]["measured"]


def test_other_numbers_of_noise_features_are_trials_of_the_plain_reading(tables):
    found = [row for row in judged(CLAIMS, tables)["trials"] if row["where"].startswith("2 feat")]
    assert [row["favourable"] for row in found] == [False, True]
    assert {row["way"] for row in tables["counts"]} == {*OF_COUNTS, "oracle"}


def test_settings_that_differ_by_noise_and_units_share_searches():
    searched, ways = {}, trying(OF_COUNTS, 5)
    for noise, units in ((0.5, ONE_UNIT), (2.0, MANY_UNITS)):
        _, points = _made(Setting(80, noise, 3, units), 0)
        found = embed_by_ways(ways, points, 2, 2, searched)
        apart = {name: way.embed(points, 2, 2) for name, way in ways.items()}
        for name, each in found.items():
            np.testing.assert_allclose(each.coordinates, apart[name], atol=1e-6)
    assert len(searched) == len(ways)


def test_ways_that_share_a_search_still_share_it_with_fewer_weights():
    few = trying(WAYS, 5)
    assert few[ALGORITHM_2].scale is few[THEN_EPS_0].scale
    assert few[ALGORITHM_2].scale.keywords["n_scales"] == 5
    assert {name for name, way in few.items() if way != WAYS[name]} == set(ALGORITHMS)
    assert trying(WAYS, None) == WAYS


def test_a_constant_feature_starts_a_new_search():
    searched = {}
    for noise in (0.5, 0.0):
        _, points = _made(Setting(60, noise, 3, ONE_UNIT), 0)
        found = embed_by_ways(trying({AT_PEAK: OF_COUNTS[AT_PEAK]}, 5), points, 2, 2, searched)
    assert len(searched) == 2
    assert not found[AT_PEAK].factors[10:].any()


def of_orders(given, by_correlation):
    """The rows of `orders` for rolls with these errors in the two orders."""
    repeats = [{ALGORITHM_2: {"error": error}} for error in given]
    for scores, error in zip(repeats, by_correlation, strict=False):
        scores[ALGORITHMS_2_AND_3] = {"error": error}
    return orders({Setting(9, 1.0, 5, ONE_UNIT): repeats})


@pytest.mark.parametrize(
    ("given", "expected"),
    [((0.5, 0.5, 0.5, 0.5), "holds"), ((0.2, 0.2, 0.2, 0.2), "undecided")],
)
def test_the_order_of_features_matters_where_errors_differ(given, expected):
    rows = of_orders(given, (0.2, 0.2, 0.2, 0.2))
    assert verdict("order_matters", of_orders=rows)["verdict"] == expected


def test_equal_orders_differ_by_nothing_and_the_control_shows_how_much_rolls_differ():
    errors = (0.1, 0.5, 0.2, 0.4, 0.3, 0.6)
    [row] = of_orders((*errors, 0.9, 0.9), errors)
    assert row["apart"] == row["more_in_given"] == 0
    assert (row["given_pairs"], row["by_correlation_pairs"]) == (4, 3)
    assert row["by_correlation_control"] == pytest.approx((0.4 + 0.2 + 0.3) / 3)
    assert row["given_control"] == pytest.approx((0.4 + 0.2 + 0.3 + 0.0) / 4)
    said = depends({"orders": [row]})[0].measured
    assert "on 6 rolls the errors of the two orders differ by 0 (0 to 0)" in said
    assert "so neither order is surely better; two rolls" in said
    assert said.endswith("two orders do not differ more than two rolls")


@pytest.mark.parametrize(
    ("given", "by_correlation", "better", "more"),
    [
        (
            (0.5, 0.5, 0.6, 0.6),
            (0.2, 0.2, 0.3, 0.3),
            "that of Algorithm 3 is",
            "two orders differ m",
        ),
        ((0.1, 0.2, 0.1, 0.1), (0.5, 0.5, 0.7, 0.5), "the given order is", "differ perhaps, but"),
    ],
)
def test_the_words_name_the_better_order_and_compare_with_the_control(
    given, by_correlation, better, more
):
    said = depends({"orders": of_orders(given, by_correlation)})[0].measured
    assert f"so {better} better;" in said
    assert more in said


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
