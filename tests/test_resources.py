"""Every computation on pairs of rows accepts and uses the five options for resources.

The options are memory_limit, executor, arithmetic, n_threads and progress.
test_arithmetic.py checks that "reference" never calls compiled code.
"""

import importlib
import inspect
from contextlib import suppress

import pytest
from sklearn.base import BaseEstimator, clone
from tests.pair_computations import COMPUTATIONS

from kernelscale import DiffusionMap, ManifoldScaler, SupervisedScaler
from kernelscale.bandwidth import RULES
from kernelscale.engine import resources
from kernelscale.engine.executors import EXECUTORS
from kernelscale.engine.progress import ProgressEvent
from kernelscale.engine.resources import Resources
from kernelscale.intrinsic_dimension import METHODS

FIVE = inspect.signature(Resources).parameters
MODULES = ["", ".bandwidth", ".diffusion", ".engine", ".engine.passes", ".intrinsic_dimension"]
ESTIMATORS = {
    **METHODS,
    "map": DiffusionMap,
    "scaler": ManifoldScaler,
    "from labels": SupervisedScaler,
}
# These are not tested: `estimate_dimension` passes its options to the method, and the other three
# do not have all five options.
OTHERWISE = {"estimate_dimension", "distances_between", "make_plan", "Tile"}
OF_NO_PAIRS = {
    f"rule {name}"
    for name in ("standard_deviation", "standardized", "scikit_learn_scale", "scott", "silverman")
}
WRONG = {
    "memory_limit": ("much", "memory_limit must be a number of bytes"),
    "executor": ("loky", "executor must be one of .*, but 'loky' was given"),
    "arithmetic": ("tpu", "arithmetic must be one of .*, but 'tpu' was given"),
    "n_threads": (0, "n_threads must be an integer of at least 1"),
    "progress": (3, "progress must be callable, or True for bars on stderr, but 3 was given"),
}

every_computation = pytest.mark.parametrize("computation", COMPUTATIONS)
every_computation_on_pairs = pytest.mark.parametrize(
    "computation", [c for c in COMPUTATIONS if c not in OF_NO_PAIRS]
)
every_estimator = pytest.mark.parametrize("estimator", ESTIMATORS.values(), ids=ESTIMATORS)
quietly = pytest.mark.filterwarnings("ignore")  # for example warnings about several components


def look_at_pairs():
    """Public functions and classes that accept points or an option for resources.

    Each is yielded as its name and its parameters.
    """
    for name_of_module in MODULES:
        module = importlib.import_module(f"kernelscale{name_of_module}")
        for name in set(module.__all__) - OTHERWISE:
            found = getattr(module, name)
            if inspect.isfunction(found) or inspect.isclass(found):
                with suppress(ValueError):  # classes of errors have no signature
                    taken = inspect.signature(found).parameters
                    if FIVE.keys() & taken or "X" in taken or _estimates(found):
                        yield name, taken


def _estimates(found):
    return inspect.isclass(found) and issubclass(found, BaseEstimator)


LOOK_AT_PAIRS = dict(sorted(look_at_pairs()))


def test_public_functions_about_pairs_are_found():
    assert len(LOOK_AT_PAIRS) > 20
    assert {
        "reduce",
        "compare",
        "DiffusionMap",
        "TwoNN",
        "perturbation_bound",
    } <= LOOK_AT_PAIRS.keys()


@pytest.mark.parametrize("name", LOOK_AT_PAIRS)
def test_functions_about_pairs_accept_all_five_options_with_the_same_defaults(name):
    taken = LOOK_AT_PAIRS[name]
    if "engine_options" not in taken:
        assert {n: taken[n].default for n in FIVE} == {n: p.default for n, p in FIVE.items()}


@pytest.mark.parametrize("name", RULES)
def test_rules_accept_all_five_options(name):
    assert "engine_options" in inspect.signature(RULES[name].__call__).parameters


class Counting:
    """An executor that runs tiles one by one and counts them."""

    def __init__(self):
        self.n_tiles = 0

    def run(self, function, tiles, n_workers, n_pending):
        for tile in tiles:
            self.n_tiles += 1
            yield function(tile)

    __call__ = run


def refuse(*args, **kwargs):
    raise AssertionError("another executor or number of threads than the given one was used")


@quietly
@every_computation_on_pairs
def test_each_of_the_five_options_is_used(computation, monkeypatch):
    counting, events = Counting(), []
    monkeypatch.setitem(EXECUTORS, "serial", counting)
    monkeypatch.setitem(EXECUTORS, "threads", refuse)
    monkeypatch.setattr(resources, "available_threads", refuse)
    COMPUTATIONS[computation](executor="serial", n_threads=2, progress=events.append)
    assert counting.n_tiles > 0
    assert events
    assert all(isinstance(event, ProgressEvent) for event in events)


@every_computation_on_pairs
def test_too_little_memory_is_refused(computation):
    with pytest.raises(MemoryError, match="memory_limit"):
        COMPUTATIONS[computation](memory_limit="1 KiB")


@every_computation
def test_invalid_resources_are_refused(computation):
    for name, (wrong, sentence) in WRONG.items():
        with pytest.raises((ValueError, TypeError), match=sentence):
            COMPUTATIONS[computation](**{name: wrong})


@every_estimator
def test_estimators_store_the_five_options_unchanged(estimator):
    used = dict(zip(FIVE, ["1 MiB", "serial", "reference", 3, print], strict=True))
    kept = estimator(**used)
    assert kept.get_params().items() >= used.items()
    assert clone(kept).get_params() == kept.get_params()
    assert vars(Resources.of(kept)) == {**used, "memory_limit": 2**20}


@every_estimator
def test_estimators_check_the_five_options_before_the_data(estimator):
    for name, (wrong, sentence) in WRONG.items():
        with pytest.raises((ValueError, TypeError), match=sentence):
            estimator(**{name: wrong}).fit("no data")
