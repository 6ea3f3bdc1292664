"""The benchmark that evaluates the bound of the paper's Theorem 3.2, run on small data."""

import re

import numpy as np
import pytest
from benchmarks.theory_bound import verdicts, worst_case
from benchmarks.theory_bound.__main__ import main

from kernelscale.paper.theory_bound.cases import is_violated, random_case, random_cases


def test_a_case_depends_on_its_seed_only():
    first, second = random_case(7), list(random_cases(8))[7]
    np.testing.assert_array_equal(first.points, second.points)
    np.testing.assert_array_equal(first.labels, second.labels)
    assert first.epsilon == second.epsilon
    assert not np.array_equal(first.labels, random_case(8).labels)


def test_the_table_has_a_line_for_each_form_of_the_bound_with_its_counts():
    bounds = verdicts.measure(list(random_cases(20)))
    table = verdicts.table(bounds)
    assert all(f"| {form} | 0 |" in table for form in ("printed", "tight"))
    assert len(table.splitlines()) == 2 + len(verdicts.FORMS)
    assert verdicts.remarks(bounds).startswith("20 cases")
    assert is_violated(bounds[0], bounds[0].distance / 2)


def test_a_search_does_not_decrease_the_ratio(monkeypatch):
    monkeypatch.setattr(worst_case, "STEPS", 15)
    start = worst_case.random_start(np.random.default_rng([0, 0]))
    worst = worst_case.search("tight", 1)
    first = worst_case.perturbation_bound(*start, 1.0)
    assert worst.ratio >= first.distance / first.tight_bound
    assert worst.ratio <= 1 + 1e-9


def test_the_bound_with_the_eigengap_of_p_is_violated(monkeypatch):
    monkeypatch.setattr(worst_case, "STEPS", 15)
    assert worst_case.search("tight norm / eigengap of P", 2).ratio > 1


@pytest.mark.release
@pytest.mark.parametrize("form", ["printed", "tight"])
def test_a_proven_bound_is_not_violated(form):
    assert worst_case.search(form, 2).ratio <= 1


def test_command_prints_every_verdict(capsys, monkeypatch):
    monkeypatch.setattr(worst_case, "STEPS", 15)
    main(["--quick"])
    printed = capsys.readouterr().out
    assert "| form | violated |" in printed
    ratios = dict(re.findall(r"- (.+): ([\d.e-]+) \(", printed))
    assert verdicts.FORMS.keys() <= ratios.keys()
    # A proven bound is not violated.
    assert all(0 < float(ratios[form]) <= 1 for form in ("printed", "tight"))
