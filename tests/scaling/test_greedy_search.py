"""The paper's Algorithm 2, which finds weights of features one after another.

It is compared with a naive computation. Often many pairs of weight and scale reach the target; the
choice among them is tested too.
"""

import numpy as np
import pytest
from tests.oracles import naive_kernel_sums, naive_scaling

from kernelscale import ManifoldScaler, select_bandwidth
from kernelscale.datasets import make_noisy_swiss_roll
from kernelscale.engine.resources import Resources
from kernelscale.scaling.greedy_choice import CHOICES
from kernelscale.scaling.greedy_search import ERROR, _Step

WEIGHTS, N_SCALES = np.geomspace(1e-3, 10, 9), 8


def roll(n_samples=120, seed=0, **options):
    return make_noisy_swiss_roll(n_samples, 3, 3, noise_sd=20.0, random_state=seed, **options).data


def paper(order="given", target="paper", **options):
    options = {"weights": WEIGHTS, "n_scales": N_SCALES, **options}
    return ManifoldScaler(2, target, order, "greedy", **options)


@pytest.mark.parametrize(
    ("n_samples", "seed", "target"),
    [
        (120, 0, "paper"),
        (120, 1, "calibrated"),
        (120, 2, "paper"),
        pytest.param(520, 0, "paper", marks=pytest.mark.release),
    ],
)
def test_greedy_search_chooses_the_cells_of_the_naive_search(n_samples, seed, target):
    X = roll(n_samples, seed)
    found = paper(target=target).fit(X)
    ranges = np.c_[found.path_["low"], found.path_["high"]]
    cells, scaled, _, epsilons = naive_scaling.vector_scaling(
        X, 2, found.target_, WEIGHTS, ranges, N_SCALES
    )
    np.testing.assert_array_equal(found.path_["cell"], cells)
    np.testing.assert_allclose(found.path_["epsilon"], epsilons, rtol=1e-12)
    assert found.bandwidth_.epsilon == pytest.approx(epsilons[-1], rel=1e-12)
    transformed = found.transform(X)
    # features may differ by a constant
    for mine, naive in zip(transformed.T, scaled.T, strict=True):
        np.testing.assert_allclose(np.diff(mine), np.diff(naive), rtol=1e-8, atol=1e-10)


def test_scales_searched_are_the_linear_range_of_the_features_scaled_before():
    X = roll()
    found = paper().fit(X)
    block = (X[:, :2] - X[:, :2].mean(axis=0)) / X[:, :2].std(axis=0)
    plateau = select_bandwidth(block, rule="log_sum").evidence["plateau"]
    assert found.path_["low"][0] == pytest.approx(plateau["low"], rel=1e-9)
    assert found.path_["high"][0] == pytest.approx(plateau["high"], rel=1e-9)


def test_attained_dimension_is_that_of_the_scaled_data_at_scale_one():
    X = roll()
    found = paper().fit(X)
    assert found.attained_ == pytest.approx(found.implied_dimension_, rel=1e-9)
    exact = float(naive_kernel_sums.implied_dimension(found.transform(X), 1.0))
    assert found.implied_dimension_ == pytest.approx(exact, rel=1e-10)


def test_units_of_features_do_not_matter_in_a_given_order():
    X, units = roll(), np.array([1e-3, 1.0, 50.0, 1e4, 1.0, 1e-6])
    np.testing.assert_allclose(
        paper().fit(X * units).scale_ * units, paper().fit(X).scale_, rtol=1e-6
    )


def test_given_order_is_used(random):
    X, mixed = roll(), random.permutation(6)
    found, sorted_before = paper(order=mixed).fit(X), paper().fit(X[:, mixed])
    np.testing.assert_array_equal(found.order_, mixed)
    np.testing.assert_allclose(found.scale_[mixed], sorted_before.scale_, rtol=1e-12)


def test_features_are_ordered_by_correlation_by_default():
    X = roll()
    found = paper(order="cbfp").fit(X)
    scores = np.abs(found.path_["correlations"]).sum(axis=1)
    assert (np.diff(scores[found.order_]) <= 0).all()


def test_with_no_more_features_than_dimensions_all_are_standardised():
    X = roll()[:, :2]
    found = paper().fit(X)
    np.testing.assert_allclose(found.scale_, 1 / X.std(axis=0))
    assert found.bandwidth_.epsilon == 1
    assert np.isnan(found.attained_)


