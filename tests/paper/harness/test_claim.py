"""The function that derives all verdicts, and its conditions for "does not hold"."""

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
    limit = Threshold("an error of 0", OF_US, CLEAR, "error")
    texts = ("low", "The error is low", "is low", "Section 1", "on raw rows", "on scaled rows")
    return Claim(*texts, set_up, limit, lambda evidence: trials, testable)


def trial(missed, favourable=False, scales="", where="raw", half=0.0):
    ends = Interval(missed, missed - half, missed + half)
    return Trial(where, ends, f"misses {missed}", favourable, scales)


MISSED = (-0.5, 0.5, 2.0)  # the claim is true, is missed, and is clearly missed
ALL = [
    [trial(plain), *([] if other is None else [trial(other, favourable=True, where="scaled")])]
    for plain, other in itertools.product(MISSED, (*MISSED, None))
]


@pytest.mark.parametrize("trials", ALL)
@pytest.mark.parametrize("set_up", [(OWN,), (OWN, OTHER)])
def test_a_claim_does_not_hold_only_after_a_fair_trial(trials, set_up):
    """The verdict requires the paper's own set-up, a favourable reading and a clear margin."""
    found = verdict_of(claim_of(set_up=set_up), trials)
    plain, *favourable = trials
    own = all(line.same for line in set_up)
    clear = all(each.missed.low > CLEAR for each in trials)
    assert (found == "does not hold") == (own and bool(favourable) and clear)
    assert (found == "holds") == (plain.missed.mean <= 0)


@pytest.mark.parametrize("trials", ALL)
def test_data_other_than_the_papers_give_no_verdict(trials):
    assert verdict_of(claim_of(testable=False), trials) == "not testable here"


def test_a_claim_without_trials_is_not_judged():
    assert verdict_of(claim_of(), []) == "not testable here"
    [row] = judged([claim_of()], None)["verdicts"]
    assert (row["verdict"], row["margin"], row["measured"]) == ("not testable here", None, "")


def test_a_margin_is_clear_if_its_whole_interval_is():
    for half, verdict in ((0.0, "does not hold"), (1.5, "holds in part")):
        trials = [trial(2.0, half=half), trial(3.0, favourable=True, where="scaled")]
        assert verdict_of(claim_of(), trials) == verdict


@pytest.mark.parametrize(
    ("by_scales", "verdict", "where"),
    [
        ((-0.5, -0.5), "holds", ""),
        ((-0.5, 2.0), "holds in part", "all scales: everywhere; resolved scales: in no trial"),
        ((2.0, 2.0), "does not hold", ""),
        ((2.0, 0.5), "holds in part", "in no trial, but some"),
    ],
)
def test_a_claim_holds_in_part_if_verdicts_differ_between_sets_of_scales(by_scales, verdict, where):
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


def test_a_claim_that_holds_in_part_names_where():
    trials = [trial(-1.0, where="scaled"), trial(2.0), trial(3.0, favourable=True, where="ranked")]
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert row["where"] == "in 1 of 3 trials (scaled)"
    assert (row["margin"], row["measured"]) == (2.0, "raw: misses 2.0")


def test_the_margin_of_a_claim_that_does_not_hold_is_the_smallest():
    trials = [trial(9.0), trial(3.0, favourable=True, where="scaled")]
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert (row["verdict"], row["margin"]) == ("does not hold", 3.0)
    assert row["measured"] == "scaled: misses 3.0"


def test_tables_have_every_line_of_the_set_up_and_every_trial():
    trials = [trial(2.0), trial(3.0, favourable=True, where="scaled")]
    tables = judged([claim_of(trials, (OWN, OTHER))], None)
    assert [row["same"] for row in tables["set_ups"]] == [True, False]
    assert [row["where"] for row in tables["trials"]] == ["raw", "scaled"]
    assert [row["favourable"] for row in tables["trials"]] == [False, True]
    [row] = tables["verdicts"]
    assert (row["own_set_up"], row["verdict"]) == (False, "holds in part")
    assert row["where"] == "in no trial, but the set-up differs from the paper's"
