"""Section 3.3 of the paper: the ideal case is exact, and the bounds for perturbed cases hold."""

import dataclasses
import json
import pickle
import tracemalloc

import numpy as np
import pytest
from benchmarks.theory_bound.verdicts import is_violated
from tests.oracles import naive_bounds, naive_distances

import kernelscale
from kernelscale import Gaussian, perturbation_bound
from kernelscale.distances import squared_distances
from kernelscale.engine.passes import reduce
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.paper.theory_bound.cases import random_case
from kernelscale.theory.class_distances import D_class, D_gap
from kernelscale.theory.perturbation_norm import perturbation_norm

FIGURES = [
    "perturbation_norm",
    "printed_bound",
    "scaled_norm",
    "tight_bound",
    "distance",
    "eigengap",
    "separation",
    "operator_eigengap",
]


def figures(bound):
    return np.array([getattr(bound, name) for name in FIGURES])


def far_apart(sizes, seed=0, distance=1e4):
    """Classes in distant squares of side 1; at scale 1 the kernel between classes is 0."""
    random = np.random.default_rng(seed)
    y = np.repeat(np.arange(len(sizes)), sizes)
    return random.uniform(size=(len(y), 2)) + distance * y[:, None], y


@pytest.fixture(scope="module")
def random_bounds():
    """Bounds in a thousand random cases, with tiny scales, duplicates and classes of one row."""
    return [perturbation_bound(*random_case(seed)) for seed in range(1000)]


# ---------------------------------------------------------------- the bounds


def test_bounds_are_never_violated(random_bounds):
    assert not any(is_violated(b, b.printed_bound) for b in random_bounds)
    assert not any(is_violated(b, b.tight_bound) for b in random_bounds)


def test_most_bounds_are_vacuous_and_the_tight_one_less_often(random_bounds):
    printed = np.mean([b.printed_is_vacuous for b in random_bounds])
    tight = np.mean([b.tight_is_vacuous for b in random_bounds])
    assert 0.75 < printed < 0.9
    assert 0.5 < tight < printed - 0.1


def test_cases_include_difficult_ones(random_bounds):
    assert sum(b.eigengap - b.separation > 1e-3 for b in random_bounds) > 50
    assert sum(np.isnan(b.distance) for b in random_bounds) > 100
    assert sum(b.n_class_components > b.n_classes for b in random_bounds) > 100
    assert sum(b.distance < 1e-6 for b in random_bounds) > 10


def test_printed_bound_exceeds_a_bound_without_separation(random_bounds):
    # Two inequalities hold: distance <= sqrt(2) scaled_norm / eigengap, and
    # N_C scaled_norm / eigengap <= printed_bound.
    for b in random_bounds:
        if np.isfinite(b.printed_bound):
            scaled = b.scaled_norm / b.eigengap
            assert b.n_classes * scaled <= b.printed_bound * (1 + 1e-12)
            assert b.distance <= np.sqrt(2) * scaled + 1e-13 / b.eigengap


def test_no_distance_exceeds_the_largest_possible(random_bounds):
    for b in random_bounds:
        assert np.isnan(b.distance) or 0 <= b.distance <= b.largest_distance * (1 + 1e-12)


def test_operator_eigengap_does_not_give_a_bound():
    # The three equal points are nearer to the point of the other class than to the fourth point of
    # their own class.
    X = [[0.0], [0.0], [0.0], [4.0], [-3.0]]
    bound = perturbation_bound(X, [0, 0, 0, 0, 1], 1.0)
    assert bound.distance > 2 * bound.scaled_norm / bound.operator_eigengap
    assert bound.distance < bound.tight_bound


