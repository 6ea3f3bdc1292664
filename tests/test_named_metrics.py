"""Metrics by name: SciPy's and scikit-learn's values, and the answers of the same distances."""

import pickle
import tracemalloc
from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics import pairwise_distances
from sklearn.svm import SVC

from kernelscale import (
    AutoBandwidth,
    Bandwidth,
    DiffusionMap,
    Gaussian,
    compare,
    engine,
    estimate_dimension,
    load_model,
    save_model,
    scale_curve,
    select_bandwidth,
)
from kernelscale.bandwidth import RULES
from kernelscale.data import PointCloud
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelProduct, KernelSums, RowSums
from kernelscale.markov.dense import leading_eigenpairs
from kernelscale.metrics import METRICS, Mahalanobis, Periodic, RowMetric
from kernelscale.metrics.registry import metric_named
from kernelscale.neighbor_graphs import nearest_neighbors

random = np.random.default_rng(0)
Y = np.arange(60) % 2
POINTS = random.normal(size=(60, 3)) + 3 * Y[:, None]
ANGLES = random.uniform(-720, 720, size=(60, 3))
PERIODS = (360.0, 180.0, None)
VI = np.linalg.inv(np.cov(POINTS.T))


def nearest_image(X, Y):
    """The naive formula, over images."""
    r = np.zeros((len(X), len(Y)))
    for feature, period in enumerate(PERIODS):
        apart = X[:, feature, None] - Y[:, feature]
        images = np.arange(-9, 10) * (period or 0.0)
        r += np.abs(apart[..., None] - images).min(axis=-1) ** 2
    return np.sqrt(r)


DATA = {
    "cosine": POINTS,
    "correlation": POINTS,
    "cityblock": POINTS,
    "chebyshev": POINTS,
    "mahalanobis": POINTS,
    "jaccard": random.random(size=(60, 12)) < 0.3 + 0.4 * Y[:, None],
    "hamming": random.integers(0, 3 + 2 * Y[:, None], size=(60, 12)),
    "haversine": np.column_stack(
        [np.arcsin(random.uniform(-1, 1, 60)), random.uniform(-np.pi, np.pi, 60)]
    ),
    "periodic": ANGLES,
}
EXPECTED = {
    **{name: (lambda X, Y, name=name: cdist(X, Y, name)) for name in DATA},
    "mahalanobis": lambda X, Y: cdist(X, Y, "mahalanobis", VI=VI),
    "haversine": lambda X, Y: pairwise_distances(X, Y, "haversine"),
    "periodic": nearest_image,
}
NAMES = sorted(DATA)
OPTIONS = {"periodic": Periodic(PERIODS)}


def metric_of(name):
    return OPTIONS.get(name, name)


def distances_of(name):
    X = DATA[name]
    D = EXPECTED[name](X, X)
    np.fill_diagonal(D, 0)
    return (D + D.T) / 2


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("name", NAMES)
def test_distances_are_those_of_scipy_and_scikit_learn(name):
    X, metric = DATA[name], metric_named(metric_of(name)).fitted_to(DATA[name])
    np.testing.assert_allclose(
        np.sqrt(metric.squares_of(X, X[:7])), EXPECTED[name](X, X[:7]), rtol=1e-12, atol=1e-12
    )
    if name not in ("periodic", "mahalanobis"):
        np.testing.assert_allclose(
            np.sqrt(metric.squares_of(X)), pairwise_distances(X, metric=name), atol=3e-8
        )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arithmetic", sorted(engine.arithmetic.registry.ARITHMETICS))
