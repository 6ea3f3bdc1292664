"""Kernels of one's own, one class each, go wherever the package's go.

They are written here as a user would write them: what the package has for them it has for all.
"""

import ast
import json
import re
import tracemalloc
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.gaussian_process import kernels as sklearn_kernels
from typer.testing import CliRunner

import kernelscale
from kernelscale import (
    Bandwidth,
    DiffusionMap,
    Gaussian,
    Kernel,
    Scaled,
    compare,
    load_model,
    save_model,
    select_bandwidth,
)
from kernelscale.bandwidth import (
    RULES,
    Geometric,
    LeaveOneOut,
    Probabilistic,
    Rule,
    Spectral,
)
from kernelscale.cli import app
from kernelscale.diffusion import MapWarning
from kernelscale.diffusion.all_pairs import fit as all_pairs
from kernelscale.diffusion.all_pairs.options import PairOptions
from kernelscale.kernels.registry import KERNELS
from kernelscale.reports import plot, write_page


@dataclass(frozen=True)
class Laplacian(Kernel):
    length: float
    name = "laplacian"
    positive_definite = True

    def exponents(self, r):
        return -np.sqrt(r) / self.length


@dataclass(frozen=True)
class ByLaplacian(Rule):
    name = "by_laplacian"

    def _choose(self, cloud):
        length = float(np.sqrt(cloud.nearest(5).squared_distances[:, -1]).mean())
        return Bandwidth(self.name, None, Laplacian(length), "Mean distance to the fifth.")


@dataclass(frozen=True)
class Ball(Kernel):
    """One within a radius, and zero beyond: not positive definite, and blind to far rows."""

    radius: float
    name = "ball"

    def exponents(self, r):
        return np.where(r <= self.radius**2, 0.0, -np.inf)


CENTRES = np.array([[0.0, 0, 0], [6, 0, 0], [0, 6, 0]])
Y = np.arange(120) % 3
X = np.random.default_rng(0).normal(size=(120, 3)) + CENTRES[Y]
NEW = X[:20] + 0.3
LENGTH = ByLaplacian()(X).kernel.length


def naive(X, length):
    return np.exp(-cdist(X, X) / length)


def eigenvalues(K):
    """Eigenvalues of the walk, descending."""
    roots = np.sqrt(K.sum(axis=1))
    return np.linalg.eigvalsh(K / roots / roots[:, None])[::-1]


# Chosen and compared


def test_a_rule_of_ones_own_returns_it():
    found = select_bandwidth(X, rule=ByLaplacian())
    assert found.kernel == Laplacian(LENGTH)
    np.testing.assert_allclose(found.kernel(X), naive(X, LENGTH), rtol=1e-12)
    np.testing.assert_allclose(found.kernel(X, NEW), np.exp(-cdist(X, NEW) / LENGTH), rtol=1e-12)
    np.testing.assert_allclose(found.kernel.typical_scale, LENGTH**2 / 4, rtol=1e-9)


def test_chosen_from_distances_it_is_called_with_distances():
    D = cdist(X, X)
    found = select_bandwidth(D, rule=ByLaplacian(), metric="precomputed")
    np.testing.assert_allclose(found.kernel(D), naive(X, found.kernel.length), rtol=1e-12)


@pytest.mark.parametrize("labels", [None, Y], ids=["without labels", "with labels"])
def test_compare_measures_it_and_says_what_it_has_not(labels):
    found = compare(X, labels, rules=[ByLaplacian(), "median"])
    row = found["by_laplacian"]
    assert row.epsilon is row.gamma is row.position is row.implied_dimension is None
    assert row.reading.endswith("; no position and no d_eps, which only a Gaussian has")
    assert "which only a Gaussian has" not in found["median"].reading
    values = eigenvalues(naive(X, LENGTH))
    first = 1 if labels is None else 3
    assert row.eigengap == pytest.approx(float(values[first - 1] - values[first]), abs=1e-9)
    assert [row.rule for row in found.rows][-1] == "by_laplacian"  # after those with an epsilon
    assert re.search(r"by_laplacian +-  a row reaches", repr(found))
    assert json.loads(json.dumps(found.to_dict()))["rows"][-1]["implied_dimension"] is None


