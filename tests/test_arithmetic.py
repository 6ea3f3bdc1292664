"""Whoever asks for an arithmetic gets it, in whatever the question comes to."""

import inspect
from contextlib import suppress

import numpy as np
import pytest

import kernelscale
from kernelscale import (
    DiffusionMap,
    ManifoldScaler,
    compare,
    dimension_profile,
    estimate_dimension,
    feature_order,
    scale_curve,
    select_bandwidth,
)
from kernelscale.bandwidth import RULES
from kernelscale.diffusion.over_scales import embeddings_over_scales
from kernelscale.engine import ARITHMETICS, arithmetic_in_use, distances_between
from kernelscale.intrinsic_dimension import METHODS
from kernelscale.markov import gaussian_walk
from kernelscale.point_cloud import PointCloud
from kernelscale.theory import D_class, D_gap, perturbation_bound, perturbation_norm

if "compiled" not in ARITHMETICS:
    pytest.skip("the compiled arithmetic was not built", allow_module_level=True)

from kernelscale.engine.arithmetic import compiled

Y = np.arange(650) % 3
X = np.random.default_rng(0).normal(size=(650, 3)) + 4.0 * Y[:, None]
FEW = slice(150)
SHEET = np.random.default_rng(0).uniform(size=(200, 2)) @ np.array([[1, 0, 1, 0.5], [0, 1, 1, 2]])
SHEET_IN_NOISE = np.c_[SHEET, np.random.default_rng(1).normal(size=(200, 1))]
SMALL = "14 MiB"  # in which 650 rows have no kernel matrix
R = ((X[:, None] - X) ** 2).sum(axis=-1)


def asked_by_name():
    """Everything that takes an arithmetic, as functions of its name."""
    for name, rule in RULES.items():
        y = Y if rule.needs_labels else None
        yield f"rule {name}", lambda a, n=name, y=y: select_bandwidth(X, y, n, arithmetic=a)
    for name in ("spectral", "geometric"):
        yield (
            f"rule {name} with landmarks",
            lambda a, n=name: select_bandwidth(X, Y, n, arithmetic=a, memory_limit=SMALL),
        )
    for method in METHODS:
        yield (
            f"dimension {method}",
            lambda a, m=method: estimate_dimension(SHEET, m, arithmetic=a),
        )
    yield "compare", lambda a: compare(X[FEW], Y[FEW], arithmetic=a)
    yield "sampled", lambda a: scale_curve(X, n_sample=64, arithmetic=a)
    D = R[FEW, FEW] ** 0.5
    yield "distances", lambda a: compare(D, Y[FEW], metric="precomputed", arithmetic=a)
    yield "eigen path", lambda a: PointCloud(X, arithmetic=a).eigen_path.at(1.0, 2)
    yield "walk", lambda a: gaussian_walk(R, 1.0, a)
    yield "distances between", lambda a: distances_between(X, X, a)
    yield "map", lambda a: DiffusionMap(arithmetic=a).fit(X[FEW]).with_bandwidth("median")
    yield (
        "map without a matrix",
        lambda a: DiffusionMap(2, "median", arithmetic=a, memory_limit=SMALL).fit(X),
    )
    yield "maps over scales", lambda a: embeddings_over_scales(X, [1.0, 9.0], arithmetic=a)
    yield "scaler", lambda a: ManifoldScaler(arithmetic=a, n_sample=80).fit(SHEET_IN_NOISE)
    greedy = {"method": "greedy", "n_scales": 4, "weights": [0.1, 1.0]}
    yield "greedy scaler", lambda a: ManifoldScaler(arithmetic=a, **greedy).fit(SHEET_IN_NOISE)
    yield "feature order", lambda a: feature_order(SHEET, arithmetic=a)
    yield "profile", lambda a: dimension_profile(SHEET, arithmetic=a)
    yield "class distances", lambda a: (D_gap(X, Y, arithmetic=a), D_class(X, Y, arithmetic=a))
    yield "perturbation", lambda a: perturbation_norm(X, Y, [1.0, 4.0], arithmetic=a)
    yield "perturbation bound", lambda a: perturbation_bound(X[FEW], Y[FEW], 4.0, arithmetic=a)


ASKED = dict(asked_by_name())
everything = pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
quietly = pytest.mark.filterwarnings("ignore")  # of graphs in pieces, and the like


def compiled_functions():
    core = compiled.tile_functions
    yield from ((core, name) for name in dir(core) if callable(getattr(core, name)))
    for holder in (compiled, compiled.Compiled):
        for name, function in inspect.getmembers(holder, inspect.isfunction):
            if function.__module__ == compiled.__name__:
                yield holder, name


def signatures():
    for package in (kernelscale, kernelscale.diffusion, kernelscale.engine, kernelscale.theory):
        for name in package.__all__:
            if inspect.isfunction(found := getattr(package, name)) or inspect.isclass(found):
                with suppress(ValueError):  # of errors made in C
                    yield name, set(inspect.signature(found).parameters)


def test_whoever_takes_a_memory_limit_or_threads_takes_an_arithmetic():
    taken = {n: names for n, names in signatures() if names & {"memory_limit", "n_threads"}}
    assert {"select_bandwidth", "DiffusionMap", "perturbation_bound"} <= taken.keys()
    assert [name for name, names in taken.items() if "arithmetic" not in names] == []


@quietly
@everything
def test_numpy_alone_is_used_where_it_is_asked_for(ask, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("the compiled arithmetic was used")

    for module, name in compiled_functions():
        monkeypatch.setattr(module, name, refuse)
    ask("reference")


@quietly
@everything
def test_a_wrong_instruction_set_is_an_error_wherever_it_would_be_used(ask, monkeypatch):
    compiled.take_wanted_instruction_set.cache_clear()
    monkeypatch.setenv("KERNELSCALE_INSTRUCTION_SET", "avx1024")
    try:
        for name in ("auto", "compiled"):
            with pytest.raises(ValueError, match="KERNELSCALE_INSTRUCTION_SET must be one of"):
                ask(name)
    finally:
        monkeypatch.undo()
        compiled.take_wanted_instruction_set()


def test_the_walk_takes_what_auto_stands_for_when_it_is_made(monkeypatch):
    from kernelscale.engine.arithmetic import registry

    monkeypatch.setattr(registry, "FASTEST", "reference")
    monkeypatch.setattr(compiled.Compiled, "kernel", None)
    assert arithmetic_in_use() == "reference"
    gaussian_walk(R, 1.0)


def test_both_arithmetics_make_the_same_walk():
    walks = [gaussian_walk(R, epsilon=2.0, arithmetic=name) for name in ARITHMETICS]
    products = [walk.product(X) for walk in walks]
    np.testing.assert_allclose(products[0], products[1], atol=2e-6 * np.abs(products[0]).max())
