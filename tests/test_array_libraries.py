"""Arrays of other libraries are accepted, and results are arrays of the same library."""

import copy
import os
import pickle
import sys
from functools import partial

import numpy as np
import pytest
import sklearn
from sklearn.decomposition import KernelPCA
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils import estimator_checks, get_tags
from tests.device_arrays import Device, cupy, noted_transfers  # noqa: F401 (a fixture)

import kernelscale as ks
from kernelscale._validation import array_kind, on_host
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import RowSums
from kernelscale.intrinsic_dimension import LevinaBickel
from kernelscale.reports import EmbeddingPicture, plot

Y = np.arange(60) % 2
X = np.random.default_rng(0).normal(size=(60, 3)) + 2.0 * Y[:, None]
X = X.astype(np.float32).astype(np.float64)  # JAX, whose default is float32, stores it exactly

ESTIMATORS = {
    "map": lambda: ks.DiffusionMap(2, "median", neighbors=None),
    "map of neighbours": lambda: ks.DiffusionMap(2, neighbors=8),
    "map of landmarks": lambda: ks.DiffusionMap(2, neighbors=8, landmarks=40),
    "scaler": lambda: ks.ManifoldScaler(2, n_sample=40),
    "supervised scaler": lambda: ks.SupervisedScaler(n_rows=40, priors=(0.1,)),
    "dimension": LevinaBickel,
}
ANSWERS = ("transform", "fit_transform")
NUMBERS = {
    "bandwidth": lambda X, y: ks.select_bandwidth(X, rule="median").epsilon,
    "bandwidth of classes": lambda X, y: ks.select_bandwidth(X, y).epsilon,
    "bandwidth of groups": lambda X, y: (
        ks.select_bandwidth(X, y, "leave_one_out", groups=y).epsilon
    ),
    "scales of features": lambda X, y: ks.select_bandwidth(X, rule="standardized").kernel.scale,
    "curve": lambda X, y: ks.scale_curve(X).S,
    "comparison": lambda X, y: [row.epsilon for row in ks.compare(X, y).rows],
    "dimension": lambda X, y: ks.estimate_dimension(X).continuous,
    "profile": lambda X, y: [point.dimension for point in ks.dimension_profile(X).points],
    "order": lambda X, y: ks.feature_order(X, 2).order,
    "bound": lambda X, y: ks.perturbation_bound(X, y, 1.0).distance,
    "notes": lambda X, y: len(ks.data_checks.notes_on(X)),
    "sums": lambda X, y: reduce(X, RowSums([1.0])),
}


def strict(values):
    library = pytest.importorskip("array_api_strict")
    return library.asarray(values, device=library.Device("device1"))


def tensor(values):
    return pytest.importorskip("torch").asarray(values)


def jax_array(values):
    return pytest.importorskip("jax").numpy.asarray(values)


def on_emulated_device(values):
    with Device(3):
        return sys.modules["cupy"].asarray(values)


@pytest.fixture(params=[on_emulated_device, strict, tensor, jax_array], ids=lambda f: f.__name__)
def moved(request, cupy):  # noqa: F811
    """A function that converts a NumPy array to an array of a library; each library in turn."""
    return request.param


def assert_same(found, expected, like, of=np.testing.assert_array_equal):
    """Check that an array has the same kind as `like`, and the expected numbers."""
    assert array_kind(found) == array_kind(like)
    of(on_host(found), expected)


def comparison(moved):
    """A function that compares numbers exactly, or, for arrays of JAX, to single precision."""
    if moved is jax_array:
        return partial(np.testing.assert_allclose, rtol=1e-5, atol=1e-6)
    return np.testing.assert_array_equal


@pytest.mark.parametrize("name", NUMBERS)
def test_results_equal_the_results_for_a_numpy_array(name, cupy):  # noqa: F811
    found = NUMBERS[name](on_emulated_device(X), on_emulated_device(Y))
    np.testing.assert_array_equal(found, NUMBERS[name](X, Y))


@pytest.mark.parametrize("name", ESTIMATORS)
def test_results_have_the_kind_of_the_input(name, cupy):  # noqa: F811
    points, labels = on_emulated_device(X), on_emulated_device(Y)
    here, there = ESTIMATORS[name]().fit(X, Y), ESTIMATORS[name]().fit(points, labels)
    for attribute, values in vars(here).items():
        if attribute.endswith("_") and isinstance(values, np.ndarray):
            assert_same(getattr(there, attribute), values, points)
    if hasattr(here, "transform"):
        assert_same(there.transform(points), here.transform(X), points)
        assert_same(there.fit_transform(points, labels), here.fit_transform(X, Y), points)