@dataclass(frozen=True)
class Searched(Rule):
    """A rule of one's own that has scales and scores, over another kernel than the Gaussian."""

    name = "searched"

    def _choose(self, cloud):
        return Bandwidth(self.name, None, Laplacian(1.0), "So.", [0.5, 1, 2], [1, 3, 2], "mine")


OWN_RULES = [ByLaplacian(), Searched(), Spectral(kernel=Laplacian), "median"]


def test_figures_and_the_page_leave_out_what_is_not_there(tmp_path):
    pytest.importorskip("matplotlib")
    found = compare(X, Y, rules=OWN_RULES)
    figure = plot(found)
    curve, criteria = figure.axes[0], [axes.get_ylabel() for axes in figure.axes]
    marked = {text.get_text() for text in curve.texts}
    assert "median" in marked
    assert not marked & {"by_laplacian", "searched", "spectral"}
    assert "criterion (1 at its own scale)" not in criteria
    said = r"[Nn]o Gaussians of one scale.*: (by_laplacian|searched|spectral)(, \w+){2}"
    assert re.search(said, figure._suptitle.get_text())
    plt.close(figure)
    write_page(found, tmp_path / "page.html", X=X, y=Y)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "which only a Gaussian has" in page
    assert re.search(said, page)
    assert "(rule spectral)" not in page


@pytest.mark.parametrize("rule", OWN_RULES[:3], ids=["formula", "searched", "family"])
def test_its_own_figure_is_over_its_own_scale(rule):
    figure = plot(rule(X, Y))
    [axes] = figure.axes
    assert axes.get_xlabel() in {"distance of two points", "scale of the kernel"}
    plt.close(figure)


# Embedded


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("solver", ["dense", "krylov"])
def test_a_map_is_that_of_the_naive_kernel(solver, alpha):
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
def test_its_matrix_is_not_needed(alpha, monkeypatch):
    options = {"bandwidth": ByLaplacian(), "alpha": alpha, "eigen_solver": "krylov"}
    whole = DiffusionMap(3, **options).fit(X)
    monkeypatch.setattr(PairOptions, "streams", lambda self, cloud: True)
    monkeypatch.setattr(all_pairs, "_from_matrix", None)
    streamed = DiffusionMap(3, **options).fit(X)
    np.testing.assert_allclose(streamed.eigenvalues_, whole.eigenvalues_, atol=1e-9)
    np.testing.assert_allclose(streamed.embedding_, whole.embedding_, atol=1e-7)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_pieces_are_found_without_the_matrix(monkeypatch):
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


def test_a_map_of_distances_is_that_of_points():
    D = cdist(X, X)
    fitted = DiffusionMap(3, ByLaplacian(), metric="precomputed").fit(D)
    of_points = DiffusionMap(3, ByLaplacian()).fit(X)
    np.testing.assert_allclose(fitted.embedding_, of_points.embedding_, atol=1e-9)
    np.testing.assert_allclose(fitted.transform(cdist(NEW, X)), of_points.transform(NEW), atol=1e-9)


def test_of_features_that_are_scaled():
    factors = np.array([1.0, 0.5, 2.0])
    bandwidth = Bandwidth("mine", None, Scaled(Laplacian(1.5), factors), "So.")
    fitted = DiffusionMap(2, bandwidth).fit(X)
    of_scaled = DiffusionMap(2, Bandwidth("mine", None, Laplacian(1.5), "So.")).fit(X * factors)
    np.testing.assert_array_equal(fitted.embedding_, of_scaled.embedding_)
    np.testing.assert_array_equal(fitted.transform(NEW), of_scaled.transform(NEW * factors))


def test_eigenvalues_of_an_indefinite_kernel_come_by_magnitude():
    fitted = DiffusionMap(40, Bandwidth("ball", None, Ball(3.0), "So.")).fit(X)
    values = eigenvalues((cdist(X, X) <= 3.0).astype(float))
    largest = sorted(values[1:], key=abs, reverse=True)[:40]
    assert min(largest) < 0
    np.testing.assert_allclose(fitted.eigenvalues_, largest, atol=1e-9)


