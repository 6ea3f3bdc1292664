"""Searches find narrow peaks: the criterion is as large as its maximum on a finer grid."""

import numpy as np
import pytest

from kernelscale import select_bandwidth
from kernelscale.bandwidth import Spectral
from kernelscale.bandwidth.eigen.peaks import NARROWEST, step_with_room
from kernelscale.data import PointCloud


def draw(seed):
    """Points with random classes; the eigengap has narrow peaks, where eigenvalues nearly cross."""
    random = np.random.default_rng(seed)
    n, d, k = (int(random.integers(*ends)) for ends in [(40, 160), (1, 6), (2, 6)])
    heavy_tails = seed % 10 == 4
    X = random.standard_t(2, size=(n, d)) if heavy_tails else random.normal(size=(n, d))
    return X, np.arange(n) % k


# With the first two seeds, the peak lies between two scales of the default grid. It is up to 50 %
# higher than the criterion at these scales.
@pytest.mark.parametrize("seed", [0, 10, 4])
def test_largest_gap_is_as_large_as_on_a_fine_grid(seed):
    X, y = draw(seed)
    cloud, n_classes = PointCloud(X, y), int(y.max()) + 1
    found = Spectral().choose(cloud)
    fine = cloud.candidate_scales(1.02)
    gaps = [cloud.eigenpairs(float(scale), n_classes).eigengap(n_classes) for scale in fine]
    assert found.evidence["criterion"] >= max(gaps) * (1 - 1e-3)
    assert found.evidence["criterion"] == pytest.approx(found.criterion.max(), rel=1e-3)
    assert f"the largest of {len(found.scales)} scales tried" in found.reason


@pytest.mark.parametrize(
    ("rule", "seed"),
    [
        ("geometric", 4),
        *((rule, seed) for rule in ("probabilistic", "largest_slope") for seed in (0, 4)),
    ],
)
def test_searches_are_as_good_as_a_fine_grid(rule, seed):
    X, y = draw(seed)
    cloud = PointCloud(X, y)
    found = select_bandwidth(X, y, rule)
    fine = cloud.candidate_scales(1.02)
    if rule == "largest_slope":
        assert cloud.curve([found.epsilon]).dimension[0] >= cloud.curve(fine).dimension.max()
        return
    score = select_bandwidth(X, y, rule, scales=fine).evidence["criterion"]
    assert found.evidence["criterion"] >= score * (1 - 2e-3)


def test_given_grid_is_not_refined():
    X, y = draw(0)
    grid = PointCloud(X).candidate_scales()
    own = select_bandwidth(X, y, "spectral", scales=grid)
    assert (
        own.evidence["criterion"] < 0.9 * select_bandwidth(X, y, "spectral").evidence["criterion"]
    )


def test_steps_are_halved_only_while_their_bound_allows():
    random = np.random.default_rng(0)
    centres, steepness = random.uniform(-1, 1, size=2), random.uniform(5, 50, size=2)

    def figures(scales):
        falls = 1 / (1 + np.exp(steepness * (np.log(scales)[:, None] - np.sort(centres)[::-1])))
        return falls.max(axis=1), falls.min(axis=1)

    scales = np.geomspace(0.1, 10, 7)
    while True:
        highs, lows = figures(scales)
        best = (highs - lows).max()
        scale = step_with_room(scales, highs, lows, best)
        if scale is None:
            break
        scales = np.sort(np.append(scales, scale))
    wide = np.diff(np.log(scales)) > 1.01 * np.log(NARROWEST)
    assert ((highs[:-1] - lows[1:])[wide] <= best).all()
    assert 0 < np.count_nonzero(wide) < len(wide)  # steps are halved only where needed
    highs, lows = figures(np.geomspace(0.1, 10, 5000))
    assert best > 0.9 * (highs - lows).max()
