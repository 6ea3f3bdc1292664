"""The benchmark of tiles gives consistent numbers for a tiny case."""

import numpy as np
import pytest

from kernelscale.engine.arithmetic.registry import ARITHMETICS

if "compiled" not in ARITHMETICS:
    pytest.skip("the compiled arithmetic was not built", allow_module_level=True)

from benchmarks.tile_overhead.__main__ import main
from benchmarks.tile_overhead.measurements import STATISTICS, times_of


@pytest.fixture(autouse=True)
def every_arithmetic():
    """Override the fixture that sets each arithmetic: the benchmark names the arithmetic."""


@pytest.mark.parametrize("name", STATISTICS)
def test_steps_of_a_tile_take_at_most_the_time_of_the_tile(name, random):
    times = times_of(random.normal(size=(1300, 3)), STATISTICS[name](1300, 3), n_runs=1)
    assert times.n_tiles == 6
    assert 0 < times.over_pairs < times.all
    assert 0 < times.share_of_merging < 1
    assert 0 < times.share_of_python < 1


def test_the_table_has_a_row_for_each_statistic(capsys):
    main(["--rows", "1100", "--runs", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 2 * len(STATISTICS)
    assert len({line.count("|") for line in lines}) == 1
    ratios = np.array([float(line.split("|")[-2]) for line in lines[2:]])
    assert (ratios > 0).all()