def test_rows_a_kernel_does_not_see_at_all_lie_with_the_nearest():
    fitted = DiffusionMap(2, Bandwidth("ball", None, Ball(3.0), "So.")).fit(X)
    far = np.array([[100.0, 0.0, 0.0]])
    with pytest.warns(MapWarning, match=r"1 of 1 row\(s\)"):
        placed = fitted.embed(far)
    nearest = cdist(far, X).argmin()
    expected = fitted.eigenvalues_ * fitted.eigenvectors_[nearest]
    np.testing.assert_allclose(placed.coordinates[0], expected, rtol=1e-12)
    assert placed.kernel_mass[0] == 0


# In a file


@pytest.mark.parametrize("scale", [None, np.array([1.0, 0.5, 2.0])])
@pytest.mark.parametrize("metric", ["euclidean", "precomputed"])
def test_a_model_comes_back(metric, scale, tmp_path):
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
        ({"laplacian": "Laplacian"}, "'laplacian' stands for 'Laplacian'"),
        ({"laplacian": Laplacian(1.0)}, "'laplacian' stands for Laplacian"),
        ({1: Laplacian}, "1 stands for"),
        ({"gaussian": Laplacian}, "names a kernel of the package"),
    ],
    ids=["text", "kernel", "number", "name_of_the_package"],
)
def test_classes_of_kernels_that_are_none_are_told_before_the_file_is_read(kernels, said, tmp_path):
    save_model(DiffusionMap(2, "median").fit(X), tmp_path / "model.npz")
    with pytest.raises((TypeError, ValueError), match=said):
        load_model(tmp_path / "model.npz", kernels=kernels)


def test_a_model_of_a_kernel_not_known_says_what_to_pass(tmp_path):
    save_model(DiffusionMap(2, ByLaplacian()).fit(X), tmp_path / "model.npz")
    with pytest.raises(ValueError, match=r"holds a kernel 'laplacian', .*kernels={'laplacian': "):
        load_model(tmp_path / "model.npz")
    with pytest.raises(ValueError, match="its numbers make no kernel"):
        load_model(tmp_path / "model.npz", kernels={"laplacian": Ball})
    with pytest.raises(TypeError, match="kernels must be a Mapping"):
        load_model(tmp_path / "model.npz", kernels=[Laplacian])


@pytest.mark.parametrize(("name", "said"), [("", "goes by ''"), ("gaussian", "by 'gaussian'")])
def test_a_kernel_without_a_name_of_its_own_is_not_saved(name, said, tmp_path):
    kernel = type("Own", (Laplacian,), {"name": name})(1.0)
    fitted = DiffusionMap(2, Bandwidth("mine", None, kernel, "So.")).fit(X)
    with pytest.raises(ValueError, match=f"{said}; set `name` in its class"):
        save_model(fitted, tmp_path / "model.npz")
    assert not any(tmp_path.iterdir())


def test_a_kernel_that_would_come_back_as_another_is_not_saved(tmp_path):
    @dataclass(frozen=True)
    class Doubling(Laplacian):
        name = "doubling"

        def __post_init__(self):
            object.__setattr__(self, "length", 2 * self.length)

    fitted = DiffusionMap(2, Bandwidth("mine", None, Doubling(1.0), "So.")).fit(X)
    with pytest.raises(ValueError, match=r"length=2.0\) would come back as another .*length=4.0"):
        save_model(fitted, tmp_path / "model.npz")
    assert not any(tmp_path.iterdir())


# On the command line


@pytest.fixture
def invoke(monkeypatch, tmp_path):
    """A command beside a table of the rows, where a rule of one's own is the package's."""
    monkeypatch.setitem(RULES, "by_laplacian", ByLaplacian)
    monkeypatch.chdir(tmp_path)
    np.savetxt("rows.csv", X, delimiter=",", header="a,b,c", comments="")

    def run(*arguments, code=0):
        result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "1000"})
        assert result.exit_code == code, result.output
        return result.stdout or result.stderr

    return run


def test_the_command_line_has_a_word_for_what_is_not_there(invoke):
    select = ("select", "rows.csv", "--rule", "by_laplacian")
    assert re.search(r"kernel +Laplacian\(length=", invoke(*select))
    assert json.loads(invoke(*select, "--json"))["epsilon"] is None
    table = invoke("compare", "rows.csv")
    assert re.search(r"by_laplacian +- +- +-", table)
    assert re.search(r"self_tuning +one a row +- +-", table)


