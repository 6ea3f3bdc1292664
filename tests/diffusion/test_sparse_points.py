"""Maps of sparse rows equal maps of the same rows stored densely, and make no dense copy."""

import pickle
import re
import tracemalloc
import warnings

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse import coo_array, csc_matrix, csr_array, csr_matrix
from sklearn.base import clone
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelscale import DiffusionMap, load_model, save_model, select_bandwidth
from kernelscale.diffusion import LongFitWarning
from kernelscale.distances import DistancesWarning

# the ignored warnings are about components and outliers
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def rows_with_zeros(n_samples=150, n_features=40, seed=0):
    random = np.random.default_rng(seed)
    values = random.normal(size=(n_samples, n_features))
    return np.where(random.random(values.shape) < 0.15, values, 0.0)


X = rows_with_zeros()
X[[5, 7]] = 0.0  # rows of zeros, which are duplicates
X[20] = X[21] = X[22]
X[31] = X[30]
X[31, 4] += 1e-9  # row 31 is a near-duplicate of row 30
NEW = np.concatenate([rows_with_zeros(30, seed=1), X[[5, 20, 31]]])

WAYS = {
    "default": {},
    "five": {"neighbors": 5, "alpha": 1.0, "t": 2},
    "linked": {"neighbors": 2, "link_components": True},
    "unit": {"edge_weights": "unit"},
    "epsilon": {"neighbors": 5, "edge_weights": "bandwidth", "bandwidth": 4.0},
}


@parametrize_with_checks([DiffusionMap(), DiffusionMap(edge_weights="unit", neighbors=4)])
def test_scikit_learn_estimator_checks(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(estimator)


@pytest.mark.parametrize("way", WAYS)
def test_the_map_equals_the_map_of_dense_rows(way):
    dense = DiffusionMap(4, **WAYS[way]).fit(X)
    found = DiffusionMap(4, **WAYS[way]).fit(csr_array(X))
    np.testing.assert_allclose(found.embedding_, dense.embedding_, atol=1e-8)
    np.testing.assert_allclose(found.eigenvalues_, dense.eigenvalues_, atol=1e-8)
    np.testing.assert_array_equal(found.component_sizes_, dense.component_sizes_)
    assert found.bandwidth_.reason == dense.bandwidth_.reason
    assert (found.n_neighbors_, found.neighbor_recall_) == (dense.n_neighbors_, 1.0)
    assert found.n_features_in_ == X.shape[1]
    for rows in (NEW, csr_array(NEW), csc_matrix(NEW)):
        np.testing.assert_allclose(found.transform(rows), dense.transform(NEW), atol=1e-8)
    np.testing.assert_allclose(found.kernel_mass(NEW), dense.kernel_mass(NEW), rtol=1e-8)
    np.testing.assert_allclose(found.transform(X), found.embedding_, rtol=1e-12)


def test_components_are_linked_as_for_dense_rows():
    apart = np.concatenate([rows_with_zeros(60), rows_with_zeros(25, seed=1) + 50.0, X[:20] * 200])
    dense, found = (DiffusionMap(4).fit(each) for each in (apart, csr_array(apart)))
    np.testing.assert_allclose(found.embedding_, dense.embedding_, atol=1e-8)
    assert "link(s) join components" in found.bandwidth_.reason
    assert found.bandwidth_.reason == dense.bandwidth_.reason


def untidy():
    """X with unsorted columns, stored zeros, entries stored as two halves, and 64-bit indices."""
    rows, columns = np.nonzero(np.ones_like(X))
    halves = np.concatenate([X.ravel() / 2, X.ravel() / 2])
    order = np.random.default_rng(0).permutation(len(halves))
    entries = np.concatenate([rows, rows])[order], np.concatenate([columns, columns])[order]
    matrix = coo_array((halves[order], entries), shape=X.shape)
    by_row = np.lexsort([order, matrix.row])
    ends = np.append(0, np.cumsum(np.bincount(matrix.row)))
    untidy = csr_array((matrix.data[by_row], matrix.col[by_row], ends), shape=X.shape)
    untidy.indices, untidy.indptr = untidy.indices.astype(np.int64), ends.astype(np.int64)
    return untidy


FORMS = {
    "csr_matrix": csr_matrix(X),
    "coo": coo_array(X),
    "lil": sparse.lil_array(X),
    "dok": sparse.dok_array(X),
    "bsr": sparse.bsr_array(X),
    "untidy": untidy(),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_sparse_format_is_accepted_and_not_changed(form):
    given, expected = FORMS[form], DiffusionMap(3).fit(csr_array(X))
    before = given.copy()
    found = DiffusionMap(3).fit(given)
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    assert type(before) is type(given)
    assert before.nnz == given.nnz
    assert (before != given).nnz == 0


def test_later_changes_of_the_rows_do_not_change_the_map():
    given = csr_array(X)
    found = DiffusionMap(3).fit(given)
    expected = found.transform(NEW)
    given.data[:] = 0.0
    np.testing.assert_array_equal(found.transform(NEW), expected)


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.uint8, bool])
def test_numbers_of_any_type_are_accepted(dtype):
    counts = np.abs(X * 4).round()
    given = csr_array(counts.astype(dtype))
    found, dense = DiffusionMap(3).fit(given), DiffusionMap(3).fit(counts.astype(dtype))
    np.testing.assert_allclose(found.embedding_, dense.embedding_, atol=1e-8)
    wanted = np.float32 if dtype is np.float32 else np.float64
    assert found.transform(given).dtype == found.fit_transform(given).dtype == wanted