def test_two_close_pairs_of_different_classes_reach_the_bound_by_the_printed_gap():
    # Here lambda_2 = 1 + w and lambda_3 = 1 - w, so the printed gap is 2 w and the separation is w.
    # The scaled norm is 2 w times the distance. The tight bound is therefore twice the distance.
    X = [[0.0, 0.0], [9.0, 0.0], [0.0, 1.0], [9.0, 1.0]]
    bound = perturbation_bound(X, [0, 0, 1, 1], 1.0)
    w = np.exp(-0.5)
    assert bound.separation == pytest.approx(w, rel=1e-12)
    assert bound.eigengap == pytest.approx(2 * w, rel=1e-12)
    assert bound.scaled_norm / bound.eigengap == pytest.approx(bound.distance, rel=1e-9)
    assert bound.tight_bound == pytest.approx(2, rel=1e-9)


# ---------------------------------------------------------------- the definition


@pytest.mark.parametrize("epsilon", [0.3, 1.0, 5.0])
def test_figures_agree_with_the_oracle(three_classes, epsilon):
    X, y = three_classes
    bound = perturbation_bound(X, y, epsilon)
    for name, expected in naive_bounds.perturbation_bound(X, y, epsilon).items():
        assert getattr(bound, name) == pytest.approx(expected, rel=1e-10, abs=1e-12), name


@pytest.mark.parametrize("seed", range(40))
def test_figures_of_random_cases_agree_with_the_oracle(seed):
    X, y, epsilon = random_case(seed)
    bound = perturbation_bound(X, y, epsilon)
    expected = naive_bounds.perturbation_bound(X, y, epsilon)
    names = ["perturbation_norm", "scaled_norm", "eigengap", "separation"]
    for name in names:
        assert getattr(bound, name) == pytest.approx(expected[name], rel=1e-10, abs=1e-12), name
    if bound.n_class_components == bound.n_classes and bound.eigengap > 1e-3:
        for name in FIGURES:
            assert getattr(bound, name) == pytest.approx(expected[name], rel=1e-8, abs=1e-9), name


def test_perturbation_norm_agrees_with_the_oracle(three_classes, executor):
    X, y = three_classes
    scales = [7.0, 0.01, 0.5, 100.0]  # the scales are not sorted
    expected = [naive_bounds.perturbation_norm(X, y, scale) for scale in scales]
    found = perturbation_norm(X, y, scales, **executor)
    np.testing.assert_allclose(found, np.array(expected, dtype=float), rtol=1e-10)


def test_perturbation_norm_equals_the_norm_in_the_bound_even_if_tiny():
    X, y = far_apart([6, 9], distance=12.0)
    scales = np.geomspace(0.45, 100, 12)
    expected = [perturbation_bound(X, y, scale).perturbation_norm for scale in scales]
    assert 0 < expected[0] < 1e-100
    np.testing.assert_allclose(perturbation_norm(X, y, scales), expected, rtol=1e-10)


def test_perturbation_norm_follows_the_row_sums_at_half_the_scale(three_classes):
    X, y = three_classes
    scales = np.array([0.5, 2.0])
    sums = reduce(X, kernelscale.engine.statistics.ClassRowSums(scales / 2, y))
    expected = np.sqrt((sums.all - sums.within).sum(axis=0))
    np.testing.assert_allclose(perturbation_norm(X, y, scales), expected, rtol=1e-12)


def test_perturbation_norm_over_many_tiles_keeps_its_memory_limit():
    X, y = far_apart([300, 500], distance=2.0)
    found = perturbation_norm(X, y, [0.1, 1.0], memory_limit="1 MiB", n_threads=2)
    np.testing.assert_allclose(found, perturbation_norm(X, y, [0.1, 1.0]), rtol=1e-12)
    with pytest.raises(MemoryError, match="perturbation norm over 800 rows needs"):
        perturbation_norm(X, y, [0.1], memory_limit=100)


def test_gap_and_class_width_agree_with_the_oracle(three_classes, executor):
    X, y = three_classes
    between, within = naive_distances.class_extremes(X, y)
    assert D_gap(X, y, **executor) == pytest.approx(float(between), rel=1e-12)
    assert D_class(X, y, **executor) == pytest.approx(float(within), rel=1e-12)


