"""The curve of the kernel's sum: its useful range, its largest slope and its plateaus.

All of them are compared with naive sums over pairs.
"""

import numpy as np
import pytest
from tests.oracles import naive_distances, naive_kernel_sums

from kernelscale import select_bandwidth
from kernelscale.bandwidth.rules.log_sum import Plateau, widest_plateau
from kernelscale.data import PointCloud


def epsilon(X, rule, y=None, **options):
    return select_bandwidth(X, y, rule, **options).epsilon


# ---------------------------------------------------------------- the useful range


def test_range_of_candidate_scales(adversarial):
    cloud = PointCloud(adversarial)
    low, high = cloud.scale_range
    r = naive_distances.squared_distances(adversarial)
    n_zero = np.count_nonzero(r == 0)

    def others(scale):
        return naive_kernel_sums.kernel_sum(None, scale, r) - n_zero

    # The definition of both ends of the useful range excludes pairs at distance 0.
    assert float(others(low)) == pytest.approx(1e-3 * len(r), rel=2e-4)
    assert float(others(high)) == pytest.approx(0.999 * (len(r) ** 2 - n_zero), rel=1e-6)
    grid = cloud.candidate_scales()
    assert grid[0] == low
    assert high * (1 - 1e-9) <= grid[-1]
    assert grid[-2] < high or len(grid) == 3
    np.testing.assert_allclose(grid[1:] / grid[:-1], 2**0.5, rtol=1e-14)


@pytest.mark.parametrize(("ratio", "per_octave"), [(2**0.5, 2), (2 ** (1 / 16), 16), (1.3, 3)])
def test_scales_one_octave_apart_differ_exactly_by_two(random, ratio, per_octave):
    grid = PointCloud(random.normal(size=(50, 2))).candidate_scales(ratio)
    assert np.array_equal(grid[per_octave:], 2 * grid[:-per_octave])
    assert grid[1] / grid[0] <= ratio * (1 + 1e-14)


# ---------------------------------------------------------------- slopes and plateaus


def test_largest_slope(adversarial):
    found = select_bandwidth(adversarial, rule="largest_slope")
    r = naive_distances.squared_distances(adversarial)
    low, high = PointCloud(adversarial).scale_range
    grid = np.geomspace(low, high, 60)
    on_grid = np.array(
        [float(naive_kernel_sums.implied_dimension(None, scale, r)) for scale in grid]
    )
    here = float(naive_kernel_sums.implied_dimension(None, found.epsilon, r))
    assert here >= on_grid.max() - 2e-5
    assert low <= found.epsilon <= high
    assert found.interior is True
    assert found.criterion.max() == pytest.approx(here, abs=1e-3)


def two_scales():
    """Thirty tight clusters of ten rows: pairs within and pairs between clusters give plateaus."""
    random = np.random.default_rng(3)
    centres = random.normal(size=(30, 2))
    return np.repeat(centres, 10, axis=0) + 1e-4 * random.normal(size=(300, 2))


def test_log_sum_finds_both_scales():
    X = two_scales()
    found = select_bandwidth(X, rule="log_sum")
    chosen, others = found.evidence["plateau"], found.evidence["other_plateaus"]
    assert len(others) == 1
    inside, between = sorted([chosen, others[0]], key=lambda plateau: plateau["low"])
    assert 1e-9 < inside["low"] < inside["peak"] < inside["high"] < 1e-6
    assert 1e-3 < between["low"] < between["peak"] < between["high"] < 10
    width = {id(p): p["high"] / p["low"] for p in (inside, between)}
    assert width[id(chosen)] == max(width.values())
    assert found.epsilon == chosen["low"]
    assert "1 other plateau(s) are narrower" in found.reason
    np.testing.assert_allclose(
        found.evidence["log_sum"][[0, -1]], np.log([300.3, 89910]), rtol=1e-3
    )


@pytest.mark.parametrize(
    "data", [two_scales, lambda: np.random.default_rng(0).normal(size=(90, 3))]
)
def test_plateaus_end_at_nine_tenths_of_their_dimension(data):
    X = data()
    found = select_bandwidth(X, rule="log_sum")
    r = np.asarray(((X[:, None] - X) ** 2).sum(axis=2))

    def dimension(scale):
        K = np.exp(-r / (2 * scale))
        return (r * K).sum() / (scale * K.sum())

    largest = max(found.criterion)
    for plateau in [found.evidence["plateau"], *found.evidence["other_plateaus"]]:
        assert plateau["interior"]
        assert plateau["dimension"] == pytest.approx(dimension(plateau["peak"]), abs=1e-4)
        assert plateau["dimension"] >= 0.5 * largest
        for end in (plateau["low"], plateau["high"]):
            assert dimension(end) == pytest.approx(0.9 * plateau["dimension"], abs=2e-4)
        within = [dimension(s) for s in np.geomspace(plateau["low"], plateau["high"], 50)[1:-1]]
        assert min(within) >= 0.9 * plateau["dimension"] - 2e-4
        assert max(within) <= plateau["dimension"] * 1.001
        decades = np.log10(plateau["high"] / plateau["low"])
        if plateau is found.evidence["plateau"]:
            assert f"over {decades:.2f} decades" in found.reason
            assert f"dimension is {plateau['dimension']:.2f}" in found.reason


def test_widest_plateau_is_the_widest_in_log_epsilon():
    def plateau(low, high):
        return Plateau(low, high, peak=(low * high) ** 0.5, dimension=1.0, interior=True)

    narrow, wide = plateau(100.0, 900.0), plateau(1.0, 10.0)
    assert widest_plateau([wide, narrow]) is wide
    assert widest_plateau([narrow, wide]) is wide
    first, second = plateau(1.0, 2.0), plateau(8.0, 16.0)
    assert widest_plateau([first, second]) is first
    assert wide.decades == pytest.approx(1)


def test_one_pair_of_near_duplicates_does_not_change_log_sum():
    X = np.random.default_rng(0).normal(size=(100, 2))
    before = epsilon(X, "log_sum")
    X[1] = X[0] + 1e-6
    assert epsilon(X, "log_sum") == pytest.approx(before, rel=0.1)


def test_log_sum_on_a_line_and_in_a_square():
    line = select_bandwidth(np.arange(400.0)[:, None], rule="log_sum")
    assert line.evidence["plateau"]["dimension"] == pytest.approx(1, abs=0.05)
    side = np.arange(25.0)
    square = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    found = select_bandwidth(square, rule="log_sum")
    assert found.evidence["plateau"]["dimension"] == pytest.approx(1.8, abs=0.2)
    assert found.interior is True
    assert len(found.evidence["other_plateaus"]) == 0