def test_all_results_of_a_map_have_the_kind_of_the_rows(moved):
    here, there = (ESTIMATORS["map"]().fit(data) for data in (X, moved(X)))
    same = comparison(moved)
    assert_same(there.embedding_, here.embedding_, moved(X), same)
    assert_same(there.kernel_mass(moved(X)), here.kernel_mass(X), moved(X), same)
    for found, expected in zip(there.embed(moved(X)), here.embed(X), strict=True):
        assert_same(found, expected, moved(X), same)
    back = there.inverse_transform(there.embedding_)
    assert_same(back, here.inverse_transform(here.embedding_), moved(X), same)
    assert_same(there.with_coordinates([1]).embedding_, here.embedding_[:, [1]], moved(X), same)
    again = there.with_bandwidth(2.0).embedding_
    assert_same(again, here.with_bandwidth(2.0).embedding_, moved(X), same)
    assert there.transform(X).shape == (60, 2)  # rows in a NumPy array are accepted too
    assert isinstance(there.transform(X), np.ndarray)


@pytest.mark.parametrize("rule", ["median", "self_tuning", "standardized", "variable_bandwidth"])
def test_kernel_matrices_are_of_the_kind_of_the_points(rule, cupy):  # noqa: F811
    kernel, points = ks.select_bandwidth(X, rule=rule).kernel, on_emulated_device(X)
    assert_same(kernel(points), kernel(X), points)
    assert_same(kernel(points, on_emulated_device(X[:5])), kernel(X, X[:5]), points)


MACHINES = {
    "classes": (SVC(), Y, ("predict", "decision_function")),
    "names": (SVC(), np.where(Y, "a", "b"), ("predict",)),
    "numbers": (KernelRidge(kernel="rbf"), X[:, 0], ("predict",)),
    "coordinates": (KernelPCA(2, kernel="rbf"), None, ("transform",)),
    "pipeline": (make_pipeline(StandardScaler(), SVC()), Y, ("predict",)),
}


@pytest.mark.parametrize("name", MACHINES)
def test_machines_for_numpy_return_the_kind_of_the_input(name, cupy):  # noqa: F811
    machine, y, methods = MACHINES[name]
    points = on_emulated_device(X)
    labels = y if y is None or y.dtype.kind == "U" else on_emulated_device(y)
    here, there = (ks.AutoBandwidth(machine).fit(*data) for data in ((X, y), (points, labels)))
    for method in methods:
        expected = getattr(here, method)(X)
        assert_same(getattr(there, method)(points), expected, Y if name == "names" else points)
    if hasattr(here, "score"):
        assert there.score(points, labels) == here.score(X, y)


def test_each_of_several_results_has_the_kind_of_the_input(moved):
    machine = ks.AutoBandwidth(GaussianProcessRegressor(RBF(), alpha=0.1))
    both = machine.fit(moved(X), moved(X[:, 0])).predict(moved(X), return_std=True)
    assert [array_kind(each) for each in both] == 2 * [array_kind(moved(X))]


def test_machines_with_array_api_dispatch_get_the_arrays_themselves(monkeypatch):
    if not getattr(get_tags(Nystroem()), "array_api_support", False):
        pytest.skip("Nystroem of this scikit-learn release accepts NumPy arrays only")
    monkeypatch.setitem(os.environ, "SCIPY_ARRAY_API", "1")
    points = pytest.importorskip("array_api_strict").asarray(X)
    pipeline = make_pipeline(StandardScaler(), Nystroem(n_components=9))
    with sklearn.config_context(array_api_dispatch=True):
        fitted = ks.AutoBandwidth(pipeline).fit(points)
        assert array_kind(fitted.estimator_[-1].components_) == array_kind(points)
        assert array_kind(fitted.transform(points)) == array_kind(points)


@pytest.mark.parametrize("name", ESTIMATORS)
@pytest.mark.parametrize("library", ["array_api_strict", "torch"])
def test_scikit_learns_check_of_array_libraries(name, library, monkeypatch):
    pytest.importorskip(library)
    check = estimator_checks.check_array_api_input_and_values
    monkeypatch.setitem(os.environ, "SCIPY_ARRAY_API", "1")
    estimator = ESTIMATORS[name]()
    assert get_tags(estimator).array_api_support
    check(type(estimator).__name__, estimator, library)


def test_single_precision_stays_single_and_half_becomes_double():
    torch = pytest.importorskip("torch")
    answers = {torch.float64: torch.float64, torch.float32: torch.float32}
    narrow = dict.fromkeys((torch.float16, torch.bfloat16, torch.uint8, torch.bool), torch.float64)
    for given, expected in {**answers, **narrow}.items():
        points = torch.asarray(np.round(4 * X)).abs().to(given)
        assert ESTIMATORS["scaler"]().fit(points).transform(points).dtype == expected, given