def test_gap_and_class_width_of_an_embedding_can_be_zero():
    assert D_class([[0.0], [0.0], [1.0], [1.0]], [0, 0, 1, 1]) == 0
    assert D_gap([[0.0], [1.0], [1.0], [2.0]], [0, 0, 1, 1]) == 0


# ---------------------------------------------------------------- the ideal case


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
    # The printed Proposition divides the indicators by sqrt(N_P), so that the value is 2 / N_P.
    assert D_gap(indicators / np.sqrt(7), y) == pytest.approx(2 / 7, rel=1e-12)


# ---------------------------------------------------------------- invariances


@pytest.mark.parametrize("factor", [1e-100, 1e-6, 7.3, 1e6, 1e100])
def test_scaling_data_and_epsilon_together_changes_nothing(three_classes, factor):
    X, y = three_classes
    expected = figures(perturbation_bound(X, y, 1.5))
    found = figures(perturbation_bound(factor * X, y, factor**2 * 1.5))
    np.testing.assert_allclose(found, expected, rtol=1e-9)
    assert D_gap(factor * X, y) == pytest.approx(factor**2 * D_gap(X, y), rel=1e-10)
    assert D_class(factor * X, y) == pytest.approx(factor**2 * D_class(X, y), rel=1e-10)
    np.testing.assert_allclose(
        perturbation_norm(factor * X, y, factor**2 * 1.5), expected[0], rtol=1e-9
    )


def test_order_of_rows_names_of_classes_and_origin_change_nothing(three_classes):
    X, y = three_classes
    random = np.random.default_rng(3)
    order = random.permutation(len(X))
    rotation = np.linalg.qr(random.normal(size=(2, 2)))[0]
    expected = figures(perturbation_bound(X, y, 1.5))
    names = np.array(["c", "a", "b"])[y]
    for points, labels in [(X[order], y[order]), (X, names), (X @ rotation + 100, y)]:
        found = figures(perturbation_bound(points, labels, 1.5))
        np.testing.assert_allclose(found, expected, rtol=1e-9)
        assert D_gap(points, labels) == pytest.approx(D_gap(X, y), rel=1e-9)
        np.testing.assert_allclose(perturbation_norm(points, labels, 1.5), expected[0], rtol=1e-9)


def test_distances_give_the_same_bound_as_points(three_classes):
    X, y = three_classes
    given = np.sqrt(np.array(naive_distances.squared_distances(X), dtype=float))
    kept = given.copy()
    found = figures(perturbation_bound(given, y, 1.5, metric="precomputed"))
    np.testing.assert_allclose(found, figures(perturbation_bound(X, y, 1.5)), rtol=1e-10)
    np.testing.assert_allclose(
        perturbation_norm(given, y, 1.5, metric="precomputed"), found[0], rtol=1e-10
    )
    assert D_gap(given, y, metric="precomputed") == pytest.approx(D_gap(X, y), rel=1e-12)
    assert D_class(given, y, metric="precomputed") == pytest.approx(D_class(X, y), rel=1e-12)
    np.testing.assert_array_equal(given, kept)


def test_input_of_any_type_is_not_changed(three_classes):
    X, y = three_classes
    expected = figures(perturbation_bound(X, y, 1.5))
    read_only, single = X.copy(), X.astype(np.float32)
    read_only.flags.writeable = False
    np.testing.assert_array_equal(figures(perturbation_bound(read_only, y, 1.5)), expected)
    np.testing.assert_allclose(figures(perturbation_bound(single, y, 1.5)), expected, rtol=1e-5)
    assert single.dtype == np.float32
    listed = perturbation_bound(X.tolist(), y.tolist(), 1.5)
    np.testing.assert_array_equal(figures(listed), expected)


