"""The dimension from principal directions, compared with a naive loop and scikit-dimension."""

import numpy as np
import pytest
from tests.oracles import naive_dimension

from kernelscale.intrinsic_dimension import LocalPCA
from kernelscale.intrinsic_dimension.estimators import local_pca
from kernelscale.intrinsic_dimension.principal_directions import counted, principal_variances

X = np.random.default_rng(0).normal(size=(50, 4)) * [4, 2, 1, 0.5]


@pytest.mark.parametrize("n_neighbors", [3, 4, 5, 12])
def test_counts_agree_with_a_naive_loop(n_neighbors):
    counts = naive_dimension.directions_around(X, n_neighbors, 0.05)
    found = LocalPCA(n_neighbors).fit(X)
    np.testing.assert_array_equal(found.pointwise_, counts)
    assert found.dimension_continuous_ == pytest.approx(counts.mean())


@pytest.mark.parametrize("shape", [(5, 9, 3), (5, 3, 9), (5, 4, 4)])
def test_variances_agree_with_the_covariance_matrix(shape):
    clouds = np.random.default_rng(1).normal(size=shape) + 1e3
    found = principal_variances(clouds)
    n_directions = min(shape[1] - 1, shape[2])
    assert found.shape == (5, n_directions)
    for values, cloud in zip(found, clouds, strict=True):
        expected = np.linalg.eigvalsh(np.cov(cloud.T))[::-1][:n_directions]
        np.testing.assert_allclose(values, expected, rtol=1e-9)


def test_rules_count_as_documented():
    variances = np.array([[8.0, 4.0, 3.9, 0.2, 0.1], [1.0, 0.04, 0.03, 0.02, 0.01]])
    assert counted(variances, "fukunaga_olsen").tolist() == [3, 1]
    assert counted(variances, "fukunaga_olsen", 0.02).tolist() == [4, 3]
    assert counted(variances, "ratio").tolist() == [3, 3]
    assert counted(variances, "ratio", 0.9).tolist() == [3, 1]
    assert counted(variances, "ratio", 1.0).tolist() == [5, 5]
    assert counted(variances, "maxgap").tolist() == [3, 1]


def test_one_direction_is_one_dimension_by_every_rule():
    for rule in ("fukunaga_olsen", "ratio", "maxgap"):
        assert counted(np.array([[2.0], [3.0]]), rule).tolist() == [1, 1]


def test_block_size_changes_nothing(monkeypatch):
    whole = LocalPCA(12).fit(X).pointwise_
    monkeypatch.setattr(local_pca, "_NUMBERS_AT_ONCE", 7 * 12 * 4)
    np.testing.assert_array_equal(LocalPCA(12).fit(X).pointwise_, whole)


def test_sphere_has_two_dimensions_locally_and_three_globally():
    sphere = np.random.default_rng(0).normal(size=(1000, 3))
    sphere /= np.linalg.norm(sphere, axis=1)[:, None]
    assert LocalPCA(10).fit(sphere).dimension_ == 2
    whole = LocalPCA(local=False).fit(sphere)
    assert whole.dimension_ == 3
    assert whole.pointwise_ is None
    assert whole.result_.evidence["variance_shares"] == pytest.approx([1 / 3] * 3, abs=0.02)


def test_too_few_neighbors_are_flagged():
    cloud = np.random.default_rng(0).normal(size=(300, 40))
    found = LocalPCA(10).fit(cloud).result_
    assert (found.dimension, found.flags) == (9, ("saturated",))
    assert LocalPCA(10).fit(cloud[:, :3]).result_.flags == ()


def test_options_out_of_range_are_refused():
    with pytest.raises(ValueError, match="n_neighbors must be an integer of at least 2, but 1"):
        LocalPCA(1).fit(X)
    with pytest.raises(ValueError, match="local must be True or False, but 'no' was given"):
        LocalPCA(local="no").fit(X)
    with pytest.raises(ValueError, match="rule must be one of fukunaga_olsen, ratio, maxgap, but"):
        LocalPCA(rule="kaiser").fit(X)
    with pytest.raises(ValueError, match="threshold must be a number from 0 to 1, but 2 was given"):
        LocalPCA(threshold=2).fit(X)
    with pytest.raises(ValueError, match="threshold must be None for the rule 'maxgap', but"):
        LocalPCA(rule="maxgap", threshold=0.5).fit(X)
    with pytest.raises(ValueError, match="'pca' needs at least 51 distinct rows, but there are 50"):
        LocalPCA(50).fit(X)


@pytest.mark.parametrize("rule", ["FO", "ratio", "maxgap"])
def test_estimate_agrees_with_scikit_dimension(filled_manifold, rule):
    skdim = pytest.importorskip("skdim")
    options = {"alphaRatio": 0.95} if rule == "ratio" else {}
    name = "fukunaga_olsen" if rule == "FO" else rule
    whole = skdim.id.lPCA(ver=rule, **options).fit(filled_manifold).dimension_
    assert LocalPCA(local=False, rule=name).fit(filled_manifold).dimension_ == whole
    local = skdim.asPointwise(filled_manifold, skdim.id.lPCA(ver=rule, **options), n_neighbors=50)
    found = LocalPCA(50, rule=name).fit(filled_manifold)
    np.testing.assert_array_equal(found.pointwise_, local)
