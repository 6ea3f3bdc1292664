"""The search for the scale at which a criterion is largest."""

import numpy as np
import pytest

from kernelscale import select_bandwidth
from kernelscale.bandwidth.eigen.peaks import interior_maximum
from kernelscale.bandwidth.maximum import refined_maximum


def test_refinement_finds_a_maximum_to_one_per_cent():
    for true in np.geomspace(1.3, 700, 25):
        for together in (False, True):
            scales = np.geomspace(1, 1000, 21)

            def criterion(scales, true=true):
                return -(np.log(scales / true) ** 2)

            found = refined_maximum(scales, criterion(scales), criterion, together=together)
            assert found.interior
            assert abs(np.log(found.scale / true)) <= 0.01
            assert found.value == criterion(found.scale)
            assert (np.diff(found.scales) >= 0).all()
            assert found.values.max() == found.value


def test_refinement_never_returns_less_than_the_grid():
    scales = np.geomspace(1, 100, 9)
    values = np.where(np.arange(9) == 4, 1.0, 0.0)  # only one value is high
    found = refined_maximum(scales, values, lambda finer: np.full(len(finer), 0.5))
    assert (found.scale, found.value) == (scales[4], 1.0)


def test_maximum_at_an_end_is_not_refined():
    scales = np.geomspace(1, 100, 9)
    for values in (scales, -scales):
        found = refined_maximum(
            scales, values, lambda finer: pytest.fail("the criterion was computed again")
        )
        assert not found.interior
        assert found.scale == scales[np.argmax(values)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2, 1], 1),
        ([1, 2, 3], None),
        ([3, 2, 1], None),
        ([3, 1, 2, 1], 2),
        ([9, 1, 2, 1, 3, 1, 9], 4),
        ([1, 1, 1], None),
        ([1, 2, 2, 1], (1, 2)),
        ([np.nan, 2, 1], None),
        ([np.nan, 1, 2, 1, np.nan, 5, 1], 2),
        ([np.nan, np.nan], None),
        ([1.0], None),
        ([1, np.inf, 1], 1),
    ],
)
def test_interior_maximum(values, expected):
    found = interior_maximum(np.array(values, dtype=float))
    assert found in expected if isinstance(expected, tuple) else found == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2, 2 + 1e-6, 2], None),  # the values are flat except for rounding
        ([2, 2 + 1e-6, 2, 1], None),
        # the value at the end is the highest, but the difference is too small
        ([1, 2, 1.9, 2 + 1e-6, 2], 1),
        ([1, 2, 1, 3, 3 + 1e-6, 3], 1),
        ([1, 2, np.nan, 3, 2.5], None),
        ([1, 2, 2 - 1e-6, 1], 1),
    ],
)
def test_interior_maximum_is_prominent(values, expected):
    assert interior_maximum(np.array(values, dtype=float), 1e-4) == expected


@pytest.mark.parametrize(("n_features", "apart", "seed"), [(600, 0.3, 106), (1, 2, 3), (120, 2, 3)])
def test_scale_on_a_flat_curve_agrees_with_exact_eigenpairs(n_features, apart, seed, monkeypatch):
    random = np.random.default_rng(seed)
    y = np.arange(470) % 2
    X = random.normal(size=(470, n_features))
    X[:, : 1 if n_features < 600 else None] += apart * y[:, None]
    found = select_bandwidth(X, y, "geometric")
    monkeypatch.setattr("kernelscale.markov.continuation.DENSE_ROWS", 10**9)
    exact = select_bandwidth(X, y, "geometric")
    assert found.epsilon == pytest.approx(exact.epsilon, rel=0.01)
    assert found.interior == exact.interior
