"""Leading eigenpairs at many scales: the measurement, once and small."""

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


def test_every_answer_is_that_of_lapack(runs):
    expected = runs[table.REFERENCE][0]
    for name, (run,) in runs.items():
        answered = ~np.isnan(run.values)
        np.testing.assert_allclose(
            run.values[answered], expected.values[answered], atol=1e-6, err_msg=name
        )
        assert run.winner == expected.winner, name
        assert run.seconds > 0


def test_continuation_answers_everywhere_and_branch_and_bound_at_the_winner(runs):
    assert not np.isnan(runs["continuation, all scales"][0].values).any()
    (raced,) = runs["branch and bound for the largest Ge"]
    missing = np.isnan(raced.values[:, 1])
    assert missing.any()
    assert not missing[runs[table.REFERENCE][0].winner]


def test_command_prints_a_line_a_set_and_method(capsys):
    main(["--small"])
    printed = capsys.readouterr().out
    for name in sets.SETS:
        for method in methods.METHODS:
            assert f"| {name} | {method} |" in printed
    assert "| no |" not in printed
