"""The registry, and what every experiment owes it."""

import json

import pytest

from kernelscale.intrinsic_dimension import METHODS
from kernelscale.paper import EXPERIMENTS

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


@pytest.fixture(scope="module")
def dimension(quick_run):
    return quick_run("dimension").tables


def test_every_method_is_asked_on_every_roll(dimension):
    estimates = dimension["estimates"]
    asked = {(row["noise_sd"], row["seed"], row["method"]) for row in estimates}
    assert len(asked) == len(estimates) == 4 * 2 * len(METHODS)
    assert {row["method"] for row in estimates} == set(METHODS)


def test_the_summary_counts_right_answers(dimension):
    assert [row["method"] for row in dimension["summary"]] == list(METHODS)
    for row in dimension["summary"]:
        cell = [
            estimate
            for estimate in dimension["estimates"]
            if (estimate["method"], estimate["noise_sd"]) == (row["method"], 5.0)
        ]
        assert row["seeds"] == len(cell)
        assert row["right_sd_5"] == sum(estimate["dimension"] == 2 for estimate in cell)
        mean = sum(estimate["continuous"] for estimate in cell) / len(cell)
        assert row["mean_sd_5"] == pytest.approx(mean)


def test_noise_raises_what_looks_at_nearest_neighbours(dimension):
    [row] = [row for row in dimension["summary"] if row["method"] == "two_nn"]
    assert row["mean_sd_0"] < row["mean_sd_1"] < row["mean_sd_5"] < row["mean_sd_20"]
    assert row["mean_sd_0"] == pytest.approx(2, abs=0.3)


def test_multiscale_sees_through_noise(dimension):
    [row] = [row for row in dimension["summary"] if row["method"] == "multiscale"]
    assert [row[f"right_sd_{sd}"] for sd in (0, 1, 5)] == [row["seeds"]] * 3


def test_every_claim_is_the_papers_or_ours(quick):
    name, tables, _ = quick
    assert all(row["whose"] in ("paper", "ours") for row in tables.get("verdicts", [])), name
