"""How an experiment combines its measured tables with verdicts and findings."""

import pytest

from kernelscale.paper.harness import data_folder
from kernelscale.paper.harness.experiment import FINDINGS, Experiment, Measured

TABLES = {"summary": [{"share": 0.5}], "draws": [{"head": True}, {"head": False}]}


def made(found, find=None, claims=()):
    """An experiment whose measurement returns `found`."""
    return Experiment(
        "coin", "F", "C", "E", "none", 1.0, lambda *_: found, claims=claims, find=find
    )


@pytest.mark.parametrize(
    ("found", "evidence"), [(TABLES, TABLES), (Measured(TABLES, "heads"), "heads")]
)
def test_findings_come_from_the_evidence_and_follow_the_summary(found, evidence):
    tables = made(found, find=lambda given: [{"given": given}]).run(False, print)
    assert list(tables) == ["summary", FINDINGS, "draws"]
    assert tables == {**TABLES, FINDINGS: [{"given": evidence}]}


def test_without_claims_there_are_no_verdicts():
    assert made(TABLES).run(False, print) == TABLES


def test_small_samples_are_not_judged():
    assert made(TABLES, find=lambda given: [{"given": given}]).run(True, print) == TABLES


def test_a_skipped_experiment_is_not_judged():
    skipped = data_folder.skipped("coins.npz")
    assert made(skipped, find=lambda tables: tables["draws"]).run(False, print) == skipped