def adverse(kind, n_samples):
    """Features that are difficult to scale. The last one is added to the others by Algorithm 2."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n_samples, 5))
    if kind == "integers":
        X = random.integers(0, 9, (n_samples, 5)).astype(float)
    elif kind == "codes":
        X = random.integers(0, 3, (n_samples, 8)).astype(float)
    elif kind == "one huge row":
        X[0, :4] = 1e6
    elif kind == "one huge value":
        X[0, 4] = 1e6
    elif kind == "heavy tails":
        X = random.standard_cauchy((n_samples, 4))
    elif kind == "repeated":
        X = np.repeat(X[: n_samples // 4], 4, axis=0)
    elif kind == "binary":
        X[:, 4] = X[:, 4] > 1
    elif kind == "roll":
        X = make_noisy_swiss_roll(n_samples, 4, 2, noise_sd=70.0, random_state=0).data
    return X


KINDS = (
    "normal",
    "roll",
    "integers",
    "codes",
    "one huge row",
    "one huge value",
    "heavy tails",
    "repeated",
    "binary",
)


def last_step(kind, n_samples):
    """The step of Algorithm 2 that adds the last feature, and the scales to search.

    These are the linear range of the kernel's sum over all other features.
    """
    X = adverse(kind, n_samples)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    plateau = select_bandwidth(Z[:, :-1], rule="log_sum").evidence["plateau"]
    return _Step(Z[:, :-1].copy(), Z[:, -1], Resources()), plateau["low"], plateau["high"]


@pytest.mark.parametrize("kind", KINDS)
def test_histogram_errors_are_below_the_tolerance(kind):
    step, low, high = last_step(kind, 600)
    scales = np.geomspace(low, high, 32)
    for weight in np.geomspace(1e-3, 10, 12):
        found, exact = step.dimensions(np.array([weight]), scales)[0], step.exact(weight, scales)
        np.testing.assert_allclose(found, exact, atol=ERROR / 2)


def test_exact_sums_decide_between_close_cells(random):
    step, low, high = last_step("roll", 60)
    scales, weights = np.geomspace(low, high, 4), np.geomspace(1e-4, 2e-3, 8)
    exact = np.array([step.exact(weight, scales) for weight in weights])
    for target in exact[:, 1]:
        surface = exact + random.uniform(-ERROR / 2, ERROR / 2, exact.shape)
        step._decide(surface, target, weights, scales)
        for_surface, for_exact = (
            CHOICES["first"](each, target, weights, scales) for each in (surface, exact)
        )
        assert for_surface == for_exact


@pytest.mark.parametrize("kind", KINDS)
def test_cells_are_those_of_the_naive_search_on_all_kinds_of_data(kind):
    X = adverse(kind, 240)
    found = paper(target="calibrated").fit(X)
    ranges = np.c_[found.path_["low"], found.path_["high"]]
    cells, _, _, _ = naive_scaling.vector_scaling(X, 2, found.target_, WEIGHTS, ranges, N_SCALES)
    np.testing.assert_array_equal(found.path_["cell"], cells)


def naive_dimension(block, feature, weight, scale):
    r = sum(np.subtract.outer(x, x) ** 2 for x in (*block.T, weight * feature))
    K = np.exp(-r / (2 * scale))
    return (r * K).sum() / (scale * K.sum())


@pytest.mark.parametrize("kind", KINDS)
def test_choices_agree_with_naive_sums(kind):
    step, low, high = last_step(kind, 200)
    scales = np.geomspace(low, high, N_SCALES)
    naive = np.array(
        [[naive_dimension(step.block, step.feature, w, eps) for eps in scales] for w in WEIGHTS]
    )
    target = 0.9 * naive.max()
    for choose in CHOICES.values():
        (i, k), seen = step.search(target, WEIGHTS, N_SCALES, choose)
        chosen = np.unravel_index(choose(naive, target, WEIGHTS, scales), naive.shape)
        # d_eps is the same for all weights that are large enough to separate the two values of a
        # binary feature, so the indices of the chosen weights can differ.
        np.testing.assert_allclose(naive[i], naive[chosen[0]], rtol=1e-8)
        assert k == chosen[1]
        assert seen["dimension"] == pytest.approx(naive[chosen], abs=ERROR)


SCALES = np.array([1.0, 2.0, 4.0])
GRID = np.array([[1.0, 1.9, 1.0], [1.2, 2.3, 2.2], [2.0, 2.01, 2.0], [1.5, 2.6, 2.0]])
TRIED = np.array([0.01, 0.1, 0.5, 2.0])


@pytest.mark.parametrize(
    ("choice", "target", "cell"),
    [
        ("first", 2.0, (2, 0)),
        ("first", 2.3, (1, 1)),
        ("peak", 2.0, (2, 1)),
        ("peak", 1.93, (0, 1)),
        ("plateau", 2.2, (1, 2)),
        ("least_deformation", 2.0, (2, 1)),
        ("least_deformation", 3.0, (3, 1)),
    ],
)
def test_each_choice_takes_the_documented_cell(choice, target, cell):
    chosen = CHOICES[choice](GRID, target, TRIED, SCALES)
    assert np.unravel_index(chosen, GRID.shape) == cell


@pytest.mark.parametrize("choice", CHOICES)
def test_every_choice_gives_scales(choice):
    found = paper(choice=choice, target="calibrated").fit(roll())
    assert (found.scale_ > 0).all()
