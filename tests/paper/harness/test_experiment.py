"""How an experiment puts together what it measures and how it judges."""

import pytest

from kernelscale.paper.harness import data_folder
from kernelscale.paper.harness.experiment import VERDICTS, Experiment, Measured

TABLES = {"summary": [{"share": 0.5}], "draws": [{"head": True}, {"head": False}]}


def made(found, judge=None):
    """An experiment that measures something given."""
    return Experiment("coin", "F", "C", "E", "none", 1.0, lambda *_: found, judge=judge)


@pytest.mark.parametrize(
    ("found", "evidence"), [(TABLES, TABLES), (Measured(TABLES, "heads"), "heads")]
)
def test_verdicts_are_judged_by_the_evidence_and_stand_after_the_summary(found, evidence):
    tables = made(found, judge=lambda given: [{"given": given}]).run(True, print)
    assert list(tables) == ["summary", VERDICTS, "draws"]
    assert tables == {**TABLES, VERDICTS: [{"given": evidence}]}


def test_without_a_judge_there_are_no_verdicts():
    assert made(TABLES).run(True, print) == TABLES


def test_what_is_skipped_is_not_judged():
    skipped = data_folder.skipped("coins.npz")
    assert made(skipped, judge=lambda tables: tables["draws"]).run(True, print) == skipped
