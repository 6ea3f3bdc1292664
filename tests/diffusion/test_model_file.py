"""Model files: a loaded map equals the saved map to the last bit, and files are atomic."""

import pickle
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

import kernelscale
from kernelscale import Bandwidth, DiffusionMap, Gaussian, Scaled, load_model, save_model

FITTED = ["eigenvalues_", "eigenvectors_", "embedding_", "stationary_", "component_sizes_"]
FACTORS = np.array([1.0, 0.5, 0.0, 2.0])
OTHERS = np.array([3.0, 0.5, 0.1, 2.0])


@pytest.fixture(scope="module")
def rows():
    """Rows to fit and rows to embed, in four features."""
    X = np.random.default_rng(3).normal(size=(90, 4)) * [1, 3, 5, 1]
    return X[:60], X[60:]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.npz"


def again(fitted, path, **options):
    save_model(fitted, path, **options)
    return load_model(path)


def self_tuned_of_scaled(X):
    kernel = kernelscale.select_bandwidth(X * FACTORS, rule="self_tuning").kernel
    return Bandwidth("my_own", None, Scaled(kernel, FACTORS), "Because.")


KINDS = {
    "gaussian": lambda X: {"bandwidth": "max_min"},
    "searched": lambda X: {"bandwidth": "auto"},
    "number": lambda X: {"bandwidth": 7.5},
    "rescaled": lambda X: {"bandwidth": "max_min", "scale": OTHERS},
    "without_a_feature": lambda X: {"bandwidth": "max_min", "scale": FACTORS},
    "scaled": lambda X: {"bandwidth": "standardized"},
    "scaled_twice": lambda X: {"bandwidth": "standardized", "scale": OTHERS},
    "self_tuned": lambda X: {"bandwidth": "self_tuning"},
    "variable": lambda X: {"bandwidth": "variable_bandwidth"},
    "variable_rescaled": lambda X: {"bandwidth": "variable_bandwidth", "scale": FACTORS},
    "self_tuned_rescaled": lambda X: {"bandwidth": "self_tuning", "scale": FACTORS},
    "graph": lambda X: {"neighbors": 8},
    "graph_of_unit_weights": lambda X: {"neighbors": 20, "edge_weights": "unit"},
    "graph_of_scaled": lambda X: {
        "neighbors": 8,
        "edge_weights": "bandwidth",
        "bandwidth": "standardized",
        "scale": OTHERS,
    },
    "self_tuned_of_scaled": lambda X: {"bandwidth": self_tuned_of_scaled(X)},
}


# Loaded maps equal saved ones


@pytest.mark.parametrize("n_components", [1, 3])
@pytest.mark.parametrize("t", [0, 1, 3])
@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("kind", KINDS)
def test_new_rows_get_the_same_coordinates(kind, alpha, t, n_components, rows, path):
    X, new = rows
    fitted = DiffusionMap(n_components, alpha=alpha, t=t, **KINDS[kind](X)).fit(X)
    loaded = again(fitted, path)
    for Z in (new, X, new[:1]):
        np.testing.assert_array_equal(loaded.transform(Z), fitted.transform(Z))
        np.testing.assert_array_equal(loaded.kernel_mass(Z), fitted.kernel_mass(Z))


@pytest.mark.parametrize("rule", ["max_min", "self_tuning", "variable_bandwidth"])
def test_new_distances_get_the_same_coordinates(rule, rows, path):
    X, new = rows
    options = {"bandwidth": rule, "metric": "precomputed", "alpha": 0.5}
    fitted = DiffusionMap(**options).fit(cdist(X, X))
    loaded = again(fitted, path)
    np.testing.assert_array_equal(loaded.transform(cdist(new, X)), fitted.transform(cdist(new, X)))
    assert loaded.n_features_in_ == 60


@pytest.mark.parametrize("kind", KINDS)
def test_fitted_attributes_are_the_same(kind, rows, path):
    X, _ = rows
    fitted = DiffusionMap(3, **KINDS[kind](X)).fit(X)
    loaded = again(fitted, path)
    check_is_fitted(loaded)
    for name in FITTED:
        np.testing.assert_array_equal(getattr(loaded, name), getattr(fitted, name))
    assert loaded.n_connected_components_ == fitted.n_connected_components_
    assert loaded.n_features_in_ == 4
    assert list(loaded.get_feature_names_out()) == [f"diffusionmap{k}" for k in range(3)]
    assert repr(loaded.kernel_) == repr(fitted.kernel_)
    np.testing.assert_array_equal(loaded.kernel_(X), fitted.kernel_(X))


@pytest.mark.parametrize("kind", KINDS)
def test_the_bandwidth_is_the_same_except_for_its_evidence(kind, rows, path):
    X, _ = rows
    fitted = DiffusionMap(**KINDS[kind](X)).fit(X)
    bandwidth = again(fitted, path).bandwidth_
    expected = fitted.bandwidth_.to_dict() | {"evidence": {}}
    assert bandwidth.to_dict() == expected
    assert repr(bandwidth) == repr(fitted.bandwidth_)
    Z = X * FACTORS if kind in {"self_tuned_rescaled", "variable_rescaled"} else X
    np.testing.assert_array_equal(bandwidth.kernel(Z), fitted.bandwidth_.kernel(Z))