def test_sums_over_tiles_are_those_over_the_matrix(name, arithmetic):
    r = distances_of(name) ** 2
    scales = np.array([0.3, 1, 3]) * r.mean()
    options = {"metric": metric_of(name), "arithmetic": arithmetic}
    S, T = reduce(DATA[name], KernelSums(scales), **options)
    K = np.exp(-r[..., None] / (2 * scales))
    np.testing.assert_allclose(S, K.sum(axis=(0, 1)), rtol=1e-12)
    np.testing.assert_allclose(T, (r[..., None] * K).sum(axis=(0, 1)), rtol=1e-11)
    rows = [5, 3]
    S, _ = reduce(DATA[name], KernelSums(scales), rows=rows, **options)
    np.testing.assert_allclose(S, K[rows].sum(axis=(0, 1)), rtol=1e-12)


@pytest.mark.parametrize("name", ["cosine", "correlation"])
@pytest.mark.parametrize("n_features", [20, 130], ids=["by_differences", "by_products"])
def test_many_directions_in_single_precision(name, n_features):
    centres = np.random.default_rng(1).normal(size=(6, n_features))
    noise = np.random.default_rng(2).normal(size=(1300, n_features))
    X = centres[np.arange(1300) % 6] + 0.3 * noise
    X[1] = 4 * X[0]  # no distance
    X[2] = X[0] * (1 + 1e-9 * np.arange(n_features))  # one whose square single precision loses
    cloud = PointCloud(X, metric=name)
    r = cloud.squared_distances
    np.testing.assert_allclose(np.sqrt(r), cdist(X, X, name), atol=1e-14)
    assert r[0, 1] == 0 < r[0, 2] < 1e-30
    scales = np.array([0.1, 1.0]) * r.mean()
    np.testing.assert_allclose(
        cloud.reduce(RowSums(scales, precision="single")),
        (np.exp(-r[..., None] / (2 * scales)).sum(axis=1) - 1),
        rtol=3e-6,
    )
    np.testing.assert_allclose(cloud.mean_squared_deviation, r.mean() / 2, rtol=1e-12)
    nearest = cloud.nearest(5)
    others = r + np.diag([np.inf] * len(r))
    np.testing.assert_allclose(nearest.squared_distances, np.sort(others)[:, :5], rtol=1e-14)
    ones = np.ones((len(X), 1))
    np.testing.assert_allclose(
        cloud.reduce(KernelProduct(scales[0], ones, "single"))[:, 0],
        np.exp(-r / (2 * scales[0])).sum(axis=1),
        rtol=3e-6,
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_mean_squared_distance_is_that_of_the_matrix(name):
    cloud = PointCloud(DATA[name], metric=metric_of(name))
    expected = (distances_of(name) ** 2).mean() / 2
    assert cloud.mean_squared_deviation == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_row_is_prepared_the_same_alone_and_among_others(name):
    metric = metric_named(metric_of(name)).fitted_to(DATA[name])
    together = metric.checked(DATA[name])
    for row in range(5):
        alone = metric.checked_rows(DATA[name][row : row + 1], 1)
        np.testing.assert_array_equal(alone[0], together[row])


def test_multiples_of_a_direction_are_at_one_place():
    rays = np.random.default_rng(0).integers(1, 50, size=(20, 5)) @ np.diag([1, 2, 3, 5, 7])
    alike = PointCloud(np.vstack([rays, 3 * rays, 7 * rays]), metric="cosine").first_alike
    np.testing.assert_array_equal(alike, np.tile(np.arange(20), 3))
    shifted = np.vstack([rays, 3 * rays + 11])
    alike = PointCloud(shifted, metric="correlation").first_alike
    np.testing.assert_array_equal(alike, np.tile(np.arange(20), 2))


# ---------------------------------------------------------------- rules and maps

LOOK_AT_FEATURES = {
    *("standardized", "scikit_learn_scale", "jacobian"),
    *("scott", "silverman", "likelihood"),
}


def ask(call, *args, **options):
    """An answer, or the sentence why there is none: some rules have none for so few rows."""
    try:
        return call(*args, **options)
    except ValueError as error:
        return str(error)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("rule", sorted(set(RULES) - LOOK_AT_FEATURES))
@pytest.mark.parametrize("name", ["cityblock", "cosine", "jaccard", "periodic"])
def test_rules_say_the_same_of_a_metric_and_of_its_distances(name, rule):
    y = Y if RULES[rule].needs_labels else None
    metric = metric_named(metric_of(name))
    D = np.sqrt(metric.squares_of(DATA[name]))
    found = ask(select_bandwidth, DATA[name], y, rule, metric=metric)
    expected = ask(select_bandwidth, D, y, rule, metric="precomputed")
    if isinstance(expected, str):
        assert found == expected
        return
    assert found.kernel.metric == metric_of(name)
    # Distances of directions are formed by products: a scale where a slope is largest is less sure.
    sure = 1e-6 if rule == "largest_slope" else 1e-9
    assert (found.epsilon or 1.0) == pytest.approx(expected.epsilon or 1.0, rel=sure)
    np.testing.assert_allclose(
        found.kernel(DATA[name]), expected.kernel(D), rtol=100 * sure, atol=sure
    )


@pytest.mark.parametrize("rule", sorted(LOOK_AT_FEATURES))
@pytest.mark.parametrize("metric", ["cosine", "cityblock"])
def test_rules_that_look_at_features_refuse_a_metric(rule, metric):
    told = f"needs features, but the metric is '{metric}'; leave it at 'euclidean'"
    with pytest.raises(ValueError, match=told):
        select_bandwidth(POINTS, rule=rule, metric=metric)
    assert told in compare(POINTS, rules=["median", rule], metric=metric)[rule].reading


@pytest.mark.parametrize("name", NAMES)
def test_the_curve_is_that_of_the_distances(name):
    metric = metric_named(metric_of(name))
    D = np.sqrt(metric.squares_of(DATA[name]))
    found = scale_curve(DATA[name], metric=metric)
    expected = scale_curve(D, metric="precomputed")
    np.testing.assert_allclose(found.S, expected.S, rtol=1e-9)
    np.testing.assert_allclose(found.epsilon, expected.epsilon, rtol=1e-9)


MAPS = {
    "all_pairs": {"bandwidth": "median"},
    "self_tuned": {"bandwidth": "self_tuning"},
    "variable": {"bandwidth": "variable_bandwidth"},
    "graph": {"bandwidth": "median", "neighbors": 8, "edge_weights": "bandwidth"},
    "self_tuned_graph": {"neighbors": 8, "edge_weights": "self_tuned", "link_components": True},
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("kind", MAPS)
@pytest.mark.parametrize("name", NAMES)
def test_maps_are_those_of_the_distances_and_place_their_own_rows(name, kind, tmp_path):
    X, metric = DATA[name], metric_of(name)
    D = np.sqrt(metric_named(metric).squares_of(X))
    fitted = DiffusionMap(3, metric=metric, **MAPS[kind]).fit(X)
    expected = DiffusionMap(3, metric="precomputed", **MAPS[kind]).fit(D)
    np.testing.assert_allclose(fitted.eigenvalues_, expected.eigenvalues_, rtol=1e-7, atol=1e-10)
    np.testing.assert_allclose(fitted.embedding_, expected.embedding_, rtol=1e-4, atol=1e-7)
    assert fitted.n_features_in_ == X.shape[1]
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-9)
    one_by_one = np.vstack([fitted.transform(X[[row]]) for row in range(6)])
    np.testing.assert_allclose(one_by_one, fitted.embedding_[:6], atol=1e-9)

    save_model(fitted, tmp_path / "model.npz")
    loaded = load_model(tmp_path / "model.npz")
    again = pickle.loads(pickle.dumps(fitted))
    for other in (loaded, again):
        np.testing.assert_array_equal(other.transform(X[:9]), fitted.transform(X[:9]))
        assert other.bandwidth_.kernel.metric == fitted.bandwidth_.kernel.metric
        np.testing.assert_array_equal(other.kernel_(X), fitted.kernel_(X))
    median = fitted.with_bandwidth("median") if kind != "self_tuned_graph" else fitted
    other = loaded.with_bandwidth("median") if kind != "self_tuned_graph" else loaded
    np.testing.assert_array_equal(other.embedding_, median.embedding_)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", ["cosine", "cityblock", "mahalanobis", "periodic"])
def test_landmarks_are_rows_of_the_metric(name):
    X = np.vstack([DATA[name] + 0.01 * k for k in range(5)])
    options = {"bandwidth": "median", "landmarks": 100, "metric": metric_of(name)}
    fitted = DiffusionMap(2, **options).fit(X)
    rows = fitted.landmark_indices_
    np.testing.assert_allclose(fitted.transform(X[rows]), fitted.embedding_[rows], atol=1e-9)
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-9)


