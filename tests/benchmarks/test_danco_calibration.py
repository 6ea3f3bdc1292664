"""The calibration table from few draws: its means, and a run that continues after a stop."""

import numpy as np
import pytest
from benchmarks.danco_calibration import draws
from benchmarks.danco_calibration.__main__ import TABLE, main

from kernelscale.intrinsic_dimension.calibration.solid_balls import ball_signature


@pytest.fixture
def small(monkeypatch):
    """Reduce the benchmark to few draws.

    For each of the dimensions 1 to 5, there are four draws of 12 points and two of 20 points.
    """
    for module in ("draws", "table"):
        monkeypatch.setattr(f"benchmarks.danco_calibration.{module}.DIMENSIONS", (1, 2, 3, 4, 5))
        monkeypatch.setattr(f"benchmarks.danco_calibration.{module}.DRAWS", {12: 4, 20: 2})


def test_the_table_of_few_draws_has_their_means(small, tmp_path, capsys):
    drawn, table = tmp_path / "draws.csv", tmp_path / "table.npz"
    main(["--draws", str(drawn), "--table", str(table)])
    assert "N = 12: 4 draws or more" in capsys.readouterr().out
    with np.load(table) as made, np.load(TABLE) as shipped:
        assert set(made.files) == set(shipped.files)
        assert made["description"] == shipped["description"]
        expected = [ball_signature(10, 3, 20, i) for i in range(2)]
        np.testing.assert_allclose(made["means"][1, 2], np.mean(expected, axis=0), rtol=1e-14)
        np.testing.assert_allclose(made["sds"][1, 2], np.std(expected, axis=0, ddof=1))
        np.testing.assert_array_equal(made["n_draws"], np.repeat([[4], [2]], 5, axis=1))


def test_a_run_after_an_interruption_computes_only_missing_draws(small, tmp_path, monkeypatch):
    whole, cut = tmp_path / "whole.csv", tmp_path / "cut.csv"
    draws.compute_missing(whole)
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    cut.write_text("".join(lines[:9]), encoding="utf-8")
    asked = []
    monkeypatch.setattr(
        draws, "ball_signature", lambda *ball: asked.append(ball) or ball_signature(*ball)
    )
    draws.compute_missing(cut)
    assert draws.read(cut) == draws.read(whole)
    assert len(asked) == len(lines) - 9


def test_a_number_of_points_with_missing_draws_is_not_in_the_table(small, tmp_path, capsys):
    drawn, table = tmp_path / "draws.csv", tmp_path / "table.npz"
    draws.compute_missing(drawn)
    lines = drawn.read_text(encoding="utf-8").splitlines(keepends=True)
    drawn.write_text("".join(lines[:-1]), encoding="utf-8")
    capsys.readouterr()
    main(["--draws", str(drawn), "--table", str(table), "--only-table"])
    with np.load(table) as made:
        assert list(made["n_samples"]) == [12]
    assert "N = 20" not in capsys.readouterr().out
