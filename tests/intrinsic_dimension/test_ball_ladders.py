"""The table of estimates on balls, which calibrates estimates at each scale; and its script."""

import numpy as np
import pytest
from benchmarks.ladder_calibration import __main__ as script

from kernelscale.intrinsic_dimension.calibration import ball_ladders
from kernelscale.intrinsic_dimension.calibration.solid_balls import solid_ball
from kernelscale.intrinsic_dimension.sample import Sample
from kernelscale.intrinsic_dimension.scale_ladder import scale_ladder


def ladder_of_ball(n_samples, n_dims, seed):
    points = solid_ball(n_samples, n_dims, np.random.default_rng([seed, 99]))
    nearest = Sample(points).nearest(2 ** script.n_rungs(n_samples))
    return scale_ladder(nearest.squared_distances).dimensions


@pytest.mark.parametrize("n_dims", [1, 2, 9, 20])
@pytest.mark.parametrize("n_samples", [300, 1400])
def test_new_balls_get_their_dimension_at_every_scale(n_samples, n_dims):
    found = np.mean(
        [
            ball_ladders.calibrated_ladder(ladder_of_ball(n_samples, n_dims, seed), n_samples)
            for seed in range(3)
        ],
        axis=0,
    )
    assert len(found) >= 6
    np.testing.assert_allclose(found, n_dims, rtol=0.15)


def test_table_agrees_with_the_script():
    table = ball_ladders._table()
    assert tuple(table.dimensions) == script.DIMENSIONS
    assert tuple(table.sizes) == script.SIZES
    for n_dims, size in [(2, 100), (10, 200), (33, 100)]:
        place = script.DIMENSIONS.index(n_dims), script.SIZES.index(size)
        fresh = script.mean_ladder(n_dims, size, script.N_DRAWS[size])
        np.testing.assert_allclose(table.readings[place][: len(fresh)], fresh, rtol=1e-9)


def test_estimates_in_the_table_grow_with_the_dimension():
    readings = ball_ladders._table().readings
    steps = np.diff(readings, axis=0)
    assert (steps[np.isfinite(steps)] >= 0).all()


def test_estimates_beyond_the_table_are_nan():
    below, above = ball_ladders.calibrated_ladder(np.array([0.1, 1e9]), 500)
    assert below == 1.0
    assert np.isnan(above)


def test_script_writes_a_table(tmp_path, capsys):
    path = tmp_path / "table.npz"
    script.main(["--quick", "-o", str(path)])
    assert "100 points done" in capsys.readouterr().out
    with np.load(path) as table:
        assert table["readings"].shape == (len(script.DIMENSIONS), 2, script.LARGEST_RUNGS)