def test_the_covariance_is_that_of_the_rows_of_the_fit():
    fitted = DiffusionMap(2, "median", metric="mahalanobis").fit(POINTS)
    of_fit = DiffusionMap(2, "median", metric=Mahalanobis(VI=VI)).fit(POINTS)
    np.testing.assert_allclose(fitted.embedding_, of_fit.embedding_, atol=1e-9)
    new = 5 * POINTS[:4]
    np.testing.assert_allclose(fitted.transform(new), of_fit.transform(new), atol=1e-9)
    assert Mahalanobis(V=np.eye(3)) == Mahalanobis(VI=np.eye(3)) != Mahalanobis()
    chosen = select_bandwidth(POINTS, rule="median", metric="mahalanobis")
    with pytest.raises(ValueError, match="the map has other options of it"):
        DiffusionMap(2, chosen, metric="mahalanobis").fit(POINTS**2)
    by_name = Bandwidth("own", 1.0, Gaussian(1.0, metric="mahalanobis"), "Of any rows.")
    found = DiffusionMap(2, by_name, metric="mahalanobis").fit(POINTS)
    assert found.kernel_.metric == chosen.kernel.metric


# ---------------------------------------------------------------- not positive definite


def indefinite():
    """Distances on a lattice in the maximum norm, at whose scale the Gaussian is indefinite."""
    grid = np.stack(np.meshgrid(*[np.arange(4.0)] * 3), axis=-1).reshape(-1, 3)
    K = Gaussian(8.0, metric="chebyshev")(grid)
    assert np.linalg.eigvalsh(K)[0] < -0.01
    return grid


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_map_takes_the_largest_eigenvalues_by_magnitude():
    grid = indefinite()
    n_pairs = len(grid) - 1
    fitted = DiffusionMap(n_pairs, 8.0, metric="chebyshev").fit(grid)
    K = Gaussian(8.0, metric="chebyshev")(grid)
    P = K / K.sum(axis=1, keepdims=True)
    expected = np.linalg.eigvals(P).real
    expected = expected[np.argsort(-np.abs(expected), kind="stable")][1:]
    np.testing.assert_allclose(np.abs(fitted.eigenvalues_), np.abs(expected), atol=1e-9)
    assert (fitted.eigenvalues_ < -1e-3).any()
    few = DiffusionMap(3, 8.0, metric="chebyshev").fit(grid)
    assert (few.eigenvalues_ > 0).all()
    assert DiffusionMap(n_pairs, 8.0, metric="precomputed").fit(
        cdist(grid, grid, "chebyshev")
    ).eigenvalues_ == pytest.approx(fitted.eigenvalues_, abs=1e-12)