def test_a_model_of_ones_own_kernel_is_placed_in_python_only(invoke):
    pytest.importorskip("matplotlib")
    embed = ("embed", "rows.csv", "--bandwidth", "by_laplacian", "--plot", "map.png", "--json")
    assert json.loads(invoke(*embed, "-o", "map.npz"))["bandwidth"]["epsilon"] is None
    said = invoke("embed", "--model", "map.npz", "--new", "rows.csv", code=1)
    kinds = "gaussian, self_tuned, variable_gaussian, unit, given"
    assert f"holds a kernel 'laplacian', which is none of {kinds}; pass its" in said


# Searched


def argmax_of_eigengap(kernel_at, scales):
    gaps = []
    for scale in scales:
        values = eigenvalues(kernel_at(scale))
        gaps.append(float(values[2] - values[3]))
    return scales[int(np.argmax(gaps))], max(gaps)


def test_the_largest_eigengap_over_its_scale():
    found = Spectral(kernel=Laplacian)(X, Y)
    assert found.epsilon is None
    assert found.kernel == Laplacian(found.evidence["kernel_scale"])
    scale, gap = argmax_of_eigengap(lambda s: naive(X, s), found.scales)
    assert found.evidence["kernel_scale"] == scale
    assert found.evidence["score"] == pytest.approx(gap, abs=1e-6)
    assert "of the kernel Laplacian" in found.reason
    assert found.interior


def test_the_scales_searched_are_the_kernels_own_useful_range():
    scales = Spectral(kernel=Laplacian)(X, Y).scales
    share = [(naive(X, scale).sum() - 120) / 120 for scale in scales[[0, -1]]]
    assert share[0] == pytest.approx(1e-3, rel=1e-3)
    assert share[1] >= 0.999 * 119 * (1 - 1e-6)
    given = Spectral(scales=[0.5, 1.0, 2.0], kernel=Laplacian)(X, Y)
    assert {0.5, 1.0, 2.0} <= {*given.scales}


@pytest.mark.parametrize("rule", [Spectral, Geometric, Probabilistic, LeaveOneOut])
def test_a_family_of_gaussians_says_what_the_gaussian_says(rule):
    own = rule(kernel=lambda scale: Gaussian(scale))(X, Y)
    ours = rule()(X, Y)
    assert own.epsilon == pytest.approx(ours.epsilon, rel=0.02)
    assert own.evidence["score"] == pytest.approx(ours.evidence["score"], rel=1e-4)
    assert own.scales_are_epsilons


def test_the_length_scale_of_a_gaussian_may_be_searched():
    found = Probabilistic(kernel=lambda length: Gaussian(length**2))(X, Y)
    assert found.epsilon == found.evidence["kernel_scale"] ** 2
    assert not found.scales_are_epsilons


def test_the_within_class_probability_over_its_scale():
    found = Probabilistic(kernel=Laplacian)(X, Y)
    K = naive(X, found.evidence["kernel_scale"])
    P = K / K.sum(axis=1, keepdims=True)
    within = (P * (Y[:, None] == Y)).sum(axis=1) - np.diag(P)
    assert found.evidence["score"] == pytest.approx(within.mean(), rel=1e-9)
    assert found.scores.max() == pytest.approx(found.evidence["score"], rel=1e-12)


def test_many_rows_of_a_kernel_that_may_be_indefinite_go_to_lapack(monkeypatch):
    monkeypatch.setattr("kernelscale.markov.continuation.converged", None)  # no iteration
    many = np.random.default_rng(1).normal(size=(450, 2))
    found = Spectral(scales=[1.0, 2.0], kernel=Ball)(many, np.arange(450) % 3)
    values = eigenvalues((cdist(many, many) <= found.evidence["kernel_scale"]).astype(float))
    assert values[-1] < -0.01
    assert found.evidence["score"] == pytest.approx(values[2] - values[3], abs=1e-12)


