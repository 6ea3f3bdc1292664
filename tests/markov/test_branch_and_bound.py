"""Bounds on eigenvalues at small scales, computed from eigenpairs at larger scales."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from tests.markov.point_sets import DATA, continuation_of, exact_at

from kernelscale.markov.branch_and_bound import SmallerScales
from kernelscale.markov.gaussian_operator import gaussian_operator

N_PAIRS = 4
SCALES = 2.0 ** (3 - np.arange(24) / 2)


@pytest.fixture(params=DATA, name="X", scope="module")
def data(request):
    return DATA[request.param](200)


@pytest.fixture(scope="module")
def missing(X):
    """1 minus the last of the leading eigenvalues, for each scale."""
    return {e: 1 - exact_at(X, e, N_PAIRS).values[-1] for e in SCALES.tolist()}


def ritz(operator, vectors):
    """Ritz pairs in the span of the given vectors, orthogonal to the trivial eigenvector."""
    vectors = np.linalg.qr(vectors - np.outer(operator.root, operator.root @ vectors))[0]
    values, mixture = np.linalg.eigh(vectors.T @ operator.matrix() @ vectors)
    return values[::-1], vectors @ mixture[:, ::-1]


@pytest.mark.parametrize("noise", [0.0, 0.03, 1.0])
def test_bounds_hold_at_all_smaller_scales_for_any_vectors(X, missing, noise):
    squared = cdist(X, X, "sqeuclidean")
    random = np.random.default_rng(0)
    known = SmallerScales(N_PAIRS)
    for position, epsilon in enumerate(SCALES.tolist()):
        operator = gaussian_operator(squared, epsilon)
        vectors = np.linalg.eigh(operator.matrix())[1][:, -1 - N_PAIRS : -1]
        vectors = vectors + noise * random.normal(size=vectors.shape) / np.sqrt(len(X))
        known.record(epsilon, operator, *ritz(operator, vectors))
        for smaller in SCALES[position + 1 :].tolist():
            assert missing[smaller] <= known.bound(smaller) + 1e-6


@pytest.mark.parametrize("epsilon", [4.0, 1.0])
def test_the_bound_is_tight_at_slightly_smaller_scales(X, epsilon):
    squared = cdist(X, X, "sqeuclidean")
    known = SmallerScales(N_PAIRS)
    for seen in (1.05 * epsilon, epsilon):
        operator = gaussian_operator(squared, seen)
        known.record(
            seen, operator, *ritz(operator, np.linalg.eigh(operator.matrix())[1][:, -5:-1])
        )
    for share in (0.999, 0.98):
        missing = 1 - exact_at(X, share * epsilon, N_PAIRS).values[-1]
        assert missing <= known.bound(share * epsilon) < missing * share**-8


def test_the_bound_is_1_after_one_scale_and_at_larger_scales(X):
    squared = cdist(X, X, "sqeuclidean")
    known = SmallerScales(2)
    assert known.bound(1.0) == 1.0
    for epsilon in (2.0, 1.0):
        operator = gaussian_operator(squared, epsilon)
        known.record(epsilon, operator, *ritz(operator, np.eye(len(X))[:, :2]))
        assert known.bound(epsilon) == known.bound(4.0) == 1.0


@pytest.mark.parametrize("data", DATA)
def test_branch_and_bound_computes_few_kernels_of_the_scales_it_rules_out(data, monkeypatch):
    X = DATA[data]()
    scales = np.median(cdist(X, X, "sqeuclidean")) * np.geomspace(2e-4, 5, 40)
    found = continuation_of(X)
    kernels = []
    operator_at = found._operator_at
    monkeypatch.setattr(found, "_operator_at", lambda e: kernels.append(e) or operator_at(e))
    ruled_out = found.branch_and_bound(scales, 5)
    assert len(set(kernels) & set(ruled_out)) < len(ruled_out) / 2