def test_many_rows_take_the_same_way_by_iteration_as_by_lapack():
    X = np.random.default_rng(0).normal(size=(1100, 2))
    options = {"bandwidth": 1.0, "metric": "chebyshev"}
    iterated = DiffusionMap(3, eigen_solver="krylov", **options).fit(X)
    dense = DiffusionMap(3, eigen_solver="dense", **options).fit(X)
    np.testing.assert_allclose(iterated.eigenvalues_, dense.eigenvalues_, rtol=1e-9)
    np.testing.assert_allclose(iterated.embedding_, dense.embedding_, atol=1e-6)


def test_the_path_over_scales_is_that_of_lapack_for_indefinite_kernels_too():
    X = np.random.default_rng(0).normal(size=(700, 3))
    cloud = PointCloud(X, metric="chebyshev")
    for epsilon in (0.3, 3.0, 30.0):
        K = Gaussian(epsilon).from_squared_distances(cloud.squared_distances)
        expected = leading_eigenpairs(K, 4).values[:5]
        np.testing.assert_allclose(
            cloud.continuation.at(epsilon, 4).values[:5], expected, atol=1e-6
        )


def test_rows_left_out_need_a_definite_matrix_and_pass_over_scales_without():
    grid = indefinite()
    y = np.sin(grid).sum(axis=1)
    chosen = select_bandwidth(grid, y, "leave_one_out", metric="chebyshev", ridge=1e-3)
    K = chosen.kernel(grid)
    assert np.linalg.eigvalsh(K + 1e-3 * np.eye(len(K)))[0] > 0
    with pytest.raises(ValueError, match="positive definite; take a larger ridge"):
        select_bandwidth(
            grid, y, "leave_one_out", metric="chebyshev", ridge=1e-6, scales=[8.0, 9.0]
        )


