"""Properties of every estimator of intrinsic dimension."""

import pickle
import warnings
from functools import cache

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelscale import estimate_dimension
from kernelscale.intrinsic_dimension import METHODS, DimensionWarning

FEW_NEIGHBORS = {
    "danco": {"n_neighbors": 3},
    "mind": {"n_neighbors": 3},
    "multiscale": {"n_neighbors": 3},
    "levina_bickel": {"k1": 3, "k2": 6},
    "pca": {"n_neighbors": 6},
    "correlation": {"k1": 3, "k2": 6},
}
LOCAL = ("levina_bickel", "pca")

every_method = pytest.mark.parametrize("method", sorted(METHODS))
ignore_dimension_warnings = pytest.mark.filterwarnings(
    "ignore::kernelscale.intrinsic_dimension.DimensionWarning"
)


def surface(n_samples=300, seed=1):
    """Points of a curved surface in four features."""
    u, v = np.random.default_rng(seed).uniform(-1, 1, size=(2, n_samples))
    return np.column_stack([u, v, u * v, np.sin(2 * u)])


def estimated(X, method, **options):
    return estimate_dimension(X, method, **options)


@cache
def of_surface(method):
    return estimated(surface(), method)


@ignore_dimension_warnings
@parametrize_with_checks([METHODS[name](**options) for name, options in FEW_NEIGHBORS.items()])
def test_scikit_learn_checks_with_few_neighbors(estimator, check):
    check(estimator)


@ignore_dimension_warnings
@parametrize_with_checks([METHODS[name]() for name in METHODS if name not in FEW_NEIGHBORS])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


# Changes of the points that do not change their dimension


@every_method
@pytest.mark.parametrize("factor", [1e-9, 1e6])
def test_factor_changes_nothing(method, factor):
    found = estimated(factor * surface(), method).continuous
    assert found == pytest.approx(of_surface(method).continuous, rel=1e-6)


@every_method
def test_rotation_and_a_shift_change_nothing(method):
    X = surface()
    turned = X @ np.linalg.qr(np.random.default_rng(0).normal(size=(4, 4)))[0] + [1, -2, 3, 0]
    found = estimated(turned, method).continuous
    assert found == pytest.approx(of_surface(method).continuous, rel=1e-6)


@every_method
def test_order_of_rows_and_of_features_changes_nothing(method):
    X, random = surface(), np.random.default_rng(0)
    rows, columns = random.permutation(300), random.permutation(4)
    whole, mixed = of_surface(method), estimated(X[rows][:, columns], method)
    assert mixed.continuous == pytest.approx(whole.continuous, rel=1e-6)
    if method in LOCAL:
        np.testing.assert_allclose(mixed.pointwise, whole.pointwise[rows], rtol=1e-6)


@every_method
def test_constant_and_repeated_features_change_nothing(method):
    X = surface()
    wider = np.column_stack([X, np.full(300, 7.3), np.zeros(300)])
    found = estimated(wider, method).continuous
    assert found == pytest.approx(of_surface(method).continuous, rel=1e-6)
    wider = np.column_stack([X, X]) / np.sqrt(2)
    found = estimated(wider, method).continuous
    assert found == pytest.approx(of_surface(method).continuous, rel=1e-6)


@every_method
def test_number_of_threads_does_not_change_a_bit(method):
    X = surface(700)
    one, two = (estimated(X, method, n_threads=n).to_dict() for n in (1, 2))
    assert one == two


@every_method
def test_little_memory_changes_nothing(method):
    X = surface(700)
    little = estimated(X, method, memory_limit="24 MiB")
    assert little.continuous == pytest.approx(estimated(X, method).continuous, rel=1e-9)


# Duplicates, points on a line, too few rows


@every_method
def test_duplicate_rows_are_dropped_with_a_warning(method):
    X = surface()
    with pytest.warns(DimensionWarning, match="^5 of 305 rows are exact duplicates"):
        found = estimated(np.vstack([X, X[:5]]), method)
    alone = of_surface(method)
    assert found.continuous == pytest.approx(alone.continuous, rel=1e-9)
    assert "rows dropped" in found.flags
    assert found.n_samples == 300
    if method in LOCAL:
        np.testing.assert_allclose(found.pointwise[:300], alone.pointwise)
        assert np.isnan(found.pointwise[300:]).all()


@every_method
def test_one_feature_is_one_dimension(method):
    found = estimated(np.random.default_rng(0).normal(size=(40, 1)), method)
    assert (found.dimension, found.continuous, found.n_samples) == (1, 1.0, 40)


@every_method
def test_points_on_a_line_are_one_dimension(method):
    line = np.random.default_rng(0).normal(size=(40, 1)) @ [[1.0, 2.0, -3.0]] + 5
    assert estimated(line, method).dimension == 1


