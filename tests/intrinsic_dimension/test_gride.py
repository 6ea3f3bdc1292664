"""GRIDE: maximum of the likelihood, estimates over scales, and agreement with scikit-dimension."""

import numpy as np
import pytest
from tests.oracles import naive_dimension, naive_distances

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import GRIDE, TwoNN
from kernelscale.intrinsic_dimension.caveats import log_ratios
from kernelscale.intrinsic_dimension.sample import Sample
from kernelscale.intrinsic_dimension.scale_ladder import likeliest_dimension, scale_ladder

X = np.random.default_rng(0).normal(size=(60, 3))


def test_first_scale_is_the_likelihood_form_of_two_nn():
    two = TwoNN(discard=0, likelihood=True).fit(X).dimension_continuous_
    assert GRIDE().fit(X).dimension_continuous_ == pytest.approx(two, rel=1e-10)


@pytest.mark.parametrize("n1", [2, 4, 8, 16])
def test_no_other_dimension_has_a_larger_likelihood(n1):
    # The estimate has N - 1 in place of N, so it maximises the log-likelihood minus log d.
    d = GRIDE(n1=n1).fit(X).dimension_continuous_
    ours, lower, higher = (
        naive_dimension.gride_log_likelihood(X, n1, value) - np.log(value)
        for value in (d, d * 0.999, d * 1.001)
    )
    assert ours > max(lower, higher)
    assert lower == pytest.approx(higher, abs=0.01 * float(ours - lower))


@pytest.mark.parametrize("n1", [1, 4, 16])
def test_standard_error_follows_from_the_curvature_of_the_likelihood(n1):
    found, step = GRIDE(n1=n1).fit(X), 1e-3
    d = found.dimension_continuous_
    at = [naive_dimension.gride_log_likelihood(X, n1, d + s) for s in (-step, 0, step)]
    curvature = -float(at[0] - 2 * at[1] + at[2]) / step**2
    assert found.result_.evidence["error"] == pytest.approx(curvature**-0.5, rel=1e-4)


@pytest.mark.parametrize("n1", [1, 2, 8])
@pytest.mark.parametrize("d", [0.5, 3.0, 40.0])
def test_ratios_drawn_from_the_density_give_their_dimension(d, n1):
    # (r_n1 / r_2n1)^d has the distribution of the n1-th smallest of 2 n1 - 1 uniform numbers.
    u = np.random.default_rng(n1).beta(n1, n1, 20_000)
    found, error = likeliest_dimension(-np.log(u) / d, n1)
    assert abs(found - d) < 4 * error


def test_ladder_doubles_n1_while_there_are_enough_rows():
    evidence = GRIDE().fit(X).result_.evidence
    np.testing.assert_array_equal(evidence["n1"], [1, 2, 4, 8, 16])
    np.testing.assert_array_equal(GRIDE(n_neighbors=8).fit(X).result_.evidence["n1"], [1, 2, 4])
    rows = naive_distances.neighbor_distances(X)
    means = [np.mean([float(row[2 * n1 - 1]) for row in rows]) for n1 in evidence["n1"].astype(int)]
    np.testing.assert_allclose(evidence["distances"], means, rtol=1e-12)
    for n1, d in zip((1, 2, 4, 8, 16), evidence["dimensions"], strict=True):
        assert GRIDE(n1=n1).fit(X).dimension_continuous_ == pytest.approx(d, rel=1e-10)


@pytest.mark.parametrize(("d", "low", "high"), [(2, 1.8, 2.2), (5, 4.4, 5.4), (10, 8.0, 10.0)])
def test_balls_get_about_their_dimension(ball, d, low, high):
    assert low < estimate_dimension(ball(1000, d, d), "gride").continuous < high


def test_options_out_of_range_are_refused():
    with pytest.raises(ValueError, match="n1 must be an integer of at least 1, but 0 was given"):
        GRIDE(n1=0).fit(X)
    with pytest.raises(ValueError, match="n_neighbors must be an integer of at least 2, but 1"):
        GRIDE(n_neighbors=1).fit(X)
    with pytest.raises(ValueError, match="'gride' needs at least 61 distinct rows, but there are"):
        GRIDE(n1=30).fit(X)


def kept_by_scikit_dimension(ratios):
    """Mask of the ratios that scikit-dimension uses: ratios below q_50 + 20 (q_95 - q_50)."""
    mu = np.exp(ratios)
    q50, q95 = np.percentile(mu, [50, 95])
    return mu < q50 + 20 * (q95 - q50)


def test_estimates_from_ratios_kept_by_scikit_dimension_agree_with_it(manifold):
    skdim = pytest.importorskip("skdim")
    theirs = skdim.id.GRIDE(multiscale=True).fit(manifold)
    r = Sample(manifold).nearest(64).squared_distances
    ladder = scale_ladder(r)
    np.testing.assert_allclose(ladder.distances, theirs.radius_scales_, rtol=1e-9)
    for place, n1 in enumerate((1, 2, 4, 8, 16, 32)):
        ratios = log_ratios(r, n1, 2 * n1)
        kept = ratios[kept_by_scikit_dimension(ratios)]
        d, error = likeliest_dimension(kept, n1)
        assert d == pytest.approx(theirs.dimension_scales_[place], rel=1e-8)
        assert error == pytest.approx(theirs.error_scales_[place], rel=1e-6)
        tolerance = 0.01 if len(ratios) - len(kept) < 2 else 0.05
        assert ladder.dimensions[place] == pytest.approx(d, rel=tolerance)


def test_dropping_large_ratios_as_scikit_dimension_does_is_biased_on_a_line():
    # For d = 1 the density predicts that one ratio in 362 exceeds the limit of scikit-dimension.
    random = np.random.default_rng(0)
    ours, without_large = np.mean(
        [
            [
                likeliest_dimension(x, 1)[0],
                likeliest_dimension(x[kept_by_scikit_dimension(x)], 1)[0],
            ]
            for x in random.exponential(1.0, (400, 1000))
        ],
        axis=0,
    )
    assert ours == pytest.approx(1, abs=0.005)
    assert without_large > 1.01
