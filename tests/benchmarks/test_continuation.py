"""The benchmark that computes eigenpairs at many scales, run on small data."""

import numpy as np
import pytest
from benchmarks.continuation import methods, sets, table
from benchmarks.continuation.__main__ import SCALES, main, measure


@pytest.fixture(params=sets.SETS, scope="module", name="runs")
def all_runs(request):
    return measure(request.param, 450, SCALES[::5], 1)


def test_sets_are_centred_and_of_unit_radius():
    for make in sets.SETS.values():
        X = make(300)
        np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-14)
        assert (X**2).sum(axis=1).mean() == pytest.approx(1)
        np.testing.assert_array_equal(X, make(300))


def test_all_eigenvalues_agree_with_lapack(runs):
    expected = runs[table.REFERENCE][0]
    for name, (run,) in runs.items():
        answered = ~np.isnan(run.values)
        np.testing.assert_allclose(
            run.values[answered], expected.values[answered], atol=1e-6, err_msg=name
        )
        assert run.winner == expected.winner, name
        assert run.seconds > 0


def test_continuation_computes_all_scales_and_branch_and_bound_computes_fewer(runs):
    assert not np.isnan(runs["continuation, all scales"][0].values).any()
    (branch_and_bound,) = runs["branch and bound for the largest Ge"]
    missing = np.isnan(branch_and_bound.values[:, 1])
    assert missing.any()
    assert not missing[runs[table.REFERENCE][0].winner]


@pytest.mark.release
def test_command_prints_a_line_for_each_set_and_method(capsys):
    main(["--small"])
    printed = capsys.readouterr().out
    for name in sets.SETS:
        for method in methods.METHODS:
            assert f"| {name} | {method} |" in printed
    assert "| no |" not in printed
