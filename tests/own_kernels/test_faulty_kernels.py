"""Errors in a user's kernel, and checks of which modules recognise kernels or compute them."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from tests.own_kernels.user_kernels import CLASSES, Laplacian, X

import kernelscale
from kernelscale import Bandwidth, DiffusionMap, Kernel, compare
from kernelscale.bandwidth import Rule


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
def test_errors_of_a_users_kernel_are_reported(odd, sentence):
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


PACKAGE = Path(kernelscale.__file__).parent


SOURCES = {
    path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
}


TESTS = {"isinstance", "issubclass", "hasattr", "check_kind", "getattr", "type"}


# Modules that compute kernels from squared distances.
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


def test_kernels_are_recognised_in_one_place():
    asking = {
        file
        for file, tree in SOURCES.items()
        for function, arguments in calls(tree)
        if function in TESTS and asks_for_a_kernel(arguments)
    }
    # Before a model is saved, `model_arrays` checks that a kernel is registered by its name.
    assert asking == {"kernels/kernel.py", "diffusion/model/model_arrays.py"}


def test_the_exponential_of_a_distance_is_computed_in_one_place():
    forming = {
        file
        for file, tree in SOURCES.items()
        for function, arguments in calls(tree)
        if re.match(WITH_KERNELS, file)
        and function in {"np.exp", "math.exp", "np.exp2", "np.expm1"}
        # logarithms and entropies are not kernels
        and not re.search(r"log|brentq|entr|^-[\d.]+$", arguments[0])
    }
    assert "engine/arithmetic/exponential.py" in forming
    assert len(forming) <= 2
