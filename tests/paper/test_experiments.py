"""The registry, and what every experiment owes it."""

import json

import pytest

from kernelscale.paper.registry import EXPERIMENTS

TEXTS = ("name", "source", "claim", "expected", "data")


@pytest.fixture(scope="module", params=EXPERIMENTS)
def quick(request, quick_run):
    """Name and tables of each experiment, run quickly, and what was heard of its progress."""
    tables, heard, looked_for = quick_run(request.param)
    assert looked_for == set(EXPERIMENTS[request.param].files)  # they decide what is run again
    return request.param, tables, heard


def test_experiments_go_by_their_names():
    assert "dimension" in EXPERIMENTS
    assert "all" not in EXPERIMENTS
    for name, experiment in EXPERIMENTS.items():
        assert experiment.name == name
        assert all(getattr(experiment, text) for text in TEXTS)
        assert experiment.minutes > 0


def test_tables_are_plain_and_whole(quick):
    _, tables, _ = quick
    json.dumps(tables, allow_nan=False)
    for rows in tables.values():
        assert rows
        assert all(list(row) == list(rows[0]) for row in rows)


def test_the_same_numbers_come_every_time(quick, quick_run, tmp_path):
    """A third of the parts is computed again, and all that is made of parts."""
    name, tables, _ = quick
    assert quick_run.again(name, tmp_path) == tables


def test_progress_ends_where_all_is_done(quick):
    _, _, heard = quick
    assert heard[0].done == 0
    assert heard[-1].done == heard[-1].total


def test_every_claim_is_the_papers_or_ours(quick):
    name, tables, _ = quick
    assert all(row["whose"] in ("paper", "ours") for row in tables.get("verdicts", [])), name