def test_a_factor_of_the_kernel_makes_no_difference():
    @dataclass(frozen=True)
    class Tripled(Laplacian):
        def exponents(self, r):
            return super().exponents(r) + np.log(3)

    for rule in (Spectral, Probabilistic):
        one, three = (rule(kernel=kernel)(X, Y) for kernel in (Laplacian, Tripled))
        np.testing.assert_allclose(three.kernel.length, one.kernel.length, rtol=1e-6)
        np.testing.assert_allclose(three.evidence["score"], one.evidence["score"], rtol=1e-6)


def test_a_search_on_landmarks(monkeypatch):
    monkeypatch.setattr(kernelscale.bandwidth.eigen.eigen_rule, "DENSE_ROWS", 100)
    monkeypatch.setattr(kernelscale.bandwidth.eigen.eigen_rule, "SUBSAMPLE_ROWS", 80)
    for rule in (Spectral, Geometric):
        found = rule(kernel=Laplacian)(X, Y)
        assert found.kernel == Laplacian(found.evidence["kernel_scale"])
        assert len(found.evidence["subsamples"]) > 1


def test_what_cannot_be_searched_is_told():
    with pytest.raises(ValueError, match="kernel must be a class or function .* but 'wide' was"):
        Spectral(kernel="wide")
    with pytest.raises(TypeError, match="kernel must be a Kernel, .* but 3.0 was given"):
        Spectral(kernel=lambda scale: 3.0)(X, Y)
    with pytest.raises(ValueError, match="The kernel has no useful range of scales"):
        Spectral(kernel=lambda scale: Laplacian(1.0))(X, Y)
    with pytest.raises(ValueError, match=r"kernel must be a class or function .* but Laplacian"):
        Spectral(kernel=Laplacian(1.0))
    for rule in (Spectral, Geometric, Probabilistic):  # the scores would be those of other points
        with pytest.raises(ValueError, match="scales their features first; scale the points"):
            rule(kernel=lambda scale: Scaled(Laplacian(scale), np.ones(3)))(X, Y)


# Of other forms


@dataclass(frozen=True)
class Matern(Kernel):
    """Of smoothness 3/2 or 5/2: formulas that overflow where distances are huge."""

    length: float
    twice_smoothness: int = 3
    name = "matern"
    positive_definite = True

    def exponents(self, r):
        u = np.sqrt(self.twice_smoothness * r) / self.length
        return np.log1p(u + (self.twice_smoothness == 5) * u**2 / 3) - u


@pytest.mark.parametrize("length", [1e-30, 1.0, 1e30])
@pytest.mark.parametrize("twice_smoothness", [3, 5])
def test_a_typical_scale_is_found_where_huge_distances_have_no_value(twice_smoothness, length):
    kernel = Matern(length, twice_smoothness)
    r = kernel.typical_scale
    np.testing.assert_allclose(kernel.from_squared_distances([0.0, r]), [1, np.exp(-0.5)])
    assert 0.1 < r / length**2 < 10


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_typical_scale_is_none_where_values_do_not_fall():
    values = {
        "flat": lambda r: np.zeros_like(r),
        "growing": lambda r: r,
        "zero_at_zero": lambda r: np.log(r) - r,
        "at_once": lambda r: np.where(r > 0, -1.0, 0.0),
        "no_number": lambda r: np.where(r > 0, np.nan, 0.0),
    }
    for name, exponents in values.items():
        own = type(name, (Kernel,), {"exponents": lambda self, r, form=exponents: form(r)})
        assert own().typical_scale is None, name


@pytest.mark.parametrize("rule", [Spectral, Geometric, Probabilistic])
def test_a_kernel_of_scikit_learn_is_searched(rule):
    found = rule(kernel=Matern)(X, Y)
    expected = sklearn_kernels.Matern(found.evidence["kernel_scale"], nu=1.5)(X)
    np.testing.assert_allclose(found.kernel(X), expected, rtol=1e-9)
    assert compare(X, Y, rules=[rule(kernel=Matern)])[found.rule].eigengap > 0


def test_a_formula_of_many_arrays_keeps_to_the_memory_limit():
    limit, many = 12 * 2**20, np.random.default_rng(0).normal(size=(2000, 2))
    tracemalloc.start()
    DiffusionMap(2, Bandwidth("mine", None, Matern(1.0), "So."), memory_limit=limit).fit(many)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < limit < 8 * len(many) ** 2


