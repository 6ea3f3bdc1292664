"""The documented thresholds of the rules, tested from both sides."""

from types import SimpleNamespace

import numpy as np
import pytest

from kernelscale import Gaussian
from kernelscale.bandwidth import Geometric
from kernelscale.bandwidth.compare_rules import _reading
from kernelscale.bandwidth.diagnostics import Diagnosis
from kernelscale.bandwidth.eigen.class_criteria import class_separation
from kernelscale.bandwidth.rules.log_sum import find_plateaus
from kernelscale.markov.eigenpairs import Eigenpairs
from kernelscale.results import Bandwidth, ScaleCurve


class DrawnCurve:
    """A substitute for a `PointCloud`, with a given curve that is interpolated linearly."""

    def __init__(self, dimension):
        self.log_scales = np.arange(len(dimension), dtype=float)
        self.dimension = np.asarray(dimension)

    def curve(self, scales=None):
        scales = np.exp(self.log_scales) if scales is None else scales
        return ScaleCurve(scales, np.ones_like(scales), self.dimension_at(scales), 2)

    def dimension_at(self, scales):
        return np.interp(np.log(scales), self.log_scales, self.dimension)


@pytest.mark.parametrize(("height", "n_plateaus"), [(0.9, 1), (1.1, 2)])
def test_plateau_is_at_least_half_as_high_as_the_largest(height, n_plateaus):
    cloud = DrawnCurve([0.0, height, 0.1, 1.0, 2.0, 0.5, 0.0])
    assert len(find_plateaus(cloud, cloud.curve())) == n_plateaus


def test_lower_plateau_does_not_stretch_over_a_higher_one():
    cloud = DrawnCurve([0.0, 1.0, 0.95, 1.9, 0.95, 0.0])
    low, high = find_plateaus(cloud, cloud.curve())
    assert low.high < high.low
    assert (low.dimension, high.dimension) == pytest.approx((1.0, 1.9))
    # The lower plateau has the height 1. It ends where the curve reaches 1 / 0.9, while it rises
    # from 0.95 at log scale 2 to 1.9 at log scale 3.
    assert np.log(low.high) == pytest.approx(2 + (1 / 0.9 - 0.95) / 0.95, abs=1e-6)


def pairs_with(values, coordinate):
    vectors = np.column_stack([np.ones(4), coordinate, np.zeros(4)])
    return Eigenpairs(np.array(values), vectors, np.full(4, 0.25))


@pytest.mark.parametrize(("off_one", "resolved"), [(3e-9, False), (3e-8, True)])
def test_more_components_than_coordinates_are_unresolved(off_one, resolved):
    pairs = pairs_with([1.0, 1 - off_one, 1 - off_one], [1.0, 1.1, -1.0, -1.1])
    assert class_separation(pairs, np.array([0, 0, 1, 1]), 1).resolved is resolved


@pytest.mark.parametrize(("width", "separated"), [(1e-5, False), (1e-7, True)])
def test_classes_are_separated_below_the_threshold(width, separated):
    # The variance within classes is about width^2 / 2 of the whole variance, here near 1e-10 or
    # 1e-14. The threshold is 1e-12.
    pairs = pairs_with([1.0, 0.9, 0.5], [1.0, 1.0 + width, -1.0, -1.0 - width])
    found = class_separation(pairs, np.array([0, 0, 1, 1]), 1)
    assert found.separated is separated
    assert np.isinf(found.ratio) == separated


def test_maximum_of_rho_psi_is_at_least_half_the_largest_and_above_chance():
    rule, cloud = Geometric(), SimpleNamespace(n_classes=4)
    curve = np.array([0.1, 0.6, 0.2, 0.8, 1.0])
    found = rule._substantial_maximum(cloud, curve, np.ones(5, dtype=bool))
    assert (found.index, found.interior) == (1, True)
    assert found.least == pytest.approx(0.5)  # the threshold is half of the largest value
    assert found.otherwise.index == 4  # this is the first scale with 95 % of the largest value
    knee = rule._substantial_maximum(cloud, np.array([0.1, 0.93, 0.96, 1.0]), np.ones(4, bool))
    assert (knee.index, knee.interior) == (2, False)
    low = rule._substantial_maximum(cloud, curve / 10, np.ones(5, dtype=bool))
    assert low.least == pytest.approx(1.1 / 4)  # the threshold is 1.1 times the chance level


def test_four_coordinates_are_used_for_up_to_five_classes():
    numbers = [
        Geometric()._n_coordinates(SimpleNamespace(n_classes=n_classes, n_samples=100))
        for n_classes in (2, 5, 6, 10)
    ]
    assert numbers == [4, 4, 5, 9]


@pytest.mark.parametrize(("share", "wide"), [(0.49, False), (0.51, True)])
def test_kernel_is_wide_if_a_row_reaches_half_of_the_others(share, wide):
    diagnosis = Diagnosis(0.5, 1.0, 1, 0, share * 100, None)
    bandwidth = Bandwidth("median", 1.0, Gaussian(1.0), "")
    assert ("most others" in _reading(diagnosis, bandwidth, 101)) is wide
