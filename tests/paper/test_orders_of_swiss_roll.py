"""Algorithm 2 on one Swiss roll with several orders of its features."""

import pytest

from kernelscale.paper.harness.claim_tables import judged
from kernelscale.paper.shared.scaling_ways import ALGORITHM_2, ALGORITHMS_2_AND_3
from kernelscale.paper.swiss_roll.claims import CLAIMS
from kernelscale.paper.swiss_roll.comparisons import orders
from kernelscale.paper.swiss_roll.order_trials import depends, of_orders
from kernelscale.paper.swiss_roll.orders import (
    JITTERED,
    NOISE_FIRST,
    NOISE_PERMUTED,
    RANDOM,
    within_roll,
)
from kernelscale.paper.swiss_roll.plan import ONE_UNIT, QUICK, Setting


@pytest.fixture(scope="module")
def tables(quick_run):
    return quick_run("swiss_roll").tables


def rows_of_orders(given, by_correlation):
    """The rows of `orders` for rolls with these errors in the two orders."""
    repeats = [{ALGORITHM_2: {"error": error}} for error in given]
    for scores, error in zip(repeats, by_correlation, strict=False):
        scores[ALGORITHMS_2_AND_3] = {"error": error}
    return orders({Setting(9, 1.0, 5, ONE_UNIT): repeats})


def within_rolls(random=0.3, jittered=0.0, permuted=0.1):
    """The rows of `within_roll` where an error is larger than in the given order by these."""
    errors = [
        {
            JITTERED: [given, given + jittered],
            NOISE_PERMUTED: [given, given + permuted],
            RANDOM: [given, given + random],
            NOISE_FIRST: [given, given + 0.4],
        }
        for given in (0.1, 0.2, 0.3)
    ]
    return within_roll(QUICK, errors)


@pytest.mark.parametrize(
    ("given", "random", "expected"),
    [
        ((0.5, 0.5, 0.5, 0.5), 0.3, "holds"),
        ((0.5, 0.5, 0.5, 0.5), 0.01, "holds in part"),
        ((0.2, 0.2, 0.2, 0.2), 0.3, "holds in part"),
    ],
)
def test_the_order_of_features_matters_where_errors_differ(given, random, expected):
    rows = rows_of_orders(given, (0.2, 0.2, 0.2, 0.2))
    [claim] = [claim for claim in CLAIMS if claim.name == "order_matters"]
    [found] = judged([claim], {"orders": rows, "within_roll": within_rolls(random)})["verdicts"]
    assert found["verdict"] == expected


@pytest.mark.parametrize(
    ("given", "by_correlation", "better"),
    [
        ((0.1, 0.5, 0.2, 0.9), (0.1, 0.5, 0.2), "neither order is surely"),
        ((0.5, 0.5, 0.6, 0.6), (0.2, 0.2, 0.3, 0.3), "that of Algorithm 3 is"),
        ((0.1, 0.2, 0.1, 0.1), (0.5, 0.5, 0.7, 0.5), "the given order is"),
    ],
)
def test_the_words_name_the_better_of_two_orders(given, by_correlation, better):
    rows = {"orders": rows_of_orders(given, by_correlation), "within_roll": within_rolls()}
    said = depends(rows)[0].measured
    assert said.startswith(f"on {len(by_correlation)} rolls")
    assert said.endswith(f"so {better} better")


def test_orders_are_compared_with_a_small_change_of_the_features():
    tables = {"orders": (), "within_roll": within_rolls(jittered=0.2)}
    many, noise_first = depends(tables)
    assert "differ by 0.3 (0.3 to 0.3)" in many.measured
    assert "so the order moves the error more than such a change" in many.measured
    assert "with noise first the error is 0.6 (" in noise_first.measured
    assert "one roll: two of 2 0.3, given and noise first 0.4; with" in of_orders(tables)
    assert "standard deviation 0.2. Not tested" in of_orders(tables)
    tables = {"orders": (), "within_roll": within_rolls(jittered=0.3)}
    assert "moves the error not surely more than such" in depends(tables)[0].measured


@pytest.mark.parametrize(
    ("permuted", "said"),
    [
        (0.1, "permuted 0.1, which is less, so the place of the informative features matters;"),
        (0.4, "permuted 0.4, which is as much, so it is not shown that the place"),
    ],
)
def test_the_place_of_informative_features_matters_if_permuted_noise_changes_less(permuted, said):
    assert said in of_orders({"orders": (), "within_roll": within_rolls(permuted=permuted)})


def test_two_orders_at_another_noise_level_are_another_reading():
    """The levels share the rolls, so they are one measurement."""
    rows = rows_of_orders([0.1, 0.2], [0.3, 0.5])
    rows = [*rows, *({**row, "noise": 3.0} for row in rows)]
    found = depends({"orders": rows, "within_roll": within_rolls()})
    assert [trial.favourable for trial in found] == [False, True, False, False]


def test_every_kind_of_order_is_tried_on_every_roll(tables):
    rows = tables["within_roll"]
    assert [row["kind"] for row in rows] == [JITTERED, NOISE_PERMUTED, RANDOM, NOISE_FIRST]
    assert {row["rolls"] for row in rows} == {QUICK.orders_rolls}
    assert {row["n_samples"] for row in rows} == {QUICK.orders_samples}