def test_criterion_values_that_are_not_finite_are_kept(rows, path):
    criterion = [np.nan, np.inf, 1.0]
    bandwidth = Bandwidth("mine", 2.0, Gaussian(2.0), "So.", [1, 2, 3], criterion, "odd", False)
    loaded = again(DiffusionMap(bandwidth=bandwidth).fit(rows[0]), path)
    np.testing.assert_array_equal(loaded.bandwidth_.criterion, criterion)
    assert loaded.bandwidth_.interior is False


def test_a_loaded_map_has_the_fitted_parameters(rows, path):
    parameters = {"n_components": 3, "alpha": 0.5, "t": 2, "metric": "euclidean"}
    fitted = DiffusionMap(bandwidth="max_min", scale=FACTORS, n_threads=1, **parameters)
    loaded = again(fitted.fit(rows[0]), path)
    found = loaded.get_params()
    assert {name: found[name] for name in parameters} == parameters
    np.testing.assert_array_equal(found["scale"], FACTORS)
    assert found["bandwidth"] is loaded.bandwidth_
    assert found["n_threads"] is None
    refitted = clone(loaded).fit(rows[0])
    np.testing.assert_array_equal(refitted.embedding_, loaded.embedding_)


def test_float32_rows_give_float32(rows, path):
    X, new = (part.astype(np.float32) for part in rows)
    fitted = DiffusionMap(bandwidth="max_min").fit(X)
    found = again(fitted, path).transform(new)
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, fitted.transform(new))


def test_fortran_order_gives_the_same_coordinates(rows, path):
    X, new = map(np.asfortranarray, rows)
    fitted = DiffusionMap(bandwidth="standardized").fit(X)
    np.testing.assert_array_equal(again(fitted, path).transform(new), fitted.transform(new))


def test_feature_names_are_kept(rows, path):
    pandas = pytest.importorskip("pandas")
    X, new = (pandas.DataFrame(part, columns=["a", "b", "ç d", ""]) for part in rows)
    fitted = DiffusionMap(bandwidth="max_min").fit(X)
    loaded = again(fitted, path)
    assert loaded.feature_names_in_.dtype == object
    assert list(loaded.feature_names_in_) == list(X.columns)
    np.testing.assert_array_equal(loaded.transform(new), fitted.transform(new))
    with pytest.raises(ValueError, match="feature names should match"):
        loaded.transform(new[["b", "a", "ç d", ""]])


def test_several_components_are_kept(path):
    X = np.repeat([0.0, 100.0, 300.0], [5, 6, 7])[:, None] + np.linspace(0, 1, 18)[:, None]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The graph has", kernelscale.diffusion.MapWarning)
        fitted = DiffusionMap(bandwidth=1.0).fit(X)
    loaded = again(fitted, path)
    assert list(loaded.component_sizes_) == [7, 6, 5]
    assert loaded.n_connected_components_ == 3


def test_a_loaded_map_warns_of_far_rows(rows, path):
    loaded = again(DiffusionMap(bandwidth="max_min").fit(rows[0]), path)
    with pytest.warns(kernelscale.diffusion.MapWarning, match=r"1 of 1 row\(s\) \(0\)"):
        loaded.transform(np.full((1, 4), 1e4))


def test_a_loaded_model_can_be_saved_and_pickled(rows, path, tmp_path):
    X, new = rows
    for metric, Z, far in (("euclidean", X, new), ("precomputed", cdist(X, X), cdist(new, X))):
        loaded = again(DiffusionMap(bandwidth="self_tuning", metric=metric).fit(Z), path)
        for copy in (pickle.loads(pickle.dumps(loaded)), again(loaded, tmp_path / "copy.npz")):
            np.testing.assert_array_equal(copy.transform(far), loaded.transform(far))


@pytest.mark.parametrize(
    "labels", [np.arange(60), np.arange(60) / 7, [f"é{n}" for n in range(60)], np.arange(60) > 5]
)
def test_labels_are_kept(labels, rows, path):
    fitted = DiffusionMap(bandwidth="max_min").fit(rows[0])
    loaded = again(fitted, path, labels=labels)
    np.testing.assert_array_equal(loaded.labels_, labels)
    assert not hasattr(again(fitted, path), "labels_")


def test_labels_of_pandas_are_kept(rows, path):
    pandas = pytest.importorskip("pandas")
    labels = pandas.Series(["a", "bc"] * 30, dtype=object)
    fitted = DiffusionMap(bandwidth="max_min").fit(rows[0])
    assert again(fitted, path, labels=labels).labels_.tolist() == ["a", "bc"] * 30


# Maps with another bandwidth


@pytest.mark.parametrize("kind", ["gaussian", "rescaled", "scaled_twice", "self_tuned"])
@pytest.mark.parametrize("bandwidth", ["max_min", "standardized", "self_tuning", 3.0])
def test_with_bandwidth_gives_the_same_map_after_loading(kind, bandwidth, rows, path):
    X, new = rows
    fitted = DiffusionMap(**KINDS[kind](X)).fit(X)
    found, expected = (m.with_bandwidth(bandwidth) for m in (again(fitted, path), fitted))
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    np.testing.assert_array_equal(found.transform(new), expected.transform(new))


