"""Diffusion maps of a user's kernel, their model files, and their use on the command line."""

import json
import re
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from tests.own_kernels.user_kernels import (
    LENGTH,
    NEW,
    Ball,
    ByLaplacian,
    Laplacian,
    X,
    eigenvalues,
    naive,
)
from typer.testing import CliRunner

from kernelscale import Bandwidth, DiffusionMap, Scaled, load_model, save_model
from kernelscale.bandwidth import RULES
from kernelscale.cli import app
from kernelscale.diffusion import MapWarning
from kernelscale.diffusion.all_pairs import all_pairs_fit
from kernelscale.diffusion.all_pairs.pair_options import PairOptions


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("solver", ["dense", "krylov"])
def test_a_map_agrees_with_a_naive_kernel(solver, alpha):
    fitted = DiffusionMap(3, ByLaplacian(), alpha=alpha, eigen_solver=solver).fit(X)
    K = naive(X, LENGTH)
    q = K.sum(axis=1) ** -alpha
    values = eigenvalues(K * q[:, None] * q)
    np.testing.assert_allclose(fitted.eigenvalues_, values[1:4], atol=1e-9)
    assert fitted.kernel_ == Laplacian(LENGTH)
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-7)
    seen = np.exp(-cdist(NEW, X) / LENGTH) * q
    expected = seen @ fitted.eigenvectors_ / seen.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(fitted.transform(NEW), expected, rtol=1e-9)
    np.testing.assert_allclose(fitted.kernel_mass(NEW), (seen / q).sum(axis=1), rtol=1e-9)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_a_definite_kernel_needs_no_matrix(alpha, monkeypatch):
    options = {"bandwidth": ByLaplacian(), "alpha": alpha, "eigen_solver": "krylov"}
    whole = DiffusionMap(3, **options).fit(X)
    monkeypatch.setattr(PairOptions, "streams", lambda self, cloud: True)
    monkeypatch.setattr(all_pairs_fit, "_from_matrix", None)
    streamed = DiffusionMap(3, **options).fit(X)
    np.testing.assert_allclose(streamed.eigenvalues_, whole.eigenvalues_, atol=1e-9)
    np.testing.assert_allclose(streamed.embedding_, whole.embedding_, atol=1e-7)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_components_are_found_without_the_matrix(monkeypatch):
    bandwidth = Bandwidth("mine", None, Laplacian(0.05), "So.")
    with pytest.warns(MapWarning, match="The graph has"):
        whole = DiffusionMap(2, bandwidth).fit(X)
    monkeypatch.setattr(PairOptions, "streams", lambda self, cloud: True)
    with pytest.warns(MapWarning, match="The graph has"):
        streamed = DiffusionMap(2, bandwidth).fit(X)
    assert 1 < len(whole.component_sizes_) < len(X)
    assert list(streamed.component_sizes_) == list(whole.component_sizes_)


def test_a_kernel_that_may_be_indefinite_needs_its_matrix():
    options = {"bandwidth": Bandwidth("ball", None, Ball(3.0), "So."), "memory_limit": "600 KiB"}
    with pytest.raises(MemoryError, match="Eigenpairs of 120 rows need"):
        DiffusionMap(2, **options).fit(X)


def test_a_map_of_distances_equals_the_map_of_points():
    D = cdist(X, X)
    fitted = DiffusionMap(3, ByLaplacian(), metric="precomputed").fit(D)
    of_points = DiffusionMap(3, ByLaplacian()).fit(X)
    np.testing.assert_allclose(fitted.embedding_, of_points.embedding_, atol=1e-9)
    np.testing.assert_allclose(fitted.transform(cdist(NEW, X)), of_points.transform(NEW), atol=1e-9)


def test_a_kernel_of_scaled_features():
    factors = np.array([1.0, 0.5, 2.0])
    bandwidth = Bandwidth("mine", None, Scaled(Laplacian(1.5), factors), "So.")
    fitted = DiffusionMap(2, bandwidth).fit(X)
    of_scaled = DiffusionMap(2, Bandwidth("mine", None, Laplacian(1.5), "So.")).fit(X * factors)
    np.testing.assert_array_equal(fitted.embedding_, of_scaled.embedding_)
    np.testing.assert_array_equal(fitted.transform(NEW), of_scaled.transform(NEW * factors))


def test_eigenvalues_of_an_indefinite_kernel_are_ordered_by_magnitude():
    fitted = DiffusionMap(40, Bandwidth("ball", None, Ball(3.0), "So.")).fit(X)
    values = eigenvalues((cdist(X, X) <= 3.0).astype(float))
    largest = sorted(values[1:], key=abs, reverse=True)[:40]
    assert min(largest) < 0
    np.testing.assert_allclose(fitted.eigenvalues_, largest, atol=1e-9)


def test_rows_of_zero_kernel_mass_get_the_coordinates_of_the_nearest_row():
    fitted = DiffusionMap(2, Bandwidth("ball", None, Ball(3.0), "So.")).fit(X)
    far = np.array([[100.0, 0.0, 0.0]])
    with pytest.warns(MapWarning, match=r"1 of 1 row\(s\)"):
        placed = fitted.embed(far)
    nearest = cdist(far, X).argmin()
    expected = fitted.eigenvalues_ * fitted.eigenvectors_[nearest]
    np.testing.assert_allclose(placed.coordinates[0], expected, rtol=1e-12)
    assert placed.kernel_mass[0] == 0


