"""The benchmark that counts how many wrong estimates are marked as unreliable."""

import numpy as np
import pytest
from benchmarks.dimension_trust.__main__ import Outcome, main
from benchmarks.dimension_trust.cases import KINDS, draw


@pytest.mark.parametrize("number", range(0, 2 * len(KINDS), 2))
def test_a_case_depends_on_its_number_only(number):
    first, second = draw(number), draw(number)
    np.testing.assert_array_equal(first.points, second.points)
    assert first.kind == [*KINDS][number // 2]
    assert first.points.ndim == 2
    assert 1 <= first.dimension <= 24


def outcome(truth, continuous):
    return Outcome(0, "cloud", "", 100, truth, round(continuous), continuous, True, "")


def test_wrong_estimates_are_a_quarter_off_and_round_to_another_dimension():
    assert outcome(1, 1.6).is_wrong
    assert not outcome(1, 1.4).is_wrong  # 1.4 rounds to the true dimension
    assert not outcome(20, 23.0).is_wrong
    assert outcome(20, 21.0).is_right
    assert not outcome(20, 23.0).is_right


def test_counts_are_printed_and_outcomes_written(capsys, tmp_path):
    path = tmp_path / "outcomes.csv"
    main(["--number", "2", "-o", str(path)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + len(KINDS) + 1
    assert sum(int(cell.split()[-1]) for cell in lines[-1].split("|")[2:5]) == 2
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3