def test_the_bound_holds_for_difficult_data(adversarial):
    n_samples = len(adversarial)
    y = np.arange(n_samples) % 2 if n_samples > 2 else None
    if y is None:
        with pytest.raises(ValueError, match="at least one class needs two rows"):
            perturbation_bound(adversarial, [0, 1], 1.0)
        return
    spread = 2 * np.asarray(adversarial, dtype=float).var(axis=0).sum()
    for share in (1e-6, 1e-3, 0.1, 1.0, 1e3):
        bound = perturbation_bound(adversarial, y, share * spread)
        assert not is_violated(bound, bound.printed_bound)
        assert not is_violated(bound, bound.tight_bound)


# ---------------------------------------------------------------- accuracy and reasons


def test_small_angles_are_accurate():
    # If angles were computed from 1 - cos^2, rounding would make angles below 1e-8 zero.
    X, y = far_apart([6, 8], distance=4.0)
    bound = perturbation_bound(X, y, 0.5)
    assert 1e-13 < bound.distance < 1e-9
    expected = naive_bounds.perturbation_bound(X, y, 0.5)["distance"]
    assert bound.distance == pytest.approx(expected, abs=1e-14)


def test_disconnected_classes_are_reported():
    X = [[0.0], [100.0], [200.0], [201.0]]
    bound = perturbation_bound(X, [0, 0, 1, 1], 1.0)
    assert (bound.n_classes, bound.n_class_components) == (2, 3)
    assert np.isnan(bound.distance)
    assert bound.printed_bound == np.inf
    assert bound.reason == (
        "Eigenvalues 2 and 3 are equal to float64, so the space of the 2 leading eigenvectors is "
        "not unique. The printed bound is infinite and vacuous, the tight one infinite and "
        "vacuous. Some classes are not connected: there are 3 components, so the indicators span "
        "only one of many leading eigenspaces of the ideal matrix."
    )
    assert bound.to_dict()["distance"] is None
    assert bound.to_dict()["printed_bound"] is None


def test_the_reason_names_vacuous_bounds(random_bounds):
    for b in random_bounds:
        said = b.reason.count("vacuous")
        assert said == b.printed_is_vacuous + b.tight_is_vacuous
        assert b.printed_is_vacuous == (b.printed_bound > np.sqrt(b.n_classes))
        assert b.tight_is_vacuous == (b.tight_bound > np.sqrt(b.n_classes))