def test_with_bandwidth_uses_the_saved_classes(path, three_classes):
    fitted = DiffusionMap(bandwidth="spectral").fit(*three_classes)
    loaded = again(fitted, path)
    found = loaded.with_bandwidth("probabilistic").bandwidth_
    assert found.epsilon == fitted.with_bandwidth("probabilistic").bandwidth_.epsilon


@pytest.mark.parametrize("bandwidth", ["max_min", 3.0, "self_tuning"])
def test_with_bandwidth_is_refused_for_a_loaded_map_of_distances(bandwidth, rows, path):
    X, _ = rows
    fitted = DiffusionMap(bandwidth="max_min", metric="precomputed").fit(cdist(X, X))
    loaded = again(fitted, path)
    with pytest.raises(ValueError, match="holds only some and a model file none; fit a new"):
        loaded.with_bandwidth(bandwidth)


# Maps that cannot be saved


def test_only_fitted_diffusion_maps_are_saved(path):
    with pytest.raises(NotFittedError, match="not fitted yet"):
        save_model(DiffusionMap(), path)
    with pytest.raises(TypeError, match="writes a DiffusionMap, but a float was given"):
        save_model(1.0, path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        (range(3), r"one entry for each of the 60 training rows, but the shape is \(3,\)"),
        ([None] * 60, "must be numbers or strings, but object was given"),
        ([1j] * 60, "must be numbers or strings, but complex128 was given"),
        ([np.nan] * 60, "labels must be finite"),
    ],
)
def test_invalid_labels_are_refused(labels, sentence, rows, path):
    fitted = DiffusionMap(bandwidth="max_min").fit(rows[0])
    with pytest.raises(ValueError, match=sentence):
        save_model(fitted, path, labels=labels)
    assert not path.exists()


def test_a_map_whose_file_would_be_damaged_is_not_saved(rows, path):
    bandwidth = Bandwidth("mine", 2.0, Gaussian(2.0), "So.", [1, 2, 3], [1, 2])
    fitted = DiffusionMap(bandwidth=bandwidth).fit(rows[0])
    with pytest.raises(ValueError, match=r"cannot be saved: entry 'bandwidth_criterion' has the"):
        save_model(fitted, path)
    assert not path.exists()


def test_a_missing_folder_is_refused(rows, tmp_path):
    fitted = DiffusionMap(bandwidth="max_min").fit(rows[0])
    with pytest.raises(NotADirectoryError, match="cannot be written: there is no such folder"):
        save_model(fitted, tmp_path / "nowhere" / "model.npz")
    with pytest.raises(IsADirectoryError, match="is a folder; give the name of a file in it"):
        save_model(fitted, tmp_path)
    assert not list(tmp_path.iterdir())


# Files are atomic


def test_a_full_disk_leaves_the_old_model_and_nothing_else(rows, path, monkeypatch):
    fitted = DiffusionMap(bandwidth="max_min").fit(rows[0])
    save_model(fitted, path)
    before = path.read_bytes()

    def full_disk(file, **entries):
        file.write(b"half")
        raise OSError("No space left on device")

    monkeypatch.setattr(np, "savez", full_disk)
    with pytest.raises(OSError, match="No space left"):
        save_model(fitted, path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_process_killed_while_saving_leaves_the_old_model(rows, path):
    save_model(DiffusionMap(bandwidth="max_min").fit(rows[0]), path)
    before = path.read_bytes()
    lines = f"""
        import os
        import numpy as np
        import kernelscale

        def killed(file, **entries):
            file.write(b"half")
            file.flush()
            os._exit(9)

        np.savez = killed
        fitted = kernelscale.DiffusionMap(bandwidth=1.0).fit(np.arange(9.0)[:, None])
        kernelscale.save_model(fitted, {str(path)!r})
    """
    assert (
        subprocess.run([sys.executable, "-c", textwrap.dedent(lines)], check=False).returncode == 9
    )
    assert path.read_bytes() == before


# Files of an older format


@pytest.mark.parametrize("kind", ["gaussian", "scaled_twice", "self_tuned", "self_tuned_of_scaled"])
def test_a_model_of_format_1_is_read(kind, rows, path):
    X, new = rows
    fitted = DiffusionMap(**KINDS[kind](X)).fit(X)
    save_model(fitted, path)
    with np.load(path) as held:
        entries = dict(held)
    for name in ("kernel", "kernel_metric", "bandwidth_epsilon"):
        entries.pop(name, None)
    first = {name.removeprefix("kernel_"): value for name, value in entries.items()}
    np.savez(path, **first | {"format_version": 1})
    loaded = load_model(path)
    np.testing.assert_array_equal(loaded.transform(new), fitted.transform(new))
    assert loaded.bandwidth_.to_dict() == fitted.bandwidth_.to_dict() | {"evidence": {}}