FORMS = {
    "float32": lambda values: values.astype(np.float32),
    "list": lambda values: values.tolist(),
    "read_only": lambda values: np.broadcast_to(values, values.shape),
    "other_order": np.asfortranarray,
}


@pytest.mark.parametrize("form", FORMS)
def test_exponents_come_in_any_form(form):
    @dataclass(frozen=True)
    class Formed(Laplacian):
        def exponents(self, r):
            return FORMS[form](super().exponents(r))

    bandwidth = Bandwidth("mine", None, Formed(2.0), "So.")
    fitted = DiffusionMap(2, bandwidth).fit(X)
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-12)
    plain = DiffusionMap(2, Bandwidth("mine", None, Laplacian(2.0), "So.")).fit(X)
    np.testing.assert_allclose(fitted.transform(NEW), plain.transform(NEW), atol=1e-5)


# What misbehaves


class OwnError(Exception):
    pass


def lost(r):
    raise OwnError("lost")


@pytest.mark.parametrize(
    ("odd", "sentence"),
    [
        (lambda r: r * np.nan, "does not give each squared distance a finite value"),
        (lambda r: r + np.inf, "does not give each squared distance a finite value"),
        (lambda r: -r.ravel()[:1], "does not give each squared distance a finite value"),
        (lambda r: -r + 0j, "does not give each squared distance a finite value"),
        (lambda r: None, "does not give each squared distance a finite value"),
        (lambda r: np.negative(r, out=r), "failed with ValueError: output array is read-only"),
        (lost, "failed with OwnError: lost"),
    ],
    ids=["NaN", "infinity", "another shape", "complex", "nothing", "in place", "an error"],
)
def test_what_misbehaves_is_told_of(odd, sentence):
    @dataclass(frozen=True)
    class Odd(Kernel):
        def exponents(self, r):
            return odd(r)

    class ByOdd(Rule):
        name = "by_odd"

        def _choose(self, cloud):
            return Bandwidth(self.name, None, Odd(), "So.")

    with pytest.raises(ValueError, match=f"The kernel .*Odd.* {sentence}"):
        DiffusionMap(2, Bandwidth("odd", None, Odd(), "So.")).fit(X)
    row = compare(X, rules=[ByOdd(), "median"])["by_odd"]
    assert re.search(f"The kernel .*Odd.* {sentence}", row.reading)


def test_a_kernel_is_a_class_with_exponents():
    with pytest.raises(TypeError, match="abstract"):
        Kernel()
    with pytest.raises(ValueError, match="metric must be one of euclidean, precomputed"):
        Laplacian(1.0, metric="far")


# How it is put together


PACKAGE = Path(kernelscale.__file__).parent
SOURCES = {
    path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
}
CLASSES = {"Kernel", *(kernel.__name__ for kernel in KERNELS.values()), Scaled.__name__}
TESTS = {"isinstance", "issubclass", "hasattr", "check_kind", "getattr", "type"}
# Where kernels of squared distances are formed.
WITH_KERNELS = (
    r"(engine|data|kernels|markov|diffusion|bandwidth|scaling|theory|reports)/|[a-z_]+\.py$"
)


def calls(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), [ast.unparse(each) for each in node.args]


def asks_for_a_kernel(arguments):
    words = set(re.findall(r"\w+", " ".join(arguments)))
    return bool(words & CLASSES) or "kernel" in words


def test_what_a_kernel_is_is_asked_in_one_place():
    asking = {
        file
        for file, tree in SOURCES.items()
        for function, arguments in calls(tree)
        if function in TESTS and asks_for_a_kernel(arguments)
    }
    # Apart from that, saving a model looks whether a name stands for the class it is saved from.
    assert asking == {"kernels/kernel.py", "diffusion/model/arrays.py"}


def test_the_exponential_of_a_distance_stands_in_one_place():
    forming = {
        file
        for file, tree in SOURCES.items()
        for function, arguments in calls(tree)
        if re.match(WITH_KERNELS, file)
        and function in {"np.exp", "math.exp", "np.exp2", "np.expm1"}
        and not re.search(r"log|brentq|entr|^-[\d.]+$", arguments[0])  # logarithms, and entropies
    }
    assert "engine/arithmetic/exponential.py" in forming
    assert len(forming) <= 2