@pytest.mark.parametrize("scale", [None, np.array([1.0, 0.5, 2.0])])
@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
def test_a_saved_model_is_loaded_unchanged(metric, scale, tmp_path):
    given, new = (X, NEW) if metric == "euclidean" else (cdist(X, X), cdist(NEW, X))
    if metric == "precomputed" and scale is not None:
        return
    fitted = DiffusionMap(2, ByLaplacian(), metric=metric, scale=scale, alpha=0.5).fit(given)
    save_model(fitted, tmp_path / "model.npz")
    loaded = load_model(tmp_path / "model.npz", kernels={"laplacian": Laplacian})
    np.testing.assert_array_equal(loaded.transform(new), fitted.transform(new))
    assert loaded.bandwidth_.kernel == fitted.bandwidth_.kernel
    assert loaded.bandwidth_.epsilon is None
    with np.load(tmp_path / "model.npz") as held:
        assert held["kernel"] == "laplacian"
        assert held["kernel_length"] == fitted.bandwidth_.kernel.length
        assert "tests" not in "".join(map(str, held.values()))


@pytest.mark.parametrize(
    ("kernels", "said"),
    [
        ({"laplacian": "Laplacian"}, "maps 'laplacian' to 'Laplacian'"),
        ({"laplacian": Laplacian(1.0)}, "maps 'laplacian' to Laplacian"),
        ({1: Laplacian}, "maps 1 to"),
        ({"gaussian": Laplacian}, "is the name of a kernel of the package"),
    ],
    ids=["text", "kernel", "number", "name_of_the_package"],
)
def test_invalid_kernel_classes_are_refused_before_reading(kernels, said, tmp_path):
    save_model(DiffusionMap(2, "median").fit(X), tmp_path / "model.npz")
    with pytest.raises((TypeError, ValueError), match=said):
        load_model(tmp_path / "model.npz", kernels=kernels)


def test_the_error_for_an_unknown_kernel_names_the_argument_to_pass(tmp_path):
    save_model(DiffusionMap(2, ByLaplacian()).fit(X), tmp_path / "model.npz")
    with pytest.raises(ValueError, match=r"has the kernel 'laplacian', .*kernels={'laplacian': "):
        load_model(tmp_path / "model.npz")
    with pytest.raises(ValueError, match="its numbers do not define a kernel"):
        load_model(tmp_path / "model.npz", kernels={"laplacian": Ball})
    with pytest.raises(TypeError, match="kernels must be a Mapping"):
        load_model(tmp_path / "model.npz", kernels=[Laplacian])


@pytest.mark.parametrize("name", ["", "gaussian"])
def test_a_kernel_without_a_name_of_its_own_is_not_saved(name, tmp_path):
    kernel = type("Own", (Laplacian,), {"name": name})(1.0)
    fitted = DiffusionMap(2, Bandwidth("mine", None, kernel, "So.")).fit(X)
    with pytest.raises(ValueError, match=f"the name '{name}' of .*; set `name` in its class"):
        save_model(fitted, tmp_path / "model.npz")
    assert not any(tmp_path.iterdir())


def test_a_kernel_that_would_load_differently_is_not_saved(tmp_path):
    @dataclass(frozen=True)
    class Doubling(Laplacian):
        name = "doubling"

        def __post_init__(self):
            object.__setattr__(self, "length", 2 * self.length)

    fitted = DiffusionMap(2, Bandwidth("mine", None, Doubling(1.0), "So.")).fit(X)
    with pytest.raises(ValueError, match=r"length=2.0\) would come back as another .*length=4.0"):
        save_model(fitted, tmp_path / "model.npz")
    assert not any(tmp_path.iterdir())


@pytest.fixture
def invoke(monkeypatch, tmp_path):
    """A function that runs a command; a user's rule is registered, and there is a table."""
    monkeypatch.setitem(RULES, "by_laplacian", ByLaplacian)
    monkeypatch.chdir(tmp_path)
    np.savetxt("rows.csv", X, delimiter=",", header="a,b,c", comments="")

    def run(*arguments, code=0):
        result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "1000"})
        assert result.exit_code == code, result.output
        return result.stdout or result.stderr

    return run


def test_the_command_line_explains_a_missing_epsilon(invoke):
    select = ("select", "rows.csv", "--rule", "by_laplacian")
    assert re.search(r"kernel +Laplacian\(length=", invoke(*select))
    assert json.loads(invoke(*select, "--json"))["epsilon"] is None
    table = invoke("compare", "rows.csv")
    assert re.search(r"by_laplacian +- +- +-", table)
    assert re.search(r"self_tuning +one per row +- +-", table)


def test_new_rows_of_a_users_kernel_need_python(invoke):
    pytest.importorskip("matplotlib")
    embed = ("embed", "rows.csv", "--bandwidth", "by_laplacian", "--plot", "map.png", "--json")
    assert json.loads(invoke(*embed, "-o", "map.npz"))["bandwidth"]["epsilon"] is None
    said = invoke("embed", "--model", "map.npz", "--new", "rows.csv", code=1)
    kinds = "gaussian, self_tuned, variable_gaussian, unit, given"
    assert f"has the kernel 'laplacian', which is none of {kinds}; pass its" in said