# ---------------------------------------------------------------- promises


@pytest.mark.parametrize("name", NAMES)
def test_the_bits_are_the_same_for_any_number_of_threads(name):
    X = np.tile(DATA[name], (20, 1)).astype(float)
    if name in ("cosine", "cityblock", "chebyshev"):
        X = X + np.random.default_rng(0).normal(size=X.shape)
    scales = np.array([0.5, 2.0])
    answers = [
        reduce(X, KernelSums(scales), metric=metric_of(name), n_threads=n_threads)
        for n_threads in (1, 2, 3)
    ]
    for one, other in pairwise(answers):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", ["cityblock", "periodic", "cosine"])
def test_the_memory_limit_is_kept(name):
    X = np.random.default_rng(0).normal(size=(2500, 3))
    tracemalloc.start()
    reduce(X, KernelSums([1.0]), metric=metric_of(name), memory_limit="10 MiB", n_threads=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * 2**20 + 2 * X.nbytes  # the matrix would take 48 MiB


@pytest.mark.parametrize("name", NAMES)
def test_neighbors_of_new_rows_are_those_of_the_distances(name):
    X, metric = DATA[name].astype(float), metric_of(name)
    found = nearest_neighbors(X[:50], 4, metric=metric)
    fitted = metric_named(metric).fitted_to(X[:50])
    r = fitted.squares_of(X[50:], X[:50])
    squares, places = found.index.query(X[50:], 4)
    np.testing.assert_allclose(squares, np.sort(r, axis=1)[:, :4], rtol=1e-12)
    np.testing.assert_allclose(np.take_along_axis(r, places, axis=1), squares, rtol=1e-12)


def test_directions_are_sought_in_cells_and_others_refuse_to():
    X = np.random.default_rng(0).normal(size=(3000, 4)) + 4 * np.eye(4)[np.arange(3000) % 4]
    found = nearest_neighbors(X, 5, metric="cosine", approximate=True)
    exact = nearest_neighbors(X, 5, metric="cosine")
    assert found.approximate
    same = found.neighbors.indices == exact.neighbors.indices
    np.testing.assert_array_equal(
        found.neighbors.squared_distances[same], exact.neighbors.squared_distances[same]
    )
    assert same.mean() > 0.9
    with pytest.raises(ValueError, match="only points of metric='cityblock' are given"):
        nearest_neighbors(X, 5, metric="cityblock", approximate=True)
    with pytest.raises(ValueError, match="only points of metric='cityblock' were given"):
        DiffusionMap(neighbors=5, approximate_neighbors=True, metric="cityblock").fit(X[:99])


# ---------------------------------------------------------------- dimension and machines


@pytest.mark.parametrize("method", ["two_nn", "gride", "levina_bickel", "correlation", "implied"])
def test_the_dimension_of_a_torus_of_angles(method):
    angles = np.random.default_rng(0).uniform(0, 360, size=(800, 2))
    found = estimate_dimension(angles, method, metric=Periodic(360))
    assert found.dimension == 2
    D = np.sqrt(Periodic(360).squares_of(angles))
    of_distances = estimate_dimension(D, method, metric="precomputed")
    assert of_distances.continuous == pytest.approx(found.continuous, rel=1e-9)


def test_the_dimension_of_directions_is_that_of_unit_rows():
    lengths = np.random.default_rng(1).uniform(1, 9, size=(600, 1))
    rays = np.random.default_rng(0).normal(size=(600, 3)) * lengths
    units = rays / np.linalg.norm(rays, axis=1, keepdims=True)
    found = estimate_dimension(rays, "two_nn", metric="cosine")
    expected = estimate_dimension(units, "two_nn")
    assert found.dimension == 2
    assert found.continuous == pytest.approx(expected.continuous, rel=1e-6)
    with pytest.raises(ValueError, match="'danco' needs points and not distances alone.*two_nn"):
        estimate_dimension(rays, "danco", metric="cosine")


def test_a_machine_is_given_the_kernel_of_the_metric():
    rays = DATA["cosine"] * np.random.default_rng(0).uniform(1, 100, size=(60, 1))
    machine = AutoBandwidth(SVC(), "median", metric="cosine").fit(rays, Y)
    assert machine.estimator_.kernel == machine.bandwidth_.kernel
    assert machine.bandwidth_.kernel.metric == "cosine"
    by_hand = SVC(kernel=Gaussian(machine.bandwidth_.epsilon, metric="cosine")).fit(rays, Y)
    np.testing.assert_array_equal(machine.predict(9 * rays), by_hand.predict(rays))
    assert clone(machine).metric == "cosine"
    with pytest.raises(ValueError, match="KernelRidge does not take a kernel of metric='cosine'"):
        AutoBandwidth(KernelRidge(kernel="rbf"), "median", metric="cosine").fit(rays, Y)


# ---------------------------------------------------------------- what is refused

REFUSED = {
    "zero": ("cosine", [[1.0, 2], [0, 0], [3, 1]], "Row 1 of X is zero, which has no direction"),
    "one_way": ("cosine", [[1.0, 1], [3, 3]], "All 2 rows of X are the same point"),
    "rounded": (
        "cosine",
        np.outer(np.arange(1, 9) / 10, [0.1, 0.2, 0.3]),
        "rows of X agree but for",
    ),
    "signs": ("correlation", [[1.0, 2], [2.0, 1]], "three features or more.* X has 2"),
    "flat": (
        "correlation",
        [[1.0, 2, 3], [0.1, 0.1, 0.1]],
        "Row 1 of X has the same value in all featur",
    ),
    "codes": ("jaccard", [[0, 1], [2, 1]], "takes 0 or 1 .* X holds 2.0 in row 1, column 0"),
    "degrees": ("haversine", [[48.1, 11.6], [52.5, 13.4]], "takes radians.*numpy.radians"),
    "three": ("haversine", [[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]], "two features, latitude and longi"),
    "no_period": ("periodic", [[1.0], [2.0]], r"needs periods: pass Periodic\(periods="),
    "periods": (Periodic((1, 2)), [[1.0], [2.0]], "one for each of the 1 feature.* there are 2"),
    "constant": ("mahalanobis", [[1.0, 2], [1, 3], [1, 4]], "Feature 0 of X is constant"),
    "few": ("mahalanobis", [[1.0, 2], [2, 3], [3, 4]], "has no inverse, as one feature is a sum"),
    "VI": (Mahalanobis(VI=np.eye(3)), [[1.0, 2], [2, 3]], "VI is of 3 feature.* X has 2"),
    **{
        f"nan_{name}": (metric_of(name), [[np.nan, 1, 0], [0, 1, 1]], "X contains NaN in row 0")
        for name in NAMES
    },
}


@pytest.mark.parametrize("bad", REFUSED)
def test_bad_data_are_refused(bad):
    metric, X, told = REFUSED[bad]
    for call in (scale_curve, select_bandwidth, compare):
        with pytest.raises(ValueError, match=told):
            call(X, metric=metric)


@pytest.mark.parametrize("periods", [0, -1, True, np.nan, np.inf, "a day", (360, False), (1, -2)])
def test_periods_have_to_be_positive_numbers(periods):
    with pytest.raises(ValueError, match="periods must be positive numbers, or None"):
        Periodic(periods)


def test_a_machine_with_the_kernel_by_name_keeps_the_covariance_of_its_fit():
    by_name, of_fit = (Gaussian(1.0, metric=m) for m in ("mahalanobis", Mahalanobis(VI=VI)))
    new = POINTS[:7] * [1.0, 5.0, 0.1]
    np.testing.assert_allclose(by_name(new, POINTS), of_fit(new, POINTS), rtol=1e-9)
    by_name, of_fit = (SVC(kernel=kernel).fit(POINTS, Y) for kernel in (by_name, of_fit))
    np.testing.assert_allclose(by_name.decision_function(new), of_fit.decision_function(new))


def test_a_covariance_may_be_of_features_in_unlike_units():
    units = np.array([1e-9, 1.0, 1e9])
    given = Mahalanobis(V=np.cov((POINTS * units).T))
    np.testing.assert_allclose(
        np.sqrt(given.squares_of(POINTS * units)),
        EXPECTED["mahalanobis"](POINTS, POINTS),
        atol=1e-7,
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"VI": np.ones((2, 3))}, "VI must be n_features by n_features"),
        ({"V": [[1.0, 2.0], [0.0, 1.0]]}, "V must be finite and symmetric"),
        ({"VI": [[1.0, 2.0], [2.0, 1.0]]}, "VI must be positive definite, but its smallest.* -1"),
        ({"VI": np.eye(2), "V": np.eye(2)}, "Pass VI or V"),
    ],
)
def test_an_inverse_covariance_has_to_be_one(options, told):
    with pytest.raises(ValueError, match=told):
        Mahalanobis(**options)


