"""One rule for all verdicts: what a claim has to have before it is said not to hold."""

import itertools

import pytest

from kernelscale.paper.harness.claim import (
    OF_US,
    Claim,
    SetUpLine,
    Threshold,
    Trial,
    judged,
    verdict_of,
)
from kernelscale.paper.harness.tables import Interval

CLEAR = 1.0
OWN, OTHER = SetUpLine("rows", "2000", "2000"), SetUpLine("rows", "2000", "400", same=False)


def claim_of(trials=(), set_up=(OWN,), testable=True):
    limit = Threshold("at least 10 m/s", OF_US, CLEAR, "m/s")
    texts = ("fast", "The dog is fast", "is fast", "Section 1", "on sand", "on grass")
    return Claim(*texts, set_up, limit, lambda evidence: trials, testable)


def trial(missed, favourable=False, scales="", where="sand", half=0.0):
    ends = Interval(missed, missed - half, missed + half)
    return Trial(where, ends, f"misses {missed}", favourable, scales)


MISSED = (-0.5, 0.5, 2.0)  # true, untrue, and clearly so
ALL = [
    [trial(plain), *([] if other is None else [trial(other, favourable=True, where="grass")])]
    for plain, other in itertools.product(MISSED, (*MISSED, None))
]


@pytest.mark.parametrize("trials", ALL)
@pytest.mark.parametrize("set_up", [(OWN,), (OWN, OTHER)])
def test_what_does_not_hold_was_tried_fairly(trials, set_up):
    """Against the sentence of the design: own set-up, favourable reading, clear margin."""
    found = verdict_of(claim_of(set_up=set_up), trials)
    plain, *favourable = trials
    own = all(line.same for line in set_up)
    clear = all(each.missed.low > CLEAR for each in trials)
    assert (found == "does not hold") == (own and bool(favourable) and clear)
    assert (found == "holds") == (plain.missed.mean <= 0)


@pytest.mark.parametrize("trials", ALL)
def test_other_data_give_no_verdict(trials):
    assert verdict_of(claim_of(testable=False), trials) == "not testable here"


def test_nothing_tried_is_nothing_judged():
    assert verdict_of(claim_of(), []) == "not testable here"
    [row] = judged([claim_of()], None)["verdicts"]
    assert (row["verdict"], row["margin"], row["measured"]) == ("not testable here", None, "")


def test_a_margin_is_clear_for_sure_or_not_at_all():
    for half, verdict in ((0.0, "does not hold"), (1.5, "holds in part")):
        trials = [trial(2.0, half=half), trial(3.0, favourable=True, where="grass")]
        assert verdict_of(claim_of(), trials) == verdict


@pytest.mark.parametrize(
    ("by_scales", "verdict", "where"),
    [
        ((-0.5, -0.5), "holds", ""),
        ((-0.5, 2.0), "holds in part", "all scales: everywhere; resolved scales: nowhere"),
        ((2.0, 2.0), "does not hold", ""),
        ((2.0, 0.5), "holds in part", "all scales and resolved scales: nowhere, but not"),
    ],
)
def test_where_verdicts_by_scales_differ_a_claim_holds_in_part(by_scales, verdict, where):
    trials = [
        trial(missed, favourable, scales)
        for missed, scales in zip(by_scales, ("all scales", "resolved scales"), strict=True)
        for favourable in (False, True)
    ]
    assert verdict_of(claim_of(), trials) == verdict
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert row["verdict"] == verdict
    assert row["where"].startswith(where)
    assert bool(row["where"]) == bool(where)


def test_where_a_claim_holds_is_named():
    trials = [trial(-1.0, where="grass"), trial(2.0), trial(3.0, favourable=True, where="mud")]
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert row["where"] == "in 1 of 3 trials (grass)"
    assert (row["margin"], row["measured"]) == (2.0, "sand: misses 2.0")


def test_the_margin_of_what_does_not_hold_is_that_of_the_best_trial():
    trials = [trial(9.0), trial(3.0, favourable=True, where="grass")]
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert (row["verdict"], row["margin"]) == ("does not hold", 3.0)
    assert row["measured"] == "grass: misses 3.0"


def test_set_ups_and_trials_are_told_in_full():
    trials = [trial(2.0), trial(3.0, favourable=True, where="grass")]
    tables = judged([claim_of(trials, (OWN, OTHER))], None)
    assert [row["same"] for row in tables["set_ups"]] == [True, False]
    assert [row["where"] for row in tables["trials"]] == ["sand", "grass"]
    assert [row["favourable"] for row in tables["trials"]] == [False, True]
    [row] = tables["verdicts"]
    assert (row["own_set_up"], row["verdict"]) == (False, "holds in part")
    assert row["where"] == "nowhere, but the set-up is not the paper's in all"
