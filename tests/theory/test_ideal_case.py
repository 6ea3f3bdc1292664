"""The ideal case of the paper's Section 3.3: between classes the kernel is 0.

The statements of that section are then exact.
"""

import numpy as np
import pytest
from tests.oracles import naive_distances
from tests.theory.far_classes import far_apart

from kernelscale import Gaussian, perturbation_bound
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.theory.class_distances import D_class, D_gap
from kernelscale.theory.perturbation_norm import perturbation_norm


def test_gap_and_class_width_agree_with_the_oracle(three_classes, executor):
    X, y = three_classes
    between, within = naive_distances.class_extremes(X, y)
    assert D_gap(X, y, **executor) == pytest.approx(float(between), rel=1e-12)
    assert D_class(X, y, **executor) == pytest.approx(float(within), rel=1e-12)


def test_gap_and_class_width_of_an_embedding_can_be_zero():
    assert D_class([[0.0], [0.0], [1.0], [1.0]], [0, 0, 1, 1]) == 0
    assert D_gap([[0.0], [1.0], [1.0], [2.0]], [0, 0, 1, 1]) == 0


@pytest.mark.parametrize("sizes", [[10, 10], [8, 8, 8], [5, 9, 16], [2, 30], [1, 7, 12]])
def test_far_classes_are_not_perturbed(sizes):
    X, y = far_apart(sizes)
    bound = perturbation_bound(X, y, 1.0)
    assert bound.perturbation_norm == bound.printed_bound == bound.tight_bound == 0
    assert bound.distance < 1e-14
    assert bound.n_class_components == bound.n_classes == len(sizes)
    assert bound.eigengap == pytest.approx(bound.separation, abs=1e-14)
    assert bound.operator_eigengap == pytest.approx(bound.eigengap, abs=1e-14)
    assert perturbation_norm(X, y, 1.0) == 0


@pytest.mark.parametrize("sizes", [[10, 10], [8, 8, 8], [6, 6, 6, 6], [5, 9, 16], [2, 30]])
def test_proposition_and_corollary_of_the_ideal_case(sizes):
    X, y = far_apart(sizes)
    n_classes = len(sizes)
    pairs = leading_eigenpairs(Gaussian(1.0)(X), n_classes)
    # The Proposition: there is one eigenvalue 1 for each class, and each coordinate is
    # constant on each class.
    assert (pairs.values[:n_classes] == 1).all()
    assert pairs.values[n_classes] < 0.9
    # the trivial coordinate, which is 1 everywhere, is omitted
    embedding = pairs.embedding(n_classes - 1)
    for label in range(n_classes):
        assert np.ptp(embedding[y == label], axis=0).max() < 1e-12
    # The Corollary, for coordinates of norm 1 under the stationary distribution pi.
    weights = np.array([pairs.stationary[y == label].sum() for label in range(n_classes)])
    gaps = [1 / a + 1 / b for k, a in enumerate(weights) for b in weights[:k]]
    assert D_class(embedding, y) < 1e-12
    assert D_gap(embedding, y) == pytest.approx(min(gaps), rel=1e-12)


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_corollary_for_equal_classes_and_for_printed_indicators(n_classes):
    X, y = far_apart([7] * n_classes)
    X -= 1e4 * y[:, None]
    # every class has the same points, shifted
    X = np.tile(X[:7], (n_classes, 1)) + 1e4 * y[:, None]
    pairs = leading_eigenpairs(Gaussian(1.0)(X), n_classes - 1)
    assert D_gap(pairs.vectors, y) == pytest.approx(2 * n_classes, rel=1e-10)
    indicators = np.eye(n_classes)[y]
    # these are the values in the paper
    assert (D_gap(indicators, y), D_class(indicators, y)) == (2, 0)
    # The printed Proposition divides the indicators by sqrt(N_P), so that D_Gap is 2 / N_P. Here
    # N_P is 7, the number of rows of a class.
    assert D_gap(indicators / np.sqrt(7), y) == pytest.approx(2 / 7, rel=1e-12)