def test_what_a_metric_cannot_do_it_says():
    told = "the metric is 'cosine'; leave it at 'euclidean'"
    with pytest.raises(ValueError, match=f"scale multiplies features, but {told}"):
        DiffusionMap(scale=[1.0, 1.0, 2.0], metric="cosine").fit(POINTS)
    with pytest.raises(ValueError, match=f"Features cannot be scaled, as {told}"):
        PointCloud(POINTS, metric="cosine").rescaled(np.ones(3))
    with pytest.raises(ValueError, match="kept_mass needs points, but only points of metric='cosi"):
        DiffusionMap(kept_mass=0.9, metric="cosine").fit(POINTS)
    with pytest.raises(ValueError, match="chosen with metric='cosine'.*has metric='euclidean'"):
        DiffusionMap(2, select_bandwidth(POINTS, rule="median", metric="cosine")).fit(POINTS)


def test_a_metric_of_ones_own_that_is_not_euclidean_goes_the_same_way():
    class Minkowski(RowMetric):
        name = "minkowski"

        def between(self, x, y, euclidean=None):
            return np.square(cdist(x, y, "minkowski", p=3))

    D = cdist(POINTS, POINTS, "minkowski", p=3)
    found = select_bandwidth(POINTS, rule="max_min", metric=Minkowski())
    expected = select_bandwidth(D, rule="max_min", metric="precomputed")
    assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_metrics_are_compared_and_go_through_pickle_and_clone(name):
    metric = metric_named(metric_of(name)).fitted_to(DATA[name])
    assert pickle.loads(pickle.dumps(metric)) == metric
    assert hash(metric) == hash(clone(DiffusionMap(metric=metric)).metric)
    assert METRICS[name].name == name
