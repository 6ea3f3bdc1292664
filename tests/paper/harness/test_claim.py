"""The function that derives the verdict on a claim from its trials, and each kind of verdict."""

import itertools
from dataclasses import replace

import pytest

from kernelscale.paper.harness.claim import KINDS, OF_US, Claim, SetUpLine, Threshold, Trial
from kernelscale.paper.harness.claim_tables import judged
from kernelscale.paper.harness.tables import Interval
from kernelscale.paper.harness.verdict import verdict_of

CLEAR = 1.0
OWN, OTHER = SetUpLine("rows", "2000", "2000"), SetUpLine("rows", "2000", "400", same=False)
SILENT = SetUpLine("noise", "various, not stated", "0.1 and 1")


def claim_of(trials=(), set_up=(OWN,), testable=True):
    limit = Threshold("an error of 0", OF_US, CLEAR, "of error", "errors go up to 2")
    texts = ("low", "The error is low", "is low", "Section 1", "on raw rows", "on scaled rows")
    return Claim(*texts, set_up, limit, lambda evidence: trials, testable)


def trial(missed, favourable=False, scales="", where="raw", half=0.0):
    ends = Interval(missed, missed - half, missed + half)
    return Trial(where, ends, f"misses {missed}", favourable, scales)


TRUE, UNDECIDED, FALSE, CLEARLY_FALSE = (
    (-0.5, 0.1),
    (0.1, 0.5),
    (0.5, 0.1),
    (2.0, 0.1),
)
"""Kinds of trials. The first number is how far the trial misses the limit; it is negative if the
limit is met. The second number is half the width of the confidence interval of the miss."""
MISSES = (TRUE, UNDECIDED, FALSE, CLEARLY_FALSE)
ALL = [
    [
        *(trial(missed, half=half) for missed, half in plain),
        *(trial(missed, True, where="scaled", half=half) for missed, half in favourable),
    ]
    for plain in itertools.combinations_with_replacement(MISSES, 2)
    for favourable in [(), *((each,) for each in MISSES)]
]


@pytest.mark.parametrize(
    ("missed", "half", "outcome"),
    [
        (-0.5, 0.4, "true"),
        (-0.5, 0.5, "true"),
        (-0.5, 0.6, "undecided"),
        (0.5, 0.5, "undecided"),
        (0.5, 0.4, "false"),
    ],
)
def test_a_trial_is_undecided_if_its_interval_contains_the_limit(missed, half, outcome):
    assert trial(missed, half=half).outcome == outcome


@pytest.mark.parametrize("trials", ALL)
@pytest.mark.parametrize("set_up", [(OWN,), (OWN, OTHER), (OWN, SILENT)])
def test_the_verdict_follows_from_the_outcomes_of_the_trials(trials, set_up):
    found = verdict_of(claim_of(set_up=set_up), trials)
    plain = [each.outcome for each in trials if not each.favourable]
    outcomes = [each.outcome for each in trials]
    clear = all(each.missed.low > CLEAR for each in trials)
    favoured = any(each.favourable for each in trials)
    assert (found == "holds") == ("false" not in plain and plain.count("true") > len(plain) / 2)
    assert (found == "does not hold") == (OTHER not in set_up and favoured and clear)
    assert (found == "undecided") == ("true" not in outcomes and found != "does not hold")
    if found == "holds in part":
        assert "true" in outcomes


@pytest.mark.parametrize("other", MISSES)
def test_a_favourable_trial_changes_no_verdict_of_a_true_plain_reading(other):
    missed, half = other
    plain = trial(-0.5)
    assert verdict_of(claim_of(), [plain]) == "holds"
    assert verdict_of(claim_of(), [plain, trial(missed, True, half=half)]) == "holds"


def test_every_kind_of_verdict_is_reached():
    found = {verdict_of(claim_of(), trials) for trials in ALL}
    assert found | {verdict_of(claim_of(testable=False), ALL[0])} == set(KINDS)


@pytest.mark.parametrize("trials", ALL)
def test_data_other_than_the_papers_give_no_verdict(trials):
    assert verdict_of(claim_of(testable=False), trials) == "not testable here"


def test_a_claim_without_trials_is_not_judged():
    assert verdict_of(claim_of(), []) == "not testable here"
    [row] = judged([claim_of()], None)["verdicts"]
    assert (row["verdict"], row["margin"], row["measured"]) == ("not testable here", None, "")


def test_a_miss_is_clear_only_if_its_whole_interval_is_beyond_the_clear_margin():
    for half, verdict in ((0.0, "does not hold"), (1.5, "undecided")):
        trials = [trial(2.0, half=half), trial(3.0, favourable=True, where="scaled")]
        assert verdict_of(claim_of(), trials) == verdict


@pytest.mark.parametrize(
    ("missed", "half", "verdict", "shown"),
    [
        ((-2.0, -1.0, 3.0), 0.5, "holds", "second"),  # the worst of the plain reading
        ((3.0, 2.5, 2.0), 0.5, "does not hold", "other"),  # the best of all
        ((1.5, 0.8, 0.2), 2.0, "undecided", "second"),  # the best of the plain reading
    ],
)
def test_the_numbers_of_one_trial_are_shown_with_a_verdict(missed, half, verdict, shown):
    first, second, other = missed
    trials = [
        trial(first, half=half, where="first"),
        trial(second, half=half, where="second"),
        trial(other, half=half, favourable=True, where="other"),
    ]
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert row["verdict"] == verdict
    assert row["measured"].startswith(f"{shown}: ")