def test_the_same_bits_for_any_number_of_threads(monkeypatch):
    monkeypatch.setattr("kernelscale.neighbor_graphs.sparse_search._NUMBERS_AT_ONCE", 1500)
    one, two = (DiffusionMap(3, n_threads=each).fit(csr_array(X)) for each in (1, 2))
    np.testing.assert_array_equal(one.embedding_, two.embedding_)
    np.testing.assert_array_equal(one.transform(NEW), two.transform(NEW))
    whole = DiffusionMap(3, executor="serial").fit(csr_array(X))
    np.testing.assert_array_equal(one.embedding_, whole.embedding_)


def test_no_dense_copy_is_made():
    wide = sparse.random(200, 100_000, density=1e-4, format="csr", random_state=0)
    tracemalloc.start()
    DiffusionMap(2, n_threads=1).fit(wide).transform(wide[:10])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * wide.shape[0] * wide.shape[1] / 4


# ---------------------------------------------------------------- files and pickles


@pytest.mark.parametrize("way", ["default", "unit", "epsilon"])
def test_a_model_file_gives_the_map_back(way, tmp_path):
    found = DiffusionMap(3, **WAYS[way]).fit(csr_array(X), np.arange(len(X)) % 2)
    save_model(found, tmp_path / "model.npz", labels=np.arange(len(X)) % 2)
    again = load_model(tmp_path / "model.npz")
    for each in (again, pickle.loads(pickle.dumps(found)), found.with_coordinates([0, 1, 2])):
        np.testing.assert_array_equal(each.transform(csr_array(NEW)), found.transform(NEW))
        assert each.n_features_in_ == X.shape[1]
    np.testing.assert_array_equal(again.labels_, np.arange(len(X)) % 2)
    np.testing.assert_array_equal(clone(again).fit(csr_array(X)).embedding_, found.embedding_)


def changed(entries, **changes):
    return {**{name: entries[name] for name in entries if name not in changes}, **changes}