def test_a_device_of_32_bits_gets_single_precision():
    library = pytest.importorskip("array_api_strict", minversion="2.5")
    points = library.asarray(X.astype(np.float32), device=library.Device("no_float64"))
    fitted = ESTIMATORS["map"]().fit(points)
    assert fitted.embedding_.device == points.device
    assert fitted.embedding_.dtype == library.float32


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda X: X.clone().requires_grad_(), "X is a tensor that requires grad, .* X.detach()"),
        (lambda X: X.to_sparse(), "X is a sparse tensor .* X.to_dense()"),
        (lambda X: X.to("meta"), "X is a tensor on the meta device, which holds no numbers"),
    ],
    ids=["gradient", "sparse", "meta"],
)
def test_tensors_without_plain_numbers_are_refused(spoil, sentence):
    points = spoil(tensor(X))
    for function in (ks.DiffusionMap().fit, ks.select_bandwidth, ks.ManifoldScaler().fit):
        with pytest.raises(TypeError, match=sentence):
            function(points)


@pytest.mark.parametrize(
    "view",
    [
        lambda X: X.T.contiguous().T,
        lambda X: X[::2],
        lambda X: X.flip(0),
        lambda X: X[:1].expand(3, 3),
    ],
    ids=["columns", "strides", "reversed", "repeated"],
)
def test_views_of_tensors_are_read_correctly(view):
    shown = view(tensor(X))
    np.testing.assert_array_equal(on_host(shown), shown.numpy())
    kernel = ks.Gaussian(1.0)
    np.testing.assert_array_equal(kernel(shown), kernel(shown.numpy().copy()))


def test_list_of_rows_on_a_device_is_read_as_a_table(cupy):  # noqa: F811
    rows = [on_emulated_device(row) for row in X]
    assert ks.select_bandwidth(rows, rule="median").epsilon == (
        ks.select_bandwidth(X, rule="median").epsilon
    )
    assert isinstance(ESTIMATORS["map"]().fit_transform(rows), np.ndarray)


def test_read_only_arrays_are_accepted():
    fitted = ESTIMATORS["map"]().fit(tensor(X))
    fixed = X.copy()
    fixed.flags.writeable = False
    np.testing.assert_array_equal(
        fitted.transform(fixed), ESTIMATORS["map"]().fit(fixed).transform(X)
    )
    answered = array_kind(tensor(X)).array(fixed)
    answered += 1.0  # the change must not affect `fixed`, because the result is a copy
    np.testing.assert_array_equal(fixed, X)


def test_changes_of_shared_memory_do_not_reach_a_fitted_map():
    points = tensor(X.copy())
    fitted = ESTIMATORS["map"]().fit(points)
    before = fitted.transform(X)
    points *= 2.0
    np.testing.assert_array_equal(fitted.transform(X), before)


@pytest.mark.parametrize(
    "fit",
    [
        lambda X: ESTIMATORS["map"]().fit(X),
        lambda X: ESTIMATORS["map of neighbours"]().fit(X),
        lambda X: ks.DiffusionMap(2, "median", metric="mahalanobis", neighbors=None).fit(X),
        lambda X: ks.select_bandwidth(X, rule="max_min"),
        lambda X: ks.compare(X),
        lambda X: ks.ManifoldScaler(2, n_sample=40).fit(X),
        lambda X: ks.estimate_dimension(X),
        lambda X: ks.AutoBandwidth(SVC()).fit(X, Y),
    ],
    ids=["map", "graph", "metric", "rule", "comparison", "scaler", "dimension", "machine"],
)
def test_points_are_copied_to_the_host_once(fit, cupy):  # noqa: F811
    with noted_transfers() as noted:
        fit(on_emulated_device(X))
    assert noted == [X.shape]


def test_a_pickled_map_loads_without_a_device(moved):
    fitted = ESTIMATORS["map"]().fit(moved(X))
    assert array_kind(copy.deepcopy(fitted).embedding_) == array_kind(moved(X))
    opened = pickle.loads(pickle.dumps(fitted))
    comparison(moved)(opened.embedding_, on_host(fitted.embedding_))
    assert isinstance(opened.embedding_, np.ndarray)
    assert array_kind(opened.transform(moved(X))) == array_kind(moved(X))


def test_maps_of_any_kind_make_files_and_pictures(moved, tmp_path):
    fitted = ks.DiffusionMap(3, "median", neighbors=None, scale=moved(np.ones(3))).fit(moved(X))
    ks.save_model(fitted, tmp_path / "map.npz")
    opened = ks.load_model(tmp_path / "map.npz")
    comparison(moved)(opened.embedding_, on_host(fitted.embedding_))
    picture = EmbeddingPicture(fitted, labels=moved(Y), new=fitted.transform(moved(X[:3])))
    assert len(plot(picture).axes) > 0
    assert isinstance(ks.generator_eigenvalues(fitted), np.ndarray)


def test_attributes_are_missing_before_fit():
    for make in ESTIMATORS.values():
        arrays = [n for n in dir(type(make())) if n.endswith("_") and not n.startswith("_")]
        for name in arrays:
            assert not hasattr(make(), name), name