CLOSE = "in 2 of 2 trials the miss may be at most 1 of error"


@pytest.mark.parametrize(
    ("by_scales", "verdict", "where"),
    [
        ((-0.5, -0.5), "holds", ""),
        (
            (-0.5, 2.0),
            "holds in part",
            "all scales: holds, true everywhere; resolved: does not hold, true in no trial",
        ),
        ((2.0, 2.0), "does not hold", ""),
        (
            (2.0, 0.5),
            "undecided",
            "all scales: does not hold, true in no trial; "
            f"resolved: undecided, true in no trial, but {CLOSE}",
        ),
        ((0.5, 0.5), "undecided", f"true in no trial, but {CLOSE}"),
    ],
)
def test_verdicts_that_differ_between_sets_of_scales(by_scales, verdict, where):
    """Each set of scales has a verdict. If these differ, the claim holds in part or is undecided.

    It is undecided if no trial of any set is true.
    """
    trials = [
        trial(missed, favourable, scales)
        for missed, scales in zip(by_scales, ("all scales", "resolved"), strict=True)
        for favourable in (False, True)
    ]
    assert verdict_of(claim_of(), trials) == verdict
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert (row["verdict"], row["where"]) == (verdict, where)


def test_a_claim_that_holds_in_part_names_where():
    trials = [
        trial(-1.0, where="scaled"),
        trial(2.0),
        trial(0.0, where="whitened", half=1.0),
        trial(3.0, favourable=True, where="ranked"),
    ]
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert (
        row["where"]
        == "true in 1 of 3 plain and 0 of 1 other trials (scaled), undecided in 1 (whitened)"
    )
    assert (row["margin"], row["measured"]) == (2.0, "raw: misses 2.0")


def test_a_claim_that_holds_names_undecided_trials_of_the_plain_reading():
    trials = [trial(-1.0, where=place) for place in "ab"]
    trials += [trial(0.0, half=1.0), trial(3.0, favourable=True, where="ranked")]
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert row["verdict"] == "holds"
    assert row["where"] == "true in 2 of 3 plain trials (a; b), undecided in 1 (raw)"


def test_where_no_trial_is_true_the_margin_is_the_smallest():
    for plain, verdict in ((9.0, "does not hold"), (0.5, "undecided")):
        trials = [trial(plain), trial(3.0, favourable=True, where="scaled")]
        [row] = judged([claim_of(trials)], None)["verdicts"]
        assert (row["verdict"], row["margin"]) == (verdict, min(plain, 3.0))


def test_tables_have_every_line_of_the_set_up_and_every_trial():
    trials = [trial(2.0), trial(3.0, favourable=True, where="scaled")]
    tables = judged([claim_of(trials, (OWN, OTHER, SILENT))], None)
    assert [row["same"] for row in tables["set_ups"]] == ["yes", "no", "not stated"]
    assert [row["where"] for row in tables["trials"]] == ["raw", "scaled"]
    assert [row["favourable"] for row in tables["trials"]] == [False, True]
    assert [row["outcome"] for row in tables["trials"]] == ["false", "false"]
    [row] = tables["verdicts"]
    assert (row["own_set_up"], row["verdict"]) == (False, "undecided")
    assert row["where"] == "true in no trial, but the set-up differs from the paper's"
    assert row["reason"] == "errors go up to 2"


def test_a_claim_without_a_favourable_trial_is_undecided():
    [row] = judged([claim_of([trial(2.0)])], None)["verdicts"]
    assert row["verdict"] == "undecided"
    assert row["where"] == "true in no trial, but no favourable reading was tried"


def test_sets_of_scales_with_equal_trials_are_merged():
    sets = {"all scales": 2.0, "resolved at 1 %": 0.5, "resolved at 5 %": 0.5}
    trials = [trial(missed, scales=scales) for scales, missed in sets.items()]
    tables = judged([claim_of(trials)], None)
    merged = "resolved at 1 %, 5 %"
    assert [row["scales"] for row in tables["trials"]] == ["all scales", merged]


def test_equal_counts_of_different_sets_of_scales_are_those_of_each_set():
    trials = [trial(0.5 + k / 10, scales=scales) for k, scales in enumerate(("all", "resolved"))]
    [row] = judged([claim_of(trials)], None)["verdicts"]
    assert row["where"].startswith("all, resolved, each: undecided, true in no trial, but")
    assert row["where"].endswith("in 1 of 1 trials the miss may be at most 1 of error")


def test_an_overview_is_stated_with_the_numbers_of_the_trial():
    claim = replace(claim_of([trial(-0.5)]), overview=lambda evidence: f"Of {evidence} rows")
    [row] = judged([claim], 10)["verdicts"]
    assert row["measured"] == "Of 10 rows. raw: misses -0.5"
