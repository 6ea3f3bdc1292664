"""The estimator of Levina and Bickel, compared with a naive loop and with scikit-dimension."""

import numpy as np
import pytest
from tests.oracles import naive_dimension

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import LevinaBickel

X = np.random.default_rng(0).normal(size=(50, 3))


def test_estimate_from_one_number_of_neighbors_equals_a_naive_loop():
    local = naive_dimension.levina_bickel(X, 7)
    found = LevinaBickel(7, 7).fit(X)
    np.testing.assert_allclose(found.pointwise_, local, rtol=1e-10)
    assert found.dimension_continuous_ == pytest.approx(1 / np.mean(1 / local), rel=1e-10)
    found = LevinaBickel(7, 7, "arithmetic").fit(X)
    assert found.dimension_continuous_ == pytest.approx(np.mean(local), rel=1e-10)


def test_estimates_from_several_numbers_of_neighbors_are_averaged():
    local = np.array([naive_dimension.levina_bickel(X, k) for k in (4, 5, 6)])
    found = LevinaBickel(4, 6, "arithmetic").fit(X)
    assert found.dimension_continuous_ == pytest.approx(local.mean(), rel=1e-10)
    np.testing.assert_allclose(found.pointwise_, local.mean(axis=0), rtol=1e-10)
    found = LevinaBickel(4, 6).fit(X)
    assert found.dimension_continuous_ == pytest.approx(1 / (1 / local).mean(), rel=1e-10)
    np.testing.assert_allclose(found.pointwise_, 1 / (1 / local).mean(axis=0), rtol=1e-10)
    evidence = found.result_.evidence
    np.testing.assert_array_equal(evidence["n_neighbors"], [4, 5, 6])
    np.testing.assert_allclose(evidence["dimensions"], 1 / (1 / local).mean(axis=1), rtol=1e-10)


@pytest.mark.parametrize(("d", "low", "high"), [(2, 1.8, 2.05), (5, 4.1, 5.0), (10, 7.0, 9.0)])
def test_balls_get_about_their_dimension(ball, d, low, high):
    assert low < estimate_dimension(ball(1000, d, d), "levina_bickel").continuous < high


def test_points_whose_distance_underflows_are_omitted():
    found = LevinaBickel().fit(np.vstack([X, [[0, 0, 0], [1e-170, 0, 0]]]))
    assert np.flatnonzero(np.isnan(found.pointwise_)).tolist() == [50, 51]
    alone = LevinaBickel().fit(X).dimension_continuous_
    assert found.dimension_continuous_ == pytest.approx(alone, rel=0.1)


def test_options_out_of_range_are_refused():
    with pytest.raises(ValueError, match="k1 must be an integer of at least 2, but 1 was given"):
        LevinaBickel(k1=1).fit(X)
    with pytest.raises(ValueError, match="k2 must be an integer of at least 10, but 9 was given"):
        LevinaBickel(k2=9).fit(X)
    with pytest.raises(ValueError, match="average must be one of harmonic, arithmetic, but 'mean'"):
        LevinaBickel(average="mean").fit(X)
    with pytest.raises(ValueError, match="'levina_bickel' needs at least 51 distinct rows, but"):
        LevinaBickel(k2=50).fit(X)


@pytest.mark.parametrize(("average", "combined"), [("harmonic", "mle"), ("arithmetic", "mean")])
def test_estimate_agrees_with_scikit_dimension(manifold, average, combined):
    skdim = pytest.importorskip("skdim")
    theirs = skdim.id.MLE().fit(manifold, n_neighbors=20, comb=combined)
    ours = LevinaBickel(20, 20, average).fit(manifold)
    assert ours.dimension_continuous_ == pytest.approx(theirs.dimension_, rel=1e-9)
    np.testing.assert_allclose(ours.pointwise_, theirs.dimension_pw_, rtol=1e-9)