DAMAGE = {
    "column index too large": (
        {"n_features": np.array(9)},
        "damaged model: X is not a valid sparse matrix",
    ),
    "missing rows": ({"points_indptr": np.arange(9)}, "is a damaged model: .*"),
    "NaN": ({"points_data": None}, "'points_data' has values that are not finite"),
    "sparse and dense rows": ({"points": X}, "sparse points and dense points"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_model_is_refused(damage, tmp_path):
    save_model(DiffusionMap(3).fit(csr_array(X)), tmp_path / "model.npz")
    entries = dict(np.load(tmp_path / "model.npz"))
    change, sentence = DAMAGE[damage]
    if damage == "NaN":
        change = {"points_data": entries["points_data"] * np.nan}
    np.savez(tmp_path / "damaged.npz", **changed(entries, **change))
    with pytest.raises(ValueError, match=sentence):
        load_model(tmp_path / "damaged.npz")


@pytest.mark.parametrize("lacking", ["points_data", "points_indptr", "n_features", "node"])
def test_a_model_with_a_missing_entry_is_refused(lacking, tmp_path):
    save_model(DiffusionMap(3).fit(csr_array(X)), tmp_path / "model.npz")
    entries = dict(np.load(tmp_path / "model.npz"))
    del entries[lacking]
    np.savez(tmp_path / "incomplete.npz", **entries)
    with pytest.raises(ValueError, match="is a damaged model"):
        load_model(tmp_path / "incomplete.npz")


# ---------------------------------------------------------------- refused input

ALL_PAIRS = "A map of all pairs needs dense rows, but X is sparse"
PARAMETERS = {
    "all pairs": ({"neighbors": None}, ALL_PAIRS),
    "rule": ({"bandwidth": "median"}, ALL_PAIRS),
    "kept_mass": ({"kept_mass": 0.99}, ALL_PAIRS),
    "keep_distances": ({"keep_distances": True}, ALL_PAIRS),
    "landmarks": ({"landmarks": 50}, "landmarks=50 needs .* leave it at None"),
    "scale": ({"scale": np.ones(40)}, r"scale needs .* pass X.multiply\(scale\)"),
    "approximate": ({"approximate_neighbors": True}, "approximate_neighbors=True .* at 'auto'"),
    "metric": ({"metric": "cosine"}, "metric='cosine' needs .* leave it at 'euclidean'"),
    "rule of edges": (
        {"edge_weights": "bandwidth", "neighbors": 5, "bandwidth": "median"},
        "A bandwidth that a rule chooses needs .* pass a number",
    ),
}


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_parameters_that_need_dense_rows_are_refused_with_advice(parameter):
    parameters, sentence = PARAMETERS[parameter]
    estimator = DiffusionMap(**parameters)
    assert not get_tags(estimator).input_tags.sparse
    with pytest.raises(TypeError, match=sentence) as error:
        estimator.fit(csr_array(X))
    assert "X.toarray() if it fits in memory" in str(error.value)


def test_with_bandwidth_refuses_rules():
    found = DiffusionMap(3, **WAYS["epsilon"]).fit(csr_array(X))
    again = found.with_bandwidth(2.0)
    dense = DiffusionMap(3, **{**WAYS["epsilon"], "bandwidth": 2.0}).fit(X)
    np.testing.assert_allclose(again.embedding_, dense.embedding_, atol=1e-8)
    chosen = dense.with_bandwidth(select_bandwidth(X, rule="median"))
    again = found.with_bandwidth(chosen.bandwidth_)
    np.testing.assert_allclose(again.embedding_, chosen.embedding_, atol=1e-8)
    scaled = select_bandwidth(X, rule="standardized")
    for bandwidth in ("median", "self_tuning", scaled):
        with pytest.raises(TypeError, match="A bandwidth that a rule chooses needs dense rows"):
            found.with_bandwidth(bandwidth)


def with_entry(value):
    matrix = csr_array(X)
    matrix.data = matrix.data.copy()
    matrix.data[matrix.indptr[3]] = value
    return matrix


def broken():
    matrix = csr_array(X)
    matrix.indices = matrix.indices.copy()
    matrix.indices[0] = 4000
    return matrix


BAD = {
    "NaN": (with_entry(np.nan), "X contains NaN in row 3, column"),
    "infinity": (with_entry(-np.inf), "X contains infinity in row 3, column"),
    "too large": (with_entry(1e300), "too large for sums"),
    "complex": (csr_array(X).astype(complex), "Complex data not supported"),
    "one row": (csr_array(X[:1]), "too few rows: n_samples = 1"),
    "no feature": (csr_array((9, 0)), r"0 feature\(s\)"),
    "no row": (csr_array((0, 9)), "too few rows: n_samples = 0"),
    "nothing stored": (csr_array((9, 9)), "All 9 rows of X are the same point"),
    "one point": (csr_array(np.ones((9, 3))), "All 9 rows of X are the same point"),
    "column index too large": (broken(), "X is not a valid sparse matrix: .*ind"),
}


@pytest.mark.parametrize("bad", BAD)
def test_invalid_rows_are_refused(bad):
    given, sentence = BAD[bad]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap().fit(given)


def test_new_rows_need_the_same_features():
    found = DiffusionMap().fit(csr_array(X))
    for rows in (csr_array(X[:, :9]), X[:, :9]):
        with pytest.raises(ValueError, match="X has 9 features, but DiffusionMap is expecting 40"):
            found.transform(rows)
    with pytest.raises(ValueError, match="X contains NaN in row 3"):
        found.transform(with_entry(np.nan))


def test_too_little_memory_is_refused_before_the_search():
    needed = 400 * 2**10  # enough memory for the graph, but not for the search
    with pytest.raises(MemoryError, match=r"neighbours of 147 sparse rows need .* raise it or"):
        DiffusionMap(memory_limit=needed).fit(csr_array(X))


def test_a_long_search_gives_a_warning(monkeypatch):
    monkeypatch.setattr("kernelscale.diffusion.long_fits.TIMED_ROWS", 100)
    monkeypatch.setattr("kernelscale.diffusion.long_fits.LONG", 0.0)
    with pytest.warns(
        LongFitWarning, match="147 sparse rows may take 1 minutes; the search is quicker"
    ):
        DiffusionMap().fit(csr_array(X))


def test_tags_exist_for_invalid_parameters():
    assert not get_tags(DiffusionMap(bandwidth="nonsense", neighbors=-1)).input_tags.sparse


def test_distances_read_as_points_give_a_warning():
    distances = np.abs(X[:40, :40]) + np.abs(X[:40, :40]).T
    np.fill_diagonal(distances, 0.0)
    graph = csr_array(distances)
    with pytest.warns(DistancesWarning, match=re.escape("pass metric='precomputed'")):
        DiffusionMap().fit(graph)
    with warnings.catch_warnings():
        warnings.simplefilter("error", DistancesWarning)
        DiffusionMap().fit(csr_array(X[:40, :40]))


def test_sparse_and_dense_rows_give_the_same_warnings():
    spoiled = X.copy()
    spoiled[3] *= 1e3
    messages = []
    for given in (spoiled, csr_array(spoiled)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            DiffusionMap(3, neighbors=3).fit(given)
        messages.append([str(each.message) for each in caught])
    assert messages[0] == messages[1]
    assert messages[0]
