"""The registry of experiments, and properties that every experiment has."""

import json

import pytest

from kernelscale.cli.shared.screen import standard_output
from kernelscale.paper.harness.claim import IN_PART
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.reproduction.outcome import Outcome
from kernelscale.paper.reproduction.printing import print_outcome

TEXTS = ("name", "source", "claim", "expected", "data")


@pytest.fixture(scope="module", params=EXPERIMENTS)
def quick(request, quick_run):
    """Name and tables of a quick run of each experiment, and its reports of progress."""
    tables, judged, heard, looked_for = quick_run(request.param)
    # A change of one of these files makes the experiment run again.
    assert looked_for == set(EXPERIMENTS[request.param].files)
    return request.param, {**tables, **judged}, heard


def test_the_registry_has_experiments_by_name():
    assert "dimension" in EXPERIMENTS
    assert "all" not in EXPERIMENTS
    for name, experiment in EXPERIMENTS.items():
        assert experiment.name == name
        assert all(getattr(experiment, text) for text in TEXTS)
        assert experiment.minutes > 0


def test_tables_are_plain_and_complete(quick):
    _, tables, _ = quick
    json.dumps(tables, allow_nan=False)
    for rows in tables.values():
        assert rows
        assert all(list(row) == list(rows[0]) for row in rows)


def test_a_second_run_gives_the_same_numbers(quick, quick_run, tmp_path):
    """A sixth of the parts is computed again, and all tables are made again."""
    name, tables, _ = quick
    found = quick_run.again(name, tmp_path)
    assert found == {table: tables[table] for table in found}
    # Small samples give no verdicts.
    assert not {"verdicts", "trials", "set_ups", "findings"} & found.keys()


def test_progress_ends_when_the_run_ends(quick):
    _, _, heard = quick
    assert heard[0].done == 0
    assert heard[-1].done == heard[-1].total


def claims():
    return [claim for experiment in EXPERIMENTS.values() for claim in experiment.claims]


def test_claims_are_few_and_short():
    names = [claim.name for claim in claims()]
    assert len(set(names)) == len(names) <= 25
    for claim in claims():
        assert 5 <= len(claim.words.split()) <= 14, claim.name
        assert 2 <= len(claim.quotation.split()) <= 45, claim.name
        assert claim.place.startswith(("Section", "Introduction")), claim.name
        assert claim.reading, claim.name
        assert claim.favourable, claim.name
        assert claim.set_up, claim.name
        assert claim.threshold.source in ("the paper's", "ours"), claim.name
        # For a limit that the paper does not state, only a miss above a margin is clear.
        assert claim.threshold.clear > 0 or claim.threshold.source == "the paper's", claim.name


def test_claims_of_section_5_alone_are_not_testable():
    untestable = {claim.name for claim in claims() if not claim.testable}
    assert untestable == {claim.name for claim in EXPERIMENTS["seismic"].claims}


def test_every_claim_has_a_verdict_and_trials(quick, quick_run):
    name, tables, _ = quick
    found = tables.get("verdicts", [])
    assert [row["claim"] for row in found] == [claim.name for claim in EXPERIMENTS[name].claims]
    tried = {row["claim"] for row in tables.get("trials", [])}
    for claim in EXPERIMENTS[name].claims:
        assert claim.name in tried or not claim.testable


def test_a_run_of_all_experiments_prints_at_most_sixty_lines(capsys):
    """Each experiment here also prints a note, and the run prints two lines at its end."""
    for experiment in EXPERIMENTS.values():
        verdicts = [{"words": c.words, "verdict": IN_PART} for c in experiment.claims]
        tables = {"summary": [{"a": 1}], "verdicts": verdicts, "findings": [{}] * 99}
        outcome = Outcome(experiment, False, tables, ["Some rows are duplicates."], 1000.0)
        print_outcome(standard_output(), outcome, alone=False)
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) <= 60 - 2
    assert " ".join(printed.split()).count(IN_PART) == len(claims())
