"""A small run of the benchmark of data checks: its tables of false alarms and of faults found."""

import pytest
from benchmarks import data_folder
from benchmarks.data_checks import __main__ as program
from benchmarks.data_checks import few_rows, sets
from benchmarks.data_checks.faults import FAULTS
from benchmarks.data_checks.sets import ALL, SETS, parts

from kernelscale.data_checks import CHECKS


def test_each_check_has_a_fault_and_each_set_is_in_one_group():
    assert {check for check, _ in FAULTS.values()} == set(CHECKS)
    groups = [SETS[name] for name in ("choosing", "confirming", "new")]
    assert sorted(name for names in groups for name in names) == sorted(ALL)


def test_the_program_prints_both_tables(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(sets, "SIZES", (60,))
    program.main(["--sets", "quick", "-o", str(tmp_path / "lines.csv")])
    said = capsys.readouterr().out
    assert said.count("| 0 of 2 |") == len(CHECKS)
    seen = [line.split(" | ")[2].split(" of ") for line in said.splitlines()[-len(FAULTS) :]]
    assert all(hits == planted for hits, planted in seen)
    assert (tmp_path / "lines.csv").stat().st_size


def test_subsamples_are_the_same_at_each_call():
    for one, other in zip(parts("iris"), parts("iris"), strict=True):
        assert (one == other).all()


def test_the_program_names_missing_data(monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    with pytest.raises(SystemExit, match=r"Skipped, .* satellite"):
        program.main([])


def test_scales_of_few_rows_differ_more(capsys, monkeypatch):
    monkeypatch.setattr(few_rows, "SIZES", (5, 80))
    program.main(["--sets", "quick", "--few-rows"])
    few, many = [line.split("|")[2] for line in capsys.readouterr().out.splitlines()[2:]]
    assert float(few) > float(many) > 1
