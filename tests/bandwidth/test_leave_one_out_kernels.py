"""The rule `leave_one_out` with ill-conditioned data and with kernels that are not Gaussian."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

from kernelscale import Gaussian, Kernel
from kernelscale.bandwidth import LeaveOneOut
from kernelscale.bandwidth.leave_one_out.kernel_ridge import left_out_errors

RANDOM = np.random.default_rng(3)
Y = np.repeat([0, 1, 2], [30, 20, 10])
X = RANDOM.normal(size=(60, 2)) + 2 * RANDOM.normal(size=(3, 2))[Y]
NUMBERS = np.sin(X[:, 0]) + 0.1 * RANDOM.normal(size=60)


def test_duplicates_with_a_tiny_ridge_give_a_scale_or_an_error():
    points, y = np.repeat(X, 2, axis=0), np.repeat(Y, 2)
    for ridge in (1e-9, 1e-14, 1e-300):
        found = LeaveOneOut(ridge=ridge, duplicates="each")
        try:
            assert 0 < found(points, y).epsilon < np.inf
        except ValueError as error:
            assert "take a larger ridge" in str(error)  # noqa: PT017 - an error is allowed too


class Signed(Gaussian):
    """A kernel with a diagonal of zeros, which makes the kernel indefinite at large scales."""

    positive_definite = False

    def values(self, r):
        K = super().values(r)
        K[r == 0] = 0.0
        return K


def test_indefinite_kernel_raises_an_error():
    with pytest.raises(
        ValueError, match=r"plus a ridge of 0.1 is not positive definite at any scale"
    ):
        LeaveOneOut(scales=[5.0, 50.0], kernel=Signed)(X, Y)
    wide_and_narrow = LeaveOneOut(scales=[1e-5, 50.0], kernel=Signed)(X, Y)
    assert wide_and_narrow.criterion.min() == -np.inf
    assert wide_and_narrow.epsilon < 1


def test_user_kernels_are_searched():
    class Laplacian(Kernel):
        def __init__(self, length):
            super().__init__()
            object.__setattr__(self, "length", length)

        def exponents(self, r):
            return -np.sqrt(r) / self.length

    found = LeaveOneOut(kernel=Laplacian)(X, NUMBERS)
    assert found.epsilon is None
    assert (found.interval, found.as_good) == (None, None)
    targets = NUMBERS[:, None] - NUMBERS.mean()
    K = np.exp(-squareform(pdist(X)) / found.evidence["kernel_scale"])
    share = 1 - (left_out_errors(K, targets, 0.1) ** 2).sum() / (targets**2).sum()
    assert found.evidence["criterion"] == pytest.approx(share, rel=1e-9)
