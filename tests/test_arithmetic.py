"""Every computation uses the arithmetic that was chosen."""

import inspect

import numpy as np
import pytest
from tests.pair_computations import COMPUTATIONS, R, X

from kernelscale.data import PointCloud
from kernelscale.engine.arithmetic.registry import ARITHMETICS
from kernelscale.engine.passes import distances_between
from kernelscale.engine.resources import arithmetic_in_use
from kernelscale.markov.gaussian_operator import gaussian_operator

if "compiled" not in ARITHMETICS:
    pytest.skip("the compiled arithmetic was not built", allow_module_level=True)

from kernelscale.engine.arithmetic import compiled

CALLS = {
    **{name: lambda a, call=call: call(arithmetic=a) for name, call in COMPUTATIONS.items()},
    "eigenpairs by continuation": lambda a: PointCloud(X, arithmetic=a).continuation.at(1.0, 2),
    "operator": lambda a: gaussian_operator(R, 1.0, a),
    "distances between": lambda a: distances_between(X, X, a),
}
everything = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
quietly = pytest.mark.filterwarnings("ignore")  # for example warnings about several components


def compiled_functions():
    core = compiled.tile_functions
    yield from ((core, name) for name in dir(core) if callable(getattr(core, name)))
    for holder in (compiled, compiled.Compiled):
        for name, function in inspect.getmembers(holder, inspect.isfunction):
            if function.__module__ == compiled.__name__:
                yield holder, name


@quietly
@everything
def test_reference_arithmetic_never_calls_compiled_code(call, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("the compiled arithmetic was used")

    for module, name in compiled_functions():
        monkeypatch.setattr(module, name, refuse)
    call("reference")


@quietly
@everything
def test_a_wrong_instruction_set_is_an_error_everywhere(call, monkeypatch):
    compiled.take_wanted_instruction_set.cache_clear()
    monkeypatch.setenv("KERNELSCALE_INSTRUCTION_SET", "avx1024")
    try:
        for name in ("auto", "compiled"):
            with pytest.raises(ValueError, match="KERNELSCALE_INSTRUCTION_SET must be one of"):
                call(name)
    finally:
        monkeypatch.undo()
        compiled.take_wanted_instruction_set()


def test_the_operator_uses_the_arithmetic_that_auto_names(monkeypatch):
    from kernelscale.engine.arithmetic import registry

    monkeypatch.setattr(registry, "FASTEST", "reference")
    monkeypatch.setattr(compiled.Compiled, "kernel", None)
    assert arithmetic_in_use() == "reference"
    gaussian_operator(R, 1.0)


def test_both_arithmetics_give_the_same_operator():
    walks = [gaussian_operator(R, epsilon=2.0, arithmetic=name) for name in ARITHMETICS]
    products = [walk.product(X) for walk in walks]
    np.testing.assert_allclose(products[0], products[1], atol=2e-6 * np.abs(products[0]).max())
