"""Searches for the scale of a user's kernel."""

import tracemalloc
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.gaussian_process import kernels as sklearn_kernels
from tests.own_kernels.user_kernels import NEW, Ball, Laplacian, X, Y, eigenvalues, naive

import kernelscale
from kernelscale import Bandwidth, DiffusionMap, Gaussian, Kernel, Scaled, compare
from kernelscale.bandwidth import Geometric, LeaveOneOut, Probabilistic, Spectral


def argmax_of_eigengap(kernel_at, scales):
    gaps = []
    for scale in scales:
        values = eigenvalues(kernel_at(scale))
        gaps.append(float(values[2] - values[3]))
    return scales[int(np.argmax(gaps))], max(gaps)


def test_spectral_finds_the_largest_eigengap_of_the_kernel():
    found = Spectral(kernel=Laplacian)(X, Y)
    assert found.epsilon is None
    assert found.kernel == Laplacian(found.evidence["kernel_scale"])
    scale, gap = argmax_of_eigengap(lambda s: naive(X, s), found.scales)
    assert found.evidence["kernel_scale"] == scale
    assert found.evidence["criterion"] == pytest.approx(gap, abs=1e-6)
    assert "is a parameter of Laplacian" in found.reason
    assert found.interior


def test_the_scales_searched_are_the_kernels_own_useful_range():
    scales = Spectral(kernel=Laplacian)(X, Y).scales
    share = [(naive(X, scale).sum() - 120) / 120 for scale in scales[[0, -1]]]
    assert share[0] == pytest.approx(1e-3, rel=1e-3)
    assert share[1] >= 0.999 * 119 * (1 - 1e-6)
    given = Spectral(scales=[0.5, 1.0, 2.0], kernel=Laplacian)(X, Y)
    assert {0.5, 1.0, 2.0} <= {*given.scales}


@pytest.mark.parametrize("rule", [Spectral, Geometric, Probabilistic, LeaveOneOut])
def test_a_family_of_gaussians_gives_the_gaussian_results(rule):
    own = rule(kernel=lambda scale: Gaussian(scale))(X, Y)
    ours = rule()(X, Y)
    assert own.epsilon == pytest.approx(ours.epsilon, rel=0.02)
    assert own.evidence["criterion"] == pytest.approx(ours.evidence["criterion"], rel=1e-4)
    assert own.scales_are_epsilons


def test_the_length_scale_of_a_gaussian_can_be_searched():
    found = Probabilistic(kernel=lambda length: Gaussian(length**2))(X, Y)
    assert found.epsilon == found.evidence["kernel_scale"] ** 2
    assert not found.scales_are_epsilons


def test_probabilistic_finds_the_largest_probability_of_the_kernel():
    found = Probabilistic(kernel=Laplacian)(X, Y)
    K = naive(X, found.evidence["kernel_scale"])
    P = K / K.sum(axis=1, keepdims=True)
    within = (P * (Y[:, None] == Y)).sum(axis=1) - np.diag(P)
    assert found.evidence["criterion"] == pytest.approx(within.mean(), rel=1e-9)
    assert found.criterion.max() == pytest.approx(found.evidence["criterion"], rel=1e-12)


def test_lapack_decomposes_kernels_that_may_be_indefinite(monkeypatch):
    monkeypatch.setattr(
        "kernelscale.markov.continuation.converged", None
    )  # an iteration, which calls it, would fail
    many = np.random.default_rng(1).normal(size=(450, 2))
    found = Spectral(scales=[1.0, 2.0], kernel=Ball)(many, np.arange(450) % 3)
    values = eigenvalues((cdist(many, many) <= found.evidence["kernel_scale"]).astype(float))
    assert values[-1] < -0.01
    assert found.evidence["criterion"] == pytest.approx(values[2] - values[3], abs=1e-12)


def test_a_constant_factor_does_not_change_the_choice():
    @dataclass(frozen=True)
    class Tripled(Laplacian):
        def exponents(self, r):
            return super().exponents(r) + np.log(3)

    for rule in (Spectral, Probabilistic):
        one, three = (rule(kernel=kernel)(X, Y) for kernel in (Laplacian, Tripled))
        np.testing.assert_allclose(three.kernel.length, one.kernel.length, rtol=1e-6)
        np.testing.assert_allclose(
            three.evidence["criterion"], one.evidence["criterion"], rtol=1e-6
        )


def test_a_search_on_landmarks(monkeypatch):
    monkeypatch.setattr(kernelscale.bandwidth.eigen.eigen_rule, "DENSE_ROWS", 100)
    monkeypatch.setattr(kernelscale.bandwidth.eigen.eigen_rule, "SUBSAMPLE_ROWS", 80)
    for rule in (Spectral, Geometric):
        found = rule(kernel=Laplacian)(X, Y)
        assert found.kernel == Laplacian(found.evidence["kernel_scale"])
        assert len(found.evidence["subsamples"]) > 1


def test_a_search_that_is_impossible_is_refused():
    with pytest.raises(ValueError, match="kernel must be a class or function .* but 'wide' was"):
        Spectral(kernel="wide")
    with pytest.raises(TypeError, match="kernel must be a Kernel, .* but 3.0 was given"):
        Spectral(kernel=lambda scale: 3.0)(X, Y)
    with pytest.raises(ValueError, match="The kernel has no useful range of scales"):
        Spectral(kernel=lambda scale: Laplacian(1.0))(X, Y)
    with pytest.raises(ValueError, match=r"kernel must be a class or function .* but Laplacian"):
        Spectral(kernel=Laplacian(1.0))
    # With a scaled kernel, the criterion would be that of the scaled points.
    for rule in (Spectral, Geometric, Probabilistic):
        with pytest.raises(ValueError, match="but .* scales them; scale the points"):
            rule(kernel=lambda scale: Scaled(Laplacian(scale), np.ones(3)))(X, Y)


@dataclass(frozen=True)
class Matern(Kernel):
    """Kernels of smoothness 3/2 or 5/2, whose formulas overflow for huge distances."""

    length: float
    twice_smoothness: int = 3
    name = "matern"
    positive_definite = True

    def exponents(self, r):
        u = np.sqrt(self.twice_smoothness * r) / self.length
        return np.log1p(u + (self.twice_smoothness == 5) * u**2 / 3) - u


@pytest.mark.parametrize("length", [1e-30, 1.0, 1e30])
@pytest.mark.parametrize("twice_smoothness", [3, 5])
def test_a_typical_scale_is_found_if_huge_distances_overflow(twice_smoothness, length):
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


def test_a_formula_of_many_arrays_respects_the_memory_limit():
    limit, many = 12 * 2**20, np.random.default_rng(0).normal(size=(1400, 2))
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
def test_exponents_can_have_any_numeric_form(form):
    @dataclass(frozen=True)
    class Formed(Laplacian):
        def exponents(self, r):
            return FORMS[form](super().exponents(r))

    bandwidth = Bandwidth("mine", None, Formed(2.0), "So.")
    fitted = DiffusionMap(2, bandwidth).fit(X)
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-12)
    plain = DiffusionMap(2, Bandwidth("mine", None, Laplacian(2.0), "So.")).fit(X)
    np.testing.assert_allclose(fitted.transform(NEW), plain.transform(NEW), atol=1e-5)