def test_result_is_immutable_and_can_be_pickled(three_classes):
    bound = perturbation_bound(*three_classes, 1.0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        bound.distance = 0.0
    assert pickle.loads(pickle.dumps(bound)) == bound
    plain = json.loads(json.dumps(bound.to_dict(), allow_nan=False))
    assert plain["distance"] == bound.distance
    assert plain["reason"] == bound.reason
    assert all(type(getattr(bound, name)) is float for name in ("epsilon", *FIGURES))


def test_same_bits_for_any_number_of_threads(three_classes):
    X, y = three_classes
    one, three = (perturbation_norm(X, y, [0.1, 1.0], n_threads=n) for n in (1, 3))
    np.testing.assert_array_equal(one, three)
    assert perturbation_bound(X, y, 1.0) == perturbation_bound(X, y, 1.0)


# ---------------------------------------------------------------- memory and bad input


@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
def test_memory_limit_is_refused_before_the_work_and_kept(metric):
    X, y = far_apart([200, 300], distance=2.0)
    X = X if metric == "euclidean" else np.sqrt(squared_distances(X))
    limit = 6 * 8 * 500**2
    # a first call, so that lazy imports are not counted
    perturbation_bound(X, y, 1.0, metric=metric)
    tracemalloc.start()
    perturbation_bound(X, y, 1.0, metric=metric, memory_limit=limit)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < limit
    with pytest.raises(MemoryError, match="500 rows need 12 MiB but memory_limit is"):
        perturbation_bound(X, y, 1.0, metric=metric, memory_limit=limit - 1)


BAD_LABELS = {
    "one class": ([0] * 6, r"y has one class only \(0\); at least two are needed"),
    "all different": (range(6), "y has 6 different labels for 6 rows"),
    "too few": ([0, 1], "y has 2 labels for 6 rows; one label a row is needed"),
    "missing": ([0, 0, 1, 1, None, 1], "y has 1 missing label"),
    "fractions": ([0.5, 0.5, 1, 1, 1, 1], "y holds fractions such as 0.5"),
}


@pytest.mark.parametrize(("y", "sentence"), BAD_LABELS.values(), ids=BAD_LABELS)
@pytest.mark.parametrize("function", [D_gap, D_class, perturbation_norm, perturbation_bound])
def test_bad_labels_are_named(function, y, sentence):
    X = np.arange(12.0).reshape(6, 2)
    extra = [1.0] if function.__name__.startswith("perturbation") else []
    with pytest.raises(ValueError, match=sentence):
        function(X, y, *extra)


def test_bad_points_and_options_are_named():
    X, y = np.arange(12.0).reshape(6, 2), [0, 0, 0, 1, 1, 1]
    with pytest.raises(ValueError, match="X must have two dimensions"):
        D_gap([1.0, 2.0], [0, 0])
    with pytest.raises(ValueError, match=r"X .*NaN"):
        perturbation_bound(np.where(X == 3, np.nan, X), y, 1.0)
    with pytest.raises(TypeError, match="There is no option 'memory'"):
        D_gap(X, y, memory=1)
    with pytest.raises(TypeError, match="There is no option 'memory'"):
        perturbation_norm(X, y, [1.0], memory=1)
    with pytest.raises(ValueError, match="metric must be one of euclidean, precomputed"):
        perturbation_bound(X, y, 1.0, metric="nearby")
    with pytest.raises(ValueError, match="memory_limit must be a number of bytes, a string"):
        perturbation_bound(X, y, 1.0, memory_limit="much")
    with pytest.raises(ValueError, match="This needs a label for each row; pass y."):
        perturbation_norm(X, None, [1.0])


@pytest.mark.parametrize("epsilon", [0, -1.0, np.inf, np.nan, 1e300, 1e-300, "1", None, True])
def test_scale_out_of_range_is_named(epsilon):
    X, y = np.arange(12.0).reshape(6, 2), [0, 0, 0, 1, 1, 1]
    with pytest.raises(ValueError, match="epsilon must be a positive finite number"):
        perturbation_bound(X, y, epsilon)
    with pytest.raises(ValueError, match="scales must be"):
        perturbation_norm(X, y, [1.0, epsilon] if epsilon is not True else [True])


@pytest.mark.parametrize("epsilon", [1e-290, 1e290])
def test_extreme_scales_have_a_result(epsilon):
    X, y = np.arange(12.0).reshape(6, 2), [0, 0, 0, 1, 1, 1]
    bound = perturbation_bound(X, y, epsilon)
    assert bound.printed_is_vacuous
    expected = 0 if epsilon < 1 else np.sqrt(18)
    assert bound.perturbation_norm == pytest.approx(expected)
    assert perturbation_norm(X, y, epsilon) == pytest.approx(expected)


def test_class_of_one_row_is_accepted():
    X, y = np.array([[0.0], [0.5], [1.0], [4.0]]), [0, 0, 0, 1]
    bound = perturbation_bound(X, y, 1.0)
    expected = naive_bounds.perturbation_bound(X, y, 1.0)
    for name in FIGURES:
        assert getattr(bound, name) == pytest.approx(expected[name], rel=1e-10), name
    assert D_gap(X, y) == 9.0


def test_scales_that_are_halves_of_each_other_give_the_same_as_each_alone():
    X, y = np.random.default_rng(0).normal(size=(90, 3)), np.arange(90) % 3
    scales = np.random.default_rng(1).permutation(np.append(8.0 * 2.0 ** np.arange(-9, 3), 3.0))
    found = perturbation_norm(X, y, scales)
    alone = [perturbation_norm(X, y, [scale])[0] for scale in scales]
    np.testing.assert_allclose(found, alone, rtol=1e-12)