@every_method
def test_one_point_many_times_has_dimension_zero(method):
    found = estimated(np.full((30, 3), 2.5), method)
    assert (found.dimension, found.continuous) == (0, 0.0)
    assert found.flags == ("one point",)


@every_method
def test_no_estimate_exceeds_the_rank(method):
    thick = np.random.default_rng(3).normal(size=(200, 2)) @ np.ones((2, 9))
    thick[:, 0] += np.random.default_rng(4).normal(size=200)
    assert 1 <= estimated(thick, method).dimension <= 2


@every_method
def test_too_few_rows_are_refused_with_both_numbers(method):
    X = np.random.default_rng(0).normal(size=(2, 3))
    with pytest.raises(ValueError, match=r"needs at least \d+ distinct rows, but there are 2; "):
        estimated(X, method)


@every_method
def test_nan_is_refused_with_its_position(method):
    X = surface()
    X[3, 2] = np.nan
    with pytest.raises(ValueError, match="contains NaN in row 3, column 2"):
        estimated(X, method)


@every_method
def test_lattice_is_flagged_if_ties_matter(method):
    lattice = np.stack(np.meshgrid(*[np.arange(15.0)] * 2), axis=-1).reshape(-1, 2)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = estimated(lattice, method)
    assert 1 <= found.dimension <= 2
    assert np.isfinite(found.continuous)
    if method != "implied":  # this method uses all distances instead of the nearest ones
        assert "discrete data" in found.flags
        assert any(
            "the two nearest neighbours are at the same distance" in str(w.message) for w in caught
        )


@every_method
def test_equidistant_points_have_as_many_dimensions_as_possible(method):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = estimated(np.eye(30), method)
    assert 1 <= found.dimension <= 29
    if method not in ("pca", "implied"):
        assert found.dimension == 29
        assert "saturated" in found.flags


@every_method
@ignore_dimension_warnings
def test_awkward_data_give_an_estimate_or_an_error(method, adversarial):
    try:
        found = estimated(adversarial, method, **FEW_NEIGHBORS.get(method, {}))
    except ValueError as refusal:
        assert str(refusal).endswith(".")  # noqa: PT017
    else:
        rank = np.linalg.matrix_rank(np.asarray(adversarial, float), tol=0)
        assert 1 <= found.dimension <= max(rank, 1)
        assert np.isfinite(found.continuous)


# The public function


@every_method
def test_estimator_and_function_agree(method):
    estimator = clone(METHODS[method]()).fit(surface())
    assert estimator.result_.to_dict() == of_surface(method).to_dict()
    assert estimator.dimension_ == estimator.result_.dimension
    assert estimator.dimension_continuous_ == estimator.result_.continuous
    assert (estimator.pointwise_ is not None) == (method in LOCAL)


@every_method
def test_results_can_be_pickled(method):
    found = of_surface(method)
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()


@every_method
def test_surface_has_about_two_dimensions(method):
    assert estimated(surface(1000), method).continuous == pytest.approx(2, abs=0.35)


def test_error_for_an_unknown_method_lists_all_methods():
    with pytest.raises(ValueError, match="method must be one of .*two_nn, .* but 'fractal' was"):
        estimate_dimension(surface(), "fractal")


@every_method
def test_error_for_an_unknown_option_lists_all_options(method):
    sentence = f"The method '{method}' has no option 'k'; its options are .*n_threads, progress."
    with pytest.raises(ValueError, match=sentence):
        estimate_dimension(surface(), method, k=3)


@ignore_dimension_warnings
@every_method
def test_dropped_rows_are_flagged_for_any_rank(method):
    line = np.repeat(np.outer(np.linspace(0, 1, 40), [1.0, 2.0]), 2, axis=0)
    assert "rows dropped" in estimated(line, method).flags


@pytest.mark.parametrize(
    "method", ["danco", "mind", "two_nn", "gride", "levina_bickel", "correlation", "multiscale"]
)
def test_nearly_equal_rows_are_flagged(method):
    X = np.random.default_rng(0).normal(size=(300, 4))
    doubled = np.r_[X, X + 1e-13 * np.random.default_rng(1).normal(size=X.shape)]
    with pytest.warns(DimensionWarning, match="are near-duplicates: they"):
        found = estimated(doubled, method)
    assert "near duplicates" in found.flags
    assert "near duplicates" not in estimated(X, method).flags


@ignore_dimension_warnings
@pytest.mark.parametrize(("side", "flagged"), [(3, False), (8, True)])
def test_ties_are_flagged_from_a_twentieth_of_the_rows(side, flagged):
    lattice = np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1).reshape(-1, 2)
    X = np.r_[np.random.default_rng(0).normal(size=(400, 2)), 100.0 + lattice]
    assert ("discrete data" in estimated(X, "two_nn").flags) is flagged
